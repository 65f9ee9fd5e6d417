// SPDX-License-Identifier: MIT
// What the program found of itself and of the machine, and what would help.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace phasebox::cli {

struct Finding {
  std::string name, value;  ///< "threads", "2, by oneTBB"
  std::string remedy = {};  ///< what is slow or missing, and what helps; empty: all is well
};

/// Version, compiler, vectors, threads, memory.
std::vector<Finding> findings_of_machine();
/// The same, and pictures without a window, for which an OpenGL context is opened.
std::vector<Finding> findings_of_program();

/// A line for each, and one below for each remedy.
std::string findings_text(const std::vector<Finding>& findings);
/// The same for a record: what was found, by "doctor.<name>".
std::map<std::string, std::string> findings_as_facts(const std::vector<Finding>& findings);

}  // namespace phasebox::cli
