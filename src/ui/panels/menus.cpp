// SPDX-License-Identifier: MIT
// The menu bar with the list of scenes, the toolbar, and the menu of the field.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/rotation.hpp"
#include "io/pictures/images.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace {

// The sprite's image as it is turned; its pivot is the image's middle.
void draw_sprite(ImDrawList& list, const Sprite& sprite, const Image& image, ImTextureID texture,
                 Vec2 origin, float zoom) {
  const Vec2 half{static_cast<float>(image.width) * sprite.scale.x * zoom / 2,
                  static_cast<float>(image.height) * sprite.scale.y * zoom / 2};
  const Rotation turn = rotation(sprite.angle);
  const auto corner = [&](float x, float y) {
    return origin + sprite.position * zoom + rotate(turn, {x * half.x, y * half.y});
  };
  list.AddImageQuad(texture, corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
}

void draw_picture(const Gui& gui, const SceneEntry& entry, Vec2 min, Vec2 size) {
  auto& known = gui.ui.scene_pictures;
  if (!known.contains(entry.id))
    known.emplace(entry.id, scene_picture(entry, gui.session.images()));
  const ScenePicture& picture = known.at(entry.id);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, min + size, packed(theme(ThemeId::dark)[Role::background]), 3);
  list.PushClipRect(min, min + size, true);
  const float zoom = std::min(size.x / picture.field.x, size.y / picture.field.y);
  const Vec2 origin = min + (size - picture.field * zoom) * 0.5f;
  for (const Sprite& sprite : picture.sprites)
    if (sprite.image < gui.model.textures.size())
      draw_sprite(list, sprite, gui.session.images()[sprite.image],
                  texture_id(gui.model.textures[sprite.image]), origin, zoom);
  list.PopClipRect();
}

// A menu that opens from another one, or from the bar.
template <class Body>
void menu(const Gui& gui, const std::string& title, const std::string& name, Body body) {
  if (!ImGui::BeginMenu(tr_label(title.c_str()))) return remember_rect(gui, name);
  body();
  ImGui::EndMenu();
}

// Lines before which a menu has a separator.
constexpr std::string_view kBegin[] = {
    "screenshot",     "quit",        "clone", "more", "pause",   "follow", "response", "n-up",
    "reload-plugins", "larger-text", "panel", "tune", "scaling", "help",   "report"};

// Overlays are many: those of the sprites, and those of the algorithm.
constexpr OverlaySet kOfAlgorithm{Overlay::structure, Overlay::candidates, Overlay::collisions,
                                  Overlay::boundaries, Overlay::sweep_line};

void overlay_lines(const Gui& gui, bool is_of_algorithm) {
  for (std::size_t k = 0; k < kOverlayCount; ++k)
    if (kOfAlgorithm.has(static_cast<Overlay>(k)) == is_of_algorithm)
      menu_line(gui, *action_of_param(Owner::view(), overlays()[k]->id));
}

void recent_lines(const Gui& gui) {
  for (const std::string& path : gui.ui.recent) {
    const std::string name = printable(std::filesystem::path(path).filename().string());
    if (ImGui::MenuItem((name + "##" + path).c_str()))
      gui.out.emplace_back([path](ApplicationModel& model) { open_file(model, path); });
    remember_rect(gui, "menu.recent." + name, printable(path));
  }
}

// The actions of a menu; one that `is_by_key` has no line while it has a key.
void menu_lines(const Gui& gui, Menu which) {
  if (which == Menu::view) {
    menu(gui, "Overlays: sprites", "menu.sprites", [&] { overlay_lines(gui, false); });
    menu(gui, "Overlays: algorithm", "menu.algorithm", [&] { overlay_lines(gui, true); });
  }
  bool is_first = which != Menu::view;
  for (const ActionRow* row : actions()) {
    const bool is_overlay = row->owner == Owner::view() && find_overlay(row->key);
    if (row->menu != which || is_overlay) continue;
    if (row->is_by_key && !keys_of(*row, gui.ui.keys).empty()) continue;
    if (!std::exchange(is_first, false) && std::ranges::find(kBegin, row->id) != std::end(kBegin))
      ImGui::Separator();
    menu_line(gui, *row);
  }
  if (which == Menu::file && !gui.ui.recent.empty())
    menu(gui, "Open again", "menu.recent", [&] { recent_lines(gui); });
  if (which == Menu::help)
    menu(gui, "Language", "menu.language", [&] {
      each_language(gui, "menu.language.", [&](const char* label, bool is_spoken) {
        return ImGui::MenuItem(label, nullptr, is_spoken);
      });
    });
}

