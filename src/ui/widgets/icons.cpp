// SPDX-License-Identifier: MIT
// Icons of one weight, drawn by lines and areas on a grid of 16 x 16 units.
#include "ui/widgets/icons.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "ui/language/translation.hpp"

namespace phasebox::ui {
namespace {

constexpr float kGrid = 16;     // units across an icon
constexpr float kWeight = 1.5;  // width of all lines, units

// One row per icon, in the order of `Icon`: its strokes, separated by semicolons. The first letter
// of a stroke says what the numbers behind it are: the points x y of an open line (l), of a closed
// line (c) or of a convex area clockwise (f); or middle and radius of a circle (o) or a disk (d).
constexpr auto kStrokes = std::to_array<std::string_view>({
    "f 4 3 13 8 4 13",                            // play
    "f 4 3 7 3 7 13 4 13;f 9 3 12 3 12 13 9 13",  // pause
    "f 3 3 5 3 5 13 3 13;f 7 3 13 8 7 13",        // step
    "f 11 3 13 3 13 13 11 13;f 9 3 9 13 3 8",     // step_back
    "l 3 8.5 3.7 11 5.5 12.8 8 13.5 10.5 12.8 12.3 11 13 8.5 12.3 6 10.5 4.2 8 3.5;"
    "f 8.5 1 8.5 6 5 3.5",                                                    // restart
    "c 2 4.5 10.5 4.5 10.5 11.5 2 11.5;l 10.5 7.5 14 5 14 11 10.5 8.5",       // film
    "f 3 3 5 3 5 13 3 13;f 13 3 13 13 6 8",                                   // first
    "f 3 3 10 8 3 13;f 11 3 13 3 13 13 11 13",                                // last
    "f 2 4 8 8 2 12;f 8 4 14 8 8 12",                                         // jump
    "f 8 4 8 12 2 8;f 14 4 14 12 8 8",                                        // jump_back
    "l 3 10 8 5 13 10",                                                       // chevron_up
    "l 3 6 8 11 13 6",                                                        // chevron_down
    "l 10 3 5 8 10 13",                                                       // chevron_left
    "l 6 3 11 8 6 13",                                                        // chevron_right
    "l 4 4 12 12;l 12 4 4 12",                                                // close
    "c 8 3 13.5 13 2.5 13;l 8 6.5 8 9.3;d 8 11.2 0.9",                        // warning
    "c 2 4 6.5 4 8 6 14 6 14 13 2 13",                                        // folder
    "d 3.5 8 1.3;d 8 8 1.3;d 12.5 8 1.3",                                     // more
    "l 4 2 4 14;c 4 3 13 3 10.5 6 13 9 4 9",                                  // race: a flag
    "l 2 5 14 5;l 2 11 14 11;d 6 5 2;d 10 11 2",                              // tune: two sliders
    "o 8 8 6;l 6 6.5 6.5 5.5 8 4.8 9.5 5.5 10 6.7 8 8.3 8 9.5;d 8 11.3 0.9",  // why
    "l 8 4.5 8 13;c 8 4.5 5 3 2 3 2 11.5 5 11.5 8 13 11 11.5 14 11.5 14 3 11 3",  // lessons: a book
    "c 2 8 4.2 5 8 3.7 11.8 5 14 8 11.8 11 8 12.3 4.2 11;d 8 8 2",                // xray: an eye
    "l 2.5 3 2.5 13.5 14 13.5;l 4.5 4 6 8.5 8.5 10.5 11 9.5 13.5 5",              // curve: a valley
});
static_assert(kStrokes.size() == kIcons);

// Draws one stroke with its grid's corner at `corner`, where a unit is `unit` px.
void draw_stroke(ImDrawList& list, std::string_view stroke, Vec2 corner, float unit, ImU32 color) {
  std::vector<float> numbers;
  for (const std::string_view number : split(stroke.substr(2), ' '))
    numbers.push_back(unit * read_number<float>(number).value_or(0));
  std::vector<ImVec2> points;
  for (std::size_t k = 0; k + 1 < numbers.size(); k += 2)
    points.push_back(corner + Vec2{numbers[k], numbers[k + 1]});
  const int n = static_cast<int>(points.size());
  const float weight = std::max(1.0f, kWeight * unit);
  switch (stroke.front()) {
    case 'f': return list.AddConvexPolyFilled(points.data(), n, color);
    case 'd': return list.AddCircleFilled(points[0], numbers[2], color);
    case 'o': return list.AddCircle(points[0], numbers[2], color, 0, weight);
    default: return draw_polyline(list, points, color, weight, stroke.front() == 'c');
  }
}

constexpr float kWordGap = 0.4f;  // between an icon and the word behind it, heights of the text

float icon_and_word_width(const Sentence& word) {
  return em() + (word.empty() ? 0 : kWordGap * em() + text_width(word));
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, Vec2 center, float size, ImU32 color) {
  const Vec2 corner{std::round(center.x - size / 2), std::round(center.y - size / 2)};
  for (const std::string_view stroke : split(kStrokes[static_cast<std::size_t>(icon)], ';'))
    draw_stroke(list, stroke, corner, size / kGrid, color);
}

float icon_button_width(const Sentence& word) {
  return icon_and_word_width(word) + 2 * ImGui::GetStyle().FramePadding.x;
}

void icon_over(Icon icon, const Sentence& word) {
  const Vec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = std::round((min.x + max.x - icon_and_word_width(word)) / 2);
  const float middle = (min.y + max.y) / 2;
  draw_icon(list, icon, {left + em() / 2, middle}, em(), color);
  list.AddText({left + (1 + kWordGap) * em(), std::round(middle - em() / 2)}, color,
               tr(word).c_str());
}

bool icon_button(const Gui& gui, Icon icon, const Sentence& word, std::string_view name,
                 const Sentence& help, float width) {
  const std::string id(name);
  const bool pressed =
      ImGui::Button(("##" + id).c_str(), {width == 0 ? icon_button_width(word) : width, 0});
  icon_over(icon, word);
  remember_rect(gui, id, help);
  return pressed;
}

}  // namespace phasebox::ui
