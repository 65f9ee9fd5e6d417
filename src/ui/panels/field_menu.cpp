// SPDX-License-Identifier: MIT
// Draws the context menu of the selected sprites, or of the field if none is selected.
#include <algorithm>
#include <array>
#include <limits>

#include "base/number_format.hpp"
#include "lab/why.hpp"
#include "lab/xray/event_text.hpp"
#include "language/format_sentence.hpp"
#include "session/shown_names.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace {

// Check boxes of categories in one row of the menu.
constexpr int kPerRow = 8;

// Returns how many of the 32 categories the menu shows: the lowest 16, which are enough for most
// worlds, or all if a sprite is of a higher one.
int categories_shown(std::span<const Filter> filters) {
  const auto is_high = [](const Filter& f) { return f.category >> 16 != 0; };
  return std::ranges::any_of(filters, is_high) ? 32 : 16;
}

// Draws one check box per category for one of the two bit sets of a filter, `bits`: the categories
// that a sprite is of, or its mask of those it collides with. A change applies to all `chosen`
// sprites; a box has a square instead of a tick where they differ.
void filter_boxes(const Gui& gui, const char* name, std::uint32_t Filter::*bits,
                  std::span<const SpriteId> chosen) {
  const auto filters = gui.session.world().filters();
  const float left = ImGui::GetStyle().WindowPadding.x, pitch = 3.1f * em();
  ImGui::PushID(name);
  for (int k = 0; k < categories_shown(filters); ++k) {
    const std::uint32_t bit = 1u << k;
    const auto has = [&](SpriteId id) { return (filters[id].*bits & bit) != 0; };
    // ImGui draws the square if some but not all of the flags are set. Bit 0 of `state` says that
    // any chosen sprite has the category, bit 1 that all have it.
    unsigned state =
        (std::ranges::any_of(chosen, has) ? 1u : 0) | (std::ranges::all_of(chosen, has) ? 2u : 0);
    if (k % kPerRow != 0) ImGui::SameLine(left + pitch * static_cast<float>(k % kPerRow));
    if (ImGui::CheckboxFlags(std::to_string(k + 1).c_str(), &state, 3u)) {
      command::SetFilter set{.ids = {chosen.begin(), chosen.end()}};
      const bool is_category = bits == &Filter::category;
      (state ? (is_category ? set.category_on : set.mask_on)
             : (is_category ? set.category_off : set.mask_off)) = bit;
      gui.ask(std::move(set));
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
    if (ImGui::MenuItem(tr_label(name), nullptr, all))
      gui.ask(command::SetVolume{{chosen.begin(), chosen.end()}, volume});
    remember_rect(gui, "volume." + name, kHelp[k]);
  }
}

void query_shape_lines(const Gui& gui) {
  for (std::size_t k = 0; k < kQueryShapeNames.size(); ++k) {
    const std::string name(kQueryShapeNames[k]);
    const bool is_chosen = gui.model.view.query_shape == static_cast<QueryShape>(k);
    if (ImGui::MenuItem(tr_label(name), nullptr, is_chosen))
      gui.ask(command::SetParam{Owner::view(), "query-shape", static_cast<double>(k)});
    remember_rect(gui, "query." + name);
  }
}

void draw_sprite_menu(const Gui& gui, std::span<const SpriteId> chosen) {
  const RecordingPlayback* show = gui.session.playback();
  const Sentence heading = chosen.size() != 1
                               ? counted(chosen.size(), "sprite")
                               : Sentence(show ? "Object {}" : "Sprite {}",
                                          {Sentence::as_is(shown_id_text(gui.session, chosen[0]))});
  text_heading(heading);
  if (chosen.size() <= 2) {
    // The action would close the tool if it is open, so it is not requested then.
    if (ImGui::MenuItem(tr_label("Why"), keys_of(why_tool.action, gui.ui.keys).c_str()) &&
        gui.ui.tool != "why")
      gui.ask(Invocation{&why_tool.action});
    remember_rect(gui, "menu.why", why_tool.action.help);
  }
  if (show) {
    menu_line(gui, fit_selection_action);
    ImGui::TextDisabled("%s", tr("as recorded; nothing to change").c_str());
    return;
  }
  const auto statics = gui.session.world().statics();
  const bool pinned = std::ranges::all_of(chosen, [&](SpriteId id) { return statics[id] != 0; });
  if (ImGui::MenuItem(tr_label(pinned ? "Unpin" : "Pin")))
    gui.ask(command::SetStatic{{chosen.begin(), chosen.end()}, !pinned});
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
        em() * 25, Role::text_dim);
  });
  menu(gui, "Bounding volume", "menu.volume", [&] { volume_lines(gui, chosen); });
  menu_line(gui, clone_action);
  menu_line(gui, remove_action);
}

