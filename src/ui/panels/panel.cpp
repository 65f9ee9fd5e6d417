// SPDX-License-Identifier: MIT
// Draws the panel: scene, algorithms, response, overlays and statistics.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/number_format.hpp"
#include "bench/recording.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// Draws the drop-down list `name` of a registry's entries, which shows `now`. `lines` has one line
// per entry. Returns the id of the entry that the user has chosen in this frame, or nothing.
template <class Entry>
std::optional<std::string> entry_combo(const Gui& gui, const char* name,
                                       const std::vector<ListLine>& lines, const Entry& now) {
  ImGui::SetNextItemWidth(-1);
  const auto at = std::ranges::find(lines, now.id, &ListLine::id) - lines.begin();
  const auto chosen =
      choose(gui, name, now.title, lines, static_cast<std::size_t>(at), now.summary);
  scroll_if_asked(gui, name);
  return chosen ? std::optional(lines[*chosen].id) : std::nullopt;
}

void size_fact(const Gui& gui) {
  const SizeRange sizes = size_range(gui.session.frame().boxes);
  const double ratio = sizes.ratio();
  number_line(gui, "sizes",
              say("1 to {}", ratio < 10 ? fmt::format("{:.2g}", ratio) : grouped_whole(ratio)));
  remember_rect(
      gui, "scene.size-ratio",
      "The longest side of the smallest box to that of the largest. Up to about 2 one grid "
      "suits; far beyond, a hierarchical one.");
}

// Returns the group with its rows `first` to `first + n - 1` alone, or as many of these as there
// are.
ParamGroup part(const ParamGroup& group, std::size_t first, std::size_t n = std::dynamic_extent) {
  const auto rows = group.rows.subspan(std::min(first, group.rows.size()));
  return {group.owner, group.title, rows.first(std::min(n, rows.size())), group.object};
}

// The parameters "snap" and the size of its grid, which follow each other in the group of the
// world. The panel shows them with the broadphase, because snapping moves the boundaries that the
// broadphase sorts.
constexpr std::size_t kSnapRows = 2;
std::size_t snap_row(const ParamGroup& world) {
  const auto first = std::ranges::find(world.rows, std::string_view("snap"), &Param::key);
  return static_cast<std::size_t>(first - world.rows.begin());
}

// Draws the parameters of `groups`, which are seldom needed, if the section is unfolded, and
// returns whether it is. A request to scroll to one of them or to focus it unfolds the section.
bool is_unfolded(const Gui& gui, Section which, std::initializer_list<ParamGroup> groups) {
  bool& is_open = gui.ui.section_open[static_cast<std::size_t>(which)];
  for (const ParamGroup& g : groups)
    for (const Param& row : g.rows) {
      const std::string name = full_name(g.owner, row.key);
      is_open |= gui.ui.scroll_to == name || gui.ui.focus_on == name;
    }
  for (const ParamGroup& group : groups)
    if (is_open) draw_params(gui, group);
  return is_open;
}

// The pairs that each listing alone misses and invents in this scene; empty for other algorithms.
struct ListingWorths : OncePerTrace<std::vector<Sentence>> {};

std::vector<Sentence> listing_worths(const Session& session) {
  std::vector<Sentence> worths;
  for (const Listing& row : listings()) {
    const ListingResult result = run_listings(session, row.bits);
    worths.push_back(result.has_run ? say("misses {}, invents {}", grouped(result.missed),
                                          grouped(result.invented))
                                    : Sentence());
  }
  return worths;
}

// Draws a check box for each listing of an algorithm, with its worth beside it.
void listing_lines(const Gui& gui, std::string_view algorithm, const std::string& name) {
  const std::vector<Sentence>& worths = gui.ui.own<ListingWorths>().get(
      gui.model.traced.number, [&] { return listing_worths(gui.session); });
  for (std::size_t k = 0; k < listings().size(); ++k) {
    const Listing& row = listings()[k];
    if (row.algorithm != algorithm) continue;
    bool is_on = (gui.ui.listings & row.bits) == row.bits;
    if (ImGui::Checkbox(tr_label(row.title), &is_on)) {
      gui.ui.listings = toggled(gui.ui.listings, k);
      gui.ui.listed = {};
    }
    remember_rect(gui, name + "." + std::string(row.id), row.help);
    ImGui::SameLine();
    text(gui, worths[k], Role::text_dim);
  }
}

