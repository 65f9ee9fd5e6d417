// SPDX-License-Identifier: MIT
// The menu bar with the list of scenes, the toolbar, and the menu of the field.
#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/number_format.hpp"
#include "base/rotation.hpp"
#include "ui/language/tr.hpp"
#include "ui/language/translation.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox::ui {
namespace {

// The sprite's image as it is turned; its pivot is the image's middle.
void draw_sprite(ImDrawList& list, const Sprite& sprite, const Image& image, ImTextureID texture,
                 Vec2 origin, float zoom) {
  const Vec2 half{static_cast<float>(image.width) * sprite.scale.x * zoom / 2,
                  static_cast<float>(image.height) * sprite.scale.y * zoom / 2};
  const Rotation turn = rotation(sprite.angle);
  const Vec2 middle = origin + sprite.position * zoom;
  const auto corner = [&](float x, float y) {
    return to_imgui(middle + rotate(turn, {x * half.x, y * half.y}));
  };
  list.AddImageQuad(texture, corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
}

void draw_picture(const Gui& gui, const ScenePicture& picture, ImVec2 min, ImVec2 size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 max{min.x + size.x, min.y + size.y};
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 3);
  list.PushClipRect(min, max, true);
  const float zoom = std::min(size.x / picture.field.x, size.y / picture.field.y);
  const Vec2 origin = from_imgui(min) + (from_imgui(size) - picture.field * zoom) * 0.5f;
  for (const Sprite& sprite : picture.sprites)
    if (sprite.image < gui.model.textures.size())
      draw_sprite(list, sprite, gui.model.session.images()[sprite.image],
                  texture_id(gui.model.textures[sprite.image]), origin, zoom);
  list.PopClipRect();
}

const ScenePicture& picture_of(const Gui& gui, const SceneEntry& entry) {
  auto& known = gui.ui.scene_pictures;
  const auto found = known.find(entry.id);
  if (found != known.end()) return found->second;
  return known.emplace(entry.id, scene_picture(entry, gui.model.session.images())).first->second;
}

// The menu bar.

// A menu that opens from another one, or from the bar.
template <class Body>
void menu(const Gui& gui, const std::string& title, const std::string& name, Body body) {
  if (!ImGui::BeginMenu(tr_label(title.c_str()))) return remember_rect(gui, name);
  body();
  ImGui::EndMenu();
}

// One line per entry of a registry; the one in use is checked.
template <class Entry, class Choose>
void entry_lines(const Gui& gui, const char* title, std::span<const Entry* const> all,
                 const Entry& now, Choose choose) {
  ImGui::TextDisabled("%s", tr(title));
  for (const Entry* entry : all) {
    std::string key;
    if constexpr (std::is_same_v<Entry, BroadphaseEntry>) key = broadphase_key(*entry, gui.ui.keys);
    if (ImGui::MenuItem(tr_label(std::string(entry->title).c_str()), key.c_str(), entry == &now))
      gui.out.emplace_back(choose(std::string(entry->id)));
    tooltip(entry->summary);
  }
  ImGui::Separator();
}

void scene_lines(const Gui& gui) {
  // While recorded boxes play, no scene is checked.
  const SceneEntry* now = gui.model.session.show() ? nullptr : &gui.model.session.scene();
  for (const std::string_view group : kSceneGroups)
    menu(gui, std::string(group), "menu.scenes." + std::string(group), [&] {
      if (auto id = draw_scene_lines(gui, group, now))
        gui.out.emplace_back(command::LoadScene{*std::move(id)});
    });
  ImGui::Separator();
}

// The interface and the lessons speak the same language, from the next frame on.
void language_lines(const Gui& gui) {
  for (const Language language : {Language::english, Language::chinese}) {
    const auto id = std::string(kLanguageIds[static_cast<std::size_t>(language)]);
    const std::string title(language_title(language, has_chinese_title()));
    if (ImGui::MenuItem((title + "##" + id).c_str(), nullptr, gui.ui.language == language))
      gui.ui.language = language;
    remember_rect(gui, "menu.language." + id);
  }
}

// The action table, and the registries.
void menu_lines(const Gui& gui, Menu which) {
  const Session& session = gui.model.session;
  if (which == Menu::scene) scene_lines(gui);
  if (which == Menu::algorithm) {
    entry_lines(gui, "Broadphase", broadphases(), session.broadphase(),
                [](std::string id) { return command::SelectBroadphase{std::move(id)}; });
    entry_lines(gui, "Narrowphase", narrowphases(), session.narrowphase(),
                [](std::string id) { return command::SelectNarrowphase{std::move(id)}; });
  }
  for (const ActionRow* row : actions())
    if (row->menu == which) menu_line(gui, *row);
  if (which == Menu::help) menu(gui, "Language", "menu.language", [&] { language_lines(gui); });
}

// Easy to find: the lessons and the help.
void right_end(const Gui& gui) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = text_width("Lessons") + ImGui::CalcTextSize("?").x + 5 * gap;
  const float from = ImGui::GetWindowWidth() - width;
  if (from > ImGui::GetCursorPosX()) ImGui::SetCursorPosX(from);
  for (const auto& [title, action] :
       {std::pair("Lessons", &lessons_tool.action), std::pair("?", &help_action)}) {
    if (ImGui::MenuItem(tr_label(title))) gui.out.emplace_back(Invocation{action});
    remember_rect(gui, "bar." + std::string(action->id));
    tooltip(hint_of(*action, gui.ui.keys));
  }
}

