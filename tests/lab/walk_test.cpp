// SPDX-License-Identifier: MIT
// Sentences name sprites as their recording does, and show why an order changed.

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/pictures/images.hpp"
#include "lab/xray/xray.hpp"

namespace phasebox {
namespace event_text_test {

using testing::HasSubstr;

/// Frames of boxes with the ids 1001, 1002, ...
std::shared_ptr<const BoxRecording> recording(const std::vector<std::vector<Aabb>>& frames) {
  auto trace = std::make_shared<BoxRecording>();
  for (const auto& boxes : frames) {
    for (const Aabb& box : boxes) {
      trace->ids.push_back(1001 +
                           static_cast<std::int64_t>(trace->ids.size() - trace->begins.back()));
      trace->boxes.push_back(box);
    }
    trace->frames.push_back(static_cast<std::int64_t>(trace->frames.size()));
    trace->begins.push_back(trace->ids.size());
  }
  return trace;
}

/// The second of two frames, with the lists of the first.
Session repaired(const std::vector<Aabb>& before, const std::vector<Aabb>& after) {
  Session session(builtin_images());
  EXPECT_FALSE(
      session.apply(command::OpenRecording{recording({before, after}), "two.csv"}).failed());
  EXPECT_FALSE(session.apply(command::SelectBroadphase{"incremental-sap"}).failed());
  session.detect();
  session.step();
  return session;
}

std::vector<std::string> said_of(const Session& session, EventKind kind) {
  Xray xray;
  EXPECT_FALSE(xray.apply(OpenXray{}, session).failed());
  std::vector<std::string> all;
  for (std::size_t k = 0; k < xray.broad().size(); ++k)
    if (xray.broad().events()[k].kind == kind) all.push_back(xray.sentence_at(k + 1));
  return all;
}

Aabb from_to(float min, float max) { return {{min, 0}, {max, 10}}; }

TEST(EventText, a_swap_shows_both_places_with_the_decimals_that_tell_them_apart) {
  const Session session =
      repaired({from_to(0, 10), from_to(10.002f, 30)}, {from_to(0, 10), from_to(9.998f, 30)});
  EXPECT_EQ(said_of(session, EventKind::swap),
            std::vector<std::string>{"1002 changes places with 1001 along x: it begins at 9.998, "
                                     "before the other ends at 10.000"});
}

TEST(EventText, every_swap_of_a_scene_is_of_places_in_that_order) {
  Session session(builtin_images());
  session.keep_frames();
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"incremental-sap"}).failed());
  for (int k = 0; k < 5; ++k) session.step();
  const auto said = said_of(session, EventKind::swap);
  ASSERT_GT(said.size(), 5u);
  for (const std::string& words : said) {
    const auto number = [&](std::size_t at) { return std::stod(words.substr(at)); };
    const std::size_t first = words.find(" at ") + 4, second = words.rfind(" at ") + 4;
    ASSERT_NE(first, second) << words;
    EXPECT_LT(number(first), number(second)) << words;
  }
}

TEST(EventText, recorded_boxes_are_called_by_their_own_ids) {
  const Session session =
      repaired({from_to(0, 10), from_to(5, 30)}, {from_to(0, 10), from_to(6, 30)});
  Xray xray;
  ASSERT_FALSE(xray.apply(OpenXray{}, session).failed());
  EXPECT_EQ(xray.scene().name(1), 1002);
  const std::vector<SpriteId> both{0, 1};
  EXPECT_EQ(listed(both, xray.scene()), "{1001, 1002}");
  EXPECT_EQ(partners(0, 1, xray.scene()), "1001 and 1002") << "in the list of impacts";
  EXPECT_EQ(partners(0, Impact::kWall, xray.scene()), "1001 and the border");
}

}  // namespace event_text_test
}  // namespace phasebox
