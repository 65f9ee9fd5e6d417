// SPDX-License-Identifier: MIT
// Box files that grow: frames of pieces of text, and of files, pipes and standard input.
#include "io/boxes/box_follower.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <unistd.h>
#ifndef _WIN32
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#endif

#include "base/random.hpp"
#include "io/boxes/box_file.hpp"
#include "support/compress.hpp"
#include "support/files.hpp"
#include "support/recordings.hpp"

namespace phasebox {

// Claims about recordings that come in pieces: they are what the whole text is, however it is cut.

namespace box_stream_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kHeader = "frame,id,min_x,min_y,max_x,max_y\n";

BoxRecording joined_frames(const std::vector<BoxFrame>& frames) {
  KeptFrames kept;
  for (const BoxFrame& frame : frames) kept.add(frame);
  return *joined(kept);
}

/// The text in pieces that end at these places.
BoxStream in_pieces(std::string_view text, const std::vector<std::size_t>& ends) {
  BoxStream stream("game.csv");
  std::size_t begin = 0;
  for (const std::size_t end : ends) stream.give(text.substr(begin, end - begin)), begin = end;
  stream.give(text.substr(begin));
  stream.end();
  return stream;
}

BoxStream whole(const std::string& text) { return in_pieces(text, {}); }

std::vector<std::int64_t> numbers(const std::vector<BoxFrame>& frames) {
  std::vector<std::int64_t> all;
  for (const BoxFrame& frame : frames) all.push_back(frame->frames.front());
  return all;
}

TEST(BoxStream, is_what_the_whole_text_is_wherever_it_is_cut_once) {
  const std::string text =
      "\xEF\xBB\xBF# unit: m\r\nframe,id,min_x,min_y,max_x,max_y,static,category,mask\r\n"
      "1,9,0,0,1e-3,.25,0,1,0xFFFF\r\n\r\n# pause\n1,-4,\"0.1\",-3,7,8,1,2,3\n"
      "5,9223372036854775807,0,0,16777217,9,0,1,1";
  auto expected = parse_box_recording(text, "game.csv");
  ASSERT_FALSE(expected.failed()) << expected.error().text;
  const auto notes = std::exchange(expected->notes, {});
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    BoxStream stream = in_pieces(text, {cut});
    EXPECT_EQ(joined_frames(stream.take()), *expected) << "cut at " << cut;
    EXPECT_EQ(stream.notes(), notes);
    EXPECT_EQ(stream.refused(), 0u) << stream.last_refusal();
  }
}

TEST(BoxStream, is_what_the_whole_text_is_in_random_pieces) {
  const BoxRecording game = test::shooter(3, 40, 20);
  const std::string text = test::csv_text(game);
  const auto expected = parse_box_recording(text, "game.csv");
  ASSERT_FALSE(expected.failed());
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const std::uint32_t longest = 1 + random.below(seed % 2 == 0 ? 7 : 5000);
    BoxStream stream("game.csv");
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t n = 1 + random.below(longest);
      stream.give(std::string_view(text).substr(at, n));
      at += n;
    }
    stream.end();
    EXPECT_EQ(joined_frames(stream.take()), *expected) << "seed " << seed;
  }
}

TEST(BoxStream, a_frame_is_complete_when_the_next_one_begins) {
  BoxStream stream("game.csv");
  stream.give(kHeader);
  stream.give("1,7,0,0,1,1\n1,8,0,0,1,1\n");
  EXPECT_THAT(stream.take(), IsEmpty());
  stream.give("2,7,0,0,1,1\n");
  const auto frames = stream.take();
  EXPECT_THAT(numbers(frames), ElementsAre(1));
  EXPECT_THAT(frames[0]->ids, ElementsAre(7, 8));
  stream.end();
  EXPECT_THAT(numbers(stream.take()), ElementsAre(2));
}