constexpr float kSide = 24;  // px before scaling, of a picture

// An icon, with its word where there is room; all of one width, so that none moves with a word.
void bar_button(const Gui& gui, const ActionRow& action, const char* icon, const char* word) {
  const bool is_wide = ImGui::GetWindowWidth() > gui.px(700);
  const std::string title = is_wide ? fmt::format("{} {}", icon, tr(word)) : icon;
  if (ImGui::Button(fmt::format("{}###{}", title, action.id).c_str(),
                    {(is_wide ? 6 : 2.4f) * ImGui::GetFontSize(), 0}))
    gui.out.emplace_back(Invocation{&action});
  remember_rect(gui, "bar." + std::string(action.id), hint_of(action, gui.ui.keys));
  ImGui::SameLine();
}

// How the image is launched, and what else is made of it.
void picture_menu(const Gui& gui, std::uint16_t i) {
  if (!ImGui::BeginPopupContextItem("picture")) return;
  Flips& flips = gui.ui.launch_flips;
  if (ImGui::MenuItem(tr_label("Mirror left to right"), nullptr, flips.x)) flips.x = !flips.x;
  remember_rect(gui, "launch.mirror-x");
  if (ImGui::MenuItem(tr_label("Mirror top to bottom"), nullptr, flips.y)) flips.y = !flips.y;
  remember_rect(gui, "launch.mirror-y");
  ImGui::SetNextItemWidth(gui.px(200));
  auto& options = gui.ui.picture_options;
  if (ImGui::InputTextWithHint("##options", "cell=32x48,steps=6", options.data(), options.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue)) {
    gui.out.emplace_back(Deed([i, text = std::string(options.data())](ApplicationModel& model) {
      cut_picture(model, i, text);
    }));
    ImGui::CloseCurrentPopup();
  }
  remember_rect(gui, "launch.options",
                "Enter makes a sheet or another picture of it: " + std::string(kPictureOptions));
  ImGui::EndPopup();
}

// The images that are launched: pictures, and frames that stay.
std::vector<std::uint16_t> launchable(const ImageSet& images) {
  std::vector<std::uint16_t> all;
  // The plain image of recorded boxes is not launched.
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
  tooltip("Launch '" + name +
          "': drag on empty ground. Right click: mirror it, or cut it into frames.");
  picture_menu(gui, i);
  ImGui::PopID();
  const bool chosen = gui.ui.launch_image == i;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // On the dark ground in all themes: white letters would vanish on a light one.
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 4);
  if (i < gui.model.textures.size()) {
    const Vec2 size{static_cast<float>(image.width), static_cast<float>(image.height)};
    const Vec2 inner = size * (side * 0.84f / std::max(size.x, size.y));
    const Vec2 at = min + (Vec2{side, side} - inner) * 0.5f;
    const Flips& flips = gui.ui.launch_flips;
    const Vec2 from{flips.x ? 1.0f : 0.0f, flips.y ? 1.0f : 0.0f};
    list.AddImage(texture_id(gui.model.textures[i]), at, at + inner, from, Vec2{1, 1} - from);
  }
  if (chosen || is_hovered)
    draw_outline(list, min, max, gui.ink(chosen ? Role::accent : Role::text_dim),
                 chosen ? gui.px(2) : 1, 4);
}

// The five images used last; a new one comes first, and none changes its place otherwise.
std::span<const std::uint16_t> strip_of(const Gui& gui, std::span<const std::uint16_t> all) {
  constexpr std::size_t kShown = 5;
  auto& strip = gui.ui.launch_strip;
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
  ImGui::SetNextItemWidth(8 * ImGui::GetFontSize());
  value_box(gui, "launch.size", gui.ui.launch_size, 0.5f, 4, 512, "%.0f px",
            "Longer side of a launched sprite, 4 to 512 px. Double click to type.");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % 8 != 0) ImGui::SameLine();
    choice(gui, all[i], side * 1.4f);
  }
  ImGui::EndPopup();
}

constexpr int kPerRow = 8;

// Most worlds get by with half of the categories; where one is above, all are shown.
int categories_shown(std::span<const Filter> filters) {
  const auto is_high = [](const Filter& f) { return f.category >> 16 != 0; };
  return std::ranges::any_of(filters, is_high) ? 32 : 16;
}

