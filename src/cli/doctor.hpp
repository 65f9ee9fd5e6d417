// SPDX-License-Identifier: MIT
// What the program found of itself and of the machine, and what would help.
#pragma once
#include <string>
#include <vector>

namespace phasebox {

struct Finding {
  std::string name, value;  ///< "threads", "2, by oneTBB"
  std::string remedy = {};  ///< what is slow or missing, and what helps; empty: all is well
};

/// Version, compiler, vectors, threads, memory, pictures without a window.
std::vector<Finding> findings_of_program();

/// A line for each, and one below for each remedy.
std::string findings_text(const std::vector<Finding>& findings);

}  // namespace phasebox
