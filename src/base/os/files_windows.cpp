// SPDX-License-Identifier: MIT
// Files by Win32. They are opened so that other processes may rename or remove them meanwhile.
// Locks are those of LockFileEx, which end with the process.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "base/os/files.hpp"

namespace phasebox::os {
namespace {

int last_code() {
  return std::system_category().default_error_condition(static_cast<int>(::GetLastError())).value();
}
int code_of(int result) { return result == 0 ? 0 : errno; }

HANDLE handle_of(int number) { return reinterpret_cast<HANDLE>(::_get_osfhandle(number)); }

HANDLE opened(const std::filesystem::path& path, DWORD access, DWORD how, DWORD flags) {
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  return ::CreateFileW(path.c_str(), access, kShared, nullptr, how, flags, nullptr);
}

HANDLE opened(const std::filesystem::path& path, FileHandle::Mode mode) {
  using enum FileHandle::Mode;
  switch (mode) {
    case write: return opened(path, GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL);
    case append:
      return opened(path, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL);
    case make:
      return opened(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, FILE_FLAG_OPEN_REPARSE_POINT);
    case read:  // opens folders, too, so that the caller can report what it is
      return opened(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    case folder: break;
  }
  return opened(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
}

FileHandle::Facts facts_of_handle(HANDLE handle) {
  using Kind = FileHandle::Kind;
  BY_HANDLE_FILE_INFORMATION now{};
  if (!::GetFileInformationByHandle(handle, &now)) return {};
  const auto whole = [](DWORD high, DWORD low) { return (std::uint64_t{high} << 32) | low; };
  const Kind kind = now.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? Kind::folder : Kind::file;
  return {kind,
          whole(now.nFileSizeHigh, now.nFileSizeLow),
          now.dwVolumeSerialNumber,
          whole(now.nFileIndexHigh, now.nFileIndexLow),
          now.nNumberOfLinks,
          0};
}

// Locks one byte far behind the end of the file, so that other processes may still read the file.
// Returns false if another process has the lock.
bool locks(int number) {
  OVERLAPPED at{};
  at.OffsetHigh = 0x7FFFFFFF;
  return ::LockFileEx(handle_of(number), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1,
                      0, &at) != 0;
}

// Whether a read would return at once: a pipe must hold bytes or have ended; other files are taken
// as always ready.
bool is_ready(const FileHandle& file) {
  const HANDLE handle = handle_of(file.number());
  if (::GetFileType(handle) != FILE_TYPE_PIPE) return true;
  DWORD bytes = 0;
  return !::PeekNamedPipe(handle, nullptr, 0, nullptr, &bytes, nullptr) || bytes > 0;
}

}  // namespace

FileHandle FileHandle::open(const std::filesystem::path& path, Mode mode, int& code) {
  const HANDLE handle = opened(path, mode);
  code = handle == INVALID_HANDLE_VALUE ? last_code() : 0;
  if (code != 0) return {};
  const int flags = _O_BINARY | (mode == Mode::append ? _O_APPEND : 0);
  return FileHandle(::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), flags));
}

FileHandle FileHandle::standard_input(int& code) {
  ::_setmode(0, _O_BINARY);
  FileHandle file(::_dup(0));
  code = file ? 0 : errno;
  return file;
}

int FileHandle::close() { return number_ < 0 ? 0 : code_of(::_close(std::exchange(number_, -1))); }

int FileHandle::write(std::string_view bytes) {
  constexpr std::size_t kMaxPart = std::size_t{1} << 30;
  while (!bytes.empty()) {
    const int wrote =
        ::_write(number_, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), kMaxPart)));
    if (wrote < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

std::optional<std::size_t> FileHandle::read(std::span<char> bytes, int& code) {
  code = 0;
  if (!is_ready(*this)) return {};
  DWORD n = 0;
  // ReadFile is used because _read finds no more bytes once it has met the end, even if the file
  // grows.
  if (::ReadFile(handle_of(number_), bytes.data(), static_cast<DWORD>(bytes.size()), &n, nullptr))
    return n;
  if (::GetLastError() == ERROR_BROKEN_PIPE) return 0;
  code = last_code();
  return {};
}

int FileHandle::go_to_begin() { return ::_lseeki64(number_, 0, SEEK_SET) < 0 ? errno : 0; }
int FileHandle::cut(std::uint64_t size) {
  return ::_chsize_s(number_, static_cast<std::int64_t>(size));
}
int FileHandle::sync() { return facts().kind == Kind::folder ? 0 : code_of(::_commit(number_)); }
bool FileHandle::is_terminal() const { return ::_isatty(number_) != 0; }

FileHandle::Facts FileHandle::facts() const { return facts_of_handle(handle_of(number_)); }

FileHandle::Facts FileHandle::facts_of(const std::filesystem::path& path, bool follows_links) {
  const DWORD links = follows_links ? 0 : FILE_FLAG_OPEN_REPARSE_POINT;
  const HANDLE handle = opened(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | links);
  if (handle == INVALID_HANDLE_VALUE) return {};
  const Facts facts = facts_of_handle(handle);
  ::CloseHandle(handle);
  return facts;
}

// On Windows a new file inherits the permissions of its folder.
void FileHandle::take_mode(const std::filesystem::path&) {}

std::FILE* open_to_read(const std::filesystem::path& path) {
  return ::_wfopen(path.c_str(), L"rb");
}

std::optional<LockedFile> LockedFile::take(const std::filesystem::path& path, int& code) {
  FileHandle file = FileHandle::open(path, FileHandle::Mode::make, code);
  if (!file) return {};
  code = EWOULDBLOCK;
  // Another holder may have renamed or removed the file between opening and locking.
  if (!locks(file.number()) || !file.facts().is_same(FileHandle::facts_of(path, false))) return {};
  code = 0;
  return LockedFile(path, std::move(file));
}

void LockedFile::remove() {
  ::DeleteFileW(path_.c_str());
  handle_.close();
}

Pipe Pipe::make(int& code) {
  constexpr unsigned kBytes = 65'536;
  std::array<int, 2> ends{-1, -1};
  code = code_of(::_pipe(ends.data(), kBytes, _O_BINARY | _O_NOINHERIT));
  return {FileHandle(ends[0]), FileHandle(ends[1])};
}

// Windows cannot wait for anonymous pipes, so they are polled every 5 ms.
unsigned wait_for(std::span<const FileHandle* const> files, int milliseconds, int& code) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kBetween{5};
  const auto until = Clock::now() + std::chrono::milliseconds(milliseconds);
  code = 0;
  while (true) {
    unsigned ready = 0;
    for (std::size_t k = 0; k < files.size(); ++k)
      if (is_ready(*files[k])) ready |= 1u << k;
    if (ready != 0 || (milliseconds >= 0 && Clock::now() >= until)) return ready;
    std::this_thread::sleep_for(kBetween);
  }
}

int check_access_to_write(const std::filesystem::path& path) {
  constexpr int kWrite = 2;
  return code_of(::_waccess(path.c_str(), kWrite));
}

}  // namespace phasebox::os
