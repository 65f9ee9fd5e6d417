// SPDX-License-Identifier: MIT
// Draws the dialog that cuts a picture into the frames of an animation, with the cuts over it.
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "io/pictures/images.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The choices in the dialog. Numbers are floats because value boxes take these.
struct SheetCutter {
  std::uint16_t image = 0;
  bool opens = false;
  Vec2 picture, cell;             // sizes, px
  float margin = 0, spacing = 0;  // px
  float steps = 0;                // per frame; 0: sprites keep their frame
  Flips flips = {};
  std::array<char, 256> more{};  // further options as the user types them, ended by 0
};

SheetCells cells_of(const SheetCutter& cutter) {
  return {.width = static_cast<int>(cutter.cell.x),
          .height = static_cast<int>(cutter.cell.y),
          .margin = static_cast<int>(cutter.margin),
          .spacing = static_cast<int>(cutter.spacing)};
}

// Writes the choices as kPictureOptions describes them.
std::string options_of(const SheetCutter& cutter) {
  std::string text = fmt::format("cell={:.0f}x{:.0f},margin={:.0f},spacing={:.0f}", cutter.cell.x,
                                 cutter.cell.y, cutter.margin, cutter.spacing);
  if (cutter.steps > 0) text += fmt::format(",steps={:.0f}", cutter.steps);
  if (cutter.flips)
    text += fmt::format(",flip={}{}", cutter.flips.x ? "x" : "", cutter.flips.y ? "y" : "");
  return cutter.more[0] ? fmt::format("{},{}", text, cutter.more.data()) : text;
}

// Calls `draw` with both edges of each cell along a side of the picture, in px of the screen from
// its begin. Without cells that are so small that the cuts would cover the picture.
template <class Draw>
void each_cut(float side, float cell, const SheetCells& cells, float zoom, const Draw& draw) {
  constexpr float kClosest = 4;  // px of the screen
  if (cell * zoom < kClosest) return;
  const int count = cells_along(static_cast<int>(side), static_cast<int>(cell), cells);
  for (int k = 0; k < count; ++k) {
    const float begin = static_cast<float>(cells.margin) +
                        static_cast<float>(k) * (cell + static_cast<float>(cells.spacing));
    draw(begin * zoom);
    draw((begin + cell) * zoom);
  }
}

// Draws the picture, as large as there is room, and the cuts over it.
void draw_preview(const Gui& gui, const SheetCutter& cutter) {
  const float zoom = std::min(24 * em() / cutter.picture.x, 14 * em() / cutter.picture.y);
  const Vec2 min = ImGui::GetCursorScreenPos(), max = min + cutter.picture * zoom;
  ImGui::Dummy(max - min);
  remember_rect(gui, "cutter.preview");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, gui.ink(Role::panel_border));
  const auto textures = gui.model.field.textures;
  if (cutter.image < textures.size()) list.AddImage(texture_id(textures[cutter.image]), min, max);
  const SheetCells cells = cells_of(cutter);
  each_cut(cutter.picture.x, cutter.cell.x, cells, zoom, [&](float x) {
    list.AddLine({min.x + x, min.y}, {min.x + x, max.y}, gui.ink(Role::accent));
  });
  each_cut(cutter.picture.y, cutter.cell.y, cells, zoom, [&](float y) {
    list.AddLine({min.x, min.y + y}, {max.x, min.y + y}, gui.ink(Role::accent));
  });
}

void draw_cell_boxes(const Gui& gui, SheetCutter& cutter) {
  const auto box = [&](const char* title, const char* name, float& value, float low, float high) {
    ImGui::SetNextItemWidth(7 * em());
    value_box(gui, name, value, 0.1f, low, high, "%.0f", {});
    value = std::round(value);
    ImGui::SameLine();
    text(title);
  };
  box("width of a cell, px", "cutter.width", cutter.cell.x, 1, cutter.picture.x);
  box("height of a cell, px", "cutter.height", cutter.cell.y, 1, cutter.picture.y);
  box("margin left and above, px", "cutter.margin", cutter.margin, 0, cutter.picture.x);
  box("spacing between two cells, px", "cutter.spacing", cutter.spacing, 0, cutter.picture.x);
  box("steps per frame; 0 keeps the frame", "cutter.steps", cutter.steps, 0, 1000);
  ImGui::Checkbox(tr_label("Mirror left to right"), &cutter.flips.x);
  ImGui::Checkbox(tr_label("Mirror top to bottom"), &cutter.flips.y);
  ImGui::SetNextItemWidth(14 * em());
  ImGui::InputTextWithHint("##more", "key=RRGGBB", cutter.more.data(), cutter.more.size());
  remember_rect(gui, "cutter.more", say("Further options: {}", kPictureOptions));
}

}  // namespace

void cut_sheet(const Gui& gui, std::uint16_t image) {
  const Image& from = gui.session.images()[image];
  const Vec2 size{static_cast<float>(from.width), static_cast<float>(from.height)};
  gui.ui.own<SheetCutter>() = {.image = image, .opens = true, .picture = size, .cell = size};
}

void draw_sheet_cutter(const Gui& gui, Vec2 screen) {
  SheetCutter& cutter = gui.ui.own<SheetCutter>();
  if (std::exchange(cutter.opens, false)) ImGui::OpenPopup("sheet-cutter");
  ImGui::SetNextWindowPos(screen * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopup("sheet-cutter")) return;
  if (gui.ui.keyboard.is_on && ImGui::IsWindowAppearing()) show_focus();
  text_heading("Cut into frames");
  draw_preview(gui, cutter);
  draw_cell_boxes(gui, cutter);
  const Bitmap size{static_cast<int>(cutter.picture.x), static_cast<int>(cutter.picture.y), {}};
  const SheetCells cells = cells_of(cutter);
  const bool is_known = cutter.image < gui.session.images().size();
  const auto count =
      count_cells(is_known ? gui.session.images()[cutter.image].name : "", size, cells);
  if (count.failed())
    text_within(gui, count.error().text, 24 * em(), Role::warning);
  else
    text(gui,
         say("{} x {} frames", cells_along(size.width, cells.width, cells),
             cells_along(size.height, cells.height, cells)),
         Role::text_dim);
  ImGui::BeginDisabled(count.failed() || !is_known);
  if (button(gui, "Apply", "cutter.apply")) {
    gui.ask([i = cutter.image, options = options_of(cutter)](ApplicationModel& model) {
      cut_picture(model, i, options);
    });
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (button(gui, "Cancel (Esc)", "cutter.cancel")) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace phasebox::ui