TEST(BoxStream, bad_rows_are_refused_with_their_line_and_the_rest_goes_on) {
  BoxStream stream = whole(std::string(kHeader) +
                           "1,1,0,0,1,1\n1,2,zero,0,1,1\n1,3,0,0,1\n2,1,0,0,-1,1\n2,2,0,0,1,1\n"
                           "1,5,0,0,1,1\n3,1,0,0,1,1\n");
  const auto frames = stream.take();
  EXPECT_THAT(numbers(frames), ElementsAre(1, 2, 3));
  EXPECT_THAT(frames[0]->ids, ElementsAre(1));
  EXPECT_THAT(frames[1]->ids, ElementsAre(2));
  EXPECT_EQ(stream.refused(), 4u);
  EXPECT_EQ(stream.last_refusal(),
            "game.csv:7: frame 1 comes after frame 2; frames must ascend while a game is followed");
}

TEST(BoxStream, of_an_id_that_stands_twice_the_first_row_is_kept) {
  BoxStream stream =
      whole(std::string(kHeader) + "4,9,0,0,1,1\n4,2,0,0,2,2\n4,9,0,0,3,3\n4,1,0,0,4,4\n");
  const auto frames = stream.take();
  ASSERT_THAT(frames, SizeIs(1));
  EXPECT_THAT(frames[0]->ids, ElementsAre(1, 2, 9));
  EXPECT_THAT(frames[0]->boxes,
              ElementsAre(Aabb{{0, 0}, {4, 4}}, Aabb{{0, 0}, {2, 2}}, Aabb{{0, 0}, {1, 1}}));
  EXPECT_EQ(stream.refused(), 1u);
  EXPECT_THAT(stream.last_refusal(),
              HasSubstr("game.csv:4: id 9 is already in frame 4, on line 2"));
}

TEST(BoxStream, a_second_header_begins_again) {
  BoxStream stream = whole(std::string(kHeader) + "8,1,0,0,1,1\n9,1,0,0,1,1\n" +
                           std::string(kHeader) + "1,1,0,0,1,1\n");
  EXPECT_THAT(numbers(stream.take()), ElementsAre(8, 9, 1));
  EXPECT_EQ(stream.refused(), 0u) << stream.last_refusal();
}

TEST(BoxStream, what_cannot_be_read_at_all_ends_it_with_one_line) {
  const std::pair<std::string, std::string> cases[] = {
      {"id,min_x,min_y,max_x,max_y\n1,0,0,1,1\n", "game.csv:1: the header has no column 'frame'"},
      {"tick,id,min_x,min_y,max_x,max_y\n1,1,0,0,1,1\n", "did you mean 'tick'"},
      {"frame,id,left\n1,1,0\n", "game.csv:1: the header has no column 'max_x'"},
      {test::gzipped(std::string(kHeader)), "it is compressed"},
      {test::zstandard(std::string(kHeader)), "it is compressed"},
      {"", "no header line"}};
  for (const auto& [text, words] : cases) {
    for (const std::size_t cut : {0u, 2u, 9u}) {
      BoxStream stream = in_pieces(text, {std::min<std::size_t>(cut, text.size())});
      ASSERT_TRUE(stream.status().failed()) << words;
      EXPECT_THAT(stream.status().error().text, HasSubstr(words));
      EXPECT_EQ(stream.status().error().text.english().find('\n'), std::string::npos);
      stream.give("1,1,0,0,1,1\n2,1,0,0,1,1\n");
      EXPECT_THAT(stream.take(), IsEmpty());
    }
  }
}