// Boxes for one of the two sets of a filter; a square where the sprites differ.
void filter_boxes(const Gui& gui, const char* name, std::uint32_t Filter::*bits,
                  std::span<const SpriteId> chosen) {
  const auto filters = gui.session.world().filters();
  const float left = ImGui::GetStyle().WindowPadding.x, pitch = 3.1f * ImGui::GetFontSize();
  ImGui::PushID(name);
  for (int k = 0; k < categories_shown(filters); ++k) {
    const std::uint32_t bit = 1u << k;
    const auto has = [&](SpriteId id) { return (filters[id].*bits & bit) != 0; };
    // Two bits, both set when all have it: that is how ImGui draws the state between.
    unsigned state =
        (std::ranges::any_of(chosen, has) ? 1u : 0) | (std::ranges::all_of(chosen, has) ? 2u : 0);
    if (k % kPerRow != 0) ImGui::SameLine(left + pitch * static_cast<float>(k % kPerRow));
    if (ImGui::CheckboxFlags(std::to_string(k + 1).c_str(), &state, 3u)) {
      command::SetFilter set{.ids = {chosen.begin(), chosen.end()}};
      const bool is_category = bits == &Filter::category;
      (state ? (is_category ? set.category_on : set.mask_on)
             : (is_category ? set.category_off : set.mask_off)) = bit;
      gui.out.emplace_back(std::move(set));
    }
    remember_rect(gui, std::string("filter.") + name + "." + std::to_string(k + 1));
  }
  ImGui::PopID();
}

void volume_lines(const Gui& gui, std::span<const SpriteId> chosen) {
  constexpr std::array<const char*, 3> kHelp{"Box of the rotated opaque area; follows the angle.",
                                             "One square for every angle.",
                                             "Square round the smallest circle."};
  const auto volumes = gui.session.world().volumes();
  for (std::size_t k = 0; k < kVolumeNames.size(); ++k) {
    const auto volume = static_cast<Volume>(k);
    const bool all =
        std::ranges::all_of(chosen, [&](SpriteId id) { return volumes[id] == volume; });
    const std::string name(kVolumeNames[k]);
    if (ImGui::MenuItem(tr_label(name.c_str()), nullptr, all))
      gui.out.emplace_back(command::SetVolume{{chosen.begin(), chosen.end()}, volume});
    remember_rect(gui, "volume." + name, kHelp[k]);
  }
}

void draw_sprite_menu(const Gui& gui, std::span<const SpriteId> chosen) {
  const RecordingPlayback* show = gui.session.show();
  const std::string heading =
      chosen.size() != 1 ? counted(chosen.size(), "sprite")
                         : (show ? "Object " : "Sprite ") + gui.session.number_text(chosen[0]);
  ImGui::TextDisabled("%s", tr(heading.c_str()));
  if (chosen.size() <= 2) {
    // The action of an open tool would close it.
    if (ImGui::MenuItem(tr_label("Why tested?"), keys_of(why_tool.action, gui.ui.keys).c_str()) &&
        gui.ui.tool != "why")
      gui.out.emplace_back(Invocation{&why_tool.action});
    remember_rect(gui, "menu.why", why_tool.action.help);
  }
  if (show) {
    menu_line(gui, fit_selection_action);
    ImGui::TextDisabled("%s", tr("as recorded; nothing to change"));
    return;
  }
  const auto statics = gui.session.world().statics();
  const bool pinned = std::ranges::all_of(chosen, [&](SpriteId id) { return statics[id] != 0; });
  if (ImGui::MenuItem(tr_label(pinned ? "Unpin" : "Pin")))
    gui.out.emplace_back(command::SetStatic{{chosen.begin(), chosen.end()}, !pinned});
  remember_rect(gui, "menu.pin", "A pinned sprite never moves by itself.");
  menu(gui, "Filter", "menu.filter", [&] {
    text(gui, "is of category", Role::text_dim);
    filter_boxes(gui, "category", &Filter::category, chosen);
    text(gui, "collides with", Role::text_dim);
    filter_boxes(gui, "mask", &Filter::mask, chosen);
    const bool both = gui.session.frame().rule == FilterRule::both;
    text_within(
        gui,
        both ? "Two sprites are tested when each one collides with a category of the other."
             : "Two sprites are tested when one of them collides with a category of the other.",
        ImGui::GetFontSize() * 25, Role::text_dim);
  });
  menu(gui, "Bounding volume", "menu.volume", [&] { volume_lines(gui, chosen); });
  menu_line(gui, clone_action);
  menu_line(gui, remove_action);
}

