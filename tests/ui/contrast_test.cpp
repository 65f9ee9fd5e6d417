// SPDX-License-Identifier: MIT
// Every letter that Dear ImGui draws stands out from what was painted below it, in every theme.
#include "support/contrast.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <imgui.h>

#include "headless_window.hpp"
#include "ui/registry.hpp"
#include "view/theme.hpp"

namespace phasebox::ui {
namespace contrast_test {

using test::contrast;

constexpr double kLegible = 4.5;  // WCAG 2.1, 1.4.3

Color color_of(ImU32 c) {
  const auto byte = [c](int shift) { return static_cast<std::uint8_t>(c >> shift & 0xFF); };
  return {byte(IM_COL32_R_SHIFT), byte(IM_COL32_G_SHIFT), byte(IM_COL32_B_SHIFT),
          byte(IM_COL32_A_SHIFT)};
}

Color over(Color top, Color ground) {
  const auto channel = [a = top.a](std::uint8_t p, std::uint8_t q) {
    return static_cast<std::uint8_t>((p * a + q * (255 - a) + 127) / 255);
  };
  return {channel(top.r, ground.r), channel(top.g, ground.g), channel(top.b, ground.b), 255};
}

bool equal(ImVec2 a, ImVec2 b) { return a.x == b.x && a.y == b.y; }

/// The ground below the letters: the solid triangles of the frame so far, painted one over the
/// other.
class Ground {
 public:
  Ground(ImVec2 size, Color first)
      : width_(static_cast<int>(size.x)),
        height_(static_cast<int>(size.y)),
        colors_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), first) {}

  Color at(ImVec2 p) const {
    const int x = std::clamp(static_cast<int>(p.x), 0, width_ - 1);
    const int y = std::clamp(static_cast<int>(p.y), 0, height_ - 1);
    return colors_[index(x, y)];
  }

  void paint(const std::array<ImVec2, 3>& t, Color c, const ImVec4& clip) {
    const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
    const auto [top, bottom] = std::minmax({t[0].y, t[1].y, t[2].y});
    const int x0 = std::max(0, static_cast<int>(std::max(left, clip.x)));
    const int y0 = std::max(0, static_cast<int>(std::max(top, clip.y)));
    const int x1 = std::min(width_, static_cast<int>(std::min(right, clip.z)) + 1);
    const int y1 = std::min(height_, static_cast<int>(std::min(bottom, clip.w)) + 1);
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        const ImVec2 p{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
        const float a = side(t[0], t[1], p), b = side(t[1], t[2], p), d = side(t[2], t[0], p);
        const bool is_inside = (a >= 0 && b >= 0 && d >= 0) || (a <= 0 && b <= 0 && d <= 0);
        if (is_inside) colors_[index(x, y)] = over(c, colors_[index(x, y)]);
      }
  }

 private:
  static float side(ImVec2 a, ImVec2 b, ImVec2 p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  }
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_, height_;
  std::vector<Color> colors_;
};

/// Letters that are hard to read: color of the letter, color below it, and where one of them is.
using HardToRead = std::map<std::tuple<int, int, int, int, int, int>, ImVec2>;

/// Reads the frame that was drawn last.
class Reader {
 public:
  explicit Reader(const Theme& theme)
      : theme_(theme), ground_(ImGui::GetDrawData()->DisplaySize, theme[Role::background]) {}

  HardToRead read() {
    const ImDrawData* frame = ImGui::GetDrawData();
    for (int i = 0; i < frame->CmdListsCount; ++i) read(*frame->CmdLists[i]);
    return std::move(hard_);
  }
  std::size_t letters() const { return letters_; }

