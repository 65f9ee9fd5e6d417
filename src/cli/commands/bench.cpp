// SPDX-License-Identifier: MIT
// `phasebox bench`: races broadphases over the same frames. The pairs of each are checked before it
// is timed, except for whole steps, where those of the last step are checked afterwards.
#include "cli/commands/bench.hpp"

#include "base/number_format.hpp"
#include "base/version.hpp"
#include "collide/registry.hpp"
#include "io/archive/json.hpp"
#include "lab/race/race_ranking.hpp"
#include "lab/tune/tune_output.hpp"
#include "language/format_sentence.hpp"

namespace phasebox::cli {
namespace {

// ---- cases

using Entries = std::span<const BroadphaseEntry* const>;

/// Returns the broadphases of the registry, then the peers.
std::vector<const BroadphaseEntry*> all_entries(const BenchParts& parts) {
  std::vector<const BroadphaseEntry*> all(broadphases().begin(), broadphases().end());
  all.insert(all.end(), parts.peers.begin(), parts.peers.end());
  return all;
}

/// Returns the parameters of broadphases that --set named by OWNER.KEY, with their values in the
/// session. Other settings, such as those of the scene, are left out.
std::vector<ParamValue> fixed_values(const LaunchOptions& launch, const Session& session) {
  std::vector<ParamValue> fixed;
  for (const auto& [name, text] : launch.sets) {
    std::string_view key = name;
    const BroadphaseEntry* entry = find_entry(broadphases(), std::string(take_until(key, '.')));
    if (!entry) continue;
    const ParamGroup group = session.settings().group(*entry);
    if (const Param* row = find_param(group.rows, key))
      fixed.push_back({*entry, std::string(key), row->get(group.object)});
  }
  return fixed;
}

/// Returns the launch options with each --set key that some chosen broadphases have replaced by one
/// for each of them, OWNER.KEY. Other keys stay.
LaunchOptions with_owners(LaunchOptions launch, Entries chosen) {
  ParamTexts sets;
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

/// Returns the default number of timed frames with so many boxes in each: as many as have ten
/// million boxes together, but at least 20 and at most 300.
std::uint32_t default_frames(std::uint64_t boxes) {
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(10'000'000 / std::max<std::uint64_t>(boxes, 1), 20, 300));
}

/// Makes a case without contestants: the frames of the box recording or, if the options name none,
/// of the session's scene. Throws Refusal for a recording without a box.
BenchCase recorded(const BenchOptions& options, Session& session) {
  if (options.boxes.empty()) {
    const auto n = session.world().size();
    const std::uint32_t frames = options.frames ? options.frames : default_frames(n);
    const std::uint32_t warm_up = options.has_warm_up ? kWarmUp : 0;
    return {options.launch.scene.value_or(kDefaultWorkload),
            record(session, frames + warm_up, options.motion),
            {{.begin = 0, .warm_up = warm_up, .timed = frames}}};
  }
  const BoxRecording trace = recording_of(options.launch, options.boxes);
  if (trace.boxes.empty()) throw Refusal{options.boxes + ": there is no box in it to race over"};
  const auto n = trace.boxes.size() / trace.size();
  const std::uint32_t frames = options.frames ? options.frames : default_frames(n);
  // `record` takes all frames of the file, and repeats a file of one frame as often as it is to be
  // timed. A longer file that has too few stays as it is: each of its frames is timed once.
  BenchCase c{options.boxes, record(trace, std::max<std::size_t>(frames, trace.size()))};
  c.windows = options.all_frames ? whole_recording(c.recording.size(), 0)
                                 : spread_windows(c.recording.size(), frames);
  c.is_scene = false;
  return c;
}

// ---- whole steps

/// One session of a race over whole steps, and the times of its steps so far, ms.
struct Lane {
  Session& session;
  BenchRow& row;
  std::array<double, kPhases.size()> sums{};  ///< ms for each phase
  double spent = 0;                           ///< ms in all timed steps