// Returns how far a place is from the outline of a box.
float distance_to_edge(const Aabb& box, Vec2 place) {
  if (!contains(box, place)) return distance(box, place);
  const Vec2 to_min = place - box.min, to_max = box.max - place;
  return std::min({to_min.x, to_min.y, to_max.x, to_max.y});
}

// Returns the group whose drawn edge is nearest to a place of the world, within 5 px of the screen,
// or null. A final group precedes temporary ones, whose edges often lie on the same line.
const Event* group_with_edge_at(const Gui& gui, Vec2 place) {
  constexpr float kNear = 5;  // screen px before scaling
  const bool is_drawn = gui.model.view.shows(Overlay::structure) && gui.model.traced.is_counted &&
                        !gui.lab.xray.is_open() && !gui.lab.race.has_lanes();
  if (!is_drawn) return nullptr;
  const auto events = gui.model.traced.log.broad.events();
  const bool splits_are_nodes = has_nodes(events);
  const Event* nearest = nullptr;
  float least = gui.model.field.camera.world_px(kNear);
  for (const Event& e : events) {
    if (!is_group(e) || !is_drawn_part(e, splits_are_nodes)) continue;
    const bool is_final = e.kind == EventKind::group;
    const bool has_final = nearest && nearest->kind == EventKind::group;
    const float distance = distance_to_edge(e.box, place);
    if (distance > gui.model.field.camera.world_px(kNear) || (has_final && !is_final)) continue;
    if (distance > least && is_final == has_final) continue;
    nearest = &e;
    least = distance;
  }
  return nearest;
}

// Returns the group whose drawn edge the pointer is at, or null. Inside the box of a sprite the
// pointer means the sprite.
const Event* group_at_pointer(const Gui& gui) {
  const PointerTool& tool = gui.model.pointer_tool;
  const bool is_free = tool.doing == PointerTool::Doing::nothing || !tool.moved;
  if (!tool.in_field || tool.in_space || !is_free) return nullptr;
  const auto boxes = gui.session.frame().boxes;
  if (tool.hovered && *tool.hovered < boxes.size() && contains(boxes[*tool.hovered], tool.at_world))
    return nullptr;
  return group_with_edge_at(gui, tool.at_world);
}

// The question that the menu answers about the place where it opened. It is kept while the menu is
// open, because the groups of a running simulation change.
struct FieldAnswer {
  Sentence question, answer;
  Aabb group;  // world px, empty where the answer is about none
};

FieldAnswer answer_about_pair(const Gui& gui, const Attribution& made, SpriteId a, SpriteId b) {
  const std::vector<WhyRow> rows = why_tested(made, a, b);
  if (rows.empty() || !rows.front().is_test)
    return {"Why not tested?", why_untested(made, a, b, gui.session.frame()), {}};
  Sentence words =
      say("tested by {}: {}", name_of(made, rows.front(), gui.session.settings().broadphase->title),
          name_of(rows.front().outcome));
  if (const Sentence why = why_together(made, rows.front()); !why.empty()) words += "; " + why;
  return {"Why tested?", words, {}};
}

// Says why a group of RDC is not cut further, or along which axis it was cut.
Sentence about_group(const Gui& gui, const Event& group) {
  const Sentence name = name_of({.kind = PairSource::Kind::group, .number = group.a}, "");
  if (group.kind == EventKind::split)
    return say("{} is temporary: gaps along {} cut it into {}", name,
               group.axis == Axis::x ? "x" : "y", counted(group.b, "group"));
  const Settings& settings = gui.session.settings();
  const std::string_view key = settings.broadphase->walkthrough.limit;
  return final_part(name, group, settings.value(*settings.broadphase, key), key);
}

FieldAnswer answer_about_group(const Gui& gui, const Event& group) {
  return {
      group.kind == EventKind::group ? "Why is this group final?" : "Why is this group temporary?",
      about_group(gui, group), group.box};
}

