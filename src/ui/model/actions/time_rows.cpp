// SPDX-License-Identifier: MIT
// The actions on time: pause, steps and frames, restarts, a row each.
#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/number_format.hpp"
#include "base/random.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/live_feed.hpp"

namespace phasebox::ui {
namespace {

// Restarts what runs: the current step of the lesson in the open drawer, else the scene as its file
// has it, else the built-in scene.
void restart(ApplicationModel& model) {
  const Lessons& lessons = model.lab.lessons;
  if (lessons.open() && model.ui.tool == "lessons")
    return model.study(lesson::GoTo{lessons.step()});
  model.apply(command::Restart{model.session.file().document});
}

void new_seed(ApplicationModel& model) {
  const std::uint32_t seed = Random(model.session.settings().world.seed).next();
  if (model.apply(command::SetParam{Owner::world(), "seed", static_cast<double>(seed)}))
    model.note(say("Seed {}", seed), "seed");
}

void pause(ApplicationModel& model) { model.paused = !model.paused; }

bool is_paused(const ApplicationModel& model) { return model.paused; }

bool is_followed(const ApplicationModel& model) {
  return model.live && model.live->is_followed(model.session);
}

bool is_swept(const ApplicationModel& model) {
  return model.session.playback() && model.session.playback()->is_swept();
}

void sweep(ApplicationModel& model) {
  if (is_followed(model))
    return model.note("Pause the game first: its newest frame has no next one", "follow");
  model.apply(command::SweepRecording{!is_swept(model)});
}

void single_step(ApplicationModel& model) {
  model.paused = true;
  if (model.live) model.live->extend(model);
  model.detection.phases.push(model.step(), model.clock.now);
  model.detection.changed = true;
}

// Pauses, and shows the next or previous step of the simulation by the sign of `by`. Beyond the
// newest step it runs a new one; before the oldest step that is kept it only says so.
void change_step(ApplicationModel& model, int by) {
  const Session& session = model.session;
  model.paused = true;
  cancel_gesture(model);
  const std::uint64_t step = session.steps();
  if (by > 0 && !session.past().find(step + 1)) {
    model.detection.phases.push(model.step(), model.clock.now);
    model.detection.changed = true;
  } else if (by < 0 && (step == 0 || !session.past().find(step - 1))) {
    return model.note("No frame before this one is kept; sprites that come or go begin again",
                      "frame");
  } else {
    model.apply(command::SeekStep{by > 0 ? step + 1 : step - 1});
  }
  model.note(say("Step {}", grouped(session.steps())), "frame");
}

// Pauses, and goes one frame forward or back by the sign of `by`. A recording wraps around; in a
// simulation a frame beyond the newest is a new step, and only past frames that are kept are
// shown.
void change_frame(ApplicationModel& model, int by) {
  const RecordingPlayback* show = model.session.playback();
  if (!show) return change_step(model, by);
  model.paused = true;
  if (by > 0 && model.live) model.live->extend(model);
  const std::size_t n = show->size();
  model.apply(command::SeekRecording{(show->frame() + (by > 0 ? 1 : n - 1)) % n});
}

// Takes the next slower or faster speed of kSpeeds by the sign of `by`, or stays at the last one.
void change_speed(ApplicationModel& model, int by) {
  double& speed = model.clock.speed;
  const auto now = std::ranges::find(kSpeeds, speed) - kSpeeds.begin();
  const std::ptrdiff_t last = std::ssize(kSpeeds) - 1;
  speed = kSpeeds[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + by, 0, last))];
  model.note(say("Speed {:g}x", speed), "speed");
}

}  // namespace

// clang-format off
extern const ActionRow restart_action{"restart", "Restart",
    "Start the scene again with the same seed.", Menu::simulation, {on_key('r')}, does<restart>};
extern const ActionRow new_seed_action{"new-seed", "Restart with a new seed",
    "Start the scene again with other random values.", Menu::simulation, {ctrl(on_key('r'))},
    does<new_seed>};
extern const ActionRow pause_action = ActionRow{"pause", "Pause",
    "Pause or play the simulation.", Menu::simulation, {on_key('p'), on_key(Key::space)},
    does<pause>}.checked_while(is_paused);
extern const ActionRow step_action = ActionRow{"step", "Single step",
    "Pause, and advance by one step of 1/60 s.", Menu::simulation, {on_key('o')}, does<single_step>}
    .repeating();
extern const ActionRow frame_back_action = ActionRow{"frame-back", "Frame back",
    "Pause, and go back by one step, or by one frame of recorded boxes.", Menu::simulation,
    {typed(',')}, does<change_frame, -1>}.repeating().by_key();
extern const ActionRow frame_forward_action = ActionRow{"frame-forward", "Frame forward",
    "Pause, and advance by one step, or by one frame of recorded boxes.", Menu::simulation,
    {typed('.')}, does<change_frame, 1>}.repeating().by_key();
extern const ActionRow slower_action = ActionRow{"slower", "Slower",
    "Slow motion: fewer steps per second, down to a tenth of the speed.", Menu::simulation,
    {typed('<')}, does<change_speed, -1>}.by_key();
extern const ActionRow faster_action = ActionRow{"faster", "Faster",
    "More steps per second, up to four times the speed.", Menu::simulation, {typed('>')},
    does<change_speed, 1>}.by_key();
extern const ActionRow follow_action = ActionRow{"follow", "Follow the game",
    "Show the newest frame of the game that is followed, and all that come.", Menu::simulation,
    {shift(on_key('p'))}, does<follow_game>}.checked_while(is_followed);
extern const ActionRow sweep_action = ActionRow{"sweep", "Sweep recorded boxes",
    "Let each recorded box reach to its place in the next frame, as games with fast objects test them.",
    Menu::simulation, {shift(on_key('s'))}, does<sweep>}.checked_while(is_swept);
// clang-format on

}  // namespace phasebox::ui
