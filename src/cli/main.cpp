// SPDX-License-Identifier: MIT
// The program without a window.
#include "cli/allocation_count.hpp"
#include "cli/command_line.hpp"

int main(int argc, char** argv) {
  return phasebox::run_cli(argc, argv, {}, {.heap = phasebox::heap_meter()});
}
