// SPDX-License-Identifier: MIT
// Text files. A file is replaced by renaming a temporary file that is finished and, unless only
// another process reads it, on the disk already.
#include "io/files/text_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "base/memory_end.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

namespace fs = std::filesystem;
using os::FileHandle;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Error failure(const fs::path& path, std::string_view what, int code) {
  return say("{}: {}: {}", Sentence::as_is(path.string()), what,
             Sentence::as_is(std::generic_category().message(code)));
}

Error too_large(const fs::path& path, std::uint64_t most) {
  return say("{}: it is larger than {}, the most that is read of such a file; name another one",
             Sentence::as_is(path.string()), Sentence::as_is(size_text(most)));
}

Result<std::string> read_all(std::FILE* file, const fs::path& name, std::uint64_t most) {
  std::string content;
  std::array<char, 1 << 16> block;
  std::size_t n = 0;
  while ((n = std::fread(block.data(), 1, block.size(), file)) > 0) {
    if (content.empty() && n == block.size() &&
        std::ranges::count(block, '\0') == std::ssize(block))
      return Error{say("{}: begins with zeros, as a copy does that was cut off; copy it again",
                       Sentence::as_is(name.string()))};
    if (n > most - content.size()) return too_large(name, most);
    content.append(block.data(), n);
  }
  if (std::ferror(file)) return failure(name, "cannot be read", errno);
  return content;
}

using NextPart = std::function<bool(std::string&)>;

// Collects parts into blocks of 64 kB: parts may be as small as a line, and a system call for each
// would cost more than the copy.
int write_parts(FileHandle& file, const NextPart& next) {
  constexpr std::size_t kWriteAtOnce = 1 << 16;
  std::string block;
  int code = 0;
  for (std::string part; code == 0 && next(part);) {
    block += part;
    if (block.size() >= kWriteAtOnce) code = file.write(std::exchange(block, {}));
  }
  return code != 0 ? code : file.write(block);
}

