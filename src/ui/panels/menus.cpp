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

namespace phasebox {
namespace {

// The scenes as the window offers them: each with a picture and a sentence.

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

void draw_picture(const ScenePicture& picture, const Model& model, ImVec2 min, ImVec2 size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 max{min.x + size.x, min.y + size.y};
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 3);
  list.PushClipRect(min, max, true);
  const float zoom = std::min(size.x / picture.field.x, size.y / picture.field.y);
  const Vec2 origin = from_imgui(min) + (from_imgui(size) - picture.field * zoom) * 0.5f;
  for (const Sprite& sprite : picture.sprites)
    if (sprite.image < model.textures.size())
      draw_sprite(list, sprite, model.session.images()[sprite.image],
                  texture_id(model.textures[sprite.image]), origin, zoom);
  list.PopClipRect();
}

const ScenePicture& picture_of(const SceneEntry& entry, const Model& model, UiState& ui) {
  auto& known = ui.scene_pictures;
  const auto found = known.find(entry.id);
  if (found != known.end()) return found->second;
  return known.emplace(entry.id, scene_picture(entry, model.session.images())).first->second;
}

}  // namespace

std::optional<std::string> draw_scene_lines(std::string_view group, const SceneEntry* now,
                                            const Model& model, UiState& ui) {
  std::optional<std::string> chosen;
  const Theme& colors = theme(model.view.theme);
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
    remember_rect(ui, "scene." + id);
    draw_picture(picture_of(*entry, model, ui), model, at, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = at.x + size.x + gap;
    const std::string title(entry->title), sentence(entry->summary);
    list.AddText({left, at.y}, packed(colors[entry == now ? Role::accent : Role::text]),
                 tr(title.c_str()));
    const ImVec4 clip{left, at.y, at.x + width, at.y + size.y};
    const std::string shown = fitted_text(sentence, width - size.x - gap);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {left, at.y + line * 1.1f},
                 packed(colors[Role::text_dim]), shown.c_str(), nullptr, 0, &clip);
    if (shown != tr(std::string_view(sentence))) tooltip(sentence);
  }
  return chosen;
}

namespace {

// The menu bar: the action table, and the registries.

void actions_of(Menu menu, const Model& model, UiState& ui, Requests& out) {
  for (const ActionRow* row : actions())
    if (row->menu == menu) menu_line(*row, model, ui, out);
}

// One line per entry of a registry; the one in use is checked.
template <class Entry, class Choose>
void entries(std::span<const Entry* const> all, const Entry& now, const KeyMap& keys,
             Choose choose) {
  for (const Entry* entry : all) {
    const std::string title(entry->title);
    std::string key;
    if constexpr (std::is_same_v<Entry, BroadphaseEntry>) key = broadphase_key(*entry, keys);
    if (ImGui::MenuItem(tr_label(title.c_str()), key.c_str(), entry == &now))
      choose(std::string(entry->id));
    tooltip(entry->summary);
  }
}

void scene_menu(const Model& model, UiState& ui, Requests& out) {
  // While recorded boxes play, no scene is checked.
  const SceneEntry* now = model.session.show() ? nullptr : &model.session.scene();
  for (const std::string_view group : kSceneGroups) {
    const std::string title(group);
    const bool open = ImGui::BeginMenu(tr_label(title.c_str()));
    remember_rect(ui, "menu.scenes." + title);
    if (!open) continue;
    if (auto id = draw_scene_lines(group, now, model, ui))
      out.emplace_back(command::LoadScene{*std::move(id)});
    ImGui::EndMenu();
  }
  ImGui::Separator();
  actions_of(Menu::scene, model, ui, out);
}

void algorithm_menu(const Model& model, UiState& ui, Requests& out) {
  ImGui::TextDisabled("%s", tr("Broadphase"));
  entries(broadphases(), model.session.broadphase(), ui.keys,
          [&](std::string id) { out.emplace_back(command::SelectBroadphase{std::move(id)}); });
  ImGui::Separator();
  ImGui::TextDisabled("%s", tr("Narrowphase"));
  entries(narrowphases(), model.session.narrowphase(), ui.keys,
          [&](std::string id) { out.emplace_back(command::SelectNarrowphase{std::move(id)}); });
  ImGui::Separator();
  actions_of(Menu::algorithm, model, ui, out);
}

template <class Body>
void menu(const char* title, UiState& ui, Body body) {
  if (!ImGui::BeginMenu(tr_label(title))) return remember_rect(ui, std::string("menu.") + title);
  body();
  ImGui::EndMenu();
}

// The interface and the lessons speak the same language, from the next frame on.
void language_menu(UiState& ui) {
  const bool is_open = ImGui::BeginMenu(tr_label("Language"));
  remember_rect(ui, "menu.language");
  if (!is_open) return;
  for (const Language language : {Language::english, Language::chinese}) {
    const auto id = std::string(kLanguageIds[static_cast<std::size_t>(language)]);
    const std::string title(language_title(language, has_chinese_title()));
    if (ImGui::MenuItem((title + "##" + id).c_str(), nullptr, ui.language == language))
      ui.language = language;
    remember_rect(ui, "menu.language." + id);
  }
  ImGui::EndMenu();
}

// Easy to find: the lessons and the help.
void right_end(UiState& ui, Requests& out) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = text_width("Lessons") + ImGui::CalcTextSize("?").x + 5 * gap;
  const float from = ImGui::GetWindowWidth() - width;
  if (from > ImGui::GetCursorPosX()) ImGui::SetCursorPosX(from);
  for (const auto& [title, action] :
       {std::pair("Lessons", &lessons_tool.action), std::pair("?", &help_action)}) {
    if (ImGui::MenuItem(tr_label(title))) out.emplace_back(Invocation{action});
    remember_rect(ui, "bar." + std::string(action->id));
    tooltip(hint_of(*action, ui.keys));
  }
}

}  // namespace

