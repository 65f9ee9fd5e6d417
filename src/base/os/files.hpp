// SPDX-License-Identifier: MIT
// Files as the operating system has them. Codes are those of errno, 0 where all went well.
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
    read,  ///< without waiting for a writer, where it is a pipe
    write,
    append,  ///< of what is there
    make,    ///< to write, made where there is none; not where a link stands
    folder
  };

  FileHandle() = default;
  explicit FileHandle(int number) : number_(number) {}
  /// None where it cannot be opened; `code` says why.
  static FileHandle open(const std::filesystem::path& path, Mode mode, int& code);
  /// Standard input, which stays open when this is closed.
  static FileHandle standard_input(int& code);
  ~FileHandle() { close(); }
  FileHandle(FileHandle&& o) noexcept : number_(std::exchange(o.number_, -1)) {}
  FileHandle& operator=(FileHandle&& o) noexcept { return std::swap(number_, o.number_), *this; }

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }
  int close();

  /// Writes all of it.
  int write(std::string_view bytes);
  /// The next bytes, as many as are there; 0 at the end. Nothing, with code 0, where none are yet.
  std::optional<std::size_t> read(std::span<char> bytes, int& code);
  int go_to_begin();
  int cut(std::uint64_t size);  ///< leaves the first `size` bytes
  int sync();                   ///< waits until it is on the disk
  bool is_terminal() const;

  enum class Kind : std::uint8_t { none, file, folder, other };
  /// What stands under a name, or is open.
  struct Facts {
    Kind kind = Kind::none;
    std::uint64_t size = 0, device = 0, node = 0, names = 0;
    unsigned mode = 0;
    bool is_same(const Facts& o) const { return node == o.node && device == o.device; }
  };
  Facts facts() const;
  /// Of a link itself, unless links are followed.
  static Facts facts_of(const std::filesystem::path& path, bool follows_links = true);
  /// Gives it the permissions of that file, where there is one.
  void take_mode(const std::filesystem::path& path);

 private:
  int number_ = -1;
};

/// A stream of its bytes, null where it cannot be opened; errno says why.
std::FILE* open_to_read(const std::filesystem::path& path);

/// A file locked by one process for writing until it ends, however it ends; closing releases it.
class LockedFile {
 public:
  /// Opens or makes the file, never truncates. Nothing on failure (`code` EWOULDBLOCK: it is held).
  static std::optional<LockedFile> take(const std::filesystem::path& path, int& code);

  FileHandle& handle() { return handle_; }
  const std::filesystem::path& path() const { return path_; }
  /// Removes the file, and releases it after that: no other holder is given a file that goes.
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

/// A bit per file, at most 8, that can be read or has ended; 0 on timeout. Below 0 ms: no timeout.
unsigned wait_for(std::span<const FileHandle* const> files, int milliseconds, int& code);

/// Whether a file that is there may be written.
int check_access_to_write(const std::filesystem::path& path);

}  // namespace phasebox::os
