// SPDX-License-Identifier: MIT
// A file that one process has to itself until it ends, however it ends.
#pragma once
#include <filesystem>
#include <optional>
#include <utility>

namespace phasebox {

/// Open for writing and locked; closing it, also by the end of the process, releases it.
class LockedFile {
 public:
  /// Makes the file where there is none, and leaves what one that is there holds. Nothing where
  /// that fails; `code` is then of errno, and EWOULDBLOCK while another holder has it.
  static std::optional<LockedFile> take(const std::filesystem::path& path, int& code);
  ~LockedFile() { close(); }
  LockedFile(LockedFile&& other) noexcept
      : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  LockedFile& operator=(LockedFile&& other) noexcept {
    std::swap(path_, other.path_), std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  int descriptor() const { return descriptor_; }
  const std::filesystem::path& path() const { return path_; }
  /// Removes the file, and releases it after that: nobody else is given a file that goes.
  void remove();

 private:
  LockedFile(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}
  void close();

  std::filesystem::path path_;
  int descriptor_;
};

}  // namespace phasebox
