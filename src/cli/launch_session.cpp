// SPDX-License-Identifier: MIT
// Opens scenes and files by launch options, and applies settings to sessions.
#include "cli/launch_session.hpp"

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/set_options.hpp"
#include "cli/terminal.hpp"
#include "collide/registry.hpp"
#include "contract/trial.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"
#include "world/dynamics/contact_graph.hpp"

namespace phasebox::cli {
namespace {

// ---- scene

/// Sets the parameters of the picture that a scene names; its other settings are left out.
void adopt_view(const auto& settings, ParamView view) {
  for (const auto& s : settings)
    if (const Param* row = s.owner == Owner::view() ? find_param(view.rows, s.key) : nullptr)
      row->set(view.object, s.value);
}

/// Opens the scene or file that the options name. Returns true if the file has sprites of its own,
/// which a restart would replace; false if the scene makes them.
bool open_scene(Session& session, const LaunchOptions& options, ParamView view) {
  const std::string& scene = *options.scene;
  if (find_entry(scenes(), scene)) {
    must(session.apply(command::LoadScene{scene}));
    adopt_view(session.settings().scene->settings, view);
    return false;
  }
  if (!looks_like_a_path(scene))
    throw Refusal{unknown_id("scene", scene, scenes()).text + ", or give the path of a scene file"};
  if (is_box_file(scene)) {
    const auto trace = std::make_shared<const BoxRecording>(
        noted(load_box_recording(scene, options.reading), scene));
    const std::string name = std::filesystem::path(scene).filename().string();
    must(session.apply(command::OpenRecording{trace, name, absolute_path(scene)}));
    if (options.is_swept) must(session.apply(command::SweepRecording{true}));
    return true;
  }
  const auto document = std::make_shared<const SceneDocument>(
      must(load_scene_file(scene, all_groups(session, view))));
  if (auto status = session.apply(command::OpenDocument{document, absolute_path(scene)});
      status.failed())
    throw Refusal{scene + ": " + status.error().text};
  adopt_view(document->params, view);
  return document->sprites.has_value();
}

/// Sets a parameter that has an option of its own, such as --seed. Throws Refusal if it is refused.
void set_number(Session& session, Owner owner, std::string key, double value) {
  if (auto status = session.apply(command::SetParam{owner, std::move(key), value}); status.failed())
    throw Refusal{"--" + status.error().text};
}

/// Does the work of `configure`, but throws Refusal on an error.
void set_up(Session& session, const LaunchOptions& options, ParamView view) {
  session.work().max_pairs = kMaxPairs;
  const bool has_own_sprites = options.scene && open_scene(session, options, view);
  if (options.is_swept && !session.playback())
    throw Refusal{{"--swept: only recorded boxes have a next frame to reach to; name a recording"}};
  if (!options.reading.solid.empty() && !session.playback())
    throw Refusal{{"--solid: only maps have layers; name a map of Tiled or LDtk"}};
  if (options.reading.origin != BoxOrigin::unsaid && !session.playback() && !options.follow)
    throw Refusal{{"--origin: only files of boxes have x, y; name one"}};
  if (session.playback() && (options.seed || options.count))
    throw Refusal{fmt::format("{}: recorded boxes have neither seed nor count; leave it out",
                              options.seed ? "--seed" : "--count")};
  // A scene may have a workload for each count: settings, such as a larger field for more sprites,
  // that keep the density of its sprites the same.
  if (options.count && !has_own_sprites)
    must(apply_settings(session, session.settings().scene.instance().workload(*options.count)));
  if (options.broadphase) must(session.apply(command::SelectBroadphase{*options.broadphase}));
  if (options.narrowphase) must(session.apply(command::SelectNarrowphase{*options.narrowphase}));
  for (const auto& [key, value] : options.sets) set_param(session, key, value, view);
  if (options.seed) set_number(session, Owner::world(), "seed", *options.seed);
  if (options.count) set_number(session, Owner::scene(), "count", *options.count);
  // The restart makes the sprites again, as settings such as the field's size affect only new ones.
  if (!has_own_sprites) must(session.apply(command::Restart{}));
  session.forget_history();
}

}  // namespace

BoxRecording noted(Result<BoxRecording> read, const std::string& file) {
  BoxRecording recording = must(std::move(read));
  for (const Sentence& note : recording.notes) report({file + ": " + note}, kDone);
  return recording;
}

BoxRecording recording_of(const LaunchOptions& options, const std::string& file) {
  BoxRecording boxes = noted(load_box_recording(file, options.reading), file);
  return options.is_swept ? swept(std::move(boxes)) : boxes;
}

bool looks_like_a_path(const std::string& text) {
  std::error_code ignored;
  return std::filesystem::path(text).has_parent_path() || text.ends_with(".json") ||
         is_box_file(text) || std::filesystem::exists(picture_file(text), ignored);
}

Status configure(Session& session, const LaunchOptions& options, ParamView view) {
  try {
    set_up(session, options, view);
    return {};
  } catch (const Refusal& refusal) {
    return refusal.error;
  }
}

Session session_of(const LaunchOptions& launch, ParamView view) {
  Session session(builtin_images());
  set_up(session, launch, view);
  return session;
}

std::string input_file(const LaunchOptions& launch) {
  if (!launch.scene || find_entry(scenes(), *launch.scene)) return {};
  return *launch.scene;
}

const BroadphaseEntry& broadphase_named(const std::string& id) {
  if (const BroadphaseEntry* entry = find_entry(broadphases(), id)) return *entry;
  throw Refusal{unknown_id("broadphase", id, broadphases())};
}

std::unique_ptr<Broadphase> make_broadphase(const BroadphaseEntry& entry, const ParamTexts& sets) {
  auto made = entry.make();
  for (const auto& [key, text] : sets)
    contract::set_params(made->params(),
                         {must(contract::read_setting(made->params().rows, entry.id, key, text))});
  return made;
}

void check_pairs(const Session& session) {
  if (session.exceeds_pair_limit())
    throw Refusal{
        fmt::format("step {}: more than {} pairs of sprites may meet, the most that the "
                    "response holds; take fewer or smaller sprites",
                    session.steps(), grouped(ContactGraph::kMaxPairs))};
  if (session.work().reason() == WorkLimit::Reason::pairs)
    throw Refusal{
        fmt::format("step {}: there are more than {} candidate pairs, the most that are kept; "
                    "take fewer or smaller sprites",
                    session.steps(), grouped(kMaxPairs))};
}

std::vector<PhaseTimes> run_frames(Session& session, std::uint32_t frames,
                                   const std::function<void(const PhaseTimes&)>& note) {
  std::vector<PhaseTimes> times;
  for (std::uint32_t i = 0; i < std::max(frames, 1u); ++i) {
    // The log of an algorithm that keeps state shows what it kept from the frame logged before. So
    // the frame before the last one is logged as well.
    if (i > 0 && i + 1 == frames) {
      EventLog before;
      session.trace(before);
    }
    times.push_back(frames == 0 ? session.detect() : session.step());
    check_pairs(session);
    if (note) note(times.back());
  }
  return times;
}

}  // namespace phasebox::cli
