// SPDX-License-Identifier: MIT
// Draws the launcher: the button that shows which image is launched next, and the list of all.
#include <algorithm>

#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// Draws the context menu of image number `i` in the launcher: whether launched sprites are
// mirrored, and the dialog that cuts the image into an animation or makes another picture of it.
void picture_menu(const Gui& gui, std::uint16_t i) {
  if (!ImGui::BeginPopupContextItem("picture")) return;
  Flips& flips = gui.ui.launch_flips;
  if (ImGui::MenuItem(tr_label("Mirror left to right"), nullptr, flips.x)) flips.x = !flips.x;
  remember_rect(gui, "launch.mirror-x");
  if (ImGui::MenuItem(tr_label("Mirror top to bottom"), nullptr, flips.y)) flips.y = !flips.y;
  remember_rect(gui, "launch.mirror-y");
  // A sheet is cut again from its picture, which stays in the list.
  const bool is_whole = gui.session.images()[i].later.empty();
  if (ImGui::MenuItem(tr_label("Cut into frames ..."), nullptr, false, is_whole)) cut_sheet(gui, i);
  remember_rect(gui, "launch.cut");
  ImGui::EndPopup();
}

// Lists the numbers of the images that can be launched: single pictures, the first frames of
// animations, and frames of sheets that do not play. Mirrored copies are left out.
std::vector<std::uint16_t> launchable(const ImageSet& images) {
  std::vector<std::uint16_t> all;
  // Recorded boxes are shown by a plain image, which is left out too.
  constexpr int kPlain = RecordingPlayback::kImageSide;
  const auto is_plain = [](const Image& image) {
    return image.name == "box" && image.width == kPlain && image.height == kPlain;
  };
  for (std::size_t i = 0; i < images.size(); ++i)
    if (!images[i].flips && (images[i].frame == 0 || images[i].steps_per_frame == 0) &&
        !is_plain(images[i]))
      all.push_back(static_cast<std::uint16_t>(i));
  return all;
}

// Draws image number `i`, mirrored as it is launched, in a square of `side` px. Its background is
// a middle gray in every theme, so that both white and black pictures are seen on it.
void draw_image(const Gui& gui, std::uint16_t i, Vec2 min, float side) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Vec2 square{side, side};
  list.AddRectFilled(min, min + square, gui.ink(Role::text_dim, 0.5f), gui.px(4));
  if (i >= gui.model.field.textures.size()) return;
  const Image& image = gui.session.images()[i];
  const Vec2 size{static_cast<float>(image.width), static_cast<float>(image.height)};
  const Vec2 inner = size * (side * 0.84f / std::max(size.x, size.y));
  const Vec2 at = min + (square - inner) * 0.5f;
  const Flips& flips = gui.ui.launch_flips;
  const Vec2 from{flips.x ? 1.0f : 0.0f, flips.y ? 1.0f : 0.0f};
  list.AddImage(texture_id(gui.model.field.textures[i]), at, at + inner, from, Vec2{1, 1} - from);
}

// Draws image number `i` of the list, which is launched next once it is clicked.
void choice(const Gui& gui, std::uint16_t i, float side) {
  const Image& image = gui.session.images()[i];
  const Vec2 min = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(i));
  if (ImGui::InvisibleButton("image", {side, side})) {
    gui.ui.launch_image = i;
    ImGui::CloseCurrentPopup();
  }
  const std::string name =
      image.name + (image.frame > 0 ? " " + std::to_string(image.frame) : std::string());
  remember_rect(gui, "launch." + name);
  const bool is_hovered = ImGui::IsItemHovered();
  tooltip(say("Launch '{}': drag on empty ground. Right click: mirror it, or cut it into frames.",
              Sentence::as_is(name)));
  picture_menu(gui, i);
  ImGui::PopID();
  const bool chosen = gui.ui.launch_image == i;
  draw_image(gui, i, min, side);
  if (chosen || is_hovered)
    draw_outline(*ImGui::GetWindowDrawList(), min, min + Vec2{side, side},
                 gui.ink(chosen ? Role::accent : Role::text_dim), chosen ? gui.px(2) : 1, 4);
}

}  // namespace

float launcher_width() { return 1.2f * em() + ImGui::GetFrameHeight(); }

void draw_launcher(const Gui& gui) {
  if (ImGui::Button("###launch", {launcher_width(), 0})) ImGui::OpenPopup("launch-images");
  remember_rect(gui, "launch.more",
                "Launch: drag on empty ground. All images, and how large they are; drop a PNG or "
                "JPEG on the window to add one.");
  const Vec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  if (gui.ui.launch_image < gui.session.images().size())
    draw_image(gui, gui.ui.launch_image, min, max.y - min.y);
  draw_list_sign(*ImGui::GetWindowDrawList(), min, max);
  if (!ImGui::BeginPopup("launch-images")) return;
  ImGui::SetNextItemWidth(8 * em());
  value_box(gui, "launch.size", gui.ui.launch_size, 0.5f, 4, 512, "%.0f px",
            "Longer side of a launched sprite, 4 to 512 px. Double click to type.");
  const std::vector<std::uint16_t> all = launchable(gui.session.images());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % 8 != 0) ImGui::SameLine();
    choice(gui, all[i], gui.px(34));
  }
  ImGui::EndPopup();
}

}  // namespace phasebox::ui
