// SPDX-License-Identifier: MIT
// This process and its machine by Win32.
#include <array>
#include <cstdio>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <windows.h>

#include "base/os/system.hpp"

namespace phasebox::os {
namespace {

namespace fs = std::filesystem;

HMODULE module_of(void* handle) { return static_cast<HMODULE>(handle); }

// The path of the file of a loaded module; null stands for the program itself.
fs::path file_of(HMODULE module) {
  std::array<wchar_t, 32'768> name{};
  ::GetModuleFileNameW(module, name.data(), static_cast<DWORD>(name.size()));
  return name.data();
}

// The name of the processor, by the registry; empty if it is not there.
std::string processor() {
  std::array<char, 256> name{};
  DWORD size = name.size();
  ::RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                 "ProcessorNameString", RRF_RT_REG_SZ, nullptr, name.data(), &size);
  return name.data();
}

}  // namespace

SystemFacts system_facts() {
  return {"Windows", "x86_64", std::thread::hardware_concurrency(), processor()};
}

bool is_error_a_terminal() { return ::_isatty(2) != 0; }

void tell_error(const std::string& line) {
  if (::GetStdHandle(STD_ERROR_HANDLE))
    std::fputs((line + "\n").c_str(), stderr);
  else
    ::MessageBoxW(nullptr, fs::path(line).c_str(), L"Phasebox", MB_ICONERROR);
}

// Windows sends no signal when a pipe has no reader, so there is none to ignore.
void begin_program(int& argc, char**& argv) {
  ::SetConsoleOutputCP(CP_UTF8);
  ::_setmode(1, _O_BINARY), ::_setmode(2, _O_BINARY);
  static std::vector<std::string> words;
  static std::vector<char*> pointers;
  int count = 0;
  wchar_t** const wide = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  if (!wide) return;
  for (int k = 0; k < count; ++k) words.push_back(fs::path(wide[k]).string());
  ::LocalFree(wide);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  argc = count;
  argv = pointers.data();
}

// The copy is removed by the destructor, because Windows cannot remove a file that is loaded.
Result<SharedObject> SharedObject::load_copy(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return Error{"there is no such file; compile it first"};
  if (!fs::is_regular_file(file, error)) return Error{"it is no file; name the library (.dll)"};
  std::array<wchar_t, MAX_PATH + 1> copy{};
  const fs::path folder = fs::temp_directory_path(error);
  if (error || ::GetTempFileNameW(folder.c_str(), L"phb", 0, copy.data()) == 0)
    return Error{Sentence(
        "no file can be made in {} for a copy of it; set TMP to a folder that can be written to",
        {Sentence::as_is(folder.string())})};
  if (!fs::copy_file(file, copy.data(), fs::copy_options::overwrite_existing, error))
    return Error{
        Sentence("it cannot be copied to {} ({}); make it readable, or set TMP to another folder",
                 {Sentence::as_is(folder.string()), Sentence::as_is(error.message())})};
  if (const HMODULE handle = ::LoadLibraryExW(copy.data(), nullptr, 0)) return SharedObject(handle);
  const std::string why = std::system_category().message(static_cast<int>(::GetLastError()));
  fs::remove(copy.data(), error);
  return Error{Sentence("it is no library that can be loaded ({}); compile it with -shared",
                        {Sentence::as_is(why)})};
}

SharedObject SharedObject::loaded(const char* name) {
  HMODULE handle = nullptr;
  ::GetModuleHandleExA(0, name, &handle);
  return SharedObject(handle);
}

bool SharedObject::is_there(const char* name) { return ::LoadLibraryA(name) != nullptr; }

SharedObject::~SharedObject() {
  if (!handle_) return;
  const fs::path file = file_of(module_of(handle_));
  ::FreeLibrary(module_of(handle_));
  if (file.extension() == ".tmp") ::DeleteFileW(file.c_str());
}

void* SharedObject::symbol(const char* name) const {
  return handle_ ? reinterpret_cast<void*>(::GetProcAddress(module_of(handle_), name)) : nullptr;
}

}  // namespace phasebox::os
