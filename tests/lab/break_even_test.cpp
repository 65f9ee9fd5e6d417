// SPDX-License-Identifier: MIT
// Claims about the number of sprites from which on a broadphase is worth it.
#include "lab/break_even.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include <gmock/gmock.h>

#include "lab/study_subject.hpp"
#include "support/planted.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace break_even_test {

using test::contestant;
using testing::HasSubstr;

// Four frames of small boxes in rows, which drift.
std::shared_ptr<const BoxRecording> rows_of_boxes(int boxes) {
  BoxRecording recording;
  for (int f = 0; f < 4; ++f) {
    recording.frames.push_back(f);
    for (int i = 0; i < boxes; ++i) {
      const Vec2 at{static_cast<float>(i % 40 * 12 + f), static_cast<float>(i / 40 * 12)};
      recording.ids.push_back(i);
      recording.boxes.push_back({at, at + Vec2{10, 10}});
    }
    recording.begins.push_back(recording.ids.size());
  }
  return std::make_shared<const BoxRecording>(std::move(recording));
}

TEST(BreakEven, is_found_by_running_and_bracketed_closely) {
  const auto work = command::StartBreakEven{contestant("uniform-grid")}.work(in_scene("uniform"));
  const BreakEven found = finished(*work);
  EXPECT_TRUE(found.is_complete);
  ASSERT_TRUE(found.from()) << break_even_text(found);
  const std::size_t from = found.from()->sprites;
  EXPECT_GE(from, 65u);
  EXPECT_LT(found.from()->contestant, found.from()->brute_force);
  std::size_t below = 0;  // the most sprites that lost below it
  for (const BreakEvenPoint& p : found.points)
    if (p.sprites < from) below = std::max(below, p.sprites);
  if (below > 0) {
    EXPECT_LT(static_cast<double>(from), 1.15 * static_cast<double>(below));
  }
  EXPECT_THAT(break_even_text(found), HasSubstr("is worth it here from about"));
}

TEST(BreakEven, of_a_recording_has_as_many_of_its_objects) {
  Session session = in_scene("uniform");
  ASSERT_FALSE(session.apply(command::OpenRecording{rows_of_boxes(400), "rows"}).failed());
  const auto work = command::StartBreakEven{contestant("rdc")}.work(clone_session(session));
  const BreakEven found = finished(*work);
  ASSERT_FALSE(found.points.empty());
  EXPECT_NEAR(static_cast<double>(found.points[0].sprites), 65, 10);
  for (const BreakEvenPoint& p : found.points) EXPECT_LE(p.sprites, 400u);
}

TEST(BreakEven, of_a_recording_leaves_no_frame_empty) {
  BoxRecording trace = *rows_of_boxes(200);
  for (int f = 4; f < 60; ++f) {  // frames of a single object, whose id has a high hash
    trace.frames.push_back(f);
    trace.ids.push_back(3);
    trace.boxes.push_back({{0, 0}, {10, 10}});
    trace.begins.push_back(trace.ids.size());
  }
  Session session = in_scene("uniform");
  const auto shared = std::make_shared<const BoxRecording>(std::move(trace));
  ASSERT_FALSE(session.apply(command::OpenRecording{shared, "one"}).failed());
  const BreakEven found =
      finished(*command::StartBreakEven{contestant("rdc")}.work(clone_session(session)));
  ASSERT_FALSE(found.points.empty());
  EXPECT_GT(found.points[0].sprites, 0u);
}

TEST(BreakEven, says_why_there_is_none) {
  Contestant impossible = contestant("rdc");
  impossible.set(*find_param(rows_of(*impossible.entry), "group-size"), -5);
  const BreakEven found = finished(*command::StartBreakEven{impossible}.work(in_scene("uniform")));
  EXPECT_TRUE(found.is_complete);
  EXPECT_TRUE(found.points.empty());
  EXPECT_THAT(break_even_text(found), HasSubstr("group-size"));
}

TEST(BreakEven, is_the_fewest_sprites_that_pay) {
  const BreakEven found{.contestant = contestant("rdc"),
                        .scene = {},
                        .points = {{65, 0.01, 0.02}, {260, 0.3, 0.1}, {180, 0.11, 0.1}}};
  EXPECT_EQ(break_even_text(found),
            "RDC is worth it here from about 180 sprites on (brute force 0.11 ms, RDC 0.10 ms).");
  const BreakEven never{.contestant = contestant("rdc"), .scene = {}, .points = {{65, 0.1, 0.2}}};
  EXPECT_FALSE(never.from());
  EXPECT_THAT(break_even_text(never), HasSubstr("is not worth it here up to 65 sprites"));
  EXPECT_TRUE(break_even_text({.contestant = contestant("rdc"), .scene = {}}).empty());
}

TEST(BreakEven, refuses_what_tells_nothing) {
  Session session = in_scene("uniform");
  EXPECT_TRUE(command::StartBreakEven{contestant("brute-force")}.check(session).failed());
  EXPECT_FALSE(command::StartBreakEven{contestant("rdc")}.check(session).failed());
  ASSERT_FALSE(session.apply(command::SetCount{0}).failed());
  EXPECT_TRUE(command::StartBreakEven{contestant("rdc")}.check(session).failed()) << "no density";
  ASSERT_FALSE(session.apply(command::OpenRecording{rows_of_boxes(64), "few"}).failed());
  EXPECT_TRUE(command::StartBreakEven{contestant("rdc")}.check(session).failed());
}

TEST(BreakEven, four_times_the_sprites_take_a_field_twice_as_wide_and_high) {
  const Session session = in_scene("sprites", 60);
  const Vec2 field = extent(session.field());
  const command::ResizeScene more = at_same_density(field, 60, 240);
  EXPECT_EQ(more.count, 240u);
  EXPECT_NEAR(more.width, 2 * field.x, 1);
  EXPECT_NEAR(more.height, 2 * field.y, 1);
  EXPECT_NEAR(at_same_density(field, 0, 240).width, field.x, 1) << "no density to keep";
}

TEST(BreakEvenStudy, works_beside_the_session_and_leaves_it_alone) {
  const Session session = in_scene("uniform");
  const std::uint64_t before = session.hash();
  BreakEvenStudy study;
  EXPECT_FALSE(study.apply(command::StartBreakEven{contestant("uniform-grid")}, session).failed());
  while (study.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_TRUE(study.result());
  EXPECT_TRUE(study.result()->is_complete);
  EXPECT_EQ(session.hash(), before);
}

}  // namespace break_even_test
}  // namespace phasebox
