// SPDX-License-Identifier: MIT
// A text file that grows line by line: whenever it is looked at, its lines are whole.
#pragma once
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace phasebox {

/// What its process wrote is in the file at once; a full disk leaves no part of a line, and a kill
/// one at most, where a page of the file ends.
class LineFile {
 public:
  /// Begins the file with these lines, in place of one that is there. Refuses a place that cannot
  /// be written.
  static Result<LineFile> open(const std::filesystem::path& path, std::string_view beginning);
  ~LineFile() { release(); }
  LineFile(LineFile&& other) noexcept
      : path_(std::move(other.path_)),
        descriptor_(std::exchange(other.descriptor_, -1)),
        size_(other.size_),
        is_regular_(other.is_regular_) {}
  LineFile& operator=(LineFile&& other) noexcept {
    std::swap(path_, other.path_), std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_), std::swap(is_regular_, other.is_regular_);
    return *this;
  }

  /// One line or several, each with its end. After an error, which is said once, nothing more is
  /// written.
  Status append(std::string_view lines);
  /// Hands the file over to the disk and ends it.
  Status close();

 private:
  LineFile() = default;
  Status give_up(int code);
  void release();

  std::filesystem::path path_;
  int descriptor_ = -1;
  long long size_ = 0;  // bytes of whole lines
  bool is_regular_ = false;
};

}  // namespace phasebox
