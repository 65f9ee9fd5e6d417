// SPDX-License-Identifier: MIT
// Claims about games that are followed: real files, pipes and a child process. Tests wait for what
// is to come and never for a time.
#include "io/boxes/box_follower.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/files.hpp"
#include "support/recordings.hpp"

namespace phasebox {
namespace box_follower_test {

using test::TemporaryFolder;
using testing::HasSubstr;

constexpr std::string_view kHeader = "frame,id,min_x,min_y,max_x,max_y\n";

std::string rows_of_frame(int frame, int boxes = 1) {
  std::string rows;
  for (int id = 0; id < boxes; ++id)
    rows += std::to_string(frame) + "," + std::to_string(id) + ",0,0,1,1\n";
  return rows;
}

/// A follower and all that it has given, of its last start.
struct Followed {
  explicit Followed(const std::string& path, const KeepLimits& keep = {}) {
    auto opened = BoxFollower::open(path, keep);
    if (!opened) throw std::runtime_error(opened.error().text);
    follower = *std::move(opened);
  }
  void take() {
    BoxFollower::Taken taken = follower->take();
    if (std::exchange(start, taken.start) != taken.start) frames = {};
    for (BoxFrame& frame : taken.frames) frames.add(std::move(frame));
  }
  template <class Condition>
  bool comes(Condition condition) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      ::usleep(1000);
      take();
    }
    return true;
  }
  bool comes_to_end() {
    const bool ended = comes([this] { return follower->report().has_ended; });
    take();
    return ended;
  }

  std::unique_ptr<BoxFollower> follower;
  KeptFrames frames;
  std::uint64_t start = 1;
};