// The bar above the field: time, and what is launched.

constexpr float kSide = 24;         // px before scaling, of a picture
constexpr float kSizeWidth = 3.8f;  // heights of letters, of the box with the size

void bar_button(const Gui& gui, const ActionRow& action, const char* title) {
  const bool has_no_seed = &action == &new_seed_action && gui.model.session.show();
  ImGui::BeginDisabled(has_no_seed);
  if (button(gui, title, "bar." + std::string(action.id),
             has_no_seed ? "Recorded boxes have no seed." : hint_of(action, gui.ui.keys)))
    gui.out.emplace_back(Invocation{&action});
  ImGui::EndDisabled();
  ImGui::SameLine();
}

// The image, in a square of side `side`, as large as fits.
void draw_thumbnail(const Image& image, ImTextureID texture, ImVec2 min, float side) {
  const float w = static_cast<float>(image.width), h = static_cast<float>(image.height);
  const float inner = side * 0.84f, k = inner / std::max(w, h);
  const ImVec2 a{min.x + (side - w * k) / 2, min.y + (side - h * k) / 2};
  ImGui::GetWindowDrawList()->AddImage(texture, a, {a.x + w * k, a.y + h * k});
}

void choice(const Gui& gui, std::size_t i, float side) {
  const Image& image = gui.model.session.images()[i];
  const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + side, min.y + side};
  ImGui::PushID(static_cast<int>(i));
  if (ImGui::InvisibleButton("image", {side, side}))
    gui.ui.launch_image = static_cast<std::uint16_t>(i);
  ImGui::PopID();
  remember_rect(gui, "launch." + image.name);
  const bool is_hovered = ImGui::IsItemHovered();
  tooltip("Launch '" + image.name + "': drag on empty ground.");
  const bool chosen = gui.ui.launch_image == i;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // White letters and ships would vanish on a light panel: thumbnails always lie on the dark
  // ground.
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 4);
  if (i < gui.model.textures.size())
    draw_thumbnail(image, texture_id(gui.model.textures[i]), min, side);
  if (chosen || is_hovered)
    draw_outline(list, min, max, packed(gui.colors[chosen ? Role::accent : Role::text_dim]),
                 chosen ? 2 * gui.ui.scale : 1, 4);
}

void launch_size(const Gui& gui) {
  const char* const kHelp = "Longer side of a launched sprite, 4 to 512 px. Double click to type.";
  ImGui::SetNextItemWidth(kSizeWidth * ImGui::GetFontSize());
  ImGui::DragFloat("##launch-size", &gui.ui.launch_size, 0.5f, 4, 512, "%.0f px",
                   ImGuiSliderFlags_AlwaysClamp);
  if (!ImGui::IsItemActive()) tooltip(kHelp);
}

// All images, where the bar has no room for them.
void more_images(const Gui& gui, float side) {
  if (ImGui::Button("...##launch")) ImGui::OpenPopup("launch-images");
  tooltip("All images. Drop a PNG or JPEG on the window to add one.");
  if (!ImGui::BeginPopup("launch-images")) return;
  for (std::size_t i = 0; i < gui.model.session.images().size(); ++i) {
    if (i % 8 != 0) ImGui::SameLine();
    choice(gui, i, side * 1.4f);
  }
  ImGui::EndPopup();
}

