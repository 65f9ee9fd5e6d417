// SPDX-License-Identifier: MIT
// The program `phasebox` in a build without a window: it has the commands alone.
#include "cli/command_line.hpp"

int main(int argc, char** argv) {
  return phasebox::cli::run_cli(argc, argv, {}, {.heap = phasebox::cli::heap_meter()});
}