// Returns the titles of the listings of an algorithm that are on; one title where it names all.
Sentence listing_title(std::string_view algorithm, ListingSet on) {
  std::vector<Sentence> titles;
  for (const Listing& row : listings()) {
    if (row.algorithm != algorithm || (on & row.bits) != row.bits) continue;
    if (on == row.bits) return row.title;
    titles.emplace_back(row.title);
  }
  return titles.empty() ? Sentence("off") : joined(titles, ", ");
}

// Draws the list of the listings of an algorithm, its code as an article or a library printed it,
// that run beside it, and the text that they give. It is drawn if there are listings of the
// algorithm and the section is unfolded (`is_open`); while a listing runs, always.
void listing_part(const Gui& gui, std::string_view algorithm, Sentence ListingResult::*found,
                  bool is_open) {
  const ListingSet bits = listings_of(algorithm), on = gui.ui.listings & bits;
  if (bits == 0 || (!is_open && on == 0)) return;
  ImGui::AlignTextToFramePadding();
  text(gui, "as published", Role::text_dim);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  const std::string name = "listing." + std::string(algorithm);
  if (begin_list("##" + name, tr(listing_title(algorithm, on)))) {
    listing_lines(gui, algorithm, name);
    ImGui::EndCombo();
  } else {
    remember_rect(gui, name,
                  "Run the source's listing, mistakes included, beside the algorithm: rings show "
                  "where they differ.");
  }
  if (on == 0) return;
  const auto run = [&] { return run_listings(gui.session, gui.ui.listings); };
  text_wrapped(gui, gui.ui.listed.get(gui.model.traced.number, run).*found);
  remember_rect(gui, name + ".text");
}

// The title that the drop-down list of a section shows while it is closed; empty for a section
// without a list.
Sentence title_in_list(const Gui& gui, Section which) {
  const RecordingPlayback* show = gui.session.playback();
  const auto& settings = gui.session.settings();
  switch (which) {
    case Section::scene:
      return show ? Sentence::as_is(printable(show->name())) : Sentence(settings.scene->title);
    case Section::broadphase: return settings.broadphase->title;
    case Section::narrowphase: return settings.narrowphase->title;
    default: return {};
  }
}

// Draws the button with the scene's name, which opens the list of all scenes.
void scene_button(const Gui& gui) {
  const Sentence title = title_in_list(gui, Section::scene);
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, ImVec2(0, 0.5f));
  if (ImGui::Button(tr_label(title + Sentence::as_is("###scene")), {-1, 0}))
    gui.ui.opens_scenes = true;
  ImGui::PopStyleVar();
  scroll_if_asked(gui, "scene");
  draw_list_sign(*ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  remember_rect(gui, "scene",
                gui.session.playback() ? "A box recording plays; choose a scene to leave it."
                                       : gui.session.settings().scene->summary);
}

// Draws a checkbox for each part of a map, by which it becomes solid or not.
void solid_boxes(const Gui& gui, const BoxRecording& map) {
  if (map.solid.empty()) return;
  text(gui, "solid", Role::text_dim);
  for (std::size_t part = 0; part < map.solid.size(); ++part) {
    const auto& [word, is_solid] = map.solid[part];
    const bool is_layer = part > 0 || word != "tiles";
    const Sentence label = is_layer ? Sentence::as_is(printable(word)) : "tiles with shapes";
    bool is_on = is_solid;
    ImGui::PushID(static_cast<int>(part));
    if (ImGui::Checkbox(tr_label(label), &is_on))
      gui.ask([part](ApplicationModel& model) { switch_solid(model, part); });
    ImGui::PopID();
    remember_rect(gui, "solid." + word,
                  is_layer ? "Whether this layer of the map is solid: static boxes."
                           : "Whether tiles with collision shapes, or a property that says so, are "
                             "solid: static boxes.");
  }
}

void scene_section(const Gui& gui) {
  scene_button(gui);
  if (const RecordingPlayback* show = gui.session.playback()) {  // a recording has no parameters
    const auto frame = show->frame();
    number_line(gui, "frames", grouped(show->size()));
    number_line(gui, "frame", grouped(frame + 1));
    number_line(gui, "boxes", grouped(show->boxes().size()));
    const Vec2 size = extent(show->field());
    number_line(gui, "field",
                Sentence::as_is(grouped_whole(static_cast<double>(size.x)) + " x " +
                                grouped_whole(static_cast<double>(size.y)) + " px"));
    size_fact(gui);
    return solid_boxes(gui, *show->origin());
  }
  const ParamGroup scene = gui.session.settings().group(Owner::scene()),
                   world = gui.session.settings().group(Owner::world());
  const std::size_t snap = snap_row(world);
  draw_params(gui, part(scene, 0, 1));
  if (!is_unfolded(gui, Section::scene,
                   {part(scene, 1), part(world, 0, snap), part(world, snap + kSnapRows)}))
    return;
  size_fact(gui);
}

