// SPDX-License-Identifier: MIT
// Asked of Linux by its text files, of the compiler by its macros.
#include "lab/machine.hpp"

#include <chrono>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "base/os/system.hpp"
#include "base/version.hpp"

namespace phasebox {
namespace {

std::string content_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string trimmed(const std::string& text) {
  constexpr const char* kBlank = " \t\"'\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(kBlank) + 1 - first);
}

/// What stands behind the first of these names that has a value, in lines "name: value".
std::string value_of(std::string_view text, std::initializer_list<std::string_view> names,
                     char separator) {
  for (const std::string_view name : names) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      const std::size_t mark = line.find(separator);
      if (mark == line.npos || trimmed(line.substr(0, mark)) != name) continue;
      if (std::string value = trimmed(line.substr(mark + 1)); !value.empty()) return value;
    }
  }
  return {};
}

std::string compiler() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

void set_if(std::string& fact, std::string value) {
  if (!value.empty()) fact = std::move(value);
}

}  // namespace

std::string processor_in(std::string_view cpuinfo) {
  return value_of(cpuinfo, {"model name", "Model", "cpu model", "cpu"}, ':');
}

std::string system_in(std::string_view os_release) {
  return value_of(os_release, {"PRETTY_NAME", "NAME"}, '=');
}

Machine this_machine() {
  Machine m;
  set_if(m.processor, processor_in(content_of("/proc/cpuinfo")));
  if (const unsigned n = std::thread::hardware_concurrency()) m.cores = std::to_string(n);
  set_if(m.system, system_in(content_of("/etc/os-release")));
  if (const os::SystemFacts kernel = os::system_facts(); !kernel.name.empty()) {
    if (m.system == "unknown") m.system = kernel.name;
    m.system += ", " + kernel.machine;
  }
  m.compiler = compiler();
  m.version = std::string(kVersion);
  return m;
}

std::string today() {
  const std::chrono::year_month_day date(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::map<std::string, std::string> machine_facts() {
  const Machine m = this_machine();
  return {{"processor", m.processor},
          {"cores", m.cores},
          {"system", m.system},
          {"compiler", m.compiler}};
}

}  // namespace phasebox
