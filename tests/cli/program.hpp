// SPDX-License-Identifier: MIT
// Runs the built program as a user's shell would, and keeps what it said.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace phasebox::test {

struct Outcome {
  int code = -1;  ///< exit code; 128 + signal when it was killed
  std::string out, err;
};

/// Runs `phasebox` with these arguments and that standard input.
Outcome run_program(const std::vector<std::string>& arguments, const std::string& input = {});

/// The same with so many bytes of address space.
Outcome run_program_within(std::size_t bytes, const std::vector<std::string>& arguments);

/// The same, pressing Ctrl+C after so many milliseconds.
Outcome run_program_and_interrupt(const std::vector<std::string>& arguments, unsigned after_ms);

/// Whether the program under test has neither window nor OpenGL.
bool is_headless();

/// One line on standard error that begins with "phasebox: ".
bool is_one_line_error(const std::string& err);

}  // namespace phasebox::test
