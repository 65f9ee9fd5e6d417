// SPDX-License-Identifier: MIT
// dlopen of a copy in a folder of its own.
#include "plugin/shared_object.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

#include <dlfcn.h>

namespace phasebox::plugin {
namespace {

namespace fs = std::filesystem;

// A new folder, which is removed with its one file.
class CopyFolder {
 public:
  static Result<CopyFolder> make() {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    std::string name = (parent / "phasebox-XXXXXX").string();
    if (error || !mkdtemp(name.data()))
      return Error{"no folder can be made in " + (error ? "TMPDIR" : parent.string()) +
                   " for a copy of it; set TMPDIR to a folder that can be written to"};
    return CopyFolder(name);
  }
  CopyFolder(CopyFolder&& o) noexcept : folder_(std::exchange(o.folder_, {})) {}
  CopyFolder& operator=(CopyFolder&&) = delete;
  ~CopyFolder() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  fs::path place(const fs::path& file) const { return folder_ / file.filename(); }

 private:
  explicit CopyFolder(fs::path folder) : folder_(std::move(folder)) {}
  fs::path folder_;
};

// What dlopen says, without the name of the copy.
std::string reason(const fs::path& copy) {
  const char* said = dlerror();
  std::string text = said ? said : "unknown reason";
  const std::string prefix = copy.string() + ": ";
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  for (std::size_t at; (at = text.find('\n')) != text.npos;) text[at] = ' ';
  return text;
}

Status check_file(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) return Error{"there is no such file; compile it first"};
  if (!fs::is_regular_file(status)) return Error{"it is no file; name the shared object (.so)"};
  return {};
}

}  // namespace

Result<SharedObject> SharedObject::load(const fs::path& file) {
  if (auto error = check_file(file)) return *std::move(error);
  const Result<CopyFolder> folder = CopyFolder::make();
  if (!folder) return folder.error();
  const fs::path copy = folder->place(file);
  std::error_code failed;
  if (!fs::copy_file(file, copy, failed))
    return Error{"it cannot be copied to " + copy.parent_path().parent_path().string() + " (" +
                 failed.message() + "); make it readable, or set TMPDIR to another folder"};
  void* const handle = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error{"it is no shared object that can be loaded (" + reason(copy) +
                 "); compile it with cc -shared -fPIC"};
  SharedObject loaded(handle);
  loaded.function_ = reinterpret_cast<Function>(dlsym(handle, "phasebox_plugin"));
  if (!loaded.function_)
    return Error{"it exports no function phasebox_plugin; define it with PHASEBOX_PLUGIN_EXPORT"};
  return loaded;
}

SharedObject::~SharedObject() {
  if (handle_) dlclose(handle_);
}

}  // namespace phasebox::plugin