void draw_menu_bar(const Model& model, UiState& ui, Requests& out) {
  if (!ImGui::BeginMainMenuBar()) return;
  menu("File", ui, [&] { actions_of(Menu::file, model, ui, out); });
  menu("Edit", ui, [&] { actions_of(Menu::edit, model, ui, out); });
  menu("Scene", ui, [&] { scene_menu(model, ui, out); });
  menu("Simulation", ui, [&] { actions_of(Menu::simulation, model, ui, out); });
  menu("Algorithm", ui, [&] { algorithm_menu(model, ui, out); });
  menu("View", ui, [&] { actions_of(Menu::view, model, ui, out); });
  menu("Tools", ui, [&] { actions_of(Menu::tools, model, ui, out); });
  menu("Help", ui, [&] {
    actions_of(Menu::help, model, ui, out);
    language_menu(ui);
  });
  right_end(ui, out);
  ImGui::EndMainMenuBar();
}

namespace {

// The bar above the field: time, and what is launched.

constexpr float kSide = 24;  // px before scaling, of a picture

void bar_button(const Model& model, const ActionRow& action, const char* title, UiState& ui,
                Requests& out) {
  const bool has_no_seed = &action == &new_seed_action && model.session.show();
  ImGui::BeginDisabled(has_no_seed);
  if (ImGui::Button(tr_label(title))) out.emplace_back(Invocation{&action});
  ImGui::EndDisabled();
  remember_rect(ui, "bar." + std::string(action.id));
  tooltip(has_no_seed ? "Recorded boxes have no seed." : hint_of(action, ui.keys));
  ImGui::SameLine();
}

// The image, in a square of side `side`, as large as fits.
void draw_thumbnail(const Image& image, ImTextureID texture, ImVec2 min, float side) {
  const float w = static_cast<float>(image.width), h = static_cast<float>(image.height);
  const float inner = side * 0.84f, k = inner / std::max(w, h);
  const ImVec2 a{min.x + (side - w * k) / 2, min.y + (side - h * k) / 2};
  ImGui::GetWindowDrawList()->AddImage(texture, a, {a.x + w * k, a.y + h * k});
}

void choice(const Model& model, UiState& ui, std::size_t i, float side) {
  const Image& image = model.session.images()[i];
  const Theme& colors = theme(model.view.theme);
  const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + side, min.y + side};
  ImGui::PushID(static_cast<int>(i));
  if (ImGui::InvisibleButton("image", {side, side}))
    ui.launch_image = static_cast<std::uint16_t>(i);
  ImGui::PopID();
  remember_rect(ui, "launch." + image.name);
  const bool is_hovered = ImGui::IsItemHovered();
  tooltip("Launch '" + image.name + "': drag on empty ground.");
  const bool chosen = ui.launch_image == i;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // White letters and ships would vanish on a light panel: thumbnails always lie on the dark
  // ground.
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 4);
  if (i < model.textures.size()) draw_thumbnail(image, texture_id(model.textures[i]), min, side);
  if (chosen || is_hovered)
    draw_outline(list, min, max, packed(colors[chosen ? Role::accent : Role::text_dim]),
                 chosen ? 2 * ui.scale : 1, 4);
}

