// SPDX-License-Identifier: MIT
// Which algorithms run in a bench, and over which frames.
#include <algorithm>

#include "cli/bench.hpp"
#include "collide/registry.hpp"
#include "io/boxes/box_file.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace {

using Entries = std::span<const BroadphaseEntry* const>;

std::vector<const BroadphaseEntry*> all_entries(const BenchParts& parts) {
  std::vector<const BroadphaseEntry*> all(broadphases().begin(), broadphases().end());
  all.insert(all.end(), parts.peers.begin(), parts.peers.end());
  return all;
}

/// What --set named of the broadphases, as the session has it now.
std::vector<ParamValue> fixed_values(const LaunchOptions& launch, const Session& session) {
  std::vector<ParamValue> fixed;
  for (const auto& [name, text] : launch.sets) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string owner = name.substr(0, dot),
                      key = name.substr(std::min(dot + 1, name.size()));
    const BroadphaseEntry* entry = find_entry(broadphases(), owner);
    if (!entry) continue;
    const ParamGroup group = session.group(*entry);
    if (const Param* row = find_param(group.rows, key))
      fixed.push_back({*entry, key, row->get(group.object)});
  }
  return fixed;
}

/// A key without owner is meant for every chosen algorithm that has it.
LaunchOptions with_owners(LaunchOptions launch, Entries chosen) {
  std::vector<std::pair<std::string, std::string>> sets;
  for (const auto& [key, value] : launch.sets) {
    const std::size_t before = sets.size();
    for (const BroadphaseEntry* entry : chosen)
      if (find_param(entry->make()->params().rows, key))
        sets.emplace_back(std::string(entry->id) + "." + key, value);
    if (sets.size() == before) sets.emplace_back(key, value);
  }
  launch.sets = std::move(sets);
  return launch;
}

Result<BenchCase> recorded(const BenchOptions& options, Session& session) {
  if (options.boxes.empty()) {
    const auto n = session.world().size();
    const std::uint32_t frames = options.frames ? options.frames : default_frames(n);
    const std::uint32_t warm_up = options.has_warm_up ? kWarmUp : 0;
    return BenchCase{options.launch.scene.value_or("uniform"),
                     record(session, frames + warm_up, options.motion),
                     {{.begin = 0, .warm_up = warm_up, .timed = frames}}};
  }
  const Result<BoxRecording> trace = load_box_recording(options.boxes);
  if (!trace) return trace.error();
  if (trace->boxes.empty()) return Error{options.boxes + ": there is no box in it to race over"};
  const auto n = trace->boxes.size() / trace->size();
  const std::uint32_t frames = options.frames ? options.frames : default_frames(n);
  // A single frame is repeated; a recording is taken as a whole.
  BenchCase c{options.boxes, record(*trace, std::max<std::size_t>(frames, trace->size()))};
  c.windows = options.all_frames ? whole_recording(c.recording.size(), 0)
                                 : spread_windows(c.recording.size(), frames);
  c.is_scene = false;
  return c;
}

}  // namespace

std::uint32_t default_frames(std::uint64_t boxes) {
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(10'000'000 / std::max<std::uint64_t>(boxes, 1), 20, 300));
}

Result<std::vector<const BroadphaseEntry*>> chosen_entries(const BenchOptions& options,
                                                           std::size_t boxes) {
  const auto all = all_entries(options.parts);
  std::vector<const BroadphaseEntry*> chosen;
  if (options.broadphases == "all") {
    for (const BroadphaseEntry* entry : all)
      if (is_affordable(*entry, boxes)) chosen.push_back(entry);  // others must be named
    return chosen;
  }
  const std::string& names = options.broadphases;
  for (std::size_t at = 0; at <= names.size();) {
    const std::size_t comma = std::min(names.find(',', at), names.size());
    const std::string id = names.substr(at, comma - at);
    const BroadphaseEntry* entry = find_entry(Entries(all), id);
    if (!entry) return Error{"--broadphase: " + unknown_id("broadphase", id, Entries(all)).text};
    if (std::ranges::find(chosen, entry) == chosen.end()) chosen.push_back(entry);
    at = comma + 1;
  }
  return chosen;
}

Result<BenchCase> bench_case(const BenchOptions& options, std::optional<std::uint32_t> count) {
  const auto named = chosen_entries(options, 0);
  if (!named) return named.error();
  LaunchOptions launch = with_owners(options.launch, *named);
  if (!launch.scene && options.boxes.empty()) launch.scene = "uniform";
  launch.count = count;
  Session session(builtin_images());
  if (auto error = configure(session, launch)) return *std::move(error);
  Result<BenchCase> c = recorded(options, session);
  if (!c) return c;
  const auto chosen = chosen_entries(options, c->recording.max_boxes());
  for (const BroadphaseEntry* entry : *chosen)
    c->contestants.push_back(contestant_of(*entry, session));
  c->fixed = fixed_values(launch, session);
  return c;
}

Status check_frames(const BenchOptions& options) {
  if (options.all_frames && options.boxes.empty())
    return Error{"--frames all: a scene has no last frame; give a number, or --boxes FILE"};
  return {};
}

RaceOptions race_options(const BenchOptions& options, const BenchCase& c) {
  constexpr double kUnlimited = 0;
  RaceOptions race;
  race.windows = c.windows;
  race.threads = options.threads;
  race.budget = options.budget.value_or(options.all_frames ? kUnlimited : kDefaultBudget) * 1000;
  race.heap = options.parts.heap;
  return race;
}

Result<BenchTable> run_steps(const BenchOptions& options, std::optional<std::uint32_t> count) {
  BenchOptions ours = options;
  ours.parts.peers = {};  // a session steps with the registry alone
  const auto named = chosen_entries(ours, 0);
  if (!named) return named.error();
  LaunchOptions launch = with_owners(options.launch, *named);
  if (!launch.scene) launch.scene = "uniform";
  launch.count = count;
  std::vector<Session> sessions;
  BenchTable table{.scene = *launch.scene, .threads = options.threads};
  for (const BroadphaseEntry* entry : *named) {
    launch.broadphase = entry->id;
    Session& session = sessions.emplace_back(builtin_images());
    if (auto error = configure(session, launch)) return *std::move(error);
    session.set_threads(options.threads);
    table.boxes = session.world().size();
    if (const auto all = chosen_entries(ours, table.boxes);
        std::ranges::find(*all, entry) == all->end())
      sessions.pop_back();
    else
      table.rows.push_back({.name = std::string(entry->id), .is_exact = session.is_exact()});
  }
  step_in_turn(options, sessions, table);
  return table;
}

}  // namespace phasebox