std::optional<std::string> draw_scene_lines(const Gui& gui, std::string_view group,
                                            const SceneEntry* now) {
  std::optional<std::string> chosen;
  const float line = ImGui::GetTextLineHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
  const Vec2 size{line * 4, line * 2.25f};
  for (const SceneEntry* entry : scenes()) {
    if (entry->group != group) continue;
    const std::string id(entry->id);
    ImGui::PushID(id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::min(line * 48, ImGui::GetIO().DisplaySize.x - line * 4);
    if (ImGui::Selectable("##scene", entry == now, 0, {width, size.y})) chosen = id;
    ImGui::PopID();
    remember_rect(gui, "scene." + id);
    draw_picture(gui, *entry, at, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = at.x + size.x + gap;
    const std::string title(entry->title), sentence(entry->summary);
    list.AddText({left, at.y}, gui.ink(entry == now ? Role::accent : Role::text),
                 tr(title.c_str()));
    const std::string shown = fitted_text(sentence, width - size.x - gap);
    list.AddText({left, at.y + line * 1.1f}, gui.ink(Role::text_dim), shown.c_str());
    if (shown != tr(std::string_view(sentence))) tooltip(sentence);
  }
  return chosen;
}

}  // namespace

void draw_scenes(const Gui& gui) {
  if (std::exchange(gui.ui.opens_scenes, false)) ImGui::OpenPopup("scenes");
  if (!ImGui::BeginPopup("scenes")) return;
  const bool is_recorded = gui.session.show() != nullptr;
  for (const std::string_view group : kSceneGroups) {
    text(gui, group, Role::text_dim);
    if (auto id = draw_scene_lines(gui, group, is_recorded ? nullptr : &gui.session.scene())) {
      gui.out.emplace_back(command::LoadScene{*std::move(id)});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::EndPopup();
}

void draw_menu_bar(const Gui& gui) {
  if (!ImGui::BeginMainMenuBar()) return;
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  const bool is_narrow = ImGui::GetIO().DisplaySize.x < gui.px(460);  // a phone has room for all
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {is_narrow ? gui.px(3) : spacing.x, spacing.y});
  const int popups = open_popups(), n = static_cast<int>(kMenuTitles.size()) - 1;
  const int wanted = std::exchange(gui.ui.menu_wanted, 0);
  int open = 0;
  for (int k = 1; k <= n; ++k) {
    const char* const title = kMenuTitles[static_cast<std::size_t>(k)];
    if (k == wanted) ImGui::OpenPopup(tr_label(title));
    menu(gui, title, std::string("menu.") + title, [&] {
      open = k;
      menu_lines(gui, static_cast<Menu>(k));
    });
  }
  ImGui::PopStyleVar();
  // Not where they open a menu in the menu, or close it.
  const int by = ImGui::IsKeyPressed(ImGuiKey_RightArrow) - ImGui::IsKeyPressed(ImGuiKey_LeftArrow);
  if (by != 0 && open > 0 && popups == 1 && open_popups() == 1) {
    gui.ui.menu_wanted = (open - 1 + by + n) % n + 1;
    keep_focus();
  }
  ImGui::EndMainMenuBar();
}

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
  if (!gui.session.show() && !gui.ui.is_embedded) launcher(gui);
  ImGui::PopStyleVar();
  ImGui::End();
}

void draw_field_menu(const Gui& gui) {
  if (std::exchange(gui.ui.opens_menu, false)) ImGui::OpenPopup("field menu");
  ImGui::SetNextWindowPos(gui.ui.menu_at, ImGuiCond_Appearing);
  if (!ImGui::BeginPopup("field menu")) return;
  if (gui.ui.keyboard.is_on && ImGui::IsWindowAppearing()) show_focus();
  const std::vector<SpriteId> chosen = gui.model.selected();
  if (chosen.empty()) {
    menu_line(gui, whole_field_action);
    menu_line(gui, pause_action);
  } else {
    draw_sprite_menu(gui, chosen);
  }
  ImGui::EndPopup();
}

}  // namespace phasebox::ui