// Takes a temporary file beside `path`, because renaming is atomic only within one folder. A file
// that a killed process left is reused, so that at most one per writer stays behind; the lock tells
// which are in use.
std::optional<os::LockedFile> take_neighbor(const fs::path& path, int& code) {
  constexpr std::size_t kMaxName = 200;  // bytes, so that a long name does not become too long
  constexpr int kMaxWriters = 100;
  const std::string name = path.filename().string().substr(0, kMaxName);
  for (int k = 0; k < kMaxWriters; ++k) {
    const fs::path neighbor =
        path.parent_path() / ("." + name + ".phasebox-new" + std::to_string(k));
    auto file = os::LockedFile::take(neighbor, code);
    if (file || code != EWOULDBLOCK) return file;
  }
  return {};
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

// Flushes the folder of `path`: only then is a renamed file found after a power cut.
void sync_folder(const fs::path& path) {
  int ignored = 0;
  FileHandle folder = FileHandle::open(folder_of(path), FileHandle::Mode::folder, ignored);
  if (folder) folder.sync();
}

int fill(FileHandle& file, const NextPart& next, Durability durability) {
  if (const int code = file.cut(0)) return code;
  if (const int code = write_parts(file, next)) return code;
  return durability == Durability::on_disk ? file.sync() : 0;
}

Status replace(const fs::path& path, const fs::path& target, const NextPart& next,
               Durability durability) {
  int code = 0;
  auto neighbor = take_neighbor(target, code);
  if (!neighbor) return failure(path, "cannot be written", code);
  // The new file is readable by those who could read the old one, and by no others.
  neighbor->handle().take_mode(target);
  Status status;
  if ((code = fill(neighbor->handle(), next, durability)) != 0)
    status = failure(path, "cannot be written", code);
  else if (std::error_code failed; fs::rename(neighbor->path(), target, failed), failed)
    status = failure(path, "cannot be replaced", failed.default_error_condition().value());
  if (status.failed())
    neighbor->remove();
  else if (durability == Durability::on_disk)
    sync_folder(target);
  return status;
}

Status write_through(const fs::path& path, const fs::path& target, const NextPart& next) {
  int code = 0;
  FileHandle file = FileHandle::open(target, FileHandle::Mode::write, code);
  if (code == 0) code = write_parts(file, next);
  if (const int closing = file.close(); code == 0) code = closing;
  if (code == 0) return {};
  return failure(path, "cannot be written", code);
}

/// The file to replace: the target of a symbolic link, so that the link stays.
struct Target {
  explicit Target(const fs::path& named) : path(named) {
    std::error_code failed;
    if (fs::is_symlink(named, failed))
      if (const fs::path target = fs::weakly_canonical(named, failed); !failed) path = target;
    const fs::file_status status = fs::status(path, failed);
    is_folder = fs::is_directory(status);
    is_device = fs::exists(status) && !fs::is_regular_file(status) && !is_folder;
  }
  fs::path path;
  bool is_folder, is_device;
};

// The canonical path, by which two spellings of one file compare equal; empty for devices and
// pipes, which may be written twice.
fs::path identity(const fs::path& path) {
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (fs::exists(status) && !fs::is_regular_file(status)) return {};
  const fs::path whole = fs::absolute(path, failed);
  const fs::path canonical = fs::weakly_canonical(whole, failed);
  return failed ? whole : canonical;
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::uint64_t most) {
  const File file{os::open_to_read(path)};
  if (!file) return failure(path, "cannot be opened", errno);
  std::error_code unknown;
  if (const auto size = fs::file_size(path, unknown); !unknown && size > most)
    return too_large(path, most);
  return read_all(file.get(), path, most);
}

Status open_file(const fs::path& path, std::uint64_t most,
                 const std::function<void(const std::string& bytes)>& use) {
  Status status;
  const auto open = [&] {
    const Result<std::string> bytes = read_file(path, most);
    if (bytes.failed())
      status = bytes.error();
    else
      use(*bytes);
  };
#ifdef __cpp_exceptions
  try {
    if (fits_in_memory(open)) return status;
    // a size that no memory has, as of a large file in a 32-bit program
  } catch (const std::length_error&) {
  } catch (const std::exception& error) {
    return Error{say("{}: {}: {}", Sentence::as_is(path.string()), "cannot be opened",
                     Sentence::as_is(error.what()))};
  }
  return Error{say("{}: it takes more than the memory left; close other programs",
                   Sentence::as_is(path.string()))};
#else
  open();
  return status;
#endif
}

std::string read_beginning(const fs::path& path, std::size_t most) {
  std::error_code ignored;
  // A pipe must not be opened here: its bytes would be lost for the reader that follows.
  const File file{fs::is_regular_file(path, ignored) ? os::open_to_read(path) : nullptr};
  if (!file) return {};
  std::string bytes(most, '\0');
  bytes.resize(std::fread(bytes.data(), 1, most, file.get()));
  return bytes;
}

Result<std::string> read_standard_input(std::uint64_t most) {
  return read_all(stdin, "standard input", most);
}

Status write_file_atomically(const fs::path& path, std::string_view content,
                             Durability durability) {
  const auto next = [&](std::string& part) {
    part = std::exchange(content, {});
    return !part.empty();
  };
  return write_file_atomically(path, next, durability);
}

Status write_file_atomically(const fs::path& path, const NextPart& next, Durability durability) {
  const Target target(path);
  if (target.is_folder) return failure(path, "cannot be written", EISDIR);
  return target.is_device ? write_through(path, target.path, next)
                          : replace(path, target.path, next, durability);
}

Status check_writable(const fs::path& path) {
  const Target target(path);
  if (target.is_folder)
    return Error{say("{}: cannot be written: it is a folder; name a file in it",
                     Sentence::as_is(path.string()))};
  int code = target.is_device ? os::check_access_to_write(target.path) : 0;
  if (code != 0) return failure(path, "cannot be written", code);
  if (target.is_device) return {};
  std::error_code ignored;
  const fs::path folder = folder_of(target.path);
  if (!fs::is_directory(folder, ignored))
    return Error{say("{}: cannot be written: there is no folder {}; make it first",
                     Sentence::as_is(path.string()), Sentence::as_is(folder.string()))};
  auto neighbor = take_neighbor(target.path, code);
  if (!neighbor) return failure(path, "cannot be written", code);
  neighbor->remove();
  return {};
}

Status check_outputs(std::span<const OutputFile> files, std::string_view input) {
  for (std::size_t k = 0; k < files.size(); ++k) {
    const auto& [option, path] = files[k];
    if (path.empty()) continue;
    if (auto status = check_writable(path); status.failed())
      return Error{option + ": " + status.error().text};
    const fs::path here = identity(path);
    if (here.empty()) continue;
    const std::string named = option + ": " + path;
    if (!input.empty() && identity(input) == here)
      return Error{named + " is the file that is read; name another one"};
    for (const OutputFile& other : files.first(k))
      if (!other.path.empty() && identity(other.path) == here)
        return Error{named + " is the file of " + other.option + "; name another one"};
  }
  return {};
}

// ---- LineFile: lines appended by one write each; what a full disk took of a line is cut off
// again. Only a kill can leave a part of the last line: the kernel ends the write of a killed
// process where a page of the file ends.

Result<LineFile> LineFile::open(const fs::path& path, std::string_view beginning) {
  using enum FileHandle::Mode;
  LineFile file;
  file.path_ = path;
  std::error_code ignored;
  const auto found = fs::status(path, ignored);
  file.is_regular_ = !fs::exists(found) || fs::is_regular_file(found);
  if (file.is_regular_)
    if (Status status = write_file_atomically(path, beginning); status.failed())
      return status.error();
  int code = 0;
  file.handle_ = FileHandle::open(path, file.is_regular_ ? append : write, code);
  if (code != 0) return failure(path, "cannot be written", code);
  if (file.is_regular_)
    file.size_ = beginning.size();
  else if (Status status = file.append(beginning); status.failed())
    return status.error();
  return file;
}

Status LineFile::append(std::string_view lines) {
  if (!handle_) return {};
  if (is_regular_ && handle_.facts().names == 0) {
    handle_.close();
    return Error{say("{}: was removed while it was written, so it ends; start again",
                     Sentence::as_is(path_.string()))};
  }
  int code = handle_.write(lines);
  if (code == 0) {
    size_ += lines.size();
    return Status();
  }
  // Cuts off the partial line. Where even that fails the last line stays partial; nothing more can
  // be done.
  if (is_regular_)
    if (const int cutting = handle_.cut(size_)) code = cutting;
  handle_.close();
  return failure(path_, "cannot be written any further", code);
}

Status LineFile::close() {
  if (!handle_) return {};
  const int code = is_regular_ ? handle_.sync() : 0;
  handle_.close();
  if (code == 0) return {};
  return failure(path_, "cannot be written", code);
}

std::string absolute_path(const fs::path& path) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed);
  if (failed) return path.string();
  // After a symbolic link, ".." is not the folder written before it, so such paths are not
  // simplified.
  const bool goes_up = std::ranges::find(whole, fs::path("..")) != whole.end();
  return goes_up ? whole.string() : whole.lexically_normal().string();
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  if (bytes % (1024 * kMiB) == 0) return std::to_string(bytes / (1024 * kMiB)) + " GiB";
  if (bytes % kMiB == 0) return std::to_string(bytes / kMiB) + " MiB";
  return std::to_string(bytes) + " bytes";
}

// A zstd file may begin with skippable frames (RFC 8878, 3.1.2), whose magic numbers are 184D2A50
// to 184D2A5F.
bool is_compressed(std::string_view bytes) {
  if (bytes.starts_with("\x1F\x8B") || bytes.starts_with("\x28\xB5\x2F\xFD")) return true;
  return bytes.size() >= 4 && (static_cast<unsigned char>(bytes[0]) & 0xF0) == 0x50 &&
         bytes.substr(1).starts_with("\x2A\x4D\x18");
}

}  // namespace phasebox
