// SPDX-License-Identifier: MIT
// Lines appended by one write each; what a full disk took of a line is cut off again. Only a kill
// can leave a part of the last line: the kernel ends the write of a killed process where a page of
// the file ends.
#include "io/line_file.hpp"

#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/files/text_file.hpp"

namespace phasebox {
namespace {

Error line_failure(const std::filesystem::path& path, std::string_view what, int code) {
  return {path.string() + ": " + std::string(what) + ": " + std::generic_category().message(code)};
}

bool has_vanished(int descriptor) {
  struct stat now {};
  return ::fstat(descriptor, &now) == 0 && now.st_nlink == 0;
}

}  // namespace

Result<LineFile> LineFile::open(const std::filesystem::path& path, std::string_view beginning) {
  LineFile file;
  file.path_ = path;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  file.is_regular_ = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (file.is_regular_)
    if (Status error = write_file_atomically(path, beginning)) return *std::move(error);
  file.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | (file.is_regular_ ? O_APPEND : 0));
  if (file.descriptor_ < 0) return line_failure(path, "cannot be written", errno);
  if (file.is_regular_)
    file.size_ = static_cast<long long>(beginning.size());
  else if (Status error = file.append(beginning))
    return *std::move(error);
  return file;
}

Status LineFile::append(std::string_view lines) {
  if (descriptor_ < 0) return {};
  if (is_regular_ && has_vanished(descriptor_)) {
    release();
    return Error{path_.string() + ": was removed while it was written, so it ends; start again"};
  }
  for (std::string_view left = lines; !left.empty();) {
    const ssize_t wrote = ::write(descriptor_, left.data(), left.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return give_up(errno);
    left.remove_prefix(static_cast<std::size_t>(wrote));
  }
  size_ += static_cast<long long>(lines.size());
  return {};
}

Status LineFile::give_up(int code) {
  // Where even that fails, the last line is not whole; there is nothing left to try.
  if (is_regular_ && ::ftruncate(descriptor_, size_) != 0) code = errno;
  release();
  return line_failure(path_, "cannot be written any further", code);
}

Status LineFile::close() {
  if (descriptor_ < 0) return {};
  const bool is_kept = !is_regular_ || ::fsync(descriptor_) == 0;
  const int code = errno;
  release();
  if (is_kept) return {};
  return line_failure(path_, "cannot be written", code);
}

void LineFile::release() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

}  // namespace phasebox
