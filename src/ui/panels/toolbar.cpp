// SPDX-License-Identifier: MIT
// Draws the toolbar: buttons to pause, step and restart, and the images that can be launched.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "io/pictures/images.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The state that the launcher keeps from frame to frame.
struct Launcher {
  // Numbers of the images that the toolbar offers, at most five.
  std::vector<std::uint16_t> used;
  // The text typed into the field of picture_menu(), ended by 0.
  std::array<char, 256> options{};
};

// The side of an image's button in the toolbar, px before scaling.
constexpr float kSide = 24;

// Draws a button of the toolbar for an action: its icon and, in a wide window, `word` behind it.
// All such buttons are equally wide, so that none moves when a word changes.
void bar_button(const Gui& gui, const ActionRow& action, const char* icon, const char* word) {
  const bool is_wide = ImGui::GetWindowWidth() > gui.px(700);
  const std::string title = is_wide ? fmt::format("{} {}", icon, tr(word)) : icon;
  if (ImGui::Button(fmt::format("{}###{}", title, action.id).c_str(),
                    {(is_wide ? 6 : 2.4f) * em(), 0}))
    gui.ask(Invocation{&action});
  remember_rect(gui, "bar." + std::string(action.id), hint_of(action, gui.ui.keys));
  ImGui::SameLine();
}

// Draws the context menu of image number `i` in the launcher: whether launched sprites are
// mirrored, and a text field with options, as kPictureOptions describes them, by which the image is
// cut into an animation or made into another picture.
void picture_menu(const Gui& gui, std::uint16_t i) {
  if (!ImGui::BeginPopupContextItem("picture")) return;
  Flips& flips = gui.ui.launch_flips;
  if (ImGui::MenuItem(tr_label("Mirror left to right"), nullptr, flips.x)) flips.x = !flips.x;
  remember_rect(gui, "launch.mirror-x");
  if (ImGui::MenuItem(tr_label("Mirror top to bottom"), nullptr, flips.y)) flips.y = !flips.y;
  remember_rect(gui, "launch.mirror-y");
  ImGui::SetNextItemWidth(gui.px(200));
  auto& options = gui.ui.own<Launcher>().options;
  if (ImGui::InputTextWithHint("##options", "cell=32x48,steps=6", options.data(), options.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue)) {
    gui.ask([i, text = std::string(options.data())](ApplicationModel& model) {
      cut_picture(model, i, text);
    });
    ImGui::CloseCurrentPopup();
  }
  remember_rect(gui, "launch.options",
                say("Enter makes a sheet or another picture of it: {}", kPictureOptions));
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

void choice(const Gui& gui, std::uint16_t i, float side) {
  const Image& image = gui.session.images()[i];
  const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + side, min.y + side};
  ImGui::PushID(static_cast<int>(i));
  if (ImGui::InvisibleButton("image", {side, side})) gui.ui.launch_image = i;
  const std::string name =
      image.name + (image.frame > 0 ? " " + std::to_string(image.frame) : std::string());
  remember_rect(gui, "launch." + name);
  const bool is_hovered = ImGui::IsItemHovered();
  tooltip(say("Launch '{}': drag on empty ground. Right click: mirror it, or cut it into frames.",
              Sentence::as_is(name)));
  picture_menu(gui, i);
  ImGui::PopID();
  const bool chosen = gui.ui.launch_image == i;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // The image has a dark background in all themes, because white pictures could not be seen on a
  // light one.
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 4);
  if (i < gui.model.field.textures.size()) {
    const Vec2 size{static_cast<float>(image.width), static_cast<float>(image.height)};
    const Vec2 inner = size * (side * 0.84f / std::max(size.x, size.y));
    const Vec2 at = min + (Vec2{side, side} - inner) * 0.5f;
    const Flips& flips = gui.ui.launch_flips;
    const Vec2 from{flips.x ? 1.0f : 0.0f, flips.y ? 1.0f : 0.0f};
    list.AddImage(texture_id(gui.model.field.textures[i]), at, at + inner, from, Vec2{1, 1} - from);
  }
  if (chosen || is_hovered)
    draw_outline(list, min, max, gui.ink(chosen ? Role::accent : Role::text_dim),
                 chosen ? gui.px(2) : 1, 4);
}

// Returns the numbers of the images that the toolbar offers, at most five of `all`. An image that
// is chosen and is not among them is put first, and the last one leaves; choosing one of the five
// does not move it.
std::span<const std::uint16_t> strip_of(const Gui& gui, std::span<const std::uint16_t> all) {
  constexpr std::size_t kShown = 5;
  auto& strip = gui.ui.own<Launcher>().used;
  const auto has = [](const auto& list, std::uint16_t i) {
    return std::ranges::find(list, i) != list.end();
  };
  std::erase_if(strip, [&](std::uint16_t i) { return !has(all, i); });
  if (has(all, gui.ui.launch_image) && !has(strip, gui.ui.launch_image))
    strip.insert(strip.begin(), gui.ui.launch_image);
  for (const std::uint16_t i : all)
    if (strip.size() < kShown && !has(strip, i)) strip.push_back(i);
  strip.resize(std::min(strip.size(), kShown));
  return strip;
}

void launcher(const Gui& gui) {
  const float side = kSide * gui.ui.scale;
  const std::vector<std::uint16_t> all = launchable(gui.session.images());
  for (const std::uint16_t i : strip_of(gui, all)) {
    choice(gui, i, side);
    ImGui::SameLine();
  }
  if (ImGui::Button("▼##launch")) ImGui::OpenPopup("launch-images");
  remember_rect(gui, "launch.more",
                "Launch: drag on empty ground. All images, and how large they are; drop a PNG or "
                "JPEG on the window to add one.");
  if (!ImGui::BeginPopup("launch-images")) return;
  ImGui::SetNextItemWidth(8 * em());
  value_box(gui, "launch.size", gui.ui.launch_size, 0.5f, 4, 512, "%.0f px",
            "Longer side of a launched sprite, 4 to 512 px. Double click to type.");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % 8 != 0) ImGui::SameLine();
    choice(gui, all[i], side * 1.4f);
  }
  ImGui::EndPopup();
}

}  // namespace

void draw_toolbar(const Gui& gui, const Aabb& where) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float frame = ImGui::GetFrameHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(gui.px(8), std::max(0.0f, (extent(where).y - frame) / 2)));
  begin_fixed("bar", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gui.px(4), style.ItemSpacing.y));
  const bool is_paused = gui.model.paused;
  bar_button(gui, pause_action, is_paused ? "▶" : "▮▮", is_paused ? "Resume" : "Pause");
  bar_button(gui, step_action, "▶▮", "Step");
  bar_button(gui, restart_action, "↺", "Restart");
  if (!gui.session.playback() && !gui.ui.is_embedded) launcher(gui);
  ImGui::PopStyleVar();
  ImGui::End();
}

}  // namespace phasebox::ui
