// SPDX-License-Identifier: MIT
// Files by POSIX. Locks are those of flock(2), which end with the process. wasi-libc, which the
// browser edition uses, has no locks, pipes or permissions.
#include <array>
#include <cassert>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef __wasi__
#include <sys/file.h>
#endif

#include "base/os/files.hpp"

namespace phasebox::os {
namespace {

int code_of(int result) { return result == 0 ? 0 : errno; }

int flags_of(FileHandle::Mode mode) {
  using enum FileHandle::Mode;
  switch (mode) {
    case read: return O_RDONLY | O_NONBLOCK;
    case write: return O_WRONLY;
    case append: return O_WRONLY | O_APPEND;
    case make: return O_RDWR | O_CREAT | O_NOFOLLOW;
    case folder: break;
  }
  return O_RDONLY | O_DIRECTORY;
}

FileHandle::Facts facts_of_stat(const struct stat& s) {
  using Kind = FileHandle::Kind;
  const Kind kind = S_ISREG(s.st_mode)   ? Kind::file
                    : S_ISDIR(s.st_mode) ? Kind::folder
                                         : Kind::other;
  return {kind, static_cast<std::uint64_t>(s.st_size), s.st_dev, s.st_ino, s.st_nlink, s.st_mode};
}

}  // namespace

FileHandle FileHandle::open(const std::filesystem::path& path, Mode mode, int& code) {
  FileHandle file(::open(path.c_str(), flags_of(mode) | O_CLOEXEC, 0666));
  code = file ? 0 : errno;
  return file;
}

FileHandle FileHandle::standard_input(int& code) {
#ifdef __wasi__
  code = ENOTSUP;
  return {};
#else
  FileHandle file(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  code = file ? 0 : errno;
  return file;
#endif
}

int FileHandle::close() { return number_ < 0 ? 0 : code_of(::close(std::exchange(number_, -1))); }

int FileHandle::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(number_, bytes.data(), bytes.size());
    if (wrote < 0 && errno != EINTR) return errno;
    if (wrote > 0) bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

std::optional<std::size_t> FileHandle::read(std::span<char> bytes, int& code) {
  const ssize_t n = ::read(number_, bytes.data(), bytes.size());
  code = n < 0 && errno != EINTR && errno != EAGAIN ? errno : 0;
  if (n < 0) return {};
  return static_cast<std::size_t>(n);
}

int FileHandle::go_to_begin() { return ::lseek(number_, 0, SEEK_SET) < 0 ? errno : 0; }
int FileHandle::cut(std::uint64_t size) {
  return code_of(::ftruncate(number_, static_cast<off_t>(size)));
}
int FileHandle::sync() { return code_of(::fsync(number_)); }
bool FileHandle::is_terminal() const { return ::isatty(number_) == 1; }

FileHandle::Facts FileHandle::facts() const {
  struct stat now {};
  return ::fstat(number_, &now) == 0 ? facts_of_stat(now) : Facts{};
}

FileHandle::Facts FileHandle::facts_of(const std::filesystem::path& path, bool follows_links) {
  struct stat now {};
  const int result = follows_links ? ::stat(path.c_str(), &now) : ::lstat(path.c_str(), &now);
  return result == 0 ? facts_of_stat(now) : Facts{};
}

void FileHandle::take_mode(const std::filesystem::path& path) {
#ifndef __wasi__
  const Facts old = facts_of(path);
  if (old.kind != Kind::none) ::fchmod(number_, old.mode & 07777);
#else
  static_cast<void>(path);
#endif
}

std::FILE* open_to_read(const std::filesystem::path& path) {
  return std::fopen(path.c_str(), "rb");
}

std::optional<LockedFile> LockedFile::take(const std::filesystem::path& path, int& code) {
  constexpr int kTries = 100;
  for (int k = 0; k < kTries; ++k) {
    FileHandle file = FileHandle::open(path, FileHandle::Mode::make, code);
    if (!file) return {};
      // Some network folders have no locks; a file there counts as locked by this process.
#ifdef __wasi__
    const bool locks = true;
#else
    const bool locks = ::flock(file.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
#endif
    if (!locks) break;
    // Another holder may have renamed or removed the file between opening and locking. Then the
    // path is opened again.
    if (file.facts().is_same(FileHandle::facts_of(path, false)))
      return LockedFile(path, std::move(file));
  }
  code = EWOULDBLOCK;
  return {};
}

void LockedFile::remove() {
  ::unlink(path_.c_str());
  handle_.close();
}

Pipe Pipe::make(int& code) {
  std::array<int, 2> ends{-1, -1};
#ifdef __wasi__
  code = ENOTSUP;
#else
  code = code_of(::pipe2(ends.data(), O_CLOEXEC));
#endif
  return {FileHandle(ends[0]), FileHandle(ends[1])};
}

unsigned wait_for(std::span<const FileHandle* const> files, int milliseconds, int& code) {
  std::array<pollfd, 8> polled{};
  assert(files.size() <= polled.size());
  for (std::size_t k = 0; k < files.size(); ++k) polled[k] = {files[k]->number(), POLLIN, 0};
  const int found = ::poll(polled.data(), files.size(), milliseconds);
  code = found < 0 && errno != EINTR ? errno : 0;
  unsigned ready = 0;
  for (std::size_t k = 0; found > 0 && k < files.size(); ++k)
    if (polled[k].revents != 0) ready |= 1u << k;
  return ready;
}

int check_access_to_write(const std::filesystem::path& path) {
  return code_of(::access(path.c_str(), W_OK));
}

}  // namespace phasebox::os
