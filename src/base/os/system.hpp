// SPDX-License-Identifier: MIT
// This process and the machine that it runs on.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace phasebox::os {

struct SystemFacts {
  std::string name, machine;   ///< "Linux", "x86_64"; empty: not known
  unsigned cores = 0;          ///< 0: not known
  std::string processor = {};  ///< empty: not known, or in /proc/cpuinfo
};
SystemFacts system_facts();

bool is_error_a_terminal();
/// Writes a line to standard error, or shows it in a message box where a program for Windows was
/// started without standard error.
void tell_error(const std::string& line);
/// Prepares the process at the start of `main`: a write to a reader that has gone fails and does
/// not end the program; arguments, input and output are UTF-8, and lines end with
/// '\n' alone, on every system.
void begin_program(int& argc, char**& argv);
/// The folder of the program's file; empty: not known.
std::filesystem::path program_folder();

/// While this object lives, the first signal to end the program is remembered, and a second one
/// ends it.
class StopSignals {
 public:
  enum class Which : unsigned char { interrupt, all };
  explicit StopSignals(Which which = Which::all);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  /// Whether such a signal has arrived since the last StopSignals was made.
  static bool arrived();

 private:
  using Handler = void (*)(int);
  std::vector<std::pair<int, Handler>> before_;
};

/// A shared object, which is loaded as long as this value lives.
class SharedObject {
 public:
  /// Loads a private copy of a file and removes the copy from the disk as soon as the system
  /// allows. A file that is compiled again is another one for the system then, and the original may
  /// be replaced while the copy is loaded.
  static Result<SharedObject> load_copy(const std::filesystem::path& file);
  /// The shared object of that name if it is loaded already, else an empty one. It stays loaded
  /// when this value ends.
  static SharedObject loaded(const char* name);
  /// Whether the system has a shared object of that name. If so, it is loaded and stays so.
  static bool is_there(const char* name);
  SharedObject(SharedObject&& o) noexcept : handle_(std::exchange(o.handle_, nullptr)) {}
  SharedObject& operator=(SharedObject&&) = delete;
  ~SharedObject();

  /// The function of that name, or null.
  template <class Function>
  Function function(const char* name) const {
    return reinterpret_cast<Function>(symbol(name));
  }

 private:
  explicit SharedObject(void* handle) : handle_(handle) {}
  void* symbol(const char* name) const;

  void* handle_;
};

}  // namespace phasebox::os