// The chosen image comes first where not all of them fit.
void launcher(const Gui& gui) {
  const float side = kSide * gui.ui.scale, gap = ImGui::GetStyle().ItemSpacing.x;
  // A narrow bar has room for the chosen image rather than for its title.
  if (ImGui::GetContentRegionAvail().x > 17 * ImGui::GetFontSize()) {
    ImGui::AlignTextToFramePadding();
    text(gui, "launch", Role::text_dim);
    tooltip(
        "Drag on empty ground to launch a sprite with this image; drop a PNG or JPEG on the window "
        "to add one.");
    ImGui::SameLine();
  }
  if (ImGui::GetContentRegionAvail().x < kSizeWidth * ImGui::GetFontSize()) return;
  launch_size(gui);
  ImGui::SameLine();
  const std::size_t n = gui.model.session.images().size();
  const float room = ImGui::GetContentRegionAvail().x;
  const bool fit = static_cast<float>(n) * (side + gap) - gap <= room;
  const float more = ImGui::CalcTextSize("...").x + 2 * ImGui::GetStyle().FramePadding.x + gap;
  auto shown = fit ? n : static_cast<std::size_t>(std::max(0.0f, (room - more) / (side + gap)));
  if (!fit && gui.ui.launch_image >= shown && shown > 0 && gui.ui.launch_image < n) {
    choice(gui, gui.ui.launch_image, side);
    ImGui::SameLine();
    --shown;
  }
  for (std::size_t i = 0; i < shown; ++i) {
    choice(gui, i, side);
    ImGui::SameLine();
  }
  if (!fit) more_images(gui, side);
}

// The menu of the right button in the field: what can be done with the sprites chosen.

constexpr int kPerRow = 8;

using Bits = std::uint32_t Filter::*;

// Most worlds get by with half of the categories; where one is above, all are shown.
int categories_shown(std::span<const Filter> filters) {
  const auto is_high = [](const Filter& f) { return f.category >> 16 != 0; };
  return std::ranges::any_of(filters, is_high) ? 32 : 16;
}

// Boxes for one of the two sets of a filter; a square where the sprites differ.
void filter_boxes(const Gui& gui, const char* name, Bits bits, std::span<const SpriteId> chosen) {
  const auto filters = gui.model.session.world().filters();
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

void filter_lines(const Gui& gui, std::span<const SpriteId> chosen) {
  text(gui, "is of category", Role::text_dim);
  filter_boxes(gui, "category", &Filter::category, chosen);
  text(gui, "collides with", Role::text_dim);
  filter_boxes(gui, "mask", &Filter::mask, chosen);
  const bool both = gui.model.session.frame().rule == FilterRule::both;
  text_within(
      gui,
      both ? "Two sprites are tested when each one collides with a category of the other."
           : "Two sprites are tested when one of them collides with a category of the other.",
      ImGui::GetFontSize() * 25, Role::text_dim);
}

void volume_lines(const Gui& gui, std::span<const SpriteId> chosen) {
  constexpr std::array<const char*, 3> kHelp{"Box of the rotated opaque area; follows the angle.",
                                             "One square for every angle.",
                                             "Square round the smallest circle."};
  const auto volumes = gui.model.session.world().volumes();
  for (std::size_t k = 0; k < kVolumeNames.size(); ++k) {
    const auto volume = static_cast<Volume>(k);
    const bool all =
        std::ranges::all_of(chosen, [&](SpriteId id) { return volumes[id] == volume; });
    const std::string name(kVolumeNames[k]);
    if (ImGui::MenuItem(tr_label(name.c_str()), nullptr, all))
      gui.out.emplace_back(command::SetVolume{{chosen.begin(), chosen.end()}, volume});
    remember_rect(gui, "volume." + name);
    tooltip(kHelp[k]);
  }
}

std::string heading(const Gui& gui, std::span<const SpriteId> chosen) {
  if (chosen.size() != 1) return counted(chosen.size(), "sprite");
  if (const RecordingPlayback* show = gui.model.session.show())
    return "Object " + std::to_string(show->ids()[chosen[0]]);
  return "Sprite " + grouped(chosen[0]);
}

void draw_sprite_menu(const Gui& gui, std::span<const SpriteId> chosen) {
  ImGui::TextDisabled("%s", tr(heading(gui, chosen).c_str()));
  if (chosen.size() <= 2) {
    // The action of an open tool would close it.
    if (ImGui::MenuItem(tr_label("Why tested?"), keys_of(why_tool.action, gui.ui.keys).c_str()) &&
        gui.ui.tool != "why")
      gui.out.emplace_back(Invocation{&why_tool.action});
    remember_rect(gui, "menu.why");
    tooltip(why_tool.action.help);
  }
  if (gui.model.session.show()) {
    menu_line(gui, fit_selection_action);
    ImGui::TextDisabled("%s", tr("as recorded; nothing to change"));
    return;
  }
  const auto statics = gui.model.session.world().statics();
  const bool pinned = std::ranges::all_of(chosen, [&](SpriteId id) { return statics[id] != 0; });
  if (ImGui::MenuItem(tr_label(pinned ? "Unpin" : "Pin")))
    gui.out.emplace_back(command::SetStatic{{chosen.begin(), chosen.end()}, !pinned});
  remember_rect(gui, "menu.pin");
  tooltip("A pinned sprite never moves by itself.");
  menu(gui, "Filter", "menu.filter", [&] { filter_lines(gui, chosen); });
  menu(gui, "Bounding volume", "menu.volume", [&] { volume_lines(gui, chosen); });
  menu_line(gui, clone_action);
  menu_line(gui, remove_action);
}

}  // namespace

