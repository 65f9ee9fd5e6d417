// SPDX-License-Identifier: MIT
// One sentence names what a crowded field leaves out.
#include <gtest/gtest.h>

#include "ui/model/xray_view.hpp"

namespace phasebox {
namespace xray_focus_test {

TEST(LeftOut, names_what_is_not_drawn_and_how_many) {
  EXPECT_EQ(left_out(Thinned{.events = {}, .parts = 9412, .side = 24}, "node"),
            "Not drawn away from the event: 9,412 nodes under 24 px. Zoom in to see them.");
  EXPECT_EQ(left_out(Thinned{.events = {}, .fat = 9950, .swaps = 205'000}, "list"),
            "Not drawn away from the event: 9,950 fat AABBs, 205,000 earlier swaps. Zoom in to see "
            "them.");
  EXPECT_EQ(left_out(Thinned{.events = {}, .parts = 1, .side = 12}, "cell"),
            "Not drawn away from the event: 1 cell under 12 px. Zoom in to see them.");
}

TEST(LeftOut, says_nothing_where_all_is_drawn) { EXPECT_TRUE(left_out(Thinned{}, "node").empty()); }

}  // namespace xray_focus_test
}  // namespace phasebox
