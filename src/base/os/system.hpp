// SPDX-License-Identifier: MIT
// This process and the machine that it runs on.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace phasebox::os {

/// Facts about this machine, for reports.
struct SystemFacts {
  std::string name, machine;   ///< such as "Linux" and "x86_64"; empty: not known
  unsigned cores = 0;          ///< number of hardware threads; 0: not known
  std::string processor = {};  ///< its name; empty if not known, and on POSIX
};
SystemFacts system_facts();

/// Whether standard error is a terminal.
bool is_error_a_terminal();
/// Writes a line to standard error. On Windows, a program that was started without standard error
/// shows it in a message box.
void tell_error(const std::string& line);
/// Prepares the process at the start of `main`, so that systems behave alike. On POSIX, a write to
/// a pipe without reader fails and does not end the program. On Windows, `argc` and `argv` are
/// replaced by the arguments in UTF-8, the console shows UTF-8, and output lines end with '\n'
/// alone.
void begin_program(int& argc, char**& argv);

/// While this object lives, the first signal of each kind that asks the program to end is
/// remembered and does not end it; a second one of the same kind does. The handlers from before
/// come back with its end.
class StopSignals {
 public:
  /// interrupt: SIGINT (Ctrl-C) alone; all: also SIGTERM and the end of the terminal.
  enum class Which : unsigned char { interrupt, all };
  explicit StopSignals(Which which = Which::all);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  /// Whether a remembered signal has arrived since the last StopSignals was made.
  static bool arrived();

 private:
  using Handler = void (*)(int);
  std::vector<std::pair<int, Handler>> before_;
};

/// A reference to a shared object (a DLL on Windows), or to none. The object stays loaded at least
/// as long as this value lives.
class SharedObject {
 public:
  /// Loads a private copy of a file, and removes the copy from the disk as soon as the system
  /// allows. So the original may be compiled again while it is in use, and loading it again gives
  /// the new code: systems load a file of the same path only once.
  static Result<SharedObject> load_copy(const std::filesystem::path& file);
  /// The shared object of that name if the process has loaded it already, else none. It stays
  /// loaded when this value ends.
  static SharedObject loaded(const char* name);
  /// Whether the system has a shared object of that name. If so, this loads it for good.
  static bool is_there(const char* name);
  SharedObject(SharedObject&& o) noexcept : handle_(std::exchange(o.handle_, nullptr)) {}
  SharedObject& operator=(SharedObject&&) = delete;
  ~SharedObject();

  /// The function of that name as a pointer of type `Function`; null if there is none.
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
