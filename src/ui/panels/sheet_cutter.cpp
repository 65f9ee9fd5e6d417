// SPDX-License-Identifier: MIT
// Draws the dialog that cuts a picture into the frames of an animation, with the cuts over it.
#include <algorithm>
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
  float width = 0, height = 0;  // of a cell, px
  float steps = 0;              // per frame; 0: sprites keep their frame
  Flips flips;
  std::array<char, 256> more{};  // further options as the user types them, ended by 0
};

// The frames of the image as it is now, side by side as picture_of() joins them.
struct JoinedFrames {
  Vec2 frame, all;  // sizes, px
  std::size_t count, columns;
};

JoinedFrames joined_frames(const Image& image) {
  const std::size_t n = image.later.size() + 1;
  const std::size_t columns = std::min(n, static_cast<std::size_t>(kMaxImageSide / image.width));
  const Vec2 frame{static_cast<float>(image.width), static_cast<float>(image.height)};
  const std::size_t rows = (n + columns - 1) / columns;
  return {frame,
          {frame.x * static_cast<float>(columns), frame.y * static_cast<float>(rows)},
          n,
          columns};
}

// Writes the choices as kPictureOptions describes them.
std::string options_of(const SheetCutter& cutter) {
  std::string text = fmt::format("cell={:.0f}x{:.0f}", cutter.width, cutter.height);
  if (cutter.steps >= 1) text += fmt::format(",steps={:.0f}", cutter.steps);
  if (cutter.flips)
    text += fmt::format(",flip={}{}", cutter.flips.x ? "x" : "", cutter.flips.y ? "y" : "");
  return cutter.more[0] ? fmt::format("{},{}", text, cutter.more.data()) : text;
}

// Draws the picture, as large as there is room, and the cuts over it.
void draw_preview(const Gui& gui, const SheetCutter& cutter, const JoinedFrames& from) {
  const Vec2 room{24 * em(), 14 * em()};
  const float zoom = std::min(room.x / from.all.x, room.y / from.all.y);
  const Vec2 min = ImGui::GetCursorScreenPos(), size = from.all * zoom;
  ImGui::Dummy(size);
  remember_rect(gui, "cutter.preview");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, min + size, gui.ink(Role::panel_border));
  const auto textures = gui.model.field.textures;
  for (std::size_t k = 0; k < from.count && cutter.image + k < textures.size(); ++k) {
    const Vec2 at = min + Vec2{static_cast<float>(k % from.columns) * from.frame.x,
                               static_cast<float>(k / from.columns) * from.frame.y} *
                              zoom;
    list.AddImage(texture_id(textures[cutter.image + k]), at, at + from.frame * zoom);
  }
  const ImU32 ink = gui.ink(Role::accent);
  for (float x = 0; x <= from.all.x; x += cutter.width)
    list.AddLine(min + Vec2{x * zoom, 0}, min + Vec2{x * zoom, size.y}, ink);
  for (float y = 0; y <= from.all.y; y += cutter.height)
    list.AddLine(min + Vec2{0, y * zoom}, min + Vec2{size.x, y * zoom}, ink);
}

void draw_cell_boxes(const Gui& gui, SheetCutter& cutter, Vec2 all) {
  const auto box = [&](const char* title, const char* name, float& value, float low, float high,
                       const char* format) {
    ImGui::SetNextItemWidth(7 * em());
    value_box(gui, name, value, 0.1f, low, high, format, {});
    value = std::round(value);
    ImGui::SameLine();
    text(title);
  };
  box("width of a cell", "cutter.width", cutter.width, 1, all.x, "%.0f px");
  box("height of a cell", "cutter.height", cutter.height, 1, all.y, "%.0f px");
  box("steps per frame; 0 keeps the frame", "cutter.steps", cutter.steps, 0, 1000, "%.0f");
  ImGui::Checkbox(tr_label("Mirror left to right"), &cutter.flips.x);
  ImGui::Checkbox(tr_label("Mirror top to bottom"), &cutter.flips.y);
  ImGui::SetNextItemWidth(14 * em());
  ImGui::InputTextWithHint("##more", "key=RRGGBB", cutter.more.data(), cutter.more.size());
  remember_rect(gui, "cutter.more", say("Further options: {}", kPictureOptions));
}

}  // namespace

void cut_sheet(const Gui& gui, std::uint16_t image) {
  const Image& from = gui.session.images()[image];
  gui.ui.own<SheetCutter>() = {.image = image,
                               .opens = true,
                               .width = static_cast<float>(from.width),
                               .height = static_cast<float>(from.height),
                               .steps = static_cast<float>(from.steps_per_frame)};
}

void draw_sheet_cutter(const Gui& gui, Vec2 screen) {
  SheetCutter& cutter = gui.ui.own<SheetCutter>();
  if (std::exchange(cutter.opens, false)) ImGui::OpenPopup("sheet-cutter");
  ImGui::SetNextWindowPos(screen * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopup("sheet-cutter")) return;
  if (cutter.image >= gui.session.images().size()) return ImGui::EndPopup();
  text_heading("Cut into frames");
  const JoinedFrames from = joined_frames(gui.session.images()[cutter.image]);
  draw_preview(gui, cutter, from);
  draw_cell_boxes(gui, cutter, from.all);
  const bool divides =
      std::fmod(from.all.x, cutter.width) == 0 && std::fmod(from.all.y, cutter.height) == 0;
  if (!divides)
    text(gui, say("Cells must divide the picture, {:.0f} x {:.0f} px.", from.all.x, from.all.y),
         Role::warning);
  ImGui::BeginDisabled(!divides);
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
