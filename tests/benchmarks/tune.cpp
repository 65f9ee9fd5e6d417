// SPDX-License-Identifier: MIT
// Checks what Tune recommends: over all frames of a recording, the mean of its choice beside
// that of the best algorithm with defaults, all in turn in one race. Usage: phasebox_bench_tune
// [--budget SECONDS] [--runs N] [--write FOLDER] [RECORDING ...] Without files: the recordings that
// the tests make, and three whose fastest algorithm is known; --write saves the former as CSV and
// ends. Exit code 1: a ratio is above 1.15, another than a known winner is recommended, or two runs
// on one recording disagree beyond ties.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "bench/race.hpp"
#include "io/boxes/box_file.hpp"
#include "lab/tune/tune_search.hpp"
#include "support/recordings.hpp"

namespace {

using namespace phasebox;

constexpr double kBar = 1.15;

struct Options {
  double budget = 20;  // s
  int runs = 1;
  std::string folder;  // to write to
  std::vector<std::string> files;
};

struct Named {
  std::string name;
  std::function<Result<BoxRecording>()> load;
};

struct Known {
  std::string name;
  Recording recording;
  std::vector<std::string> winners;  // any of them
};

std::vector<Named> made() {
  return {{"quiet-then-fast", [] { return test::quiet_then_fast(); }},
          {"menu-then-game", [] { return test::menu_then_game(); }},
          {"growing-tumbler", [] { return test::growing_tumbler(); }},
          {"shooter", [] { return test::shooter(); }},
          {"settling-piles", [] { return test::settling_piles(); }},
          {"exploding-lattice", [] { return test::exploding_lattice(); }}};
}

// ---- recorded frames whose fastest algorithm is known, by a factor of two and more

Aabb box_at(Vec2 corner, Vec2 size) { return {corner, corner + size}; }

Vec2 anywhere(Random& random, float width, float height) {
  const float x = random.uniform(0, width);
  return {x, random.uniform(0, height)};
}

/// 3,000 equal boxes that jitter in their places: neighbors stay neighbors (neighbor-list).
Recording trembling_boxes() {
  Random random(1);
  std::vector<Vec2> places;
  for (int i = 0; i < 3000; ++i) places.push_back(anywhere(random, 3000, 3000));
  Recording recording;
  std::vector<Aabb> boxes(places.size());
  for (int frame = 0; frame < 40; ++frame) {
    for (std::size_t i = 0; i < places.size(); ++i)
      boxes[i] = box_at(places[i] + anywhere(random, 0.2f, 0.2f), {20, 20});
    recording.add(boxes);
  }
  return recording;
}

/// 1,500 flat bars, one above the other: a sweep downwards meets nothing twice (sort-and-sweep).
Recording flat_bars() {
  Random random(2);
  Recording recording;
  std::vector<Aabb> boxes(1500);
  for (int frame = 0; frame < 40; ++frame) {
    for (Aabb& b : boxes) b = box_at(anywhere(random, 10, 30'000), {3000, 10});
    recording.add(boxes);
  }
  return recording;
}

/// 50,000 equal boxes, every frame somewhere else: nothing to keep, cells for all (a grid).
Recording jumping_crowd() {
  Random random(3);
  Recording recording;
  std::vector<Aabb> boxes(50'000);
  for (int frame = 0; frame < 8; ++frame) {
    for (Aabb& b : boxes) b = box_at(anywhere(random, 9500, 9500), {14, 14});
    recording.add(boxes);
  }
  return recording;
}

std::vector<Known> known() {
  return {
      {"trembling-boxes", trembling_boxes(), {"neighbor-list"}},
      {"flat-bars", flat_bars(), {"sort-and-sweep"}},
      {"jumping-crowd", jumping_crowd(), {"uniform-grid", "spatial-hash", "hierarchical-grid"}}};
}

int write(const std::string& folder) {
  for (const Named& n : made()) {
    std::ofstream file(std::filesystem::path(folder) / (n.name + ".csv"), std::ios::binary);
    file << test::csv_text(*n.load());
    file.close();
    if (!file) return fmt::print(stderr, "{}/{}.csv: cannot be written\n", folder, n.name), 1;
  }
  return 0;
}

TuneReport tuned(const Recording& recording, double budget) {
  TuneOptions options;
  options.budget = budget;
  return finished(*tune_search(recording, options));
}

/// The recommended contestant first, then every algorithm with defaults; ms.
std::vector<std::pair<std::string, double>> means(const Recording& recording,
                                                  const Contestant& recommended) {
  Race race(recording, {.windows = whole_recording(recording.size(), 0), .count_tests = false});
  race.enter(recommended);
  for (const BroadphaseEntry* entry : broadphases())
    if (entry->role == BroadphaseRole::contender) race.enter({.entry = entry});
  while (race.advance()) {
  }
  std::vector<std::pair<std::string, double>> rows;
  for (const RaceResult& r : race.results()) rows.emplace_back(r.name, summary_of(r.times).mean);
  return rows;
}

bool row(const std::string& name, const Recording& recording, const TuneReport& report) {
  if (!report.winner()) return fmt::print("{:<20} no answer\n", name), false;
  const auto rows = means(recording, report.winner()->contestant);
  const auto best =
      std::min_element(rows.begin() + 1, rows.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const double ratio = rows[0].second / best->second;
  fmt::print("{:<20} {:<34} {:>9.4f} {:>9.4f}  {:<18} {:>5.2f}  {}\n", name, rows[0].first,
             rows[0].second, best->second, best->first, ratio, ratio <= kBar ? "met" : "NOT MET");
  std::fflush(stdout);
  return ratio <= kBar;
}

/// Whether each run's answer is among those that tie in the other.
bool agree(const TuneReport& a, const TuneReport& b) {
  const auto names = [](const TuneReport& r, const TuneReport& other) {
    const std::string id(other.ranking[0].contestant.entry->id);
    return r.ranking[0].contestant.entry->id == id ||
           std::ranges::find(r.confidence.tied, id) != r.confidence.tied.end();
  };
  return names(a, b) || names(b, a);
}

bool names_one_of(const TuneReport& report, const std::vector<std::string>& winners) {
  if (winners.empty()) return true;
  if (!report.winner()) return false;
  const std::string id(report.winner()->contestant.entry->id);
  if (std::ranges::find(winners, id) != winners.end()) return true;
  return fmt::print("  NOT MET: {} is known to be faster\n", fmt::join(winners, " or ")), false;
}

bool check(const Known& known, const Options& options) {
  std::vector<TuneReport> reports;
  bool all_met = true;
  for (int run = 0; run < options.runs; ++run) {
    reports.push_back(tuned(known.recording, options.budget));
    all_met &= row(known.name, known.recording, reports.back());
    all_met &= names_one_of(reports.back(), known.winners);
    if (!reports.back().winner() || agree(reports[0], reports.back())) continue;
    fmt::print("  DISAGREE: {}; {}\n", reports[0].confidence.words,
               reports.back().confidence.words);
    all_met = false;
  }
  return all_met;
}

bool check(const Named& named, const Options& options) {
  const Result<BoxRecording> trace = named.load();
  if (!trace) return fmt::print(stderr, "{}\n", trace.error().text), false;
  return check(Known{named.name, record(*trace, trace->size()), {}}, options);
}

Options read(int argc, char** argv) {
  Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    const bool has_value = word.starts_with("--") && k + 1 < argc;
    if (word == "--budget" && has_value)
      options.budget = std::atof(argv[++k]);
    else if (word == "--runs" && has_value)
      options.runs = std::atoi(argv[++k]);
    else if (word == "--write" && has_value)
      options.folder = argv[++k];
    else
      options.files.push_back(word);
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = read(argc, argv);
  if (!options.folder.empty()) return write(options.folder);
  std::vector<Named> recordings = options.files.empty() ? made() : std::vector<Named>{};
  for (const std::string& file : options.files)
    recordings.push_back(
        {std::filesystem::path(file).stem().string(), [file] { return load_box_recording(file); }});
  fmt::print("{:<20} {:<34} {:>9} {:>9}  {:<18} {:>5}\n", "recording", "recommended", "mean ms",
             "best ms", "best default", "ratio");
  bool all_met = true;
  for (const Named& named : recordings) all_met &= check(named, options);
  if (options.files.empty())
    for (const Known& one : known()) all_met &= check(one, options);
  return all_met ? 0 : 1;
}
