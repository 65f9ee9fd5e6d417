// SPDX-License-Identifier: MIT
// `phasebox bench`: broadphases over the same frames, each checked before it is timed.
#include "cli/bench.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/output.hpp"
#include "core/registry.hpp"
#include "io/images.hpp"
#include "io/text_file.hpp"

namespace phasebox {
namespace {

volatile std::sig_atomic_t interrupted = 0;

// ---- rivals

// More than this takes minutes per frame; who wants that can name it.
constexpr std::size_t kMostForBruteForce = 20'000;

std::vector<const BroadphaseEntry*> all_entries(const BenchParts& parts) {
  std::vector<const BroadphaseEntry*> all(broadphases().begin(), broadphases().end());
  all.insert(all.end(), parts.peers.begin(), parts.peers.end());
  return all;
}

Result<std::vector<const BroadphaseEntry*>> chosen_entries(const BenchOptions& options,
                                                           std::size_t boxes) {
  const auto all = all_entries(options.parts);
  std::vector<const BroadphaseEntry*> chosen;
  if (options.broadphases == "all") {
    for (const BroadphaseEntry* entry : all)
      if (entry->id != "brute-force" || boxes <= kMostForBruteForce) chosen.push_back(entry);
    return chosen;
  }
  for (std::size_t at = 0; at <= options.broadphases.size();) {
    const std::size_t comma =
        std::min(options.broadphases.find(',', at), options.broadphases.size());
    const std::string id = options.broadphases.substr(at, comma - at);
    const BroadphaseEntry* entry = find_entry(std::span<const BroadphaseEntry* const>(all), id);
    if (!entry)
      return Error{"--broadphase: " +
                   unknown_id("broadphase", id, std::span<const BroadphaseEntry* const>(all)).text};
    if (std::ranges::find(chosen, entry) == chosen.end()) chosen.push_back(entry);
    at = comma + 1;
  }
  return chosen;
}

/// An instance with the parameters that the session has for it.
Entrant entrant_of(const BroadphaseEntry* entry, const Session& session) {
  const ParamGroup group = session.group(entry->id);
  std::vector<std::pair<const Param*, double>> values;
  for (const Param& row : group.rows) values.emplace_back(&row, row.get(group.object));
  return {std::string(entry->id), [entry, values] {
            auto made = entry->make();
            for (const auto& [row, value] : values) row->set(made->params().object, value);
            return made;
          }};
}

// ---- scene

/// A key without owner is meant for every chosen algorithm that has it.
LaunchOptions with_owners(LaunchOptions launch, std::span<const BroadphaseEntry* const> chosen) {
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

}  // namespace

std::uint32_t usual_frames(std::uint64_t boxes) {
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(10'000'000 / std::max<std::uint64_t>(boxes, 1), 20, 300));
}

Result<BenchCase> bench_case(const BenchOptions& options, std::optional<std::uint32_t> count) {
  const auto chosen = chosen_entries(options, count.value_or(0));
  if (!chosen) return chosen.error();
  Session session(builtin_images());
  LaunchOptions launch = with_owners(options.launch, *chosen);
  if (!launch.scene) launch.scene = "uniform";
  launch.count = count;
  if (auto error = configure(session, launch)) return *std::move(error);
  const std::uint32_t frames =
      options.frames ? options.frames : usual_frames(session.world().size());
  BenchCase c{*launch.scene, record(session, frames + kWarmUp), {}};
  for (const BroadphaseEntry* entry : *chosen) c.entrants.push_back(entrant_of(entry, session));
  return c;
}

bool was_interrupted() {
  static const bool kListening = [] {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    return ::sigaction(SIGINT, &action, nullptr) == 0;
  }();
  return kListening && interrupted != 0;
}

// ---- race

namespace {

class ProgressBar {
 public:
  ProgressBar() : is_shown_(::isatty(STDERR_FILENO) == 1) {}
  ~ProgressBar() {
    if (is_shown_) std::fputs("\r\x1b[K", stderr);
  }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(double progress, const std::string& text) {
    const int now = static_cast<int>(progress * 1000);
    if (!is_shown_ || now == last_) return;
    last_ = now;
    const auto full = static_cast<std::size_t>(progress * 30);
    fmt::print(stderr, "\r\x1b[K[{:-<30}] {:3.0f} % {}", std::string(full, '#'), progress * 100,
               text);
    std::fflush(stderr);
  }

 private:
  bool is_shown_;
  int last_ = -1;
};

BenchRow row_of(const Rival& rival, std::size_t boxes) {
  BenchRow row{.name = rival.name,
               .verdict = rival.verdict,
               .fault = rival.fault,
               .ms = spread(rival.times),
               .times = rival.times,
               .box_tests = {},
               .allocations = {},
               .bytes = {}};
  if (rival.verdict == Rival::Verdict::wrong) return row;
  if (rival.box_tests) row.box_tests = static_cast<double>(*rival.box_tests);
  if (rival.allocations && !rival.times.empty())
    row.allocations =
        static_cast<double>(*rival.allocations) / static_cast<double>(rival.times.size());
  if (rival.bytes)
    row.bytes = static_cast<double>(*rival.bytes) / static_cast<double>(std::max(boxes, size_t{1}));
  return row;
}

}  // namespace

BenchTable run_race(const BenchCase& c, const RaceOptions& options) {
  Race race(c.recording, options);
  for (const Entrant& entrant : c.entrants) race.enter(entrant.name, entrant.make);
  BenchTable table{
      .scene = c.scene, .boxes = c.recording.most_boxes(), .threads = options.threads, .rows = {}};
  {
    ProgressBar bar;
    while (!was_interrupted() && race.advance())
      bar.show(race.progress(), fmt::format("{} {}: {}", c.scene, table.boxes, race.phase()));
  }
  table.is_complete = race.progress() >= 1;
  table.frames = c.recording.size() - std::min(c.recording.size(), options.warm_up);
  table.pairs = race.mean_pairs();
  for (const Rival& rival : race.rivals()) table.rows.push_back(row_of(rival, table.boxes));
  return table;
}

namespace {

Status write_files(const BenchOptions& options, std::span<const BenchTable> tables) {
  if (!options.json.empty())
    if (auto error = write_file_atomically(options.json, bench_json(tables, options.command)))
      return error;
  if (!options.csv.empty())
    if (auto error = write_file_atomically(options.csv, csv_text(tables))) return error;
  if (!options.svg.empty()) return write_file_atomically(options.svg, bench_svg(tables));
  return {};
}

bool is_wrong(const BenchRow& row) { return row.verdict == Rival::Verdict::wrong; }

}  // namespace

int run_bench(const BenchOptions& options) {
  std::vector<std::optional<std::uint32_t>> counts(options.counts.begin(), options.counts.end());
  if (counts.empty()) counts.emplace_back();
  RaceOptions race;
  race.threads = options.threads;
  race.warm_up = kWarmUp;
  race.budget = options.budget * 1000;
  race.heap = options.parts.heap;
  std::vector<BenchTable> tables;
  for (const auto count : counts) {
    if (was_interrupted()) break;
    const Result<BenchCase> c = bench_case(options, count);
    if (!c) return report(c.error());
    tables.push_back(run_race(*c, race));
    if (const int code = print(table_text(tables.back())); code != kDone) return code;
  }
  if (auto error = write_files(options, tables)) return report(*error);
  if (was_interrupted()) return kInterrupted;
  const bool wrong = std::ranges::any_of(
      tables, [](const BenchTable& t) { return std::ranges::any_of(t.rows, is_wrong); });
  return wrong ? kOurFailure : kDone;
}

}  // namespace phasebox
