// SPDX-License-Identifier: MIT
// Claims about type: one family in three sizes with figures of one width, every letter of the
// texts, distances on a grid, and tooltips and numbers that cover nothing.
#include <cfloat>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "../headless_window.hpp"
#include "io/files/embedded.hpp"
#include "ui/widgets/dear_imgui.hpp"

namespace phasebox::ui {
namespace type_test {

class Type : public testing::Test {
 protected:
  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
};

float width(ImFont* font, const char* words) {
  return font->CalcTextSizeA(100, FLT_MAX, 0, words).x;
}

float height(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize;
#else
  return font->FontSize;
#endif
}

TEST_F(Type, the_program_carries_its_font) { EXPECT_EQ(embedded_fonts().size(), 2u); }

TEST_F(Type, all_figures_of_a_font_are_equally_wide) {
  for (ImFont* font : {text_font(), bold_font(), answer_font(), footnote_font(), figure_font()})
    for (const char* figure : {"1", "2", "3", "4", "5", "6", "7", "8", "9"})
      EXPECT_NEAR(width(font, figure), width(font, "0"), 0.01f) << figure;
}

TEST_F(Type, has_three_sizes_and_headings_that_differ_from_labels) {
  EXPECT_LT(height(footnote_font()), height(text_font()));
  EXPECT_EQ(height(bold_font()), height(text_font()));
  EXPECT_EQ(height(answer_font()), 1.5f * height(text_font()));
  EXPECT_GT(width(bold_font(), "Broadphase"), width(text_font(), "Broadphase"));
}

/// The letters beyond ASCII of a text in UTF-8, without Chinese ones.
std::set<char32_t> special_letters(std::string_view text) {
  std::set<char32_t> letters;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = static_cast<unsigned char>(text[k]);
    if (byte < 0xC0) continue;
    const std::size_t more = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    char32_t letter = byte & (0x3Fu >> more);
    for (std::size_t j = 1; j <= more; ++j)
      letter = letter << 6 | (static_cast<unsigned char>(text[k + j]) & 0x3Fu);
    if (letter < 0x2E80) letters.insert(letter);
  }
  return letters;
}

TEST_F(Type, has_every_letter_of_the_texts) {
  std::string texts;
  for (const auto& files : {embedded_languages(), embedded_lessons()})
    for (const EmbeddedFile& file : files) texts += file.text();
  const std::set<char32_t> letters = special_letters(texts);
  EXPECT_TRUE(letters.contains(U'µ'));
  for (const char32_t letter : letters)
    EXPECT_TRUE(has_letter(static_cast<ImWchar>(letter)))
        << "U+" << std::hex << static_cast<unsigned>(letter);
}

bool is_on_grid(float distance) { return std::fmod(distance, 4.0f) == 0; }

TEST_F(Type, distances_are_multiples_of_4_px) {
  const ImGuiStyle& style = ImGui::GetStyle();
  for (const ImVec2 distance : {style.WindowPadding, style.ItemSpacing, style.ItemInnerSpacing}) {
    EXPECT_TRUE(is_on_grid(distance.x)) << distance.x;
    EXPECT_TRUE(is_on_grid(distance.y)) << distance.y;
  }
  EXPECT_TRUE(is_on_grid(style.FramePadding.x));
  EXPECT_TRUE(is_on_grid(height(text_font()) + 2 * style.FramePadding.y));
}

/// Where a tooltip was drawn in the last frame; empty if there is none.
Aabb tooltip_place() {
  for (const ImGuiWindow* shown : ImGui::GetCurrentContext()->Windows)
    if (shown->Active && !shown->Hidden && (shown->Flags & ImGuiWindowFlags_Tooltip) != 0)
      return {shown->Pos, Vec2(shown->Pos) + Vec2(shown->Size)};
  return {};
}

TEST_F(Type, a_tooltip_never_covers_its_widget) {
  std::size_t seen = 0;
  for (const WidgetRect& widget : std::vector(window.model.ui.rects)) {
    if (extent(widget.rect).y > 60) continue;  // the field and whole panels
    window.move_to(middle(widget.rect));
    window.frames(3);
    const Aabb place = tooltip_place();
    if (extent(place).x <= 0) continue;
    ++seen;
    EXPECT_FALSE(overlaps(place, widget.rect)) << widget.name;
  }
  EXPECT_GT(seen, 20u);
}

}  // namespace type_test
}  // namespace phasebox::ui
