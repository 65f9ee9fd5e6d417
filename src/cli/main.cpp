// SPDX-License-Identifier: MIT
// The program without a window.
#include "cli/command_line.hpp"

int main(int argc, char** argv) {
  return phasebox::cli::run_cli(argc, argv, {}, {.heap = phasebox::cli::heap_meter()});
}
