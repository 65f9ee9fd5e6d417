// SPDX-License-Identifier: MIT
// The program `phasebox_peers`: the command line, whose bench has other libraries in it.
#include "cli/cli.hpp"
#include "cli/heap.hpp"
#include "peer.hpp"

int main(int argc, char** argv) {
  using namespace phasebox;
  return run_cli(argc, argv, nullptr, {}, {.heap = heap_meter(), .peers = peers::all()});
}
