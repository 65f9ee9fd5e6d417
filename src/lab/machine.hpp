// SPDX-License-Identifier: MIT
// Facts about the machine and the date, for reports that say where and when they were made.
#pragma once
#include <map>
#include <string>
#include <string_view>

namespace phasebox {

/// The machine that a report was made on; each field is "unknown" where the system does not say.
struct Machine {
  std::string processor = "unknown";  ///< "AMD Ryzen 7 5800X 8-Core Processor"
  std::string cores = "unknown";      ///< cores that the program may use: "16"
  std::string system = "unknown";     ///< "Debian GNU/Linux 12 (bookworm), x86_64"
  std::string compiler = "unknown";   ///< compiler of this program: "GCC 12.2.0"
  std::string version = "unknown";    ///< version of Phasebox
};

/// Reads the facts of this machine from the system.
Machine this_machine();

/// Facts of this machine by name, for files that say where they were made: "compiler", "cores",
/// "processor", "system", "threads", "vectors".
std::map<std::string, std::string> machine_facts();

/// The processor's name in a text like Linux's /proc/cpuinfo; empty where it has none.
std::string processor_in(std::string_view cpuinfo);
/// The system's name in a text like /etc/os-release; empty where it has none.
std::string system_in(std::string_view os_release);

/// The date in UTC, "2026-03-01".
std::string today();

}  // namespace phasebox
