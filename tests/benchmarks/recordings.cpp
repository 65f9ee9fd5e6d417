// SPDX-License-Identifier: MIT
// Writes the recordings that the tests make as CSV files: phasebox_recordings FOLDER [SHARE], with
// SHARE of the frames (1 is all).
#include "support/recordings.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using phasebox::BoxTrace;
using namespace phasebox::test;

bool save(const std::filesystem::path& path, const BoxTrace& trace) {
  std::ofstream file(path, std::ios::binary);
  file << csv_text(trace);
  file.close();
  std::printf("%s\n", path.string().c_str());
  return file.good();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: phasebox_recordings FOLDER [SHARE]\n", stderr), 2;
  const std::filesystem::path folder = argv[1];
  const double share = argc > 2 ? std::atof(argv[2]) : 1;
  const auto frames = [share](double all) { return static_cast<std::size_t>(all * share) + 1; };
  const bool all_saved = save(folder / "quiet-then-fast.csv", quiet_then_fast(1, frames(1000))) &&
                         save(folder / "menu-then-game.csv", menu_then_game(1, frames(1000))) &&
                         save(folder / "growing-tumbler.csv", growing_tumbler(1, frames(1000))) &&
                         save(folder / "shooter.csv", shooter(1, frames(600))) &&
                         save(folder / "settling-piles.csv", settling_piles(1, frames(900))) &&
                         save(folder / "exploding-lattice.csv", exploding_lattice(1, frames(600)));
  return all_saved ? 0 : 1;
}