void launch_size(UiState& ui) {
  const char* const kHelp = "Longer side of a launched sprite, 4 to 512 px. Double click to type.";
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 3.8f);
  ImGui::DragFloat("##launch-size", &ui.launch_size, 0.5f, 4, 512, "%.0f px",
                   ImGuiSliderFlags_AlwaysClamp);
  if (!ImGui::IsItemActive()) tooltip(kHelp);
}

// All images, where the bar has no room for them.
void more_images(const Model& model, UiState& ui, float side) {
  if (ImGui::Button("...##launch")) ImGui::OpenPopup("launch-images");
  tooltip("All images. Drop a PNG or JPEG on the window to add one.");
  if (!ImGui::BeginPopup("launch-images")) return;
  for (std::size_t i = 0; i < model.session.images().size(); ++i) {
    if (i % 8 != 0) ImGui::SameLine();
    choice(model, ui, i, side * 1.4f);
  }
  ImGui::EndPopup();
}

// The chosen image comes first where not all of them fit.
void launcher(const Model& model, UiState& ui) {
  const float side = kSide * ui.scale, gap = ImGui::GetStyle().ItemSpacing.x;
  // A narrow bar has room for the chosen image rather than for its title.
  if (ImGui::GetContentRegionAvail().x > 17 * ImGui::GetFontSize()) {
    ImGui::AlignTextToFramePadding();
    text("launch", theme(model.view.theme)[Role::text_dim]);
    tooltip(
        "Drag on empty ground to launch a sprite with this image; drop a PNG or JPEG on the window "
        "to add one.");
    ImGui::SameLine();
  }
  launch_size(ui);
  ImGui::SameLine();
  const std::size_t n = model.session.images().size();
  const float room = ImGui::GetContentRegionAvail().x;
  const bool fit = static_cast<float>(n) * (side + gap) - gap <= room;
  const float more = ImGui::CalcTextSize("...").x + 2 * ImGui::GetStyle().FramePadding.x + gap;
  auto shown = fit ? n : static_cast<std::size_t>(std::max(0.0f, (room - more) / (side + gap)));
  if (!fit && ui.launch_image >= shown && shown > 0 && ui.launch_image < n) {
    choice(model, ui, ui.launch_image, side);
    ImGui::SameLine();
    --shown;
  }
  for (std::size_t i = 0; i < shown; ++i) {
    choice(model, ui, i, side);
    ImGui::SameLine();
  }
  if (!fit) more_images(model, ui, side);
}

}  // namespace

void draw_toolbar(const Model& model, UiState& ui, const Aabb& where, Requests& out) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float frame = ImGui::GetFrameHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(8 * ui.scale, std::max(0.0f, (extent(where).y - frame) / 2)));
  begin_fixed("bar", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(4 * ui.scale, style.ItemSpacing.y));
  bar_button(model, pause_action, model.paused ? "Resume" : "Pause", ui, out);
  bar_button(model, step_action, "Step", ui, out);
  bar_button(model, restart_action, "Restart", ui, out);
  bar_button(model, new_seed_action, "New seed", ui, out);
  if (!model.session.show()) launcher(model, ui);
  ImGui::PopStyleVar();
  ImGui::End();
}

namespace {

// The menu of the right button in the field: what can be done with the sprites chosen.

constexpr int kCategories = 16, kPerRow = 8;

using Bits = std::uint16_t Filter::*;

// Sixteen boxes for one of the two words of a filter; a square where the sprites differ.
void filter_boxes(const char* name, Bits bits, const Model& model, std::span<const SpriteId> chosen,
                  UiState& ui, Requests& out) {
  const auto filters = model.session.world().filters();
  const float left = ImGui::GetStyle().WindowPadding.x, pitch = 3.1f * ImGui::GetFontSize();
  ImGui::PushID(name);
  for (int k = 0; k < kCategories; ++k) {
    const auto bit = static_cast<std::uint16_t>(1u << k);
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
      out.emplace_back(std::move(set));
    }
    remember_rect(ui, std::string("filter.") + name + "." + std::to_string(k + 1));
  }
  ImGui::PopID();
}

