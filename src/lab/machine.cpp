// SPDX-License-Identifier: MIT
// Asked of Linux by its text files, of the compiler by its macros.
#include "lab/machine.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
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

/// What stands behind "name" and `separator` in the first line that begins with the name.
std::string value_of(std::string_view text, std::string_view name, char separator) {
  constexpr std::string_view kBlank = " \t\"'\r";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t mark = line.find(separator);
    if (mark == std::string_view::npos || !line.starts_with(name)) continue;
    if (line.substr(name.size(), mark - name.size()).find_first_not_of(kBlank) !=
        std::string_view::npos)
      continue;  // a longer name
    const std::size_t first = line.find_first_not_of(kBlank, mark + 1);
    if (first == std::string_view::npos) continue;
    return std::string(line.substr(first, line.find_last_not_of(kBlank) + 1 - first));
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
  for (const std::string_view name : {"model name", "Model", "cpu model", "cpu"})
    if (std::string found = value_of(cpuinfo, name, ':'); !found.empty()) return found;
  return {};
}

std::string system_in(std::string_view os_release) {
  for (const std::string_view name : {"PRETTY_NAME", "NAME"})
    if (std::string found = value_of(os_release, name, '='); !found.empty()) return found;
  return {};
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