// Draws how many threads the search for pairs may use, where the machine runs several.
void threads_part(const Gui& gui) {
  if (gui.model.machine_threads <= 1) return;
  const Param row = param<&KeptLayout::threads>(
                        "threads", 0, gui.model.machine_threads, "",
                        "How many threads the search for pairs may use. The pairs stay the same; "
                        "where there is little to do, one thread does it.")
                        .zero_means("all");
  const ParamGroup group{{}, "", {&row, 1}, static_cast<const KeptLayout*>(&gui.ui)};
  for (const command::SetParam& change : draw_params_of_instance(gui, group))
    gui.ask([n = static_cast<std::uint8_t>(change.value)](ApplicationModel& model) {
      model.use_threads(n);
    });
}

void broadphase_section(const Gui& gui) {
  const Session& session = gui.session;
  const BroadphaseEntry& now = *session.settings().broadphase;
  ImGui::SetNextItemWidth(-1);
  if (begin_list("##broadphase", tr(now.title), ImGuiComboFlags_HeightLargest)) {
    if (auto id = draw_algorithm_lines(gui, "broadphase"))
      gui.ask(command::SelectBroadphase{*std::move(id)});
    ImGui::EndCombo();
  } else {
    remember_rect(gui, "broadphase", now.summary);
  }
  scroll_if_asked(gui, "broadphase");
  const ParamGroup own = session.settings().group(now),
                   world = session.settings().group(Owner::world());
  // So many parameters, the first ones, are also shown while the section is folded.
  constexpr std::size_t kFirst = 2;
  draw_params(gui, part(own, 0, kFirst));
  // The size of the grid is shown only while sprites snap to it.
  if (!session.playback())
    draw_params(gui, part(world, snap_row(world), session.settings().world.snap ? kSnapRows : 1));
  const bool is_open = is_unfolded(gui, Section::broadphase, {part(own, kFirst)});
  if (is_open) threads_part(gui);
  listing_part(gui, now.id, &ListingResult::broad, is_open);
}

void narrowphase_section(const Gui& gui) {
  const Session& session = gui.session;
  if (auto id = entry_combo(gui, "narrowphase", choices_of(narrowphases()),
                            *session.settings().narrowphase))
    gui.ask(command::SelectNarrowphase{*std::move(id)});
  const ParamGroup own = session.settings().group(*session.settings().narrowphase);
  draw_params(gui, part(own, 0, 1));
  const bool is_open = is_unfolded(gui, Section::narrowphase, {part(own, 1)});
  listing_part(gui, session.settings().narrowphase->id, &ListingResult::narrow, is_open);
}

