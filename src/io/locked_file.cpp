// SPDX-License-Identifier: MIT
// Locks by flock(2), which the system releases with the process.
#include "io/locked_file.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace phasebox {
namespace {

// Another holder may have renamed or removed it between opening and locking.
bool is_still_there(const std::filesystem::path& path, int descriptor) {
  struct stat here {
  }, there{};
  return ::fstat(descriptor, &here) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

// Some network folders cannot lock; there it is as if all others were gone.
bool locks(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace

std::optional<LockedFile> LockedFile::take(const std::filesystem::path& path, int& code) {
  constexpr int kTries = 100;
  for (int k = 0; k < kTries; ++k) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    code = errno;
    if (descriptor < 0) return {};
    LockedFile file(path, descriptor);
    if (!locks(descriptor)) {
      code = EWOULDBLOCK;
      return {};
    }
    if (is_still_there(path, descriptor)) return file;
  }
  code = EWOULDBLOCK;
  return {};
}

void LockedFile::remove() {
  ::unlink(path_.c_str());
  close();
}

void LockedFile::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

}  // namespace phasebox
