// SPDX-License-Identifier: MIT
// How fast the boxes of a running game come in: a thread writes frames of moving boxes into a named
// pipe as a recorder does, the follower makes frames of them. Usage: phasebox_bench_live_link
// [BOXES] [FRAMES]. Exit code 1: a frame was lost or refused.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.hpp"
#include "io/boxes/box_follower.hpp"

namespace {

using namespace phasebox;

/// All frames as text; the header first.
std::string recorded(int boxes, int frames) {
  Random random(1);
  std::string text = "frame,id,min_x,min_y,max_x,max_y\n";
  char row[128];
  for (int f = 0; f < frames; ++f)
    for (int id = 0; id < boxes; ++id) {
      const double x = random.uniform(0, 4800), y = random.uniform(0, 4800);
      text.append(
          row, static_cast<std::size_t>(std::snprintf(
                   row, sizeof row, "%d,%d,%.3f,%.3f,%.3f,%.3f\n", f, id, x, y, x + 20, y + 20)));
    }
  return text;
}

void write_all(const std::string& path, const std::string& text) {
  const int pipe = ::open(path.c_str(), O_WRONLY);
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(pipe, text.data() + at, text.size() - at);
    if (n <= 0) break;
    at += static_cast<std::size_t>(n);
  }
  ::close(pipe);
}

}  // namespace

int main(int argc, char** argv) {
  const int boxes = argc > 1 ? std::atoi(argv[1]) : 10'000;
  const int frames = argc > 2 ? std::atoi(argv[2]) : 300;
  if (boxes < 1 || frames < 1)
    return std::fputs("phasebox_bench_live_link [BOXES] [FRAMES], both at least 1\n", stderr), 2;
  const std::string text = recorded(boxes, frames);
  std::string folder = std::filesystem::temp_directory_path() / "phasebox-link-XXXXXX";
  if (!::mkdtemp(folder.data())) return std::perror("a temporary folder"), 1;
  const std::string path = folder + "/game";
  if (::mkfifo(path.c_str(), 0600) != 0) return std::perror(path.c_str()), 1;

  const auto begin = std::chrono::steady_clock::now();
  auto follower = BoxFollower::open(path, {});
  if (!follower) return std::fprintf(stderr, "%s\n", follower.error().text.c_str()), 1;
  std::thread game([&] { write_all(path, text); });
  std::size_t taken = 0;
  for (bool is_over = false; !is_over;) {
    is_over = (*follower)->report().has_ended;  // before the last take
    taken += (*follower)->take().frames.size();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  game.join();
  std::filesystem::remove_all(folder);
  const FollowReport report = (*follower)->report();
  std::printf("%d boxes: %.0f frames per second, %.1f million rows per second, %.0f MB/s\n", boxes,
              static_cast<double>(taken) / time.count(),
              static_cast<double>(taken) * boxes / time.count() / 1e6,
              static_cast<double>(text.size()) / time.count() / 1e6);
  return taken == static_cast<std::size_t>(frames) && report.refused == 0 ? 0 : 1;
}