// Draws the fold "energy" and, while it is open, the curves of energy and momentum. While it is
// open it keeps the measurement running.
void energy_part(const Gui& gui) {
  ImGui::SetNextItemOpen(gui.ui.energy_open);
  gui.ui.energy_open = ImGui::TreeNodeEx(tr_label("energy"), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  remember_rect(gui, "fold.energy", hint_of(energy_action, gui.ui.keys));
  const bool is_asked = gui.ui.scroll_to == "energy";
  if (is_asked) ImGui::SetScrollHereY();
  if (!gui.ui.energy_open) return;
  const Energy& study = gui.lab.energy;
  if (!study.is_on()) gui.ask(WatchEnergy{});
  text_wrapped(gui, describe(study, gui.session));
  if (study.samples().empty()) return;
  const Vec2 size{ImGui::GetContentRegionAvail().x, gui.px(150)};
  draw_plot(gui, study.energy_plot(), "energy", size);
  draw_plot(gui, study.momentum_plot(), "momentum", size);
  if (!is_asked) return;
  // Only now, because before the first measurement there were no plots to scroll to.
  ImGui::SetScrollHereY(1);
  gui.ui.scroll_to.clear();
}

// Draws the heading of a section over the whole width, or as the label of the list that the caller
// draws beside it. The list goes below the heading where its title would be cut beside it. A click
// folds or unfolds the section; under the pointer the heading says which. Returns whether the
// section is unfolded.
bool heading(const Gui& gui, Section which) {
  bool& is_open = gui.ui.section_open[static_cast<std::size_t>(which)];
  const std::string title(section_title(which));
  const Sentence listed = title_in_list(gui, which);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float list = text_width(listed) + style.FramePadding.x + ImGui::GetFrameHeight();
  for (const ImGuiCol part : {ImGuiCol_Header, ImGuiCol_HeaderHovered})
    ImGui::PushStyleColor(part, gui.ink(Role::text, 0.05f));
  push_font(bold_font());
  const float room = ImGui::GetContentRegionAvail().x, title_width = text_width(title);
  const float width = std::max(0.42f * room, title_width);
  const bool is_label = !listed.empty() && width + style.ItemSpacing.x + list <= room;
  if (is_label) ImGui::AlignTextToFramePadding();
  if (ImGui::Selectable(tr_label(title), true, 0, {is_label ? width : 0, 0})) is_open = !is_open;
  ImGui::PopFont();
  ImGui::PopStyleColor(2);
  const char* const help =
      which == Section::broadphase ? "The search for pairs whose boxes overlap, so that not every "
                                     "two sprites need a closer look."
      : which == Section::narrowphase
          ? "The closer look at each pair of the broadphase: whether the two sprites touch."
          : "";
  remember_rect(gui, "fold." + title, help);
  const std::string& word = tr(is_open ? "less" : "more");
  const Vec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const float left = max.x - width_as_is(word) - gui.px(4);
  if (ImGui::IsItemHovered() && left - min.x >= title_width + gui.px(4))
    ImGui::GetWindowDrawList()->AddText({left, min.y}, gui.ink(Role::accent), word.c_str());
  if (is_label) ImGui::SameLine();
  return is_open;
}

// Whether a section is drawn at all: Response only while sprites respond to collisions, which those
// of a recording never do, or while the curves of energy are unfolded; the others always.
bool is_of_use(const Gui& gui, Section which) {
  return which != Section::response || gui.ui.energy_open ||
         (gui.session.settings().response.is_on() && !gui.session.playback());
}

void draw_section(const Gui& gui, Section which) {
  if (!is_of_use(gui, which)) return;
  ImGui::PushID(static_cast<int>(which));
  const bool is_open = heading(gui, which);
  switch (which) {
    case Section::scene: scene_section(gui); break;
    case Section::broadphase: broadphase_section(gui); break;
    case Section::narrowphase: narrowphase_section(gui); break;
    case Section::response:
      if (!is_open) break;
      draw_params(gui, gui.session.settings().group(Owner::response()));
      energy_part(gui);
      break;
    case Section::show:
      if (is_open) draw_params(gui, view_group(gui.model.view));
      break;
    default:
      if (is_open || gui.ui.large_statistics) draw_statistics(gui);
      break;
  }
  ImGui::PopID();
}

// The heights that the contents of the panel's two windows had in the last frame, px.
struct PanelHeights {
  float statistics = 200, sections = 400;
};

}  // namespace

// The statistics have a window of their own at the bottom, so that they stay visible while the user
// changes something above. They get as much height as they need, but no more than the sections
// above leave free or, if that is less, 45 % of the panel (54 % if drawn large). With these shares
// the smallest window has room for all statistics and for both algorithms above them.
void draw_panel(const Gui& gui, const Aabb& where) {
  const float all = extent(where).y, least = all * (gui.ui.large_statistics ? 0.54f : 0.45f);
  gui.ui.rects.push_back({"panel", where});
  if (all <= 0 || extent(where).x <= 0) return;
  PanelHeights& heights = gui.ui.own<PanelHeights>();
  const float below = std::min(heights.statistics, std::max(all - heights.sections, least));
  const float middle = std::floor(where.max.y - below);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      ImVec2(ImGui::GetStyle().ItemSpacing.x, gui.px(3)));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(ImGui::GetStyle().FramePadding.x, gui.px(2)));
  begin_fixed("panel", {where.min, {where.max.x, middle}});
  const float top = ImGui::GetCursorPosY();
  for (std::size_t i = 0; i + 1 < kSections; ++i) draw_section(gui, static_cast<Section>(i));
  heights.sections = ImGui::GetCursorPosY() + top;
  ImGui::End();
  begin_fixed("statistics", {{where.min.x, middle}, where.max});
  draw_section(gui, Section::statistics);
  heights.statistics = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y;
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace phasebox::ui
