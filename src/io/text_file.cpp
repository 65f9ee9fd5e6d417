// SPDX-License-Identifier: MIT
// Files through the C library, whose errors say why; replaced by renaming a finished neighbour.
#include "io/text_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

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

Result<std::string> read_all(std::FILE* file, const fs::path& name) {
  std::string content;
  std::array<char, 1 << 16> block;
  std::size_t n = 0;
  while ((n = std::fread(block.data(), 1, block.size(), file)) > 0) content.append(block.data(), n);
  if (std::ferror(file)) return failure(name, "cannot be read", errno);
  return content;
}

// Closing writes what is left in the buffer, so it can fail as well.
Status write_and_close(File file, const fs::path& path, std::string_view content) {
  const bool wrote = std::fwrite(content.data(), 1, content.size(), file.get()) == content.size();
  const int write_code = errno;
  const bool closed = std::fclose(file.release()) == 0;
  if (wrote && closed) return {};
  return failure(path, "cannot be written", wrote ? errno : write_code);
}

// A neighbour of `path` that did not exist: renaming is atomic only within one folder.
File create_neighbour(const fs::path& path, fs::path& neighbour) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    neighbour = path;
    neighbour += ".new" + std::to_string(attempt);
    if (File file{std::fopen(neighbour.c_str(), "wbx")}; file || errno != EEXIST) return file;
  }
  return nullptr;
}

}  // namespace

Result<std::string> read_file(const fs::path& path) {
  const File file{std::fopen(path.c_str(), "rb")};
  if (!file) return failure(path, "cannot be opened", errno);
  return read_all(file.get(), path);
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

Result<std::string> read_standard_input() { return read_all(stdin, "standard input"); }

Status write_file_atomically(const fs::path& path, std::string_view content) {
  std::error_code ignored;
  fs::path target = path;
  if (fs::is_symlink(path, ignored)) {
    target = fs::weakly_canonical(path, ignored);
    if (ignored) target = path;
  }
  const fs::file_status status = fs::status(target, ignored);
  if (fs::is_directory(status)) return failure(path, "cannot be written", EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    File file{std::fopen(target.c_str(), "wb")};
    if (!file) return failure(path, "cannot be written", errno);
    return write_and_close(std::move(file), path, content);
  }

  fs::path neighbour;
  File file = create_neighbour(target, neighbour);
  if (!file) return failure(path, "cannot be written", errno);
  Status error = write_and_close(std::move(file), path, content);
  std::error_code renaming;
  if (!error) fs::rename(neighbour, target, renaming);
  if (renaming) error = failure(path, "cannot be replaced", renaming.value());
  if (error) fs::remove(neighbour, ignored);
  return error;
}

std::size_t line_at(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, std::min(at, text.size()));
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

}  // namespace phasebox
