// SPDX-License-Identifier: MIT
// The actions on sprites, scenes, algorithms, the view, files and the window, a row each.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "session/shown_names.hpp"
#include "session/undo_history.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/open_lesson.hpp"
#include "ui/model/xray_control.hpp"

namespace phasebox::ui {
namespace {

// Whether a change only set sprites that exist before and after it.
bool sets_sprites(const Change& change) {
  return !change.whole && !change.patches.empty() &&
         std::ranges::all_of(change.patches, [](const Patch& p) { return p.before && p.after; });
}

// Returns the sprite that a change moved, if that is all it did.
std::optional<SpriteId> moved_by(const Change& change) {
  if (!sets_sprites(change) || change.patches.size() != 1) return {};
  const Patch& patch = change.patches[0];
  if (patch.before->position == patch.after->position) return {};
  return patch.id;
}

// Says what holds now of what a change that was undone or redone had set, such as "200 sprites".
// Empty where its title says all. `name` and `count` are those of the sprites before.
Sentence now_text(const ApplicationModel& model, const Change& change, const Sentence& name,
                  std::size_t count) {
  const Session& session = model.session;
  const Settings& settings = session.settings();
  const std::size_t count_now = session.world().size();
  if (const Sentence name_now = document_name(model); name_now != name) return name_now;
  if (count_now != count) return counted(count_now, "sprite");
  if (change.broad && change.broad != &*settings.broadphase) return settings.broadphase->title;
  if (change.narrow && change.narrow != &*settings.narrowphase) return settings.narrowphase->title;
  if (change.params.size() == 1) {
    const ParamGroup group = settings.group(change.params[0].owner);
    const Param& row = *find_param(group.rows, change.params[0].key);
    return value_text(row, row.get(group.object));
  }
  const auto moved = moved_by(change);
  if (!moved) return {};
  const Vec2 at = session.world().positions()[*moved];
  return say("at {:.0f}, {:.0f}", at.x, at.y);
}

// Undoes or redoes a change, says what that was and what holds now, and selects the sprites that it
// set, so that they are seen.
template <class Step>
void go_back(ApplicationModel& model) {
  constexpr bool kUndoes = std::is_same_v<Step, command::Undo>;
  const UndoHistory& history = model.session.history();
  Sentence what = kUndoes ? history.undo_title() : history.redo_title();
  const Sentence name = document_name(model);
  const std::size_t count = model.session.world().size();
  if (!model.apply(Step{})) return;
  const Change& change = kUndoes ? *history.to_redo() : *history.to_undo();
  constexpr std::size_t kMaxSelected = 100;
  if (sets_sprites(change) && change.patches.size() <= kMaxSelected) {
    model.selection.clear();
    for (const Patch& patch : change.patches) model.selection.push_back(patch.id);
  }
  if (const auto moved = moved_by(change))
    what = say("moved sprite {}", Sentence::as_is(shown_id_text(model.session, *moved)));
  const Sentence now = now_text(model, change, name, count);
  if (!now.empty()) what = say("{} (now {})", what, now);
  model.note({kUndoes ? "Undone: {}" : "Redone: {}", {what}}, "undo");
}

void clone(ApplicationModel& model) {
  const std::vector<SpriteId> ids = model.chosen();
  if (ids.empty()) return model.note("Nothing to clone: point at a sprite, or select some");
  const auto first = static_cast<SpriteId>(model.session.world().size());
  constexpr Vec2 kOffset{24, 24};
  if (!model.apply(command::CloneSprites{ids, kOffset})) return;
  model.selection.clear();
  for (SpriteId id = first; id < model.session.world().size(); ++id) model.selection.push_back(id);
  model.note(say("Cloned {}", counted(ids.size(), "sprite")));
}

void remove(ApplicationModel& model) {
  const std::vector<SpriteId> ids = model.chosen();
  if (ids.empty()) return model.note("Nothing to delete: point at a sprite, or select some");
  if (model.apply(command::RemoveSprites{ids}))
    model.note(say("Deleted {}", counted(ids.size(), "sprite")));
  model.pointer_tool.hovered.reset();
}

template <int sign>
void change_count(ApplicationModel& model, int value) {
  const auto now = static_cast<std::int64_t>(model.session.world().size());
  const std::int64_t wanted = std::max<std::int64_t>(0, now + sign * std::max(1, value));
  model.apply(command::SetCount{static_cast<std::uint32_t>(wanted)});
}

constexpr Vec2 kDirections[]{{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

// Returns the sprite that an arrow key selects next after `from`: of those whose centers lie ahead
// in the direction, a unit vector, the one with the least distance, where px aside count twice.
// None where no sprite is ahead.
std::optional<SpriteId> beside(std::span<const Aabb> boxes, SpriteId from, Vec2 direction) {
  constexpr float kAside = 2;  // weight of a px aside against a px ahead
  const Vec2 here = center(boxes[from]);
  std::optional<SpriteId> best;
  float least = std::numeric_limits<float>::infinity();
  for (SpriteId id = 0; id < boxes.size(); ++id) {
    const Vec2 to = center(boxes[id]) - here;
    const float ahead = dot(to, direction), aside = std::abs(cross(to, direction));
    if (id == from || !(ahead > 0) || !(ahead + kAside * aside < least)) continue;
    least = ahead + kAside * aside;
    best = id;
  }
  return best;
}

std::optional<SpriteId> nearest(std::span<const Aabb> boxes, Vec2 to) {
  const auto away = [&](const Aabb& box) { return length(center(box) - to); };
  const auto best = std::ranges::min_element(boxes, {}, away);
  if (best == boxes.end()) return {};
  return static_cast<SpriteId>(best - boxes.begin());
}

void select_beside(ApplicationModel& model, int direction) {
  const std::span<const Aabb> boxes = model.session.frame().boxes;
  std::erase_if(model.selection, [&](SpriteId id) { return id >= boxes.size(); });
  const auto next = model.selection.empty()
                        ? nearest(boxes, model.field.camera.center)
                        : beside(boxes, model.selection.back(), kDirections[direction]);
  if (next)
    model.selection = {*next};
  else if (model.selection.empty())
    model.note("There is no sprite to select");
}

// Opens the field's menu without the mouse: at the sprite selected last, or in the middle of the
// field, and always inside the field.
void open_menu_by_key(ApplicationModel& model) {
  const std::span<const Aabb> boxes = model.session.frame().boxes;
  std::erase_if(model.selection, [&](SpriteId id) { return id >= boxes.size(); });
  const Aabb& field = model.field.camera.viewport;
  const Vec2 at = model.selection.empty()
                      ? center(field)
                      : model.field.camera.to_screen(center(boxes[model.selection.back()]));
  model.ui.opens_menu = true;
  model.ui.menu_at = {std::clamp(at.x, field.min.x, field.max.x),
                      std::clamp(at.y, field.min.y, field.max.y)};
  model.ui.keyboard.is_on = true;
}

// Returns the entry of a registry that is `by` places after `now`, or before it if negative,
// wrapping around. `by` must be at least -all.size().
template <class Entry>
const Entry& neighbor(std::span<const Entry* const> all, const Entry& now, int by) {
  const auto here = std::ranges::find(all, &now) - all.begin();
  const auto n = static_cast<std::ptrdiff_t>(all.size());
  return *all[static_cast<std::size_t>((here + by + n) % n)];
}

// Chooses an entry of a registry by a command, and shows its title and summary as a toast.
template <class Select, class Entry>
void choose(ApplicationModel& model, const Entry& entry, const char* topic) {
  if (model.apply(Select{std::string(entry.id)}))
    model.note(say("{}: {}", entry.title, entry.summary), topic);
}

void choose_scene(ApplicationModel& model) { model.ui.opens_scenes = true; }

void change_scene(ApplicationModel& model, int by) {
  choose<command::LoadScene>(model, neighbor(scenes(), *model.session.settings().scene, by),
                             "scene");
}

bool is_energy_open(const ApplicationModel& model) { return model.ui.shows_energy(); }

void show_energy(ApplicationModel& model) {
  UiState& ui = model.ui;
  ui.energy_open = !ui.shows_energy();
  if (!ui.energy_open) return;
  ui.shows_panel() = true;
  ui.section_open[static_cast<std::size_t>(Section::response)] = true;
  ui.scroll_to = "energy";
}

void choose_broadphase(ApplicationModel& model, int key) {
  const auto entry = std::ranges::find(broadphases(), key, [](auto* e) { return number_of(*e); });
  if (entry == broadphases().end()) return model.note(say("There is no broadphase number {}", key));
  choose<command::SelectBroadphase>(model, **entry, "broadphase");
}

void change_broadphase(ApplicationModel& model, int by) {
  const BroadphaseEntry& now = *model.session.settings().broadphase;
  choose<command::SelectBroadphase>(model, neighbor(broadphases(), now, by), "broadphase");
}

void change_narrowphase(ApplicationModel& model, int by) {
  const NarrowphaseEntry& now = *model.session.settings().narrowphase;
  choose<command::SelectNarrowphase>(model, neighbor(narrowphases(), now, by), "narrowphase");
}

void focus_group_size(ApplicationModel& model) {
  const Owner owner = *model.session.settings().broadphase;
  if (!find_param(model.session.settings().group(owner).rows, "group-size")) {
    model.note(
        say("{} has no group size; RDC has one", model.session.settings().broadphase->title));
    return;
  }
  model.ui.shows_panel() = true;
  model.ui.focus_on = full_name(owner, "group-size");
  model.ui.keys_wait = 6;
}

void change_n(ApplicationModel& model, int by) {
  const ParamGroup group = model.session.settings().group(*model.session.settings().narrowphase);
  const Param* n = find_param(group.rows, "n");
  if (!n) {
    model.note(
        say("{} takes no samples, so it has no n", model.session.settings().narrowphase->title));
    return;
  }
  const double value = std::clamp(n->get(group.object) + by, n->lo, n->hi);
  if (model.apply(command::SetParam{group.owner, "n", value}))
    model.note(say("n = {}", Sentence::as_is(format_value(*n, value))), "n");
}

// Sets all parameters of both algorithms to their defaults. For the broadphase this is one change
// of the undo history, as Tune's is; for the narrowphase it is one per parameter, of which it has
// few.
void use_defaults(ApplicationModel& model) {
  const Session& session = model.session;
  const auto changed = [&](Owner owner) {
    std::vector<std::pair<std::string, double>> values;
    const ParamGroup group = session.settings().group(owner);
    for (const Param& row : group.rows)
      if (row.get(group.object) != row.init) values.emplace_back(row.key, row.init);
    return values;
  };
  const BroadphaseEntry& broad = *session.settings().broadphase;
  if (auto values = changed(broad); !values.empty())
    model.apply(command::UseBroadphase{
        std::string(broad.id), std::move(values), {"defaults of {}", {broad.title}}});
  const Owner narrow = *session.settings().narrowphase;
  for (const auto& [key, value] : changed(narrow))
    model.apply(command::SetParam{narrow, key, value});
}

template <FilePicker::Mode mode>
void pick_file(ApplicationModel& model) {
  std::error_code none;
  FilePicker& picker = model.ui.picker;
  const auto here = std::filesystem::current_path(none);
  picker.show(mode, !picker.folder.empty() ? picker.folder : none ? "." : here);
}

void save_as(ApplicationModel& model) {
  const RecordingPlayback* show = model.session.playback();
  if (!show) {
    pick_file<FilePicker::Mode::save>(model);
    if (const std::string& path = model.session.file().path; !path.empty())
      model.ui.picker.name = std::filesystem::path(path).filename().string();
  } else if (show->path().empty() && show->rows() > 0) {
    pick_file<FilePicker::Mode::save_boxes>(model);
  } else {
    model.note(say("Recorded boxes are not saved as a scene: {} holds them",
                   Sentence::as_is(show->name())));
  }
}

void save(ApplicationModel& model) {
  const std::string& path = model.session.file().path;
  model.session.playback() || path.empty() ? save_as(model) : save_file(model, path);
}

// Requests what only the desktop's window or the browser's page can do, such as full screen.
template <class Wanted>
void ask(ApplicationModel& model) {
  model.requests.emplace_back(HostRequest(Wanted{}));
}

void quit(ApplicationModel& model) {
  if (model.before_lesson) leave_lesson(model);  // the state from before the lesson may be unsaved
  if (model.session.has_unsaved())
    model.ui.quit_asked = true;
  else
    ask<request::Quit>(model);
}

// Goes from normal to large statistics, from these to the lecture view, and from that back to
// normal.
void enlarge(ApplicationModel& model) {
  UiState& ui = model.ui;
  if (std::exchange(ui.lecture, false)) return;
  ui.lecture = ui.large_statistics;
  ui.large_statistics = !ui.large_statistics;
}

// Cancels the gesture, or else closes the topmost of all that is open. An open popup gets Esc
// before this action does. Where nothing is open it clears the selection, and without one it closes
// the drawer.
void escape(ApplicationModel& model) {
  UiState& ui = model.ui;
  if (cancel_gesture(model)) return;
  if (ui.key_editor.is_open)
    ui.key_editor.close();
  else if (ui.welcome_open)
    ui.leave_welcome();
  else if (ui.help_open)
    ui.help_open = false;
  else if (ui.picker.is_open())
    ui.picker.close();
  else if (ui.messages_open)
    ui.messages_open = false;
  else if (ui.lecture)
    ui.lecture = false;
  else if (model.lab.xray.is_open()) {
    end_xray(model);
    ui.tool = ui.tool == "xray" ? "" : ui.tool;
  } else if (model.region_query)
    model.region_query.reset();
  else if (!model.selection.empty())
    model.selection.clear();
  else
    ui.tool.clear();
}

void change_keys(ApplicationModel& model) {
  KeyEditor& editor = model.ui.key_editor;
  const bool was_open = editor.is_open;
  editor.close();
  editor.is_open = !was_open;
}

bool changes_keys(const ApplicationModel& model) { return model.ui.key_editor.is_open; }

void to_part(ApplicationModel& model, int by) { model.ui.keyboard.steps = by; }

void flip(ApplicationModel& model, bool UiState::*part) { model.ui.*part = !(model.ui.*part); }

void flip_panel(ApplicationModel& model) { model.ui.shows_panel() = !model.ui.shows_panel(); }

bool shows_panel(const ApplicationModel& model) { return model.ui.shows_panel(); }

template <auto part>
bool shows(const ApplicationModel& model) {
  return model.ui.*part;
}

// Shows the whole field in the pane under the pointer, which is the field's own or the 3D view's,
// or in both if the pointer is in neither.
void show_all(ApplicationModel& model) {
  if (!model.pointer_tool.in_field) show_whole_space(model);
  if (!model.pointer_tool.in_space) model.show_whole_field();
}

void reset_view(ApplicationModel& model) {
  const ThemeId theme = model.view.theme;
  model.view = {};
  model.view.theme = theme;
  model.show_whole_field();
  show_whole_space(model);
}

void fit_selection(ApplicationModel& model) {
  const auto boxes = model.session.frame().boxes;
  std::optional<Aabb> all;
  const auto add = [&](const Aabb& box) { all = all ? united(*all, box) : box; };
  if (model.selection.empty())
    for (const Aabb& box : boxes) add(box);
  else
    for (const SpriteId id : model.selection)
      if (id < boxes.size()) add(boxes[id]);
  if (!all) return model.show_whole_field();
  model.field.camera.fit(*all, 48 * model.ui.scale);
  model.field.whole_field = false;
}

void change_scale(ApplicationModel& model, int steps) {
  const double percent = 10 * (std::round(10 * static_cast<double>(model.ui.scale)) + steps);
  model.ui.choose_scale(static_cast<float>(percent / 100));
  model.note(
      say("Text and widgets: {} %", grouped_whole(100 * static_cast<double>(model.ui.scale))));
}

void switch_lanes(ApplicationModel& model) {
  model.study(command::SetLanes{!model.lab.race.has_lanes()});
}

bool has_lanes(const ApplicationModel& model) { return model.lab.race.has_lanes(); }

// Makes the row of an action in the View menu that switches or cycles the view option whose key is
// the action's id.
consteval ActionRow option(std::string_view id, std::string_view title, Chord chord,
                           std::string_view help) {
  return {id, title, help, Menu::view, {chord}, nullptr, Owner::view(), id};
}

}  // namespace

// clang-format off
extern const ActionRow undo_action = ActionRow{"undo", "Undo",
    "Undo the last change.", Menu::edit, {ctrl(on_key('z'))}, does<go_back<command::Undo>>}.repeating();
extern const ActionRow redo_action = ActionRow{"redo", "Redo",
    "Redo the change that was undone.", Menu::edit,
    {ctrl(on_key('y')), hidden(ctrl(shift(on_key('z'))))}, does<go_back<command::Redo>>}.repeating();
extern const ActionRow clone_action{"clone", "Clone",
    "Copy the selected sprites, or the one under the pointer.", Menu::edit, {ctrl(on_key('d'))},
    does<clone>};
extern const ActionRow remove_action{"delete", "Delete",
    "Remove the selected sprites, or the one under the pointer.", Menu::edit, {on_key(Key::remove)},
    does<remove>};
// On keyboards where + needs Shift (US), Shift with + still adds one: there * adds ten, and so does
// Shift with the + of the keypad.
extern const ActionRow more_action = ActionRow{"more", "More",
    "Add one object, ten or a hundred (* adds ten where + itself needs Shift).",
    Menu::scene,
    {typed('+', 1), shift(typed('+', 10)), ctrl(worth(100, on_key('+'))), hidden(typed('=', 1)),
     hidden(typed('*', 10)), hidden(ctrl(shift(worth(100, on_key('+'))))),
     hidden(ctrl(worth(100, on_key('=')))), hidden(ctrl(shift(worth(100, on_key('=')))))}, change_count<1>}.repeating().written_as("+, Shift 10, Ctrl 100");
extern const ActionRow fewer_action = ActionRow{"fewer", "Fewer",
    "Remove one object, ten or a hundred.", Menu::scene,
    {typed('-', 1), shift(typed('-', 10)), ctrl(worth(100, on_key('-'))), hidden(typed('_', 10)),
     hidden(ctrl(shift(worth(100, on_key('-')))))}, change_count<-1>}.repeating().written_as("-, Shift 10, Ctrl 100");

extern const ActionRow select_action = ActionRow{"select", "Select the sprite beside",
    "Select the sprite that lies in that direction; with none selected, the one nearest to the middle of the view.",
    Menu::none, {worth(0, on_key(Key::left)), worth(1, on_key(Key::right)), worth(2, on_key(Key::up)), worth(3, on_key(Key::down))},
    select_beside}.repeating();
extern const ActionRow menu_action = ActionRow{"menu", "Menu of the selection",
    "Open the menu that the right button opens; arrows, Enter and Esc act in it.", Menu::edit,
    {on_key(Key::enter), on_key(Key::menu)}, does<open_menu_by_key>}.by_key();

extern const ActionRow choose_scene_action{"choose-scene", "Choose ...",
    "Show all scenes with their pictures, and start one of them.", Menu::scene, {}, does<choose_scene>};
extern const ActionRow previous_scene_action = ActionRow{"previous-scene", "Previous scene",
    "Start the scene before this one.", Menu::scene, {typed('['), on_key(Key::page_up)},
    does<change_scene, -1>}.by_key();
extern const ActionRow next_scene_action = ActionRow{"next-scene", "Next scene",
    "Start the scene after this one.", Menu::scene, {typed(']'), on_key(Key::page_down)},
    does<change_scene, 1>}.by_key();
extern const ActionRow xray_forward_action = ActionRow{"xray-forward", "Step inside the algorithm",
    "Freeze the frame, and advance by one event of the algorithm.", Menu::tools, {on_key(Key::f10)},
    does<step_xray, 1>}.repeating().by_key();
extern const ActionRow xray_back_action = ActionRow{"xray-back", "Step back inside the algorithm",
    "Freeze the frame, and go back by one event of the algorithm.", Menu::tools,
    {shift(on_key(Key::f10))}, does<step_xray, -1>}.repeating().by_key();
extern const ActionRow response_action{"response", "Response",
    "Let sprites that meet push each other away, or pass through each other.", Menu::simulation,
    {on_key('e')}, nullptr, Owner::response(), "response"};
extern const ActionRow energy_action = ActionRow{"energy", "Energy",
    "Plot energy and momentum of the sprites over the last 30 s, while they push each other.",
    Menu::simulation, {shift(on_key('e'))}, does<show_energy>}.checked_while(is_energy_open);

extern const ActionRow broadphase_action = ActionRow{"broadphase", "Choose the broadphase",
    "Let another algorithm find the candidates; 0 is brute force.", Menu::none,
    {typed('1', 1), typed('2', 2), typed('3', 3), typed('4', 4), typed('5', 5), typed('6', 6),
     typed('7', 7), typed('8', 8), typed('9', 9), typed('0', 0)}, choose_broadphase}.written_as("1 ... 9, 0");
extern const ActionRow next_broadphase_action = ActionRow{"next-broadphase", "Next broadphase",
    "Let the next algorithm of the list find the candidates.", Menu::algorithm, {on_key('j')},
    does<change_broadphase, 1>}.by_key();
extern const ActionRow previous_broadphase_action = ActionRow{"previous-broadphase", "Previous broadphase",
    "Let the algorithm before this one find the candidates.", Menu::algorithm, {shift(on_key('j'))},
    does<change_broadphase, -1>}.by_key();
extern const ActionRow next_narrowphase_action = ActionRow{"next-narrowphase", "Next narrowphase",
    "Let the next method of the list confirm the candidates.", Menu::algorithm, {on_key('k')},
    does<change_narrowphase, 1>}.by_key();
extern const ActionRow previous_narrowphase_action = ActionRow{"previous-narrowphase", "Previous narrowphase",
    "Let the method before this one confirm the candidates.", Menu::algorithm, {shift(on_key('k'))},
    does<change_narrowphase, -1>}.by_key();
extern const ActionRow group_size_action{"group-size", "Group size ...",
    "Type the group size below which RDC stops dividing.", Menu::algorithm, {on_key('g')},
    does<focus_group_size>};
extern const ActionRow defaults_action{"defaults", "Defaults",
    "Default values for both algorithms.", Menu::algorithm, {},
    does<use_defaults>};
extern const ActionRow reload_plugins_action{"reload-plugins", "Reload plug-ins",
    "Load all plug-ins from their files again, after a rebuild.", Menu::algorithm,
    {ctrl(shift(on_key('r')))}, does<reload_plugins>};
extern const ActionRow n_up_action = ActionRow{"n-up", "Coarser samples (n + 1)",
    "Let the narrowphase read fewer pixels: every n-th.", Menu::algorithm, {on_key('n')},
    does<change_n, 1>}.repeating();
extern const ActionRow n_down_action = ActionRow{"n-down", "Finer samples (n - 1)",
    "Let the narrowphase read more pixels; n = 1 reads all.", Menu::algorithm,
    {shift(on_key('n'))}, does<change_n, -1>}.repeating();
extern const ActionRow snap_action{"snap", "Snap",
    "Shift every sprite to the grid, so that boundaries coincide; dots on the rulers show where.", Menu::algorithm, {on_key('s')},
    nullptr, Owner::world(), "snap"};

extern const ActionRow open_action{"open", "Open ...",
    "Choose a scene, a picture or recorded boxes and open the file.", Menu::file,
    {ctrl(on_key('o'))}, does<pick_file<FilePicker::Mode::open>>};
extern const ActionRow save_action{"save", "Save",
    "Save the scene to its file, or the boxes of a followed game.", Menu::file, {ctrl(on_key('s'))}, does<save>};
extern const ActionRow save_as_action{"save-as", "Save as ...",
    "Save to another file.", Menu::file, {ctrl(shift(on_key('s')))}, does<save_as>};
extern const ActionRow screenshot_action{"screenshot", "Screenshot",
    "Save the window as a numbered PNG in the current folder.", Menu::file, {on_key(Key::f12)},
    does<ask<request::Picture>>};
extern const ActionRow film_action = ActionRow{"film", "Film",
    "Film the window as a numbered WebP in the current folder, for 30 s at most; again ends it.",
    Menu::file, {shift(on_key(Key::f12))}, does<ask<request::Film>>}
    .checked_while(shows<&UiState::is_filmed>);
extern const ActionRow link_action{"link", "Copy link",
    "Copy an address by which a browser shows the same scene, algorithm, view and tool.", Menu::file,
    {ctrl(shift(on_key('l')))},
    does<ask<request::CopyLink>>};
extern const ActionRow quit_action{"quit", "Quit",
    "Leave Phasebox.", Menu::file, {ctrl(on_key('q'))}, does<quit>};
extern const ActionRow panel_action = ActionRow{"panel", "Panel",
    "Show or hide the panel on the right.", Menu::view, {on_key(Key::tab)},
    does<flip_panel>}.checked_while(shows_panel);
extern const ActionRow next_part_action = ActionRow{"next-part", "Keyboard to the next part",
    "Move the keyboard's focus from part to part of the window: Tab, arrows, Space and Enter act there, Esc ends it.",
    Menu::view, {worth(1, on_key(Key::f6)), worth(-1, shift(on_key(Key::f6)))}, to_part}.by_key();
extern const ActionRow statistics_size_action = ActionRow{"statistics-size", "Large statistics",
    "Write the statistics large; again: field, sentence and three numbers alone; again: as before.", Menu::view,
    {on_key(Key::f2)}, does<enlarge>}
    .checked_while(shows<&UiState::large_statistics>).by_key();
extern const ActionRow full_screen_action{"full-screen", "Full screen",
    "Switch between full screen and a window.", Menu::view, {on_key(Key::f11)},
    does<ask<request::FullScreen>>};
extern const ActionRow messages_action = ActionRow{"messages", "Messages",
    "Show all messages so far.", Menu::help, {on_key('m')}, does<flip, &UiState::messages_open>}
    .checked_while(shows<&UiState::messages_open>);
extern const ActionRow welcome_action = ActionRow{"welcome", "Welcome",
    "Show the start page: play, learn, or look at a game of your own.", Menu::help, {},
    does<flip, &UiState::welcome_open>}.checked_while(shows<&UiState::welcome_open>);
extern const ActionRow help_action = ActionRow{"help", "Keys and mouse",
    "Show this help.", Menu::help, {on_key(Key::f1), typed('?')}, does<flip, &UiState::help_open>}
    .checked_while(shows<&UiState::help_open>);
extern const ActionRow keys_action = ActionRow{"keys", "Change keys ...",
    "Choose other keys for actions; the settings keep them.", Menu::help, {}, does<change_keys>}
    .checked_while(changes_keys);
extern const ActionRow report_action{"report", "Report a problem ...",
    "Save all that was done so far as a numbered file that phasebox replay repeats.", Menu::help, {},
    does<save_report>};
extern const ActionRow escape_action{"escape", "Close",
    "Close the topmost window.", Menu::none, {on_key(Key::escape)},
    does<escape>};

extern const ActionRow color_by_action = option("color-by", "Color by", on_key('c'),
    "Color the sprites by their image, group, cost (box tests), speed or category.");
extern const ActionRow query_shape_action = option("query-shape", "Query shape", shift(on_key('q')),
    "Change what Ctrl+drag queries: box, frustum, segment, the nearest boxes, or a point.").by_key();
extern const ActionRow space_action = option("space", "3D view", on_key(Key::f7),
    "Show the field in perspective beside itself, the depth of the structure as height.");
extern const ActionRow theme_action = option("theme", "Theme", on_key('t'),
    "Change the colors: dark, flash (light), color-blind safe.");
extern const ActionRow larger_text_action{"larger-text", "Larger text and widgets",
    "Make text and widgets larger, as Ctrl and the wheel over the panel do.", Menu::view, {},
    does<change_scale, 1>};
extern const ActionRow smaller_text_action{"smaller-text", "Smaller text and widgets",
    "Make text and widgets smaller, as Ctrl and the wheel over the panel do.", Menu::view, {},
    does<change_scale, -1>};
extern const ActionRow whole_field_action{"whole-field", "Whole field",
    "Show all of the field.", Menu::view, {on_key(Key::home)}, does<show_all>};
extern const ActionRow reset_view_action{"reset-view", "Reset",
    "Show field and overlays as at first.", Menu::view, {},
    does<reset_view>};
extern const ActionRow fit_selection_action{"fit-selection", "Fit the selection",
    "Fill the view with the selected sprites, or with all of them.", Menu::view, {on_key('f')},
    does<fit_selection>};
extern const ActionRow lanes_action = ActionRow{"lanes", "Race in lanes",
    "Divide the field into lanes, one for each algorithm's structure over the same sprites.",
    Menu::tools, {shift(on_key('a'))}, does<switch_lanes>}.checked_while(has_lanes);
// clang-format on

}  // namespace phasebox::ui
