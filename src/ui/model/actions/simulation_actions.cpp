// SPDX-License-Identifier: MIT
// Actions on scenes and on time.
#include <fmt/format.h>

#include "base/random.hpp"
#include "ui/model/actions/action_row.hpp"
#include "ui/model/actions/registry_order.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/model/xray_view.hpp"

namespace phasebox {
namespace {

void change_scene(ApplicationModel& model, int by) {
  const SceneEntry& next = neighbor(scenes(), model.session.scene(), by);
  if (model.apply(command::LoadScene{std::string(next.id)}))
    model.note(fmt::format("{}: {}", next.title, next.summary), "scene");
}

void restart(ApplicationModel& model) { model.apply(command::Restart{}); }

void new_seed(ApplicationModel& model) {
  const std::uint32_t seed = Random(model.session.options().seed).next();
  if (model.apply(command::SetParam{Owner::world(), "seed", static_cast<double>(seed)}))
    model.note(fmt::format("Seed {}", seed), "seed");
}

void pause(ApplicationModel& model) { model.paused = !model.paused; }

bool is_paused(const Model& model, const UiState&) { return model.paused; }

bool is_followed(const Model& model, const UiState&) {
  return model.live && model.live->is_followed(model.session);
}

void single_step(ApplicationModel& model) {
  model.paused = true;
  if (model.live) model.live->extend(model);
  model.phases.push(model.step(), model.now);
  model.changed = true;
}

bool is_energy_open(const Model&, const UiState& ui) { return ui.shows_energy(); }

void show_energy(ApplicationModel& model) {
  UiState& ui = model.ui;
  ui.energy_open = !ui.shows_energy();
  if (!ui.energy_open) return;
  ui.panel_open = true;
  ui.section_open[static_cast<std::size_t>(Section::response)] = true;
  ui.scroll_to = "energy";
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

}  // namespace phasebox
