// SPDX-License-Identifier: MIT
// Claims about the icons: each is drawn within its square, and is told from all others.
#include "ui/widgets/icons.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <imgui.h>

#include "../headless_window.hpp"

namespace phasebox::ui {
namespace icons_test {

constexpr float kSize = 32;
constexpr float kMiddle = 100;

using Corners = std::vector<std::pair<float, float>>;

/// The corners of all triangles of an icon.
Corners drawn(Icon icon) {
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  draw_icon(list, icon, {kMiddle, kMiddle}, kSize, IM_COL32_WHITE);
  Corners corners;
  for (const ImDrawVert& vertex : list.VtxBuffer) corners.emplace_back(vertex.pos.x, vertex.pos.y);
  return corners;
}

class Icons : public testing::Test {
 protected:
  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
};

TEST_F(Icons, stay_within_their_square_and_fill_a_part_of_it) {
  for (std::size_t k = 0; k < kIcons; ++k) {
    const Corners corners = drawn(static_cast<Icon>(k));
    ASSERT_FALSE(corners.empty()) << "icon " << k;
    float left = kMiddle, right = kMiddle;
    for (const auto& [x, y] : corners) {
      EXPECT_LE(std::abs(x - kMiddle), kSize / 2) << "icon " << k;
      EXPECT_LE(std::abs(y - kMiddle), kSize / 2) << "icon " << k;
      left = std::min(left, x);
      right = std::max(right, x);
    }
    EXPECT_GT(right - left, kSize * 0.3f) << "icon " << k;
  }
}

TEST_F(Icons, differ_from_each_other) {
  std::map<Corners, std::size_t> all;
  for (std::size_t k = 0; k < kIcons; ++k) {
    const auto [it, is_new] = all.emplace(drawn(static_cast<Icon>(k)), k);
    EXPECT_TRUE(is_new) << "icons " << it->second << " and " << k;
  }
}

}  // namespace icons_test
}  // namespace phasebox::ui
