// SPDX-License-Identifier: MIT
// Files as the operating system has them. An int that a function returns (except `number`), or
// gives as `code`, is an errno code: why it failed, or 0 if it did not.
#pragma once
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace phasebox::os {

/// Owns an open file, folder, pipe or device, or none, and closes it when it is destroyed.
class FileHandle {
 public:
  enum class Mode : std::uint8_t {
    read,    ///< on POSIX does not wait for a writer of a pipe
    write,   ///< an existing file
    append,  ///< writes at the end of an existing file
    make,    ///< reads and writes, makes a missing file; a link is not followed
    folder   ///< to sync its list of files
  };

  FileHandle() = default;
  explicit FileHandle(int number) : number_(number) {}
  /// Opens a file. The handle is empty where that fails, and `code` says why.
  static FileHandle open(const std::filesystem::path& path, Mode mode, int& code);
  /// A copy of standard input, which itself stays open when this is closed. Fails in the browser.
  static FileHandle standard_input(int& code);
  ~FileHandle() { close(); }
  FileHandle(FileHandle&& o) noexcept : number_(std::exchange(o.number_, -1)) {}
  FileHandle& operator=(FileHandle&& o) noexcept {
    std::swap(number_, o.number_);
    return *this;
  }

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }
  /// Closes the file, if any. The handle is empty afterwards, also on failure.
  int close();

  /// Writes all bytes, or some of them if it fails.
  int write(std::string_view bytes);
  /// Reads the next bytes that are there, at most bytes.size(), and returns their number, which is
  /// 0 at the end of the file. Returns nothing if it fails, or, with code 0, if a pipe or terminal
  /// has no bytes yet.
  std::optional<std::size_t> read(std::span<char> bytes, int& code);
  int go_to_begin();
  int cut(std::uint64_t size);  ///< leaves the first `size` bytes
  int sync();                   ///< waits until all that was written is on the disk
  bool is_terminal() const;

  enum class Kind : std::uint8_t { none, file, folder, other };
  /// Facts about a file; `kind` is none if there is no such file or it cannot be examined. `size`
  /// is in bytes. Device and node together identify a file; `names` is the number of its hard
  /// links, and `mode` holds its permissions on POSIX.
  struct Facts {
    Kind kind = Kind::none;
    std::uint64_t size = 0, device = 0, node = 0, names = 0;
    unsigned mode = 0;
    bool is_same(const Facts& o) const { return node == o.node && device == o.device; }
  };
  Facts facts() const;  ///< about the open file
  /// The facts about the file with that path. If it is a link, they are about the link's target, or
  /// about the link itself if `follows_links` is false.
  static Facts facts_of(const std::filesystem::path& path, bool follows_links = true);
  /// Gives this file the permissions of the file with that path, if there is one. Does nothing on
  /// Windows and in the browser.
  void take_mode(const std::filesystem::path& path);

 private:
  int number_ = -1;
};

/// Opens a file as a stream for reading; null where that fails, and errno says why.
std::FILE* open_to_read(const std::filesystem::path& path);

/// A file that this process has locked, so that no other process can take it as a LockedFile. The
/// lock ends when the file is closed or the process ends, even by a crash. Where the system has no
/// locks (some network folders, the browser), every process gets the file.
class LockedFile {
 public:
  /// Opens or makes the file and locks it; never truncates it. Returns nothing on failure; `code`
  /// is EWOULDBLOCK if another process holds it or has just renamed or removed it.
  static std::optional<LockedFile> take(const std::filesystem::path& path, int& code);

  FileHandle& handle() { return handle_; }
  const std::filesystem::path& path() const { return path_; }
  /// Removes the file and closes it after that. The lock is held until the name is gone, so that no
  /// other process can lock the file that is being removed.
  void remove();

 private:
  LockedFile(std::filesystem::path path, FileHandle handle)
      : path_(std::move(path)), handle_(std::move(handle)) {}

  std::filesystem::path path_;
  FileHandle handle_;
};

/// Both ends of a pipe. `make` leaves them empty if it fails.
struct Pipe {
  FileHandle reader, writer;
  static Pipe make(int& code);
};

/// Waits until at least one of the files, at most 8, can be read or has ended. Returns a set of
/// bits: bit k is set if files[k] is such a one. It is 0 after the timeout, on failure, and if a
/// signal came. A negative number of milliseconds waits without timeout.
unsigned wait_for(std::span<const FileHandle* const> files, int milliseconds, int& code);

/// Checks whether an existing file may be written; 0 if so.
int check_access_to_write(const std::filesystem::path& path);

}  // namespace phasebox::os