void filter_menu(const Model& model, std::span<const SpriteId> chosen, UiState& ui, Requests& out) {
  const Color dim = theme(model.view.theme)[Role::text_dim];
  const bool open = ImGui::BeginMenu(tr_label("Filter"));
  remember_rect(ui, "menu.filter");
  if (!open) return;
  text("is of category", dim);
  filter_boxes("category", &Filter::category, model, chosen, ui, out);
  text("collides with", dim);
  filter_boxes("mask", &Filter::mask, model, chosen, ui, out);
  text_within("Two sprites are tested when each one collides with a category of the other.",
              ImGui::GetFontSize() * 25, dim);
  ImGui::EndMenu();
}

void volume_menu(const Model& model, std::span<const SpriteId> chosen, UiState& ui, Requests& out) {
  constexpr std::array<const char*, 3> kHelp{"Box of the rotated opaque area; follows the angle.",
                                             "One square for every angle.",
                                             "Square round the smallest circle."};
  const bool open = ImGui::BeginMenu(tr_label("Bounding volume"));
  remember_rect(ui, "menu.volume");
  if (!open) return;
  const auto volumes = model.session.world().volumes();
  for (std::size_t k = 0; k < kVolumeNames.size(); ++k) {
    const auto volume = static_cast<Volume>(k);
    const bool all =
        std::ranges::all_of(chosen, [&](SpriteId id) { return volumes[id] == volume; });
    const std::string name(kVolumeNames[k]);
    if (ImGui::MenuItem(tr_label(name.c_str()), nullptr, all))
      out.emplace_back(command::SetVolume{{chosen.begin(), chosen.end()}, volume});
    remember_rect(ui, "volume." + name);
    tooltip(kHelp[k]);
  }
  ImGui::EndMenu();
}

std::string heading(const Model& model, std::span<const SpriteId> chosen) {
  if (chosen.size() != 1) return counted(chosen.size(), "sprite");
  if (const RecordingPlayback* show = model.session.show())
    return "Object " + std::to_string(show->ids()[chosen[0]]);
  return "Sprite " + grouped(chosen[0]);
}

void draw_sprite_menu(const Model& model, std::span<const SpriteId> chosen, UiState& ui,
                      Requests& out) {
  ImGui::TextDisabled("%s", tr(heading(model, chosen).c_str()));
  if (chosen.size() <= 2) {
    // The action of an open tool would close it.
    if (ImGui::MenuItem(tr_label("Why tested?"), keys_of(why_tool.action, ui.keys).c_str()) &&
        ui.tool != "why")
      out.emplace_back(Invocation{&why_tool.action});
    remember_rect(ui, "menu.why");
    tooltip(why_tool.action.help);
  }
  if (model.session.show()) {
    menu_line(fit_selection_action, model, ui, out);
    ImGui::TextDisabled("%s", tr("as recorded; nothing to change"));
    return;
  }
  const auto statics = model.session.world().statics();
  const bool pinned = std::ranges::all_of(chosen, [&](SpriteId id) { return statics[id] != 0; });
  if (ImGui::MenuItem(tr_label(pinned ? "Unpin" : "Pin")))
    out.emplace_back(command::SetStatic{{chosen.begin(), chosen.end()}, !pinned});
  remember_rect(ui, "menu.pin");
  tooltip("A pinned sprite never moves by itself.");
  filter_menu(model, chosen, ui, out);
  volume_menu(model, chosen, ui, out);
  menu_line(clone_action, model, ui, out);
  remember_rect(ui, "menu.clone");
  menu_line(remove_action, model, ui, out);
  remember_rect(ui, "menu.delete");
}

}  // namespace

void draw_field_menu(const Model& model, UiState& ui, Requests& out) {
  if (ui.opens_menu) ImGui::OpenPopup("field menu");
  ui.opens_menu = false;
  ImGui::SetNextWindowPos(to_imgui(ui.menu_at), ImGuiCond_Appearing);
  if (!ImGui::BeginPopup("field menu")) return;
  if (ui.keyboard.is_on && ImGui::IsWindowAppearing()) show_focus();
  std::vector<SpriteId> chosen(model.selection.begin(), model.selection.end());
  std::erase_if(chosen, [&](SpriteId id) { return id >= model.session.world().size(); });
  if (chosen.empty()) {
    menu_line(whole_field_action, model, ui, out);
    menu_line(pause_action, model, ui, out);
  } else {
    draw_sprite_menu(model, chosen, ui, out);
  }
  ImGui::EndPopup();
}

}  // namespace phasebox