 private:
  void read(const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback) continue;
      for (unsigned k = 0; k + 2 < command.ElemCount; k += 3) {
        std::array<ImDrawVert, 3> corners{};
        for (unsigned j = 0; j < 3; ++j)
          corners[j] = list.VtxBuffer[static_cast<int>(
              command.VtxOffset + list.IdxBuffer[static_cast<int>(command.IdxOffset + k + j)])];
        read(corners, command.ClipRect);
      }
    }
  }

  // Solid shapes have one place of the texture, lines a row of it, letters and pictures an area.
  void read(const std::array<ImDrawVert, 3>& t, const ImVec4& clip) {
    const Color color = color_of(t[0].col);
    const bool is_solid = equal(t[0].uv, t[1].uv) && equal(t[1].uv, t[2].uv);
    if (is_solid) return ground_.paint({t[0].pos, t[1].pos, t[2].pos}, color, clip);
    const auto [left, right] = std::minmax({t[0].uv.x, t[1].uv.x, t[2].uv.x});
    const auto [top, bottom] = std::minmax({t[0].uv.y, t[1].uv.y, t[2].uv.y});
    const bool is_area = right > left && bottom > top;
    const bool is_picture = right - left > 0.2f || bottom - top > 0.2f;
    if (!is_area || is_picture) return;
    const ImVec2 middle{(t[0].pos.x + t[1].pos.x + t[2].pos.x) / 3,
                        (t[0].pos.y + t[1].pos.y + t[2].pos.y) / 3};
    const bool is_seen =
        middle.x > clip.x && middle.x < clip.z && middle.y > clip.y && middle.y < clip.w;
    if (is_seen) judge(color, middle);
  }

  void judge(Color letter, ImVec2 where) {
    // Letters over the field have an outline, which is the same letters in the color of the ground.
    const Color outline = theme_[Role::background];
    if (letter.r == outline.r && letter.g == outline.g && letter.b == outline.b) return;
    ++letters_;
    const Color below = ground_.at(where);
    const Color seen = over(letter, below);
    if (contrast(seen, below) < kLegible)
      hard_.emplace(std::tuple{seen.r, seen.g, seen.b, below.r, below.g, below.b}, where);
  }

  const Theme& theme_;
  Ground ground_;
  HardToRead hard_;
  std::size_t letters_ = 0;
};

class EveryLetter : public testing::TestWithParam<ThemeId> {
 protected:
  EveryLetter() {
    window.model.view.theme = GetParam();
    window.frames(3);
  }

  void expect_legible(const std::string& what) {
    Reader reader(theme(GetParam()));
    const HardToRead hard = reader.read();
    EXPECT_GT(reader.letters(), 100u) << what;
    for (const auto& [colors, where] : hard) {
      const auto [r, g, b, gr, gg, gb] = colors;
      ADD_FAILURE() << what << ": letters of " << r << " " << g << " " << b << " on " << gr << " "
                    << gg << " " << gb << " at " << where.x << ", " << where.y << widgets_at(where);
    }
  }

  std::string widgets_at(ImVec2 where) const {
    std::string names;
    for (const WidgetRect& w : window.model.ui.rects)
      if (where.x >= w.rect.min.x && where.x <= w.rect.max.x && where.y >= w.rect.min.y &&
          where.y <= w.rect.max.y)
        names += " " + w.name;
    return names;
  }

  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
};

INSTANTIATE_TEST_SUITE_P(Themes, EveryLetter,
                         testing::Values(ThemeId::dark, ThemeId::flash, ThemeId::color_blind),
                         [](const auto& each) {
                           return each.param == ThemeId::dark    ? "dark"
                                  : each.param == ThemeId::flash ? "flash"
                                                                 : "color_blind";
                         });

TEST_P(EveryLetter, of_the_panel_and_the_bars_is_legible) {
  expect_legible("at the start");
  window.key("F2");
  window.frames(3);
  expect_legible("large statistics");
  window.key("F2 p");
  window.frames(3);
  expect_legible("paused");
}

TEST_P(EveryLetter, of_every_tool_is_legible) {
  for (const ToolRow* tool : tools()) {
    window.model.ui.tool = tool->action.id;
    window.frames(6);
    expect_legible(std::string(tool->action.id));
  }
}

TEST_P(EveryLetter, of_every_menu_is_legible) {
  for (const char* menu :
       {"File", "Edit", "Scene", "Simulation", "Algorithm", "View", "Tools", "Help"}) {
    window.click_widget(std::string("menu.") + menu);
    expect_legible(std::string("menu ") + menu);
    window.key("Esc");
    window.frames(2);
  }
}

TEST_P(EveryLetter, of_the_windows_is_legible) {
  for (const char* key : {"F1", "m", "Ctrl+O", "Ctrl+S"}) {
    window.key(key);
    window.frames(5);
    expect_legible(std::string("window of ") + key);
    window.key("Esc");
    window.frames(2);
  }
}

TEST_P(EveryLetter, under_the_pointer_is_legible) {
  for (const WidgetRect& w : std::vector(window.model.ui.rects)) {
    if (w.name == "field" || w.name == "panel") continue;
    window.move_to(middle(w.rect));
    window.frames(2);
    expect_legible("pointing at " + w.name);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Contrast, of_letters_on_their_own_ground_is_found_wanting) {
  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
  window.model.view.theme = ThemeId::dark;
  window.frames(3);
  ImGuiStyle& style = ImGui::GetStyle();
  const ImVec4 before = std::exchange(style.Colors[ImGuiCol_Text], style.Colors[ImGuiCol_WindowBg]);
  window.frames(1);
  Reader reader(theme(ThemeId::dark));
  EXPECT_FALSE(reader.read().empty());
  style.Colors[ImGuiCol_Text] = before;
}

}  // namespace contrast_test
}  // namespace phasebox::ui
