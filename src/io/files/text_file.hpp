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

#include "base/os/files.hpp"
#include "base/result.hpp"

namespace phasebox {

/// Every byte of a file; one of more than `most` bytes is refused, before reading if that is known.
Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t most);
/// Its first bytes, at most `most`; none when it cannot be read.
std::string read_beginning(const std::filesystem::path& path, std::size_t most);
/// The same as read_file of standard input, until its end.
Result<std::string> read_standard_input(std::uint64_t most);

/// Whether a file must be there after a power cut; what only another process looks at need not.
enum class Durability : unsigned char { on_disk, in_memory };

/// Puts `content` in place of the file at once: a reader sees the old file or the new one, and so
/// does the next start after a crash; a failure leaves the old one. What is no regular file (a
/// pipe, /dev/stdout) is written through. Files that grow while they are written are LineFile.
Status write_file_atomically(const std::filesystem::path& path, std::string_view content,
                             Durability durability = Durability::on_disk);

/// The same of a file made part by part: `next` puts in the next part, and is false after the last.
Status write_file_atomically(const std::filesystem::path& path,
                             const std::function<bool(std::string&)>& next,
                             Durability durability = Durability::on_disk);

/// A text file that grows line by line. What its process wrote is in the file at once; a full disk
/// leaves no part of a line, and a kill one at most, where a page of the file ends.
class LineFile {
 public:
  /// Begins the file with these lines, in place of one there. Refuses what cannot be written.
  static Result<LineFile> open(const std::filesystem::path& path, std::string_view beginning);

  /// One line or several, each with its end. After an error, said once, nothing more is written.
  Status append(std::string_view lines);
  /// Hands the file over to the disk and ends it.
  Status close();

 private:
  LineFile() = default;

  std::filesystem::path path_;
  os::FileHandle handle_;
  std::uint64_t size_ = 0;  // bytes of whole lines
  bool is_regular_ = false;
};

/// Whether `write_file_atomically` can write there, by making and removing a neighbor of the file.
Status check_writable(const std::filesystem::path& path);

/// A file that a command is to write.
struct OutputFile {
  std::string option;  ///< "--json"
  std::string path;    ///< empty: not asked for
};

/// Refuses, before long work, what cannot be written after it: `check_writable` for each, no two in
/// one file, none over the file `input` that is read (empty: none is).
Status check_outputs(std::span<const OutputFile> files, std::string_view input = {});

/// The same file from wherever one is: for commands that are run again.
std::string absolute_path(const std::filesystem::path& path);

/// A size as limits name it: "512 MiB"; in bytes where it is no whole number of MiB.
std::string size_text(std::uint64_t bytes);

// ---- compressed by gzip or zstd, known by their first bytes

/// Whether these are the first bytes of a gzip or zstd file; four are enough.
bool is_compressed(std::string_view bytes);

/// A small file can hold far more than any memory: what is larger than this is refused.
inline constexpr std::uint64_t kMaxText = std::uint64_t{4} << 30;

/// Takes a text part by part; its error ends the reading.
using TakePart = std::function<Status(std::string_view part)>;

/// Gives the text that the bytes of a file hold part by part: all members of a gzip file, all
/// frames of a zstd file; the bytes themselves when they are not compressed. Refuses in one line,
/// `file_name: what`, what is cut off, corrupt, or larger than `limit` bytes as text. Takes no more
/// memory than a block and, for zstd, the window of its encoder, 128 MB at most.
Status decompress(std::string_view bytes, std::string_view file_name, const TakePart& take,
                  std::uint64_t limit = kMaxText);

/// The same as one text.
Result<std::string> decompressed(std::string bytes, std::string_view file_name,
                                 std::uint64_t limit = kMaxText);
/// The same of a zlib stream, which only its place tells apart from other bytes.
Result<std::string> inflated(std::string_view bytes, std::string_view file_name,
                             std::uint64_t limit);

}  // namespace phasebox