std::string new_pipe(const TemporaryFolder& folder) {
  const std::string path = folder / "pipe";
  if (::mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  return path;
}

TEST(Follower, reads_a_file_on_as_it_grows) {
  const TemporaryFolder folder;
  const std::string path = folder / "game.csv";
  test::write(path, std::string(kHeader) + rows_of_frame(1) + rows_of_frame(2) + "3,0,0");
  Followed game(path);
  EXPECT_TRUE(game.comes([&] { return game.frames.size() == 1; }));
  std::ofstream(path, std::ios::app) << ",0,1,1\n" << rows_of_frame(4) << rows_of_frame(5);
  EXPECT_TRUE(game.comes([&] { return game.frames.size() == 4; }));
  EXPECT_EQ(game.follower->report().refused, 0u) << game.follower->report().last_refusal;
  EXPECT_FALSE(game.follower->report().has_ended) << "a file has no end";
}

TEST(Follower, begins_again_where_a_file_becomes_shorter) {
  const TemporaryFolder folder;
  const std::string path = folder / "game.csv";
  std::string many(kHeader);
  for (int f = 1; f <= 50; ++f) many += rows_of_frame(f);
  test::write(path, many);
  Followed game(path);
  ASSERT_TRUE(game.comes([&] { return game.frames.size() == 49; }));
  test::write(path, std::string(kHeader) + rows_of_frame(5) + rows_of_frame(6));
  ASSERT_TRUE(game.comes([&] { return game.start == 2 && !game.frames.empty(); }));
  EXPECT_EQ(game.frames[0].frames.front(), 5);
  EXPECT_EQ(game.follower->report().refused, 0u) << game.follower->report().last_refusal;
}

TEST(Follower, begins_again_where_another_file_takes_the_name) {
  const TemporaryFolder folder;
  const std::string path = folder / "game.csv", next = folder / "next.csv";
  test::write(path, std::string(kHeader) + rows_of_frame(1) + rows_of_frame(2));
  Followed game(path);
  ASSERT_TRUE(game.comes([&] { return game.frames.size() == 1; }));
  std::string longer(kHeader);
  for (int f = 11; f <= 60; ++f) longer += rows_of_frame(f);
  test::write(next, longer);
  std::filesystem::rename(next, path);
  ASSERT_TRUE(game.comes([&] { return game.start == 2 && game.frames.size() == 49; }));
  EXPECT_EQ(game.frames[0].frames.front(), 11);
  EXPECT_EQ(game.follower->report().refused, 0u) << game.follower->report().last_refusal;
}

TEST(Follower, a_pipe_without_a_writer_waits_for_one_and_ends_with_it) {
  const TemporaryFolder folder;
  const std::string path = new_pipe(folder);
  Followed game(path);
  EXPECT_FALSE(game.follower->report().has_ended);
  {
    std::ofstream writer(path);
    writer << kHeader << rows_of_frame(1) << rows_of_frame(2) << std::flush;
    EXPECT_TRUE(game.comes([&] { return game.frames.size() == 1; }));
    EXPECT_FALSE(game.follower->report().has_ended) << "the writer is still there";
  }
  ASSERT_TRUE(game.comes_to_end());
  EXPECT_EQ(game.frames.size(), 2u) << "the last frame is complete with the end";
  EXPECT_EQ(game.follower->report().failure, "");
}

TEST(Follower, ends_at_once_while_a_pipe_is_silent) {
  const TemporaryFolder folder;
  const std::string path = new_pipe(folder);
  Followed unwritten(path);
  unwritten.follower.reset();
  Followed game(path);
  std::ofstream writer(path);
  writer << kHeader << std::flush;
  game.follower.reset();  // a thread that hung would hang the test
  EXPECT_EQ(game.follower, nullptr);
}

TEST(Follower, keeps_the_newest_of_what_is_not_taken_and_never_stops_the_game) {
  const TemporaryFolder folder;
  const std::string path = new_pipe(folder);
  auto opened = BoxFollower::open(path, {.frames = 10, .rows = 35});
  ASSERT_TRUE(opened);
  std::ofstream writer(path);
  writer << kHeader;
  for (int f = 1; f <= 5000; ++f) writer << rows_of_frame(f, 5);  // far more than a pipe holds
  writer.close();
  while (!(*opened)->report().has_ended) ::usleep(1000);
  const FollowReport report = (*opened)->report();
  EXPECT_EQ(report.frames, 5000u);
  EXPECT_EQ(report.waiting, 7u) << "35 boxes";
  const auto taken = (*opened)->take();
  EXPECT_EQ(taken.frames.front()->frames.front(), 4994);
  EXPECT_EQ(taken.frames.back()->frames.front(), 5000);
}

TEST(Follower, a_child_process_writes_what_the_whole_file_holds) {
  const TemporaryFolder folder;
  const BoxRecording expected = test::shooter(5, 60, 40);
  test::write(folder / "game.csv", test::csv_text(expected));
  const std::string path = new_pipe(folder);
  Followed game(path);
  std::string command = "for k in 1 2 3 4 5 6 7 8; do dd bs=7777 count=20 status=none; done <'" +
                        (folder / "game.csv").string() + "' >'" + path + "'";
  std::string shell = "/bin/sh", flag = "-c";
  char* const argv[] = {shell.data(), flag.data(), command.data(), nullptr};
  pid_t child = 0;
  ASSERT_EQ(::posix_spawn(&child, shell.c_str(), nullptr, nullptr, argv, environ), 0);
  ASSERT_TRUE(game.comes_to_end());
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(game.follower->report().refused, 0u) << game.follower->report().last_refusal;
  EXPECT_EQ(*joined(game.frames), expected);
}

TEST(Follower, standard_input_is_read_to_its_end) {
  const TemporaryFolder folder;
  test::write(folder / "game.csv", std::string(kHeader) + rows_of_frame(1) + rows_of_frame(2));
  const FileDescriptor before(::dup(STDIN_FILENO));
  {
    const FileDescriptor file(::open((folder / "game.csv").c_str(), O_RDONLY));
    ASSERT_GE(::dup2(file.get(), STDIN_FILENO), 0);
  }
  Followed game("-");
  if (before.get() >= 0) ::dup2(before.get(), STDIN_FILENO);
  ASSERT_TRUE(game.comes_to_end());
  EXPECT_EQ(game.frames.size(), 2u);
}

TEST(Follower, reads_on_after_a_bad_header_so_that_the_game_can_end) {
  const TemporaryFolder folder;
  const std::string path = new_pipe(folder);
  Followed game(path);
  std::ofstream writer(path);
  writer << "tick,id,min_x,min_y,max_x,max_y\n";
  for (int f = 1; f <= 5000; ++f) writer << rows_of_frame(f, 5);
  writer.close();
  ASSERT_TRUE(game.comes_to_end());
  EXPECT_THAT(game.follower->report().failure, HasSubstr("did you mean 'tick'"));
  EXPECT_TRUE(game.frames.empty());
}

TEST(Follower, refuses_in_one_line_what_cannot_be_followed) {
  const TemporaryFolder folder;
  test::write(folder / "game.csv.gz", "\x1f\x8b\x08\x01 and more");
  const std::pair<std::string, std::string> cases[] = {{folder.path(), "it is a folder"},
                                                       {folder / "none.csv", "No such file"},
                                                       {folder / "game.csv.gz", "compressed"}};
  for (const auto& [path, words] : cases) {
    const auto opened = BoxFollower::open(path, {});
    ASSERT_FALSE(opened) << path;
    EXPECT_THAT(opened.error().text, HasSubstr(words));
    EXPECT_THAT(opened.error().text, HasSubstr(path));
    EXPECT_EQ(opened.error().text.find('\n'), std::string::npos);
  }
}

}  // namespace box_follower_test
}  // namespace phasebox
