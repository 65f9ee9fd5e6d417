// SPDX-License-Identifier: MIT
// The operations of std::filesystem that Phasebox uses, by the calls of wasi-libc: libc++ for
// WebAssembly has paths alone. The names are those that its headers declare.
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

_LIBCPP_BEGIN_NAMESPACE_FILESYSTEM

namespace {

// Phasebox gives each operation an error code to write to.
bool is_done(int result, error_code* code) {
  if (code) *code = result == 0 ? error_code() : error_code(errno, generic_category());
  return result == 0;
}

}  // namespace

file_status __status(const path& p, error_code* code) {
  struct stat s {};
  if (!is_done(::stat(p.c_str(), &s), code)) return file_status(file_type::not_found);
  return file_status(S_ISDIR(s.st_mode) ? file_type::directory : file_type::regular);
}
file_status __symlink_status(const path& p, error_code* code) { return __status(p, code); }

uintmax_t __file_size(const path& p, error_code* code) {
  struct stat s {};
  return is_done(::stat(p.c_str(), &s), code) ? static_cast<uintmax_t>(s.st_size) : ~uintmax_t{0};
}

file_time_type __last_write_time(const path& p, error_code* code) {
  struct stat s {};
  is_done(::stat(p.c_str(), &s), code);
  return file_time_type(chrono::seconds(s.st_mtime));
}

bool __equivalent(const path& a, const path& b, error_code* code) {
  return __absolute(a, code) == __absolute(b, code);
}

path __current_path(error_code* code) {
  char folder[1024];
  return is_done(::getcwd(folder, sizeof folder) ? 0 : -1, code) ? path(folder) : path();
}

path __absolute(const path& p, error_code* code) {
  return p.is_absolute() ? p : __current_path(code) / p;
}

path __weakly_canonical(const path& p, error_code* code) {
  return __absolute(p, code).lexically_normal();
}

bool __create_directory(const path& p, error_code* code) {
  return is_done(::mkdir(p.c_str(), 0777), code);
}

bool __create_directories(const path& p, error_code* code) {
  if (is_directory(__status(p, nullptr))) return code ? code->clear(), false : false;
  if (p.has_relative_path() && p != p.parent_path()) __create_directories(p.parent_path(), code);
  return __create_directory(p, code);
}

bool __remove(const path& p, error_code* code) { return is_done(::remove(p.c_str()), code); }

void __rename(const path& from, const path& to, error_code* code) {
  is_done(::rename(from.c_str(), to.c_str()), code);
}

error_code directory_entry::__do_refresh() noexcept { return {}; }

class __dir_stream {
 public:
  explicit __dir_stream(const path& folder) : folder_(folder), stream_(::opendir(folder.c_str())) {}
  ~__dir_stream() {
    if (stream_) ::closedir(stream_);
  }
  bool next() {
    const dirent* found = nullptr;
    const auto is_dots = [](string_view name) { return name == "." || name == ".."; };
    do found = stream_ ? ::readdir(stream_) : nullptr;
    while (found && is_dots(found->d_name));
    if (found) entry.assign(folder_ / found->d_name);
    return found != nullptr;
  }
  directory_entry entry;

 private:
  path folder_;
  DIR* stream_;
};

directory_iterator::directory_iterator(const path& folder, error_code* code, directory_options)
    : __imp_(make_shared<__dir_stream>(folder)) {
  if (code)
    *code = __status(folder).type() == file_type::directory
                ? error_code()
                : error_code(ENOTDIR, generic_category());
  __increment(nullptr);
}

directory_iterator& directory_iterator::__increment(error_code*) {
  if (!__imp_->next()) __imp_.reset();
  return *this;
}

const directory_entry& directory_iterator::__dereference() const { return __imp_->entry; }

_LIBCPP_END_NAMESPACE_FILESYSTEM
