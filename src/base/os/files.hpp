// SPDX-License-Identifier: MIT
// Files as the operating system has them. An int that a function returns, or gives as `code`, is an
// errno code; 0 if all went well.
#pragma once
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace phasebox::os {

/// An open file, pipe or device, or none; closed with its owner.
class FileHandle {
 public:
  enum class Mode : std::uint8_t {
    read,  ///< does not wait for a writer if the file is a pipe
    write,
    append,  ///< writes behind what is there
    make,    ///< reads and writes, makes a missing file, follows no link
    folder
  };

  FileHandle() = default;
  explicit FileHandle(int number) : number_(number) {}
  /// Opens a file. The handle is empty where that fails, and `code` says why.
  static FileHandle open(const std::filesystem::path& path, Mode mode, int& code);
  /// A copy of standard input, which itself stays open when this is closed.
  static FileHandle standard_input(int& code);
  ~FileHandle() { close(); }
  FileHandle(FileHandle&& o) noexcept : number_(std::exchange(o.number_, -1)) {}
  FileHandle& operator=(FileHandle&& o) noexcept {
    std::swap(number_, o.number_);
    return *this;
  }

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }
  int close();

  /// Writes all bytes.
  int write(std::string_view bytes);
  /// Reads the next bytes, as many as are there, and returns their number, which is 0 at the end.
  /// Nothing, with code 0, where none have come yet.
  std::optional<std::size_t> read(std::span<char> bytes, int& code);
  int go_to_begin();
  int cut(std::uint64_t size);  ///< leaves the first `size` bytes
  int sync();                   ///< waits until it is on the disk
  bool is_terminal() const;

  enum class Kind : std::uint8_t { none, file, folder, other };
  /// Facts about an open file or about the file with some name. Device and node identify a file;
  /// `names` is the number of its hard links, `mode` holds its permissions.
  struct Facts {
    Kind kind = Kind::none;
    std::uint64_t size = 0, device = 0, node = 0, names = 0;
    unsigned mode = 0;
    bool is_same(const Facts& o) const { return node == o.node && device == o.device; }
  };
  Facts facts() const;
  /// The facts about the file with that path; those about a link itself unless links are followed.
  static Facts facts_of(const std::filesystem::path& path, bool follows_links = true);
  /// Gives this file the permissions of the file with that path, where there is one.
  void take_mode(const std::filesystem::path& path);

 private:
  int number_ = -1;
};

/// Opens a file as a stream for reading; null where that fails, and errno says why.
std::FILE* open_to_read(const std::filesystem::path& path);

/// A file that one process has locked for writing until the process ends, however it ends. Closing
/// it releases the lock.
class LockedFile {
 public:
  /// Opens or makes the file and locks it; never truncates. Nothing on failure (`code` is
  /// EWOULDBLOCK if another process holds it).
  static std::optional<LockedFile> take(const std::filesystem::path& path, int& code);

  FileHandle& handle() { return handle_; }
  const std::filesystem::path& path() const { return path_; }
  /// Removes the file, and releases it after that, so that no other holder is given a file that
  /// goes.
  void remove();

 private:
  LockedFile(std::filesystem::path path, FileHandle handle)
      : path_(std::move(path)), handle_(std::move(handle)) {}

  std::filesystem::path path_;
  FileHandle handle_;
};

/// A pipe of this process.
struct Pipe {
  FileHandle reader, writer;
  static Pipe make(int& code);
};

/// Waits until a file can be read or has ended. Returns a bit per file, of which there are at most
/// 8; 0 on timeout. A time below 0 ms is no timeout.
unsigned wait_for(std::span<const FileHandle* const> files, int milliseconds, int& code);

/// Checks whether an existing file may be written.
int check_access_to_write(const std::filesystem::path& path);

}  // namespace phasebox::os