std::optional<std::string> draw_scene_lines(const Gui& gui, std::string_view group,
                                            const SceneEntry* now) {
  std::optional<std::string> chosen;
  const float line = ImGui::GetTextLineHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 size{line * 4, line * 2.25f};
  for (const SceneEntry* entry : scenes()) {
    if (entry->group != group) continue;
    const std::string id(entry->id);
    ImGui::PushID(id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, line * 34);
    if (ImGui::Selectable("##scene", entry == now, 0, {width, size.y})) chosen = id;
    ImGui::PopID();
    remember_rect(gui, "scene." + id);
    draw_picture(gui, picture_of(gui, *entry), at, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = at.x + size.x + gap;
    const std::string title(entry->title), sentence(entry->summary);
    list.AddText({left, at.y}, packed(gui.colors[entry == now ? Role::accent : Role::text]),
                 tr(title.c_str()));
    const ImVec4 clip{left, at.y, at.x + width, at.y + size.y};
    const std::string shown = fitted_text(sentence, width - size.x - gap);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {left, at.y + line * 1.1f},
                 packed(gui.colors[Role::text_dim]), shown.c_str(), nullptr, 0, &clip);
    if (shown != tr(std::string_view(sentence))) tooltip(sentence);
  }
  return chosen;
}

void draw_menu_bar(const Gui& gui) {
  if (!ImGui::BeginMainMenuBar()) return;
  for (std::size_t k = 1; k < kMenuTitles.size(); ++k)
    menu(gui, kMenuTitles[k], std::string("menu.") + kMenuTitles[k],
         [&] { menu_lines(gui, static_cast<Menu>(k)); });
  right_end(gui);
  ImGui::EndMainMenuBar();
}

void draw_toolbar(const Gui& gui, const Aabb& where) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float frame = ImGui::GetFrameHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(8 * gui.ui.scale, std::max(0.0f, (extent(where).y - frame) / 2)));
  begin_fixed("bar", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(4 * gui.ui.scale, style.ItemSpacing.y));
  bar_button(gui, pause_action, gui.model.paused ? "Resume" : "Pause");
  bar_button(gui, step_action, "Step");
  bar_button(gui, restart_action, "Restart");
  bar_button(gui, new_seed_action, "New seed");
  if (!gui.model.session.show()) launcher(gui);
  ImGui::PopStyleVar();
  ImGui::End();
}

void draw_field_menu(const Gui& gui) {
  if (gui.ui.opens_menu) ImGui::OpenPopup("field menu");
  gui.ui.opens_menu = false;
  ImGui::SetNextWindowPos(to_imgui(gui.ui.menu_at), ImGuiCond_Appearing);
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
