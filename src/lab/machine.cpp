// SPDX-License-Identifier: MIT
// Reads the facts of the machine from the system.
#include "lab/machine.hpp"

#include <array>
#include <chrono>
#include <initializer_list>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/os/files.hpp"
#include "base/os/system.hpp"
#include "base/parallel.hpp"
#include "base/version.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"

namespace phasebox {
namespace {

std::string content_of(const char* path) {
  int code = 0;
  os::FileHandle file = os::FileHandle::open(path, os::FileHandle::Mode::read, code);
  std::string all;
  std::array<char, 4096> block;
  for (auto n = file.read(block, code); n && *n > 0; n = file.read(block, code))
    all.append(block.data(), *n);
  return all;
}

std::string trimmed(const std::string& text) {
  constexpr const char* kBlank = " \t\"'\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(kBlank) + 1 - first);
}

/// The value of the first of `names` that has one, in lines of the form "name: value" with
/// `separator` in place of the colon.
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
  const os::SystemFacts kernel = os::system_facts();
  set_if(m.processor, processor_in(content_of("/proc/cpuinfo")));
  set_if(m.processor, kernel.processor);
  if (kernel.cores) m.cores = std::to_string(kernel.cores);
  set_if(m.system, system_in(content_of("/etc/os-release")));
  if (!kernel.name.empty()) {
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
          {"compiler", m.compiler},
          {"vectors", vector_target().name},
          {"threads", has_threads() ? "oneTBB" : "one"}};
}

}  // namespace phasebox
