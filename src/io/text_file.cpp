// SPDX-License-Identifier: MIT
// Files through the C library, whose errors say why; replaced by renaming a finished neighbor.
#include "io/text_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace phasebox {
namespace {

namespace fs = std::filesystem;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Error failure(const fs::path& path, std::string_view what, int code) {
  return {path.string() + ": " + std::string(what) + ": " + std::generic_category().message(code)};
}

Error too_large(const fs::path& path, std::uint64_t most) {
  return {path.string() + ": it is larger than " + size_text(most) +
          ", the most that is read of such a file; name another one"};
}

Result<std::string> read_all(std::FILE* file, const fs::path& name, std::uint64_t most) {
  std::string content;
  std::array<char, 1 << 16> block;
  std::size_t n = 0;
  while ((n = std::fread(block.data(), 1, block.size(), file)) > 0) {
    if (n > most - content.size()) return too_large(name, most);
    content.append(block.data(), n);
  }
  if (std::ferror(file)) return failure(name, "cannot be read", errno);
  return content;
}

using NextPart = std::function<bool(std::string&)>;

// Closing writes what is left in the buffer, so it can fail as well.
Status write_and_close(File file, const fs::path& path, const NextPart& next) {
  bool wrote = true;
  for (std::string part; wrote && next(part);)
    wrote = std::fwrite(part.data(), 1, part.size(), file.get()) == part.size();
  const int write_code = errno;
  const bool closed = std::fclose(file.release()) == 0;
  if (wrote && closed) return {};
  return failure(path, "cannot be written", wrote ? errno : write_code);
}

// A neighbor of `path` that did not exist: renaming is atomic only within one folder.
File create_neighbor(const fs::path& path, fs::path& neighbor) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    neighbor = path;
    neighbor += ".new" + std::to_string(attempt);
    if (File file{std::fopen(neighbor.c_str(), "wbx")}; file || errno != EEXIST) return file;
  }
  return nullptr;
}

// What is to be replaced: where a link leads, so that it stays a link.
fs::path target_of(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_symlink(path, failed)) return path;
  const fs::path target = fs::weakly_canonical(path, failed);
  return failed ? path : target;
}

// One name for a file, however it was written; empty for what can be written to twice.
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
  const File file{std::fopen(path.c_str(), "rb")};
  if (!file) return failure(path, "cannot be opened", errno);
  std::error_code unknown;
  if (const auto size = fs::file_size(path, unknown); !unknown && size > most)
    return too_large(path, most);
  return read_all(file.get(), path, most);
}

std::string read_beginning(const fs::path& path, std::size_t most) {
  std::error_code ignored;
  // What is no regular file may have one reader only.
  const File file{fs::is_regular_file(path, ignored) ? std::fopen(path.c_str(), "rb") : nullptr};
  if (!file) return {};
  std::string bytes(most, '\0');
  bytes.resize(std::fread(bytes.data(), 1, most, file.get()));
  return bytes;
}

Result<std::string> read_standard_input(std::uint64_t most) {
  return read_all(stdin, "standard input", most);
}

Status write_file_atomically(const fs::path& path, std::string_view content) {
  return write_file_atomically(path, [&](std::string& part) {
    part = std::exchange(content, {});
    return !part.empty();
  });
}

Status write_file_atomically(const fs::path& path, const NextPart& next) {
  std::error_code ignored;
  const fs::path target = target_of(path);
  const fs::file_status status = fs::status(target, ignored);
  if (fs::is_directory(status)) return failure(path, "cannot be written", EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    File file{std::fopen(target.c_str(), "wb")};
    if (!file) return failure(path, "cannot be written", errno);
    return write_and_close(std::move(file), path, next);
  }

  fs::path neighbor;
  File file = create_neighbor(target, neighbor);
  if (!file) return failure(path, "cannot be written", errno);
  Status error = write_and_close(std::move(file), path, next);
  std::error_code renaming;
  if (!error) fs::rename(neighbor, target, renaming);
  if (renaming) error = failure(path, "cannot be replaced", renaming.value());
  if (error) fs::remove(neighbor, ignored);
  return error;
}

Status check_writable(const fs::path& path) {
  std::error_code ignored;
  const fs::path target = target_of(path);
  const fs::file_status status = fs::status(target, ignored);
  if (fs::is_directory(status))
    return Error{path.string() + ": cannot be written: it is a folder; name a file in it"};
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    if (::access(target.c_str(), W_OK) == 0) return {};
    return failure(path, "cannot be written", errno);
  }
  const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
  if (!fs::is_directory(folder, ignored))
    return Error{path.string() + ": cannot be written: there is no folder " + folder.string() +
                 "; make it first"};
  fs::path neighbor;
  const File file = create_neighbor(target, neighbor);
  if (!file) return failure(path, "cannot be written", errno);
  fs::remove(neighbor, ignored);
  return {};
}

Status check_outputs(std::span<const OutputFile> files, std::string_view input) {
  for (std::size_t k = 0; k < files.size(); ++k) {
    const auto& [option, path] = files[k];
    if (path.empty()) continue;
    if (auto error = check_writable(path)) return Error{std::string(option) + ": " + error->text};
    const fs::path here = identity(path);
    if (here.empty()) continue;
    const std::string named = std::string(option) + ": " + std::string(path);
    if (!input.empty() && identity(input) == here)
      return Error{named + " is the file that is read; name another one"};
    for (const OutputFile& other : files.first(k))
      if (!other.path.empty() && identity(other.path) == here)
        return Error{named + " is the file of " + std::string(other.option) + "; name another one"};
  }
  return {};
}

std::string absolute_path(const fs::path& path) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed);
  if (failed) return path.string();
  // Behind a link, ".." is not the folder that was named before it.
  const bool goes_up = std::ranges::find(whole, fs::path("..")) != whole.end();
  return goes_up ? whole.string() : whole.lexically_normal().string();
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  if (bytes % (1024 * kMiB) == 0) return std::to_string(bytes / (1024 * kMiB)) + " GiB";
  if (bytes % kMiB == 0) return std::to_string(bytes / kMiB) + " MiB";
  return std::to_string(bytes) + " bytes";
}

std::size_t line_at(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, std::min(at, text.size()));
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

}  // namespace phasebox