TEST(BoxStream, a_line_without_end_is_not_kept) {
  BoxStream stream("game.csv");
  stream.give(kHeader);
  const std::string block(100'000, '7');
  for (int k = 0; k < 50; ++k) stream.give(block);
  stream.give("\n1,1,0,0,1,1\n");
  stream.end();
  EXPECT_EQ(stream.refused(), 1u);
  EXPECT_THAT(stream.last_refusal(), HasSubstr("game.csv:2: "));
  EXPECT_THAT(numbers(stream.take()), ElementsAre(1));
}

TEST(KeptFrames, forget_the_oldest_beyond_each_limit_but_never_the_newest) {
  BoxStream stream = whole(std::string(kHeader) +
                           "1,1,0,0,1,1\n2,1,0,0,1,1\n2,2,0,0,9,1\n3,1,0,0,1,1\n4,1,0,0,1,1\n");
  KeptFrames kept;
  for (const BoxFrame& frame : stream.take()) kept.add(frame);
  EXPECT_EQ(kept.rows(), 5u);
  EXPECT_EQ(kept.forget({.rows = 4}), 1u);
  EXPECT_EQ(kept.bounds(), (Aabb{{0, 0}, {9, 1}}));
  EXPECT_EQ(kept.forget({.frames = 2}), 1u);
  EXPECT_EQ(kept.rows(), 2u);
  EXPECT_EQ(kept.bounds(), (Aabb{{0, 0}, {1, 1}}));
  EXPECT_EQ(kept.forget({.rows = 0}), 1u);
  EXPECT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].frames.front(), 4);
}

}  // namespace box_stream_test

// Claims about games that are followed: real files, pipes and a child process. Tests wait for what
// is to come and never for a time.

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
    if (opened.failed()) throw std::runtime_error(opened.error().text);
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
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
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

TEST(Follower, reads_a_file_on_as_it_grows) {
  const TemporaryFolder folder;
  const std::string path = (folder / "game.csv").string();
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
  const std::string path = (folder / "game.csv").string();
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

TEST(Follower, standard_input_is_read_to_its_end) {
  const TemporaryFolder folder;
  test::write(folder / "game.csv", std::string(kHeader) + rows_of_frame(1) + rows_of_frame(2));
  const os::FileHandle before(::dup(STDIN_FILENO));
  {
    int code = 0;
    const auto file = os::FileHandle::open(folder / "game.csv", os::FileHandle::Mode::read, code);
    ASSERT_GE(::dup2(file.number(), STDIN_FILENO), 0);
  }
  Followed game("-");
  if (before) ::dup2(before.number(), STDIN_FILENO);
  ASSERT_TRUE(game.comes_to_end());
  EXPECT_EQ(game.frames.size(), 2u);
}

TEST(Follower, refuses_in_one_line_what_cannot_be_followed) {
  const TemporaryFolder folder;
  test::write(folder / "game.csv.gz", "\x1f\x8b\x08\x01 and more");
  const std::pair<std::filesystem::path, std::string> cases[] = {
      {folder.path(), "it is a folder"},
      {folder / "none.csv", "No such file"},
      {folder / "game.csv.gz", "compressed"}};
  for (const auto& [place, words] : cases) {
    const std::string path = place.string();
    const auto opened = BoxFollower::open(path, {});
    ASSERT_TRUE(opened.failed()) << path;
    EXPECT_THAT(opened.error().text, HasSubstr(words));
    EXPECT_THAT(opened.error().text, HasSubstr(path));
    EXPECT_EQ(opened.error().text.english().find('\n'), std::string::npos);
  }
}

#ifndef _WIN32  // where no other file takes the name of an open one; pipes with names in a folder

TEST(Follower, begins_again_where_another_file_takes_the_name) {
  const TemporaryFolder folder;
  const std::string path = (folder / "game.csv").string(), next = (folder / "next.csv").string();
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

std::string new_pipe(const TemporaryFolder& folder) {
  const std::string path = folder / "pipe";
  if (::mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  return path;
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
  ASSERT_FALSE(opened.failed());
  std::ofstream writer(path);
  writer << kHeader;
  for (int f = 1; f <= 5000; ++f) writer << rows_of_frame(f, 5);  // far more than a pipe holds
  writer.close();
  while (!(*opened)->report().has_ended) std::this_thread::sleep_for(std::chrono::milliseconds(1));
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

#endif
}  // namespace box_follower_test
}  // namespace phasebox
