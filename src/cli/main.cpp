// SPDX-License-Identifier: MIT
// The program without a window.
#include "cli/cli.hpp"

int main(int argc, char** argv) { return phasebox::run_cli(argc, argv, nullptr); }
