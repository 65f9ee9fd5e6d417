// SPDX-License-Identifier: MIT
// Actions on scenes, on time and on algorithms.
#include <algorithm>

#include <fmt/format.h>

#include "base/random.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/model/xray_view.hpp"

namespace phasebox {
namespace {

// Chooses an entry of a registry, and says which.
template <class Select, class Entry>
void choose(ApplicationModel& model, const Entry& entry, const char* topic) {
  if (model.apply(Select{std::string(entry.id)}))
    model.note(fmt::format("{}: {}", entry.title, entry.summary), topic);
}

void change_scene(ApplicationModel& model, int by) {
  choose<command::LoadScene>(model, neighbor(scenes(), model.session.scene(), by), "scene");
}

void restart(ApplicationModel& model) { model.apply(command::Restart{}); }

void new_seed(ApplicationModel& model) {
  const std::uint32_t seed = Random(model.session.options().seed).next();
  if (model.apply(command::SetParam{Owner::world(), "seed", static_cast<double>(seed)}))
    model.note(fmt::format("Seed {}", seed), "seed");
}

void pause(ApplicationModel& model) { model.paused = !model.paused; }

bool is_paused(const ApplicationModel& model) { return model.paused; }

bool is_followed(const ApplicationModel& model) {
  return model.live && model.live->is_followed(model.session);
}

void single_step(ApplicationModel& model) {
  model.paused = true;
  if (model.live) model.live->extend(model);
  model.phases.push(model.step(), model.now);
  model.changed = true;
}

bool is_energy_open(const ApplicationModel& model) { return model.ui.shows_energy(); }

void show_energy(ApplicationModel& model) {
  UiState& ui = model.ui;
  ui.energy_open = !ui.shows_energy();
  if (!ui.energy_open) return;
  ui.panel_open = true;
  ui.section_open[static_cast<std::size_t>(Section::response)] = true;
  ui.scroll_to = "energy";
}

// Actions that choose and set algorithms.

void choose_broadphase(ApplicationModel& model, int key) {
  const auto entry = std::ranges::find(broadphases(), key, [](auto* e) { return number_of(*e); });
  if (entry == broadphases().end())
    return model.note(fmt::format("There is no broadphase number {}", key));
  choose<command::SelectBroadphase>(model, **entry, "broadphase");
}

void change_broadphase(ApplicationModel& model, int by) {
  const BroadphaseEntry& now = model.session.broadphase();
  choose<command::SelectBroadphase>(model, neighbor(broadphases(), now, by), "broadphase");
}

void change_narrowphase(ApplicationModel& model, int by) {
  const NarrowphaseEntry& now = model.session.narrowphase();
  choose<command::SelectNarrowphase>(model, neighbor(narrowphases(), now, by), "narrowphase");
}

void focus_group_size(ApplicationModel& model) {
  const Owner owner = model.session.broadphase();
  if (!find_param(model.session.group(owner).rows, "group-size")) {
    model.note(fmt::format("{} has no group size; RDC has one", model.session.broadphase().title));
    return;
  }
  model.ui.panel_open = true;
  model.ui.section_open[static_cast<std::size_t>(Section::broadphase)] = true;
  model.ui.focus_on = full_name(owner, "group-size");
  model.ui.keys_wait = 6;
}

void change_n(ApplicationModel& model, int by) {
  const ParamGroup group = model.session.group(model.session.narrowphase());
  const Param* n = find_param(group.rows, "n");
  if (!n) {
    model.note(
        fmt::format("{} takes no samples, so it has no n", model.session.narrowphase().title));
    return;
  }
  const double value = std::clamp(n->get(group.object) + by, n->lo, n->hi);
  if (model.apply(command::SetParam{group.owner, "n", value}))
    model.note(fmt::format("n = {}", format_value(*n, value)), "n");
}

}  // namespace

// clang-format off
extern const ActionRow previous_scene_action{"previous-scene", "Previous scene",
    "Start the scene before this one.", Menu::scene, {typed('['), on_key(Key::page_up)},
    does<change_scene, -1>};
extern const ActionRow next_scene_action{"next-scene", "Next scene",
    "Start the scene after this one.", Menu::scene, {typed(']'), on_key(Key::page_down)},
    does<change_scene, 1>};
extern const ActionRow restart_action{"restart", "Restart",
    "Start the scene again with the same seed.", Menu::simulation, {on_key('r')}, does<restart>};
extern const ActionRow new_seed_action{"new-seed", "Restart with a new seed",
    "Start the scene again with other random values.", Menu::simulation, {ctrl(on_key('r'))},
    does<new_seed>};
extern const ActionRow pause_action = ActionRow{"pause", "Pause",
    "Pause or resume the simulation.", Menu::simulation, {on_key('p'), on_key(Key::space)},
    does<pause>}.checked_while(is_paused);
extern const ActionRow step_action = ActionRow{"step", "Single step",
    "Pause, and advance by one step of 1/60 s.", Menu::simulation, {on_key('o')}, does<single_step>}
    .repeating();
extern const ActionRow frame_back_action = ActionRow{"frame-back", "Frame back",
    "Pause, and go back by one step, or by one frame of recorded boxes.", Menu::simulation,
    {typed(',')}, does<change_frame, -1>}.repeating();
extern const ActionRow frame_forward_action = ActionRow{"frame-forward", "Frame forward",
    "Pause, and advance by one step, or by one frame of recorded boxes.", Menu::simulation,
    {typed('.')}, does<change_frame, 1>}.repeating();
extern const ActionRow follow_action = ActionRow{"follow", "Follow the game",
    "Show the newest frame of the game that is followed, and all that come.", Menu::simulation,
    {shift(on_key('p'))}, does<follow_game>}.checked_while(is_followed);
extern const ActionRow xray_forward_action = ActionRow{"xray-forward", "Step inside the algorithm",
    "Freeze the frame, and advance by one event of the algorithm.", Menu::tools, {on_key(Key::f10)},
    does<step_xray, 1>}.repeating();
extern const ActionRow xray_back_action = ActionRow{"xray-back", "Step back inside the algorithm",
    "Freeze the frame, and go back by one event of the algorithm.", Menu::tools,
    {shift(on_key(Key::f10))}, does<step_xray, -1>}.repeating();
extern const ActionRow response_action{"response", "Response",
    "Let sprites that meet push each other away, or pass through each other.", Menu::simulation,
    {on_key('e')}, nullptr, Owner::response(), "response"};
extern const ActionRow energy_action = ActionRow{"energy", "Energy",
    "Plot energy and momentum of the sprites over the last 30 s, while they push each other.",
    Menu::simulation, {shift(on_key('e'))}, does<show_energy>}.checked_while(is_energy_open);
// clang-format on

// clang-format off
extern const ActionRow broadphase_action = ActionRow{"broadphase", "Choose the broadphase",
    "Let another algorithm find the candidates; 0 is brute force.", Menu::none,
    {typed('1', 1), typed('2', 2), typed('3', 3), typed('4', 4), typed('5', 5), typed('6', 6),
     typed('7', 7), typed('8', 8), typed('9', 9), typed('0', 0)}, choose_broadphase}.written_as("1 ... 9, 0");
extern const ActionRow next_broadphase_action{"next-broadphase", "Next broadphase",
    "Let the next algorithm of the list find the candidates.", Menu::algorithm, {on_key('j')},
    does<change_broadphase, 1>};
extern const ActionRow previous_broadphase_action{"previous-broadphase", "Previous broadphase",
    "Let the algorithm before this one find the candidates.", Menu::algorithm, {shift(on_key('j'))},
    does<change_broadphase, -1>};
extern const ActionRow next_narrowphase_action{"next-narrowphase", "Next narrowphase",
    "Let the next method of the list confirm the candidates.", Menu::algorithm, {on_key('k')},
    does<change_narrowphase, 1>};
extern const ActionRow previous_narrowphase_action{"previous-narrowphase", "Previous narrowphase",
    "Let the method before this one confirm the candidates.", Menu::algorithm, {shift(on_key('k'))},
    does<change_narrowphase, -1>};
extern const ActionRow group_size_action{"group-size", "Group size ...",
    "Type the group size below which RDC stops dividing.", Menu::algorithm, {on_key('g')},
    does<focus_group_size>};
extern const ActionRow reload_plugins_action{"reload-plugins", "Reload plug-ins",
    "Load all plug-ins from their files again, after a rebuild.", Menu::algorithm,
    {ctrl(shift(on_key('r')))}, does<reload_plugins>};
extern const ActionRow n_up_action = ActionRow{"n-up", "Coarser samples (n + 1)",
    "Let the narrowphase look at fewer pixels: every n-th.", Menu::algorithm, {on_key('n')},
    does<change_n, 1>}.repeating();
extern const ActionRow n_down_action = ActionRow{"n-down", "Finer samples (n - 1)",
    "Let the narrowphase look at more pixels; n = 1 looks at all.", Menu::algorithm,
    {shift(on_key('n'))}, does<change_n, -1>}.repeating();
extern const ActionRow snap_action{"snap", "Snap",
    "Shift every sprite to the grid, so that boundaries coincide.", Menu::algorithm, {on_key('s')},
    nullptr, Owner::world(), "snap"};
// clang-format on

}  // namespace phasebox
