// SPDX-License-Identifier: MIT
// This process and its machine by POSIX.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <thread>

#include <dlfcn.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/os/system.hpp"

namespace phasebox::os {
namespace {

namespace fs = std::filesystem;

/// Removes a folder with all that is in it at the end of its scope.
struct RemovedFolder {
  fs::path path;
  ~RemovedFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

// The reason why the last dlopen failed, without the name of the file, on one line.
std::string reason(const fs::path& file) {
  const char* said = ::dlerror();
  std::string text = said ? said : "unknown reason";
  const std::string prefix = file.string() + ": ";
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  for (std::size_t at; (at = text.find('\n')) != text.npos;) text[at] = ' ';
  return text;
}

}  // namespace

SystemFacts system_facts() {
  utsname about{};
  if (::uname(&about) != 0) return {};
  return {about.sysname, about.machine, std::thread::hardware_concurrency()};
}

void tell_error(const std::string& line) { std::fputs((line + "\n").c_str(), stderr); }

bool is_error_a_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void begin_program(int&, char**&) { std::signal(SIGPIPE, SIG_IGN); }

Result<SharedObject> SharedObject::load_copy(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return Error{"there is no such file; compile it first"};
  if (!fs::is_regular_file(status)) return Error{"it is no file; name the shared object (.so)"};
  const fs::path parent = fs::temp_directory_path(error);
  std::string name = (parent / "phasebox-XXXXXX").string();
  if (error || !::mkdtemp(name.data()))
    return Error{
        Sentence("no folder can be made in {} for a copy of it; set TMPDIR to a folder that can be "
                 "written to",
                 {Sentence::as_is(error ? "TMPDIR" : parent.string())})};
  const RemovedFolder folder{name};
  const fs::path copy = folder.path / file.filename();
  if (!fs::copy_file(file, copy, error))
    return Error{Sentence(
        "it cannot be copied to {} ({}); make it readable, or set TMPDIR to another folder",
        {Sentence::as_is(parent.string()), Sentence::as_is(error.message())})};
  if (void* const handle = ::dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL))
    return SharedObject(handle);
  return Error{
      Sentence("it is no shared object that can be loaded ({}); compile it with cc -shared -fPIC",
               {Sentence::as_is(reason(copy))})};
}

SharedObject SharedObject::loaded(const char* name) {
  return SharedObject(::dlopen(name, RTLD_LAZY | RTLD_NOLOAD));
}

bool SharedObject::is_there(const char* name) { return ::dlopen(name, RTLD_LAZY) != nullptr; }

SharedObject::~SharedObject() {
  if (handle_) ::dlclose(handle_);
}

void* SharedObject::symbol(const char* name) const {
  return handle_ ? ::dlsym(handle_, name) : nullptr;
}

}  // namespace phasebox::os
