// SPDX-License-Identifier: MIT
// Text files in and out, whole, line by line or compressed, with errors that fit on one line.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/os/files.hpp"
#include "base/result.hpp"

namespace phasebox {

/// Reads all bytes of a file. Refuses one of more than `most` bytes, before reading where its size
/// is known, and one that begins with a block of zeros, as a copy does that was cut off.
Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t most);
/// Reads a file as `read_file` does and passes its bytes to `use`. Running out of memory, and any
/// other exception meanwhile, becomes an error about the file; a build without exceptions ends
/// instead.
Status open_file(const std::filesystem::path& path, std::uint64_t most,
                 const std::function<void(const std::string& bytes)>& use);
/// Reads a file as `open_file` does and returns the result that `read` makes of its bytes.
template <class Read>
auto opened(const std::filesystem::path& path, std::uint64_t most, Read read) {
  std::invoke_result_t<Read, const std::string&> made = Error();
  const Status status =
      open_file(path, most, [&](const std::string& bytes) { made = read(bytes); });
  if (status.failed()) made = status.error();
  return made;
}
/// Returns the first bytes of a file, at most `most`; empty when it cannot be read or is no regular
/// file.
std::string read_beginning(const std::filesystem::path& path, std::size_t most);
/// Reads standard input to its end. Refuses more than `most` bytes, and a beginning of zeros as
/// `read_file` does.
Result<std::string> read_standard_input(std::uint64_t most);

/// Whether the data is on the disk, safe from a power cut, when writing returns. A file that only
/// another running process reads need not be.
enum class Durability : unsigned char { on_disk, in_memory };

/// Replaces a file atomically: a reader sees the old file or the new one, also after a crash, and a
/// failure leaves the old one. A symbolic link stays, and its target is replaced. A pipe or device
/// such as /dev/stdout is written directly. For a file that grows while it is written there is
/// LineFile.
Status write_file_atomically(const std::filesystem::path& path, std::string_view content,
                             Durability durability = Durability::on_disk);

/// Replaces a file atomically by parts: `next` stores the next part in its argument and returns
/// false after the last one, so that the file need not fit in memory.
Status write_file_atomically(const std::filesystem::path& path,
                             const std::function<bool(std::string&)>& next,
                             Durability durability = Durability::on_disk);

/// A text file that grows line by line. Each append reaches the system at once. When the disk is
/// full, a partial line is cut off again if that is possible. A killed process may leave a part of
/// a line, which ends at a page boundary of the file.
class LineFile {
 public:
  /// Creates the file with the lines `beginning`, replacing an old one; a pipe or device is written
  /// directly. Refuses a path that cannot be written.
  static Result<LineFile> open(const std::filesystem::path& path, std::string_view beginning);

  /// Appends lines, each with its line end. An error, such as a file that was removed, is returned
  /// once; after it appending does nothing.
  Status append(std::string_view lines);
  /// Flushes the file to the disk and closes it. Does nothing after an error or a second time.
  Status close();

 private:
  LineFile() = default;

  std::filesystem::path path_;
  os::FileHandle handle_;
  std::uint64_t size_ = 0;  // size of the file up to the last whole line, in bytes
  bool is_regular_ = false;
};

/// Tests whether `write_file_atomically` could write there: by creating and removing a temporary
/// file beside it, and for a pipe or device by its access rights.
Status check_writable(const std::filesystem::path& path);

/// A file that a command will write, and the option that names it.
struct OutputFile {
  std::string option;  ///< such as "--json", for errors
  std::string path;    ///< where the user wants it; empty: not asked for
};

/// Checks before long work that its outputs can be written: each passes `check_writable`, no two
/// are the same file, and none is the file `input` that is read (empty: none is). Pipes and devices
/// may be named twice.
Status check_outputs(std::span<const OutputFile> files, std::string_view input = {});

/// Returns the path made absolute, for commands that are printed and later run from another folder.
std::string absolute_path(const std::filesystem::path& path);

/// Returns a size for messages about limits: in GiB or MiB where it is a whole number of these
/// ("512 MiB"), else in bytes.
std::string size_text(std::uint64_t bytes);

// ---- compressed by gzip or zstd, known by their first bytes

/// Whether these are the first bytes of a gzip or zstd file; four are enough.
bool is_compressed(std::string_view bytes);

/// The largest text that is unpacked: a small compressed file can expand to more than any memory.
inline constexpr std::uint64_t kMaxText = std::uint64_t{4} << 30;

/// Receives a text part by part; a failed status ends the reading.
using TakePart = std::function<Status(std::string_view part)>;

/// Passes the text of a file to `take` part by part: all members of a gzip file, all frames of a
/// zstd file, or the bytes themselves when they are not compressed. Refuses, as `file_name: what`,
/// data that is cut off, corrupt, or larger than `limit` bytes as text; in the page all that is
/// compressed. Memory: one block and, for zstd, the encoder's window, at most 128 MB.
Status decompress(std::string_view bytes, std::string_view file_name, const TakePart& take,
                  std::uint64_t limit = kMaxText);

/// Unpacks the bytes of a file, as `decompress` does, into one text.
Result<std::string> decompressed(std::string bytes, std::string_view file_name,
                                 std::uint64_t limit = kMaxText);
/// Unpacks a zlib stream into one text. Such a stream has no reliable signature, so the caller must
/// know that it is one.
Result<std::string> inflated(std::string_view bytes, std::string_view file_name,
                             std::uint64_t limit);

}  // namespace phasebox