  /// Whether the session gets no more steps: the budget, ms, is used up and 3 steps are timed.
  bool is_over(double budget) const { return spent > budget && row.times.size() >= 3; }
  /// Makes a step, and adds its times if it is timed.
  void step(bool is_timed) {
    const PhaseTimes t = session.step();
    if (!is_timed) return;
    const std::array<double, kPhases.size()> phases{t.move, t.broad, t.sort, t.narrow, t.respond};
    for (std::size_t k = 0; k < phases.size(); ++k) sums[k] += phases[k];
    row.times.push_back(t.total());
    spent += t.total();
  }
  /// Checks the pairs of the last step and puts the result into the row. A wrong row has no times.
  void finish() {
    const PairDigest truth = true_pairs(session.frame()), found = digest(session.pairs());
    const bool is_right = is_allowed(found, truth, row.is_exact);
    row.verdict = is_right ? RaceResult::Verdict::right : RaceResult::Verdict::wrong;
    if (!is_right) {
      row.fault = "last step: " + difference(found, truth);
      row.times.clear();
    }
    row.ms = summary_of(row.times);
    if (row.times.empty()) return;
    for (double& sum : sums) sum /= static_cast<double>(row.times.size());
    row.phases = sums;
  }
};

/// Steps the sessions in turn, another one first in each round, so that changes of the machine's
/// speed affect all alike. Session k fills row k of the table. Ends early at Ctrl+C.
void step_in_turn(const BenchOptions& options, std::span<Session> sessions, BenchTable& table) {
  const std::uint32_t frames = options.frames ? options.frames : default_frames(table.boxes);
  table.frames = frames;
  std::vector<Lane> lanes;
  for (std::size_t k = 0; k < sessions.size(); ++k) lanes.push_back({sessions[k], table.rows[k]});
  ProgressBar bar;
  for (std::uint32_t frame = 0; frame < frames + kWarmUp; ++frame)
    for (std::size_t turn = 0; turn < lanes.size(); ++turn) {
      if (was_interrupted()) break;
      Lane& lane = lanes[(turn + frame) % lanes.size()];
      if (!lane.is_over(options.budget.value_or(kDefaultBudget) * 1000))
        lane.step(frame >= kWarmUp);
      bar.show(static_cast<double>(frame) / (frames + kWarmUp),
               fmt::format("{}, {} sprites: stepping", table.scene, table.boxes));
    }
  table.is_complete = !was_interrupted();
  for (Lane& lane : lanes) lane.finish();
  if (!sessions.empty()) table.pairs = static_cast<double>(sessions[0].pairs().size());
}

// ---- results

/// Writes a time in ms with about three significant digits.
std::string milliseconds(double ms) {
  return fmt::format("{:.{}f}", ms, ms < 0.1 ? 4 : ms < 10 ? 3 : ms < 100 ? 2 : 1);
}

/// Writes a value by `format(value)`, or "-" if there is none.
std::string optional(const std::optional<double>& value, auto format) {
  return value ? format(*value) : "-";
}

std::string_view verdict_of(const RaceResult& r) {
  constexpr std::string_view kVerdicts[] = {"pending", "right", "wrong"};
  return kVerdicts[static_cast<std::size_t>(r.verdict)];
}
bool is_wrong(const BenchRow& r) { return r.verdict == RaceResult::Verdict::wrong; }

using Cells = std::vector<std::string>;

/// The statistics of the times of frames with the names of their columns, in the order of these.
constexpr std::pair<std::string_view, double Summary::*> kTimes[]{
    {"median", &Summary::median}, {"mean", &Summary::mean}, {"p5", &Summary::p5},
    {"p95", &Summary::p95},       {"p99", &Summary::p99},   {"worst", &Summary::worst}};

const Cells kHeads{"broadphase", "median ms", "mean",      "p5",     "p95",      "p99",
                   "worst",      "ns/object", "box tests", "allocs", "B/sprite", "frames"};
const Cells kStepHeads{"broadphase", "median ms", "mean", "p5",     "p95",      "p99",   "worst",
                       "move",       "broad",     "sort", "narrow", "response", "frames"};

bool is_of_steps(const BenchTable& table) {
  return std::ranges::any_of(table.rows, [](const BenchRow& r) { return r.phases.has_value(); });
}

Cells cells(const BenchTable& table, const BenchRow& row) {
  const std::string name = row.is_exact ? row.name : row.name + " (subset)";
  if (is_wrong(row)) return {name, "WRONG", row.fault};
  if (row.times.empty()) return {name, "not timed"};
  Cells line{name};
  for (const auto& [key, part] : kTimes) line.push_back(milliseconds(row.ms.*part));
  if (row.phases) {
    for (const double ms : *row.phases) line.push_back(milliseconds(ms));
    line.push_back(std::to_string(row.times.size()));
    return line;
  }
  const auto one_digit = [](double v) { return fmt::format("{:.1f}", v); };
  line.push_back(one_digit(row.ms.mean * 1e6 / static_cast<double>(table.boxes)));
  line.push_back(optional(row.box_tests, grouped_whole));
  line.push_back(optional(row.allocations, one_digit));
  line.push_back(optional(row.bytes, one_digit));
  line.push_back(std::to_string(row.times.size()));
  return line;
}

std::string frames_text(const BenchTable& table) {
  if (table.coverage.of > 0) return coverage_text(table.coverage);
  return counted(table.frames, "frame");
}

Json number_json(const std::optional<double>& v) {
  return v ? Json(static_cast<float>(*v)) : Json();
}

Json row_json(const BenchRow& r) {
  Json json{{"broadphase", r.name}, {"verdict", verdict_of(r)}};
  if (!r.fault.empty()) json["fault"] = r.fault;
  if (!r.is_exact) json["is_exact"] = false;
  if (r.times.empty()) return json;
  const auto ms = [](double v) { return static_cast<float>(v); };
  for (const auto& [key, part] : kTimes) json["ms"][key] = ms(r.ms.*part);
  if (r.phases)
    for (std::size_t k = 0; k < kPhases.size(); ++k)
      json["mean_ms_by_phase"][kPhases[k]] = ms((*r.phases)[k]);
  json["box_tests"] = number_json(r.box_tests);
  json["allocations_per_frame"] = number_json(r.allocations);
  json["bytes_per_sprite"] = number_json(r.bytes);
  Json times = Json::array();
  for (const double t : r.times) times.push_back(ms(t));
  json["frames"] = std::move(times);
  return json;
}

// ---- the command

BenchTable run_one(const BenchOptions& options, std::optional<std::uint32_t> count) {
  if (options.whole_step) return run_steps(options, count);
  const BenchCase c = bench_case(options, count);
  return run_race(c, race_options(options, c));
}

void check(const BenchOptions& options) {
  check_frames(options, !options.counts.empty());
  const bool is_trace = !options.boxes.empty();
  if (is_trace && options.whole_step)
    throw Refusal{{"--whole-step: recorded boxes have no step; name a scene instead"}};
  if (options.queries.count > 0 && options.whole_step)
    throw Refusal{{"--queries: whole steps ask nothing; leave --whole-step out"}};
  if (options.motion != Motion::normal && (is_trace || options.whole_step))
    throw Refusal{std::string("--motion: ") +
                  (is_trace ? "recorded boxes move as they were recorded; name a scene instead"
                            : "whole steps move as the scene does; leave --whole-step out")};
  options.files.check(is_trace ? options.boxes : input_file(options.launch));
}

int run_bench(const BenchOptions& options, const std::vector<std::string>& words) {
  check(options);
  std::vector<std::optional<std::uint32_t>> counts(options.counts.begin(), options.counts.end());
  if (counts.empty()) counts.emplace_back();
  std::vector<BenchTable> tables;
  for (const auto count : counts) {
    if (was_interrupted()) break;
    tables.push_back(run_one(options, count));
    print(table_text(tables.back()));
  }
  options.files.write("--json", [&] { return bench_json(tables, words); });
  options.files.write("--csv", [&] { return csv_text(tables); });
  if (was_interrupted()) return kInterrupted;
  return std::ranges::any_of(tables, &BenchTable::any_wrong) ? kOurFailure : kDone;
}

}  // namespace

std::vector<const BroadphaseEntry*> chosen_entries(const BenchOptions& options, std::size_t boxes) {
  const auto all = all_entries(options.parts);
  std::vector<const BroadphaseEntry*> chosen;
  if (options.broadphases == "all") {
    for (const BroadphaseEntry* entry : all)
      if (is_affordable(*entry, boxes)) chosen.push_back(entry);  // brute force must be named
    return chosen;
  }
  for (const std::string_view name : split(options.broadphases, ',')) {
    const std::string id(name);
    const BroadphaseEntry* entry = find_entry(Entries(all), id);
    if (!entry) throw Refusal{"--broadphase: " + unknown_id("broadphase", id, Entries(all)).text};
    if (std::ranges::find(chosen, entry) == chosen.end()) chosen.push_back(entry);
  }
  return chosen;
}

BenchCase bench_case(const BenchOptions& options, std::optional<std::uint32_t> count) {
  LaunchOptions launch = with_owners(options.launch, chosen_entries(options, 0));
  if (!launch.scene && options.boxes.empty()) launch.scene = kDefaultWorkload;
  if (!options.boxes.empty()) {  // they are not this session's
    launch.is_swept = false;
    launch.reading = {};
  }
  launch.count = count;
  Session session = session_of(launch);
  BenchCase c = recorded(options, session);
  for (const BroadphaseEntry* entry : chosen_entries(options, c.recording.max_boxes()))
    c.contestants.push_back(contestant_of(*entry, session));
  c.fixed = fixed_values(launch, session);
  return c;
}

void check_frames(const BenchOptions& options, bool has_count) {
  if (options.all_frames && options.boxes.empty())
    throw Refusal{{"--frames all: a scene has no last frame; give a number, or --boxes FILE"}};
  if (!options.boxes.empty() && has_count)
    throw Refusal{{"--count: a box recording has a fixed number of boxes; leave it out"}};
}

RaceOptions race_options(const BenchOptions& options, const BenchCase& c) {
  constexpr double kUnlimited = 0;
  RaceOptions race;
  race.windows = c.windows;
  race.threads = options.threads;
  race.is_wall = options.is_wall;
  race.budget = options.budget.value_or(options.all_frames ? kUnlimited : kDefaultBudget) * 1000;
  race.heap = options.parts.heap;
  race.queries = options.queries;
  return race;
}

BenchTable run_steps(const BenchOptions& options, std::optional<std::uint32_t> count) {
  BenchOptions ours = options;
  ours.parts.peers = {};  // a session can select only broadphases of the registry
  const auto named = chosen_entries(ours, 0);
  LaunchOptions launch = with_owners(options.launch, named);
  if (!launch.scene) launch.scene = kDefaultWorkload;
  launch.count = count;
  std::vector<Session> sessions;
  BenchTable table{.scene = *launch.scene, .threads = options.threads};
  for (const BroadphaseEntry* entry : named) {
    launch.broadphase = entry->id;
    Session session = session_of(launch);
    session.set_threads(options.threads);
    table.boxes = session.world().size();
    const auto all = chosen_entries(ours, table.boxes);
    if (std::ranges::find(all, entry) == all.end()) continue;
    table.rows.push_back({{.contestant = {.entry = entry},
                           .name = std::string(entry->id),
                           .is_exact = session.settings().is_exact()}});
    sessions.push_back(std::move(session));
  }
  step_in_turn(options, sessions, table);
  return table;
}

BenchTable run_race(const BenchCase& c, const RaceOptions& options) {
  Race race(c.recording, options);
  for (const Contestant& contestant : c.contestants)
    race.enter(contestant, std::string(contestant.entry->id));
  const std::size_t boxes = c.recording.max_boxes();
  ProgressBar bar;
  while (!was_interrupted() && race.advance())
    bar.show(race.progress(), fmt::format("{}, {} boxes: {}", c.scene, boxes, race.phase()));
  BenchTable table{.scene = c.scene,
                   .boxes = boxes,
                   .frames = race.timed_steps().size(),
                   .pairs = race.mean_pairs(),
                   .threads = options.threads,
                   .queries = options.queries,
                   .is_complete = race.progress() >= 1};
  if (!c.is_scene) table.coverage = race.coverage();
  table.coverage.is_repeated = c.recording.is_repeated();
  for (const RaceResult& result : race.results())
    table.rows.push_back({result, summary_of(result.times)});
  return table;
}

bool BenchTable::any_wrong() const { return std::ranges::any_of(rows, is_wrong); }

std::string table_text(const BenchTable& table) {
  const Cells& heads = is_of_steps(table) ? kStepHeads : kHeads;
  std::vector<Cells> lines{heads};
  for (const BenchRow& row : table.rows) lines.push_back(cells(table, row));
  std::vector<std::size_t> widths(heads.size());
  for (const auto& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k)
      if (line.size() == heads.size() || k == 0) widths[k] = std::max(widths[k], line[k].size());
  std::string text = fmt::format(
      "{}: {}, {}, {} per frame{}, {}{}\n", table.scene, counted(table.boxes, "box"),
      frames_text(table), counted_whole(table.pairs, "pair"), queries_text(table.queries),
      counted(table.threads, "thread"), table.is_complete ? "" : ", interrupted");
  for (const auto& line : lines) {
    const bool is_full = line.size() == heads.size();
    std::string out = fmt::format("  {:<{}}", line[0], widths[0]);
    for (std::size_t k = 1; k < line.size(); ++k)
      out += fmt::format("  {:>{}}", line[k], is_full ? widths[k] : 0);
    text.append(out).append(1, '\n');
  }
  if (const std::size_t sharing = in_one_loop(table.rows, table.boxes); sharing > 1)
    text += "  " + one_loop_text(sharing, table.rows.size()) + ".\n";
  text += '\n';
  return text;
}

std::string csv_text(std::span<const BenchTable> tables) {
  std::string text =
      "scene,boxes,threads,broadphase,verdict,median_ms,mean_ms,p5_ms,p95_ms,p99_ms,worst_ms,"
      "ns_per_object,pairs,box_tests,allocations_per_frame,bytes_per_sprite,frames,"
      "move_ms,broad_ms,sort_ms,narrow_ms,response_ms\n";
  const auto number = [](const std::optional<double>& v) { return v ? fmt::format("{}", *v) : ""; };
  for (const BenchTable& t : tables)
    for (const BenchRow& r : t.rows) {
      const bool timed = !r.times.empty();
      const auto ms = [&](double v) { return timed ? fmt::format("{:.6f}", v) : ""; };
      text += fmt::format("{},{},{},{},{}", csv_cell(t.scene), t.boxes, t.threads, r.name,
                          verdict_of(r));
      for (const auto& [key, part] : kTimes) text += "," + ms(r.ms.*part);
      text += fmt::format(
          ",{},{:.1f},{},{},{},{}", ms(r.ms.mean * 1e6 / static_cast<double>(t.boxes)), t.pairs,
          number(r.box_tests), number(r.allocations), number(r.bytes), r.times.size());
      for (std::size_t k = 0; k < kPhases.size(); ++k)
        text += r.phases ? fmt::format(",{:.6f}", (*r.phases)[k]) : ",";
      text += '\n';
    }
  return text;
}

std::string bench_json(std::span<const BenchTable> tables, std::span<const std::string> command) {
  Json races = Json::array();
  for (const BenchTable& t : tables) {
    Json rows = Json::array();
    for (const BenchRow& r : t.rows) rows.push_back(row_json(r));
    Json& race = races.push_back({{"scene", t.scene},
                                  {"boxes", t.boxes},
                                  {"pairs_per_frame", static_cast<float>(t.pairs)},
                                  {"threads", t.threads},
                                  {"is_complete", t.is_complete},
                                  {"rows", std::move(rows)}});
    if (t.coverage.of > 0)
      race["frames"] = {
          {"used", t.coverage.used}, {"of", t.coverage.of}, {"places", t.coverage.places}};
  }
  const Json json{{"command", command}, {"version", kVersion}, {"races", std::move(races)}};
  return json_text(json, {.indent = 1}) + "\n";
}

void add_frames(Options& to, BenchOptions& options) {
  static constexpr std::uint32_t kMax = 100'000;
  const auto take = [&options](const std::string& text) -> Option::Refusal {
    const auto n = read_number<std::uint32_t>(text);
    options.all_frames = text == "all";
    if (!options.all_frames && !(n && *n >= 1 && *n <= kMax))
      return fmt::format("'{}' is neither 'all' nor a whole number from 1 to {}", text,
                         grouped(kMax));
    options.frames = n.value_or(0);
    return {};
  };
  to.add("--frames", "N|all", take,
         "Timed frames, of a recording spread over all of it; all: every frame of a recording")
      .by_default("by the number of boxes");
}

void add_queries(Options& to, QueryLoad& queries) {
  to.number("--queries", queries.count, 0, 1'000'000,
            "Regions asked in each frame around random objects, beside the pairs");
  to.number("--query-size", queries.size, 0, 1e9f, "Their side, diameter or length")
      .needs("--queries")
      .type = "PX";
  to.choice(
        "--query-kind", "KIND", {kQueryKindNames.begin(), kQueryKindNames.end()},
        [&queries](std::size_t k) { queries.kind = static_cast<QueryKind>(k); },
        "Boxes, circles, the eight nearest objects, or what a segment meets")
      .by_default(std::string(kQueryKindNames[0]))
      .needs("--queries");
  to.flag("--queries-only", queries.is_only, "Time the queries without the pairs")
      .needs("--queries");
}

std::string query_options(const QueryLoad& q) {
  if (q.count == 0) return {};
  return fmt::format(" --queries {} --query-size {} --query-kind {}{}", q.count, q.size,
                     kQueryKindNames[static_cast<std::size_t>(q.kind)],
                     q.is_only ? " --queries-only" : "");
}

void add_source(Options& to, BenchOptions& options) {
  const auto take = [&options](const std::string& file) -> Option::Refusal {
    if (file.ends_with(".json") && !is_box_file(file))
      options.launch.scene = file;
    else
      options.boxes = file;
    return {};
  };
  to.add("FILE", "", take, "Box recording or scene of your own").excluded = {"--scene", "--boxes"};
  to.text("--scene", "NAME|FILE", options.launch.scene, "Scene")
      .suggests(scene_ids)
      .by_default(kDefaultWorkload);
  to.text("--boxes", "RECORDING.csv", options.boxes, "Box recording instead of a scene")
      .excludes("--scene");
  add_swept(to, options.launch.is_swept);
  add_reading(to, options.launch.reading);
}

Run bench_command(Options& to, const Program& program) {
  const auto c = std::make_shared<BenchOptions>();
  add_source(to, *c);
  add_queries(to, c->queries);
  add_counts(to, c->counts,
             "Numbers of sprites, one race each; the field of a workload grows along")
      .by_default("the scene's");
  std::vector<std::string> ids;
  for (const MotionEntry& entry : motions()) ids.emplace_back(entry.id);
  to.choice(
        "--motion", "ID", ids, [c](std::size_t k) { c->motion = motions()[k].motion; },
        "How the boxes of the scene move")
      .by_default(ids.front());
  add_frames(to, *c);
  to.text("--broadphase", "all|ID,...", c->broadphases, "Which take part")
      .suggests(broadphase_ids)
      .by_default(c->broadphases);
  add_sets(to, c->launch.sets);
  add_seed(to, c->launch);
  add_threads(to, c->threads);
  to.flag("--wall", c->is_wall,
          "Time by the wall clock with one thread too: what other programs take is counted")
      .excludes("--whole-step");
  to.number("--budget", c->budget, 0.01, 100'000,
            "Seconds per algorithm and count; a slow one is timed over fewer frames")
      .by_default(fmt::format("{}; no limit with --frames all", kDefaultBudget));
  to.flag("--whole-step", c->whole_step,
          "Time whole steps by phase: move, broadphase, sort, narrowphase, response");
  to.text("--narrowphase", "ID", c->launch.narrowphase, "Of --whole-step")
      .suggests(narrowphase_ids)
      .by_default(kDefaultNarrowphase);
  c->files.add(to, "--json", "FILE", "All numbers, every frame's time among them");
  c->files.add(to, "--csv", "FILE", "The table");
  return [c, &program] {
    c->parts = program.bench;
    return run_bench(*c, program.words);
  };
}

}  // namespace phasebox::cli