// Answers why the two chosen sprites were not tested, or why a group is final or temporary: that of
// the chosen sprite, or else the one with an edge at the place of the menu, or else the final one
// around that place. Empty where there is no such pair or group.
FieldAnswer answer_here(const Gui& gui, std::span<const SpriteId> chosen) {
  if (!gui.model.traced.is_counted || chosen.size() > 2) return {};
  const Attribution& made = gui.ui.own<OncePerTrace<Attribution>>().get(
      gui.model.traced.number, [&] { return attribute(gui.model.traced.log.broad); });
  if (chosen.size() == 2) return answer_about_pair(gui, made, chosen[0], chosen[1]);
  const Vec2 place = gui.model.field.camera.to_world(gui.ui.menu_at);
  if (chosen.empty())
    if (const Event* at_edge = group_with_edge_at(gui, place))
      return answer_about_group(gui, *at_edge);
  const PairSource* group = group_at(made, place);
  const std::uint32_t owner = chosen.empty() ? Attribution::kNone : made.owner_of(chosen[0]);
  if (owner != Attribution::kNone) group = &made.parts[owner];
  if (!group || group->kind != PairSource::Kind::group) return {};
  const Event event{.kind = EventKind::group,
                    .depth = group->depth,
                    .a = group->number,
                    .b = group->size,
                    .box = group->box,
                    .ending = group->ending};
  return answer_about_group(gui, event);
}

void draw_answer_here(const Gui& gui, std::span<const SpriteId> chosen) {
  FieldAnswer& here = gui.ui.own<FieldAnswer>();
  if (ImGui::IsWindowAppearing()) here = answer_here(gui, chosen);
  if (here.question.empty()) return;
  text_heading(here.question);
  text_within(gui, here.answer, em() * 25, Role::text);
  remember_rect(gui, "menu.answer");
  ImGui::Separator();
  if (here.group != Aabb{}) gui.ui.compared.lit.push_back(here.group);
}

// Places the next tooltip, `size` px large, outside of the box, where it is nearest to the pointer
// of all sides on which it fits on the screen. Where it fits on none, ImGui chooses the place.
void place_beside(const Aabb& box, Vec2 size) {
  const Vec2 pointer = ImGui::GetIO().MousePos;
  const Vec2 most = Vec2(ImGui::GetIO().DisplaySize) - size;
  const Vec2 gap = ImGui::GetStyle().WindowPadding;
  const Vec2 at{std::clamp(pointer.x, 0.0f, std::max(most.x, 0.0f)),
                std::clamp(pointer.y, 0.0f, std::max(most.y, 0.0f))};
  float least = std::numeric_limits<float>::infinity();
  for (const Vec2 place : {Vec2{at.x, box.max.y + gap.y}, Vec2{at.x, box.min.y - gap.y - size.y},
                           Vec2{box.max.x + gap.x, at.y}, Vec2{box.min.x - gap.x - size.x, at.y}}) {
    const float away = distance({place, place + size}, pointer);
    if (!contains({{}, most}, place) || away >= least) continue;
    ImGui::SetNextWindowPos(place);
    least = away;
  }
}

}  // namespace

void draw_group_hint(const Gui& gui) {
  const Event* group = group_at_pointer(gui);
  if (!group) return;
  gui.ui.compared.lit.push_back(group->box);
  const Sentence words = about_group(gui, *group);
  const Camera& camera = gui.model.field.camera;
  place_beside({camera.to_screen(group->box.min), camera.to_screen(group->box.max)},
               Vec2{text_width(words), ImGui::GetTextLineHeight()} +
                   Vec2(ImGui::GetStyle().WindowPadding) * 2);
  ImGui::BeginTooltip();
  text(words);
  remember_rect(gui, "group." + words.english());
  ImGui::EndTooltip();
}

void draw_field_menu(const Gui& gui) {
  if (std::exchange(gui.ui.opens_menu, false)) ImGui::OpenPopup("field menu");
  ImGui::SetNextWindowPos(gui.ui.menu_at, ImGuiCond_Appearing);
  if (!ImGui::BeginPopup("field menu")) return;
  if (gui.ui.keyboard.is_on && ImGui::IsWindowAppearing()) show_focus();
  const std::vector<SpriteId> chosen = gui.model.selected();
  draw_answer_here(gui, chosen);
  if (chosen.empty()) {
    menu_line(gui, whole_field_action);
    menu_line(gui, pause_action);
    menu(gui, "Query shape", "menu.query-shape", [&] { query_shape_lines(gui); });
  } else {
    draw_sprite_menu(gui, chosen);
  }
  ImGui::EndPopup();
}

}  // namespace phasebox::ui
