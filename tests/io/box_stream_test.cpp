// SPDX-License-Identifier: MIT
// Claims about recordings that come in pieces: they are what the whole text is, however it is cut.
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "base/random.hpp"
#include "io/boxes/box_file.hpp"
#include "io/boxes/box_follower.hpp"
#include "support/compress.hpp"
#include "support/recordings.hpp"

namespace phasebox {
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
  const auto expected = parse_box_recording(text, "game.csv");
  ASSERT_TRUE(expected) << expected.error().text;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    BoxStream stream = in_pieces(text, {cut});
    EXPECT_EQ(joined_frames(stream.take()), *expected) << "cut at " << cut;
    EXPECT_EQ(stream.refused(), 0u) << stream.last_refusal();
  }
}

TEST(BoxStream, is_what_the_whole_text_is_in_random_pieces) {
  const BoxRecording game = test::shooter(3, 40, 20);
  const std::string text = test::csv_text(game);
  const auto expected = parse_box_recording(text, "game.csv");
  ASSERT_TRUE(expected);
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
      {"frame,id,left\n1,1,0\n", "game.csv:1: the header has no column 'min_x'"},
      {test::gzipped(std::string(kHeader)), "it is compressed"},
      {test::zstandard(std::string(kHeader)), "it is compressed"},
      {"", "no header line"}};
  for (const auto& [text, words] : cases) {
    for (const std::size_t cut : {0u, 2u, 9u}) {
      BoxStream stream = in_pieces(text, {std::min<std::size_t>(cut, text.size())});
      ASSERT_TRUE(stream.failure()) << words;
      EXPECT_THAT(stream.failure()->text, HasSubstr(words));
      EXPECT_EQ(stream.failure()->text.find('\n'), std::string::npos);
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
  EXPECT_THAT(stream.last_refusal(), HasSubstr("game.csv:2: 1 fields"));
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
}  // namespace phasebox
