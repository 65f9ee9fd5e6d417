// SPDX-License-Identifier: MIT
// What every overlay of the registry keeps to.
#include "view/overlays/overlay.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "sample.hpp"

namespace phasebox::test {
namespace overlay_test {

constexpr std::size_t kEmptyRulers = 5;  // their ground, their edges, the corner

// Four blocks that fly, two of them into each other, and how they are divided.
struct Divided : Drawn {
  Divided() {
    set("rdc", "group-size", 1);
    detect();
  }
  // Shapes and texts.
  std::size_t marks(OverlaySet overlays) {
    draw(only(overlays));
    return list.labels.size() + shapes_of(list).size();
  }
};

TEST(OverlaySet, holds_what_was_put_in) {
  OverlaySet set{Overlay::ids};
  EXPECT_TRUE(set.has(Overlay::ids));
  EXPECT_FALSE(set.has(Overlay::boxes));
  set.set(Overlay::boxes, true);
  set.set(Overlay::ids, false);
  EXPECT_TRUE(set.has(Overlay::boxes));
  EXPECT_FALSE(set.has(Overlay::ids));
}

TEST(Overlays, have_an_id_and_a_letter_of_their_own) {
  std::set<std::string_view> ids;
  std::set<char> letters;
  for (const OverlayRow* row : overlays()) {
    EXPECT_TRUE(ids.insert(row->id).second) << row->id;
    EXPECT_TRUE(!row->key || letters.insert(row->key).second) << row->id;
    for (const LegendLine& line : row->legend)
      EXPECT_LE(line.text.size(), 28u) << "the margin is narrow: " << line.text;
    EXPECT_EQ(find_overlay(row->id), row);
  }
  EXPECT_EQ(find_overlay("no-such-overlay"), nullptr);
}

TEST(Overlays, are_view_options_by_their_ids) {
  for (std::size_t i = 0; i < kOverlayCount; ++i) {
    const OverlayRow& overlay = *overlays()[i];
    const Param* row = find_param(view_rows(), overlay.id);
    ASSERT_TRUE(row) << overlay.id;
    ViewOptions options;
    EXPECT_EQ(row->get(&options), row->init) << overlay.id;
    EXPECT_EQ(options.shows(static_cast<Overlay>(i)), overlay.is_on) << overlay.id;
    for (const double on : {1.0, 0.0}) {
      row->set(&options, on);
      EXPECT_EQ(row->get(&options), on) << overlay.id;
      EXPECT_EQ(options.shows(static_cast<Overlay>(i)), on == 1) << overlay.id;
    }
  }
}

TEST(Overlays, draw_something_when_they_are_on_or_say_what_is_missing) {
  Divided d;
  for (std::size_t i = 0; i < kOverlayCount; ++i) {
    const OverlayRow& row = *overlays()[i];
    const std::string_view lack = row.lack ? row.lack(*d.session, d.trace) : "";
    if (lack.empty())
      EXPECT_GT(d.marks({static_cast<Overlay>(i)}), d.marks({})) << row.id;
    else
      EXPECT_EQ(lack.back(), '.') << row.id << ": " << lack;
  }
}

TEST(Overlays, say_what_is_missing_only_while_it_is) {
  Divided d;
  const OverlayRow &impacts = *find_overlay("impacts"), &boundaries = *find_overlay("boundaries");
  EXPECT_EQ(impacts.lack(*d.session, d.trace),
            "Sprites do not push each other: the response is off.");
  ASSERT_FALSE(d.session->apply(command::SetParam{Owner::response(), "response", 1}).failed());
  EXPECT_EQ(impacts.lack(*d.session, d.trace), "");
  EventLog groups(10);
  groups.broad.add({EventKind::group, Axis::x, 0, 0, 2, {}});
  EXPECT_EQ(boundaries.lack(*d.session, groups), "No boundaries were sorted in this frame.");
  EXPECT_EQ(boundaries.lack(*d.session, d.trace), "");
  EXPECT_EQ(boundaries.lack(*d.session, EventLog(10)), "") << "nothing is known of the frame";
}

TEST(Overlays, draw_boundaries_of_every_broadphase_or_say_why_there_are_none) {
  for (const BroadphaseEntry* entry : broadphases()) {
    Divided d;
    ASSERT_FALSE(d.session->apply(command::SelectBroadphase{std::string(entry->id)}).failed());
    d.session->step();
    d.session->step();
    d.trace = EventLog(10000);
    d.session->trace(d.trace);
    const std::string_view lack = find_overlay("boundaries")->lack(*d.session, d.trace);
    const std::size_t lines = d.marks({Overlay::boundaries}) - d.marks({}) - kEmptyRulers;
    EXPECT_EQ(lines > 0, lack.empty()) << entry->id << ": " << lack;
    EXPECT_NE(lack, "No boundaries were sorted in this frame.") << entry->id;
  }
}

}  // namespace overlay_test
}  // namespace phasebox::test
