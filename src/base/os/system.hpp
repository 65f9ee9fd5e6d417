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
/// Writes a line to standard error; in a box, where a program for Windows was started without one.
void tell_error(const std::string& line);
/// Begins a program: a write to a reader that has gone fails and does not end it; arguments, input
/// and output are UTF-8, and lines end with \n alone, on every system.
void begin_program(int& argc, char**& argv);
/// That of the program's file; empty: not known.
std::filesystem::path program_folder();

/// While it lives, the first signal to end the program is remembered; a second one ends it.
class StopSignals {
 public:
  enum class Which : unsigned char { interrupt, all };
  explicit StopSignals(Which which = Which::all);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  /// Whether one has arrived since the start.
  static bool arrived();

 private:
  using Handler = void (*)(int);
  std::vector<std::pair<int, Handler>> before_;
};

/// A shared object that is loaded as long as this lives.
class SharedObject {
 public:
  /// Loads a private copy, which is gone from the disk at once: a file that is compiled again is
  /// another one for the system, and may be replaced while this is loaded.
  static Result<SharedObject> load_copy(const std::filesystem::path& file);
  /// One that is loaded already, and stays so when this ends; none: an empty one.
  static SharedObject loaded(const char* name);
  /// Whether the system has one of that name; it is loaded then.
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
