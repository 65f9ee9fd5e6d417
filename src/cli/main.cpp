// SPDX-License-Identifier: MIT
// The program without a window.
#include "cli/cli.hpp"
#include "cli/heap.hpp"

int main(int argc, char** argv) {
  return phasebox::run_cli(argc, argv, {}, {.heap = phasebox::heap_meter()});
}
