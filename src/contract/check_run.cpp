// SPDX-License-Identifier: MIT
// Runs the check of one broadphase: for each promise, a child process goes through the worlds. The
// first violation that it finds, its crash or its hang is the failure of that promise.
#include "contract/check_run.hpp"

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "plot/plot.hpp"
#include "plugin/plugin_list.hpp"

namespace phasebox::contract {
namespace {

// ---- facts

/// Returns the settings that the user typed, as values of the broadphase's parameters. Fails for an
/// unknown parameter or a value out of range.
Result<Settings> fixed_settings(const BroadphaseEntry& entry, const CheckOptions& options) {
  Settings fixed;
  const auto instance = entry.make();
  for (const auto& [key, text] : options.sets) {
    auto setting = read_setting(instance->params().rows, entry.id, key, text);
    if (setting.failed()) return setting.error();
    fixed.push_back(*std::move(setting));
  }
  return fixed;
}

/// Loads a broadphase and returns its facts as lines, which `facts_of` reads; runs in a child
/// process. The lines are: an empty one, the id, the title, the settings that the user fixed, and
/// one for each combination of the other settings to try, of which the first, for the defaults, is
/// empty. On an error, the text of the error is returned instead.
std::string facts_text(const Source& source, const CheckOptions& options) {
  const auto entry = source.load();
  if (entry.failed()) return entry.error().text;
  const auto fixed = fixed_settings(**entry, options);
  if (fixed.failed()) return fixed.error().text;
  std::string text = fmt::format("\n{}\n{}\n{}", (*entry)->id,
                                 one_line(std::string((*entry)->title)), settings_text(*fixed));
  constexpr std::size_t kRandom = 6;
  const auto instance = (*entry)->make();
  for (Settings& some : settings_to_try(instance->params().rows, kRandom, options.seed)) {
    std::erase_if(some, [&](const Setting& s) {
      return std::ranges::find(*fixed, s.key, &Setting::key) != fixed->end();
    });
    text += '\n' + settings_text(some);
  }
  return text;
}

// ---- children

using os::ChildEnd;

/// The progress of a child process, in memory that it shares with its parent, which can read it at
/// any time, also after a crash. The code under check may damage it, so a wrong number here may
/// give a wrong message but must not crash the parent.
struct Progress {
  std::atomic<std::uint32_t> call = 0;             ///< index in kCalls of the function that runs
  std::atomic<std::uint32_t> turn = 0, frame = 0;  ///< what is checked; Failure::turn explains it
  std::atomic<std::uint32_t> worlds = 0, frames = 0;  ///< how many are finished
  std::atomic<bool> is_cut_short = false;  ///< whether time ran out before the last world
};

// The functions of a broadphase, by which a crash is named.
constexpr std::string_view kCalls[] = {"", "reset", "edit", "find_pairs", "query", "remark"};

/// Forwards all calls to a broadphase, and notes in shared memory which of its functions is
/// running, so that the parent can name it after a crash.
class Watched : public Broadphase {
 public:
  Watched(std::unique_ptr<Broadphase> inner, std::atomic<std::uint32_t>& call)
      : inner_(std::move(inner)), call_(call) {}

  ParamView params() override { return inner_->params(); }
  bool is_exact() const override { return inner_->is_exact(); }
  void reset(const Frame& f) override {
    const In in(call_, 1);
    inner_->reset(f);
  }
  void edit(const Frame& f, std::span<const Edit> edits) override {
    const In in(call_, 2);
    inner_->edit(f, edits);
  }
  void find_pairs(const Frame& f, PairSink& pairs, Recorder* log) override {
    const In in(call_, 3);
    inner_->find_pairs(f, pairs, log);
  }
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& found, Recorder* log) override {
    const In in(call_, 4);
    inner_->query(f, box, found, log);
  }
  bool query_along(const Frame& f, const SegmentBand& band, Sink<SpriteId>& found) override {
    const In in(call_, 4);
    return inner_->query_along(f, band, found);
  }
  void query_costs(const Frame& f, const Aabb& box, std::vector<QueryCost>& costs) override {
    const In in(call_, 4);
    inner_->query_costs(f, box, costs);
  }
  const BroadphaseEntry* delegate() const override { return inner_->delegate(); }
  void remark(const Frame& f, std::vector<Remark>& remarks) const override {
    const In in(call_, 5);
    inner_->remark(f, remarks);
  }

 private:
  struct In {
    In(std::atomic<std::uint32_t>& c, std::uint32_t number) : call(c) { call = number; }
    ~In() { call = 0; }
    In(const In&) = delete;
    In& operator=(const In&) = delete;
    std::atomic<std::uint32_t>& call;
  };
  std::unique_ptr<Broadphase> inner_;
  std::atomic<std::uint32_t>& call_;
};

/// How a promise was broken on a trial, if it was: by a fault that the check found, or by the crash
/// or hang of the child process that ran it.
struct Violation {
  ChildEnd::Kind kind = ChildEnd::Kind::done;
  int number = 0;           ///< of the signal that ended the child, or its exit code
  std::uint32_t frame = 0;  ///< the frame of the trial that was being checked
  std::string text;         ///< the fault, or the way the child ended; empty: the promise was kept

  explicit operator bool() const { return !text.empty(); }
  /// Whether this is a violation of the same kind as another one: the child ended in the same way,
  /// with the same number. Faults that a check found are all of one kind.
  bool is_like(const Violation& other) const {
    return !text.empty() && kind == other.kind && number == other.number;
  }
};

/// Returns how a child process ended, as text: the fault that it found, or its crash; empty when it
/// found no fault. A child that was killed is described as one that gave no answer within `limit`
/// s.
std::string text_of(const ChildEnd& end, double limit) {
  switch (end.kind) {
    case ChildEnd::Kind::done: return end.result;
    case ChildEnd::Kind::signal: return fmt::format("signal {} ({})", end.number, end.signal_name);
    case ChildEnd::Kind::exited:
      return fmt::format("it ended the program with exit code {}", end.number);
    case ChildEnd::Kind::killed: break;
  }
  return fmt::format("no answer within {} s", limit);
}

/// Measures for how long a child process has made no progress.
class Silence {
 public:
  Silence(const Progress& progress, double limit) : progress_(progress), limit_(limit) {}
  /// Whether turn and frame have been the same for longer than the limit. The time counts from the
  /// first call that found them so; the parent calls this again and again.
  bool is_over_limit() {
    const std::uint64_t now = std::uint64_t{progress_.turn} << 32 | progress_.frame;
    if (std::exchange(seen_, now) != now) since_ = Stopwatch();
    return since_.ms(false) / 1000 > limit_;
  }

 private:
  const Progress& progress_;
  double limit_;  // s
  std::uint64_t seen_ = 0;
  Stopwatch since_;
};

/// One run of the check of one broadphase, in the parent process. Functions that run in a child say
/// so.
class Check {
 public:
  /// `watch` was started with the whole check, so that loading counts as well. `only` is null, or
  /// the trial that is checked instead of the worlds. All references must outlive the check.
  Check(const Source& source, const CheckOptions& options, const Stopwatch& watch, Facts facts,
        const TrialFile* only)
      : source_(source), options_(options), watch_(watch), facts_(std::move(facts)), only_(only) {
    result_.id = facts_.id;
    result_.title = facts_.title;
    result_.worlds = only_ ? 1 : options.worlds;
    result_.seed = options.seed;
    for (const PromiseRow& row : promises())
      result_.promises.push_back({.promise = &row, .skipped = reason_to_skip(row), .failure = {}});
  }

  CheckResult run() {
    for (std::size_t p = 0; p < result_.promises.size(); ++p) {
      if (!result_.promises[p].skipped.empty()) continue;
      const bool has_enough = options_.stops_at_first && !result_.is_kept();
      if (has_enough || !may_continue(kShareOfSearch))
        result_.is_complete = false;
      else
        run_promise(p);
    }
    for (PromiseResult& result : result_.promises)
      if (result.failure && !is_canceled_) make_small(*result.promise, *result.failure);
    result_.seconds = seconds();
    return std::move(result_);
  }

 private:
  // The share of `CheckOptions::seconds` for finding failures; the rest is for making them small.
  static constexpr double kShareOfSearch = 0.7;

  static bool is_large(const PromiseRow& row) {
    return row.shown == Shown::large || row.shown == Shown::huge;
  }

  // Returns why a promise is not to be checked at all; empty when it is.
  std::string reason_to_skip(const PromiseRow& row) const {
    if (only_ && !only_->note.promise.empty() && only_->note.promise != row.id)
      return "not asked for by the file";
    if (row.id == "allocations" && !options_.heap.allocations) return "not measured in this build";
    return is_large(row) && !only_ && options_.stops_at_first ? "not asked for" : "";
  }

  // Returns the settings of a turn. Each world has two turns: an even one with the defaults, then
  // an odd one with the tried settings that are due for the world. Settings of the user hold in
  // both.
  Settings settings_of(std::uint32_t turn) const {
    Settings all = facts_.fixed;
    if (turn % 2 == 1) {
      const Settings& tried = facts_.tried[turn / 2 % facts_.tried.size()];
      all.insert(all.end(), tried.begin(), tried.end());
    }
    return all;
  }

  // Whether a turn is left out: an odd one that would have the defaults again, or whose trial is
  // checked with the defaults only, because the user gave it or it is huge.
  bool is_left_out(const PromiseRow& row, std::uint32_t turn) const {
    const bool has_defaults = turn / 2 % facts_.tried.size() == 0;
    return turn % 2 == 1 && (has_defaults || only_ || row.shown == Shown::huge);
  }

  // Returns the trial of a turn.
  Trial trial(const PromiseRow& row, std::uint32_t turn) const {
    if (only_) return only_->trial;
    Trial trial = trial_of(row, options_.seed, turn / 2);
    return row.id == "lives" ? with_changes(std::move(trial), facts_.tried) : trial;
  }

  // The time since the check began, s.
  double seconds() const { return watch_.ms(false) / 1000; }
  // Whether more than this share (0 to 1) of the time for the whole check is used up.
  bool is_out_of_time(double share) const {
    return options_.seconds > 0 && seconds() > options_.seconds * share;
  }
  bool may_continue(double share) const { return !is_canceled_ && !is_out_of_time(share); }

  /// The time without progress, s, after which a child that checks a smaller trial counts as hung:
  /// the user's limit, or what is left of the time for the whole check, but at least 0.5 s.
  double patience() const {
    constexpr double kLeast = 0.5;
    if (options_.seconds == 0) return options_.limit;
    return std::clamp(options_.seconds - seconds(), kLeast, std::max(options_.limit, kLeast));
  }

  /// Tells the caller of `run_check` how far the check of this promise is; the caller may cancel.
  void tell(const PromiseRow& row) {
    if (!options_.continues) return;
    const auto p = static_cast<double>(&row - promises().data());
    const std::uint32_t world = progress_->turn / 2;
    const double share = static_cast<double>(world) / static_cast<double>(result_.worlds);
    is_canceled_ |=
        !options_.continues(std::min((p + share) / static_cast<double>(promises().size()), 1.0),
                            fmt::format("{}: {}, world {}", result_.id, row.title, world));
  }

  // Checks promise number `p` in a child process. It gets an equal share of the time that is left
  // for promises not yet checked. The child looks at the clock between worlds only and ends when
  // its share is used up; a hang within a world is found by the parent, by `CheckOptions::limit`.
  void run_promise(std::size_t p) {
    PromiseResult& result = result_.promises[p];
    const PromiseRow& row = *result.promise;
    const double begin = seconds(), left = static_cast<double>(result_.promises.size() - p);
    const double end = options_.seconds > 0
                           ? begin + (options_.seconds * kShareOfSearch - begin) / left
                           : std::numeric_limits<double>::infinity();
    progress_ = new (pages_.begin()) Progress;
    Silence silence(*progress_, options_.limit);
    bool has_time = true;
    const ChildEnd ended = os::run_in_child([&] { return work(row, end); },
                                            [&] {
                                              tell(row);
                                              has_time = may_continue(kShareOfSearch);
                                              return has_time && !silence.is_over_limit();
                                            });
    result_.is_complete &= has_time && !progress_->is_cut_short;
    result.worlds = progress_->worlds;
    result.frames = progress_->frames;
    result.seconds = seconds() - begin;
    if (has_time) note(result, ended);
  }

  /// Takes the result of a promise from the way its child process ended. If the child was killed
  /// because a large world took too long, the promise counts as skipped and not as broken: an
  /// algorithm that takes quadratic time is slow but not wrong.
  void note(PromiseResult& result, const ChildEnd& end) {
    if (text_of(end, options_.limit).empty()) return;
    const std::uint32_t turn = progress_->turn;
    const Trial shown = trial(*result.promise, turn);
    if (end.kind == ChildEnd::Kind::killed && is_large(*result.promise) && !only_)
      result.skipped = fmt::format("a frame of {} boxes takes more than {} s",
                                   grouped(shown.max_boxes()), options_.limit);
    else
      result.failure = {.text = violation_of(end, shown, turn, options_.limit).text,
                        .smallest = {},
                        .smallest_text = {},
                        .file = {},
                        .turn = turn};
  }

  /// Returns the violation that the end of a child process means. The text of a child that found a
  /// fault says where; for a crash or a hang, function, world and frame are added from the
  /// progress.
  Violation violation_of(const ChildEnd& end, const Trial& shown, std::uint32_t turn,
                         double limit) const {
    Violation violation{end.kind, end.number, progress_->frame, text_of(end, limit)};
    if (end.kind == ChildEnd::Kind::done) return violation;
    const std::uint32_t call = progress_->call;
    if (call > 0 && call < std::size(kCalls)) violation.text += fmt::format(" in {}", kCalls[call]);
    violation.text +=
        fmt::format(" in world {} ({}), frame {}{}{}", turn / 2, shown.label(), violation.frame,
                    end.stderr_line.empty() ? "" : ": ", end.stderr_line);
    return violation;
  }

  // Runs in a child process: goes through the worlds of a promise until `end`, s since the check
  // began. Returns the first fault; empty if there is none.
  std::string work(const PromiseRow& row, double end) const {
    const auto entry = source_.load();
    if (entry.failed()) return entry.error().text;
    Trial shown;
    for (std::uint32_t turn = 0; turn < 2 * result_.worlds; ++turn) {
      if ((progress_->is_cut_short = seconds() > end)) break;
      if (turn % 2 == 0) shown = trial(row, turn);
      if (shown.frames.empty() || is_left_out(row, turn)) continue;
      progress_->turn = turn;
      std::string wrong = look(**entry, row, settings_of(turn), shown);
      progress_->worlds += turn % 2 == 0 ? 1 : 0;
      progress_->frames += static_cast<std::uint32_t>(shown.frames.size());
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  // Runs in a child process: checks a promise on one trial, and returns the first fault; empty if
  // there is none.
  std::string look(const BroadphaseEntry& entry, const PromiseRow& row, const Settings& settings,
                   const Trial& shown) const {
    progress_->frame = 0;
    progress_->call = 0;
    Subject subject = subject_of(entry, settings);
    subject.make = [make = std::move(subject.make), this] {
      return std::make_unique<Watched>(make(), progress_->call);
    };
    subject.place = &progress_->frame;
    subject.heap = options_.heap;
    const Violations found = row.check(subject, shown);
    return found.empty() ? std::string() : found.front();
  }

  /// Checks one trial with the settings of a turn in a child process of its own. A child without
  /// progress for `limit` s is killed, which is a violation.
  Violation run_alone(const PromiseRow& row, std::uint32_t turn, const Trial& shown,
                      double limit) const {
    progress_->frame = 0;
    Silence silence(*progress_, limit);
    const auto work = [&] {
      const auto entry = source_.load();
      return entry.failed() ? entry.error().text.english()
                            : look(**entry, row, settings_of(turn), shown);
    };
    const ChildEnd end = os::run_in_child(work, [&] { return !silence.is_over_limit(); });
    return violation_of(end, shown, turn, limit);
  }

  // Returns the trial from which shrinking starts. One fault often breaks several promises: if the
  // small trial of another promise breaks this one in the same way as `alone`, it is taken.
  // Otherwise it is `whole` without the frames after the failure.
  Trial first_try(const PromiseRow& row, std::uint32_t turn, const Violation& alone,
                  Trial whole) const {
    for (const PromiseResult& r : result_.promises) {
      if (!r.failure || r.promise == &row || !r.failure->happens_alone) continue;
      const Trial& small = r.failure->smallest.trial;
      if (!small.frames.empty() && run_alone(row, turn, small, patience()).is_like(alone))
        return small;
    }
    if (alone.frame + 1 < whole.frames.size()) whole.frames.resize(alone.frame + 1);
    return whole;
  }

  // Looks for a smaller trial that breaks the same promise in the same way, for at most 15 s. If
  // the failure is a hang, trials get 0.5 s at most, because each trial that still fails takes all
  // of it and small ones need no more.
  void make_small(const PromiseRow& row, Failure& failure) {
    constexpr double kMaxSeconds = 15, kShortLimit = 0.5;
    const Trial whole = trial(row, failure.turn);
    failure.smallest_text = failure.text;
    failure.smallest = {whole,
                        {std::string(row.id), failure.text, command(settings_of(failure.turn))}};
    if (is_out_of_time(1)) return;
    progress_->turn = failure.turn;
    const Violation alone = run_alone(row, failure.turn, whole, patience());
    if (!alone) {
      failure.happens_alone = false;
      failure.text +=
          "; it does not happen again alone: what ran before in the same process is part of it";
      return;
    }
    const double limit =
        alone.kind == ChildEnd::Kind::killed ? std::min(patience(), kShortLimit) : patience();
    const Stopwatch watch;
    bool is_over = false;
    const auto fails = [&](const Trial& less) {
      tell(row);
      is_over |= watch.ms(false) / 1000 > kMaxSeconds || !may_continue(1);
      return !is_over && run_alone(row, failure.turn, less, limit).is_like(alone);
    };
    Trial small = shrink(first_try(row, failure.turn, alone, whole), fails);
    failure.is_shrunk = !is_over;
    Violation last = run_alone(row, failure.turn, small, patience());
    if (!last.is_like(alone)) {
      small = whole;
      last = alone;
    }
    failure.smallest_text = failure.smallest.note.what = last.text;
    failure.smallest.trial = std::move(small);
  }

  // Returns the command line that checks a trial's file with these settings, up to the file's name,
  // which the caller adds.
  std::string command(const Settings& settings) const {
    std::string text = "phasebox check " + source_.option + settings_text(settings, " --set ");
    if (options_.limit != CheckOptions{}.limit) text += fmt::format(" --limit {}", options_.limit);
    return text + " --world ";
  }

  const Source& source_;
  const CheckOptions& options_;
  Stopwatch watch_;
  Facts facts_;
  const TrialFile* only_;
  CheckResult result_;
  os::Pages pages_{sizeof(Progress)};
  Progress* progress_ = new (pages_.begin()) Progress;
  bool is_canceled_ = false;
};

// ---- reports

// Returns the outcome of a promise as text: "BROKEN", "kept", or "not checked: " with the reason.
std::string verdict(const PromiseResult& r) {
  if (r.failure) return "BROKEN";
  if (!r.skipped.empty()) return "not checked: " + r.skipped;
  return r.worlds == 0 ? "not checked: no time" : "kept";
}

// Returns the size of a trial as text, such as "2 boxes in 3 frames".
std::string size_text(const Trial& trial) {
  const std::string boxes =
      trial.max_boxes() == 1 ? "1 box" : fmt::format("{} boxes", grouped(trial.max_boxes()));
  return trial.frames.size() == 1
             ? boxes
             : fmt::format("{} in {}", boxes, counted(trial.frames.size(), "frame"));
}

/// Returns the details of a failure as lines, each with `before` in front of it: what happened, the
/// smallest world, and how to repeat it.
std::string details(const Failure& f, std::string_view before) {
  const Trial& small = f.smallest.trial;
  std::string text = fmt::format("{}{}\n", before, f.text);
  if (!f.happens_alone)
    return f.file.empty() ? text : text + fmt::format("{}its world: {}\n", before, f.file);
  if (!small.frames.empty())
    text += fmt::format("{}smallest world{}: {}: {}\n", before,
                        f.is_shrunk ? "" : " found in the time", size_text(small), f.smallest_text);
  if (!f.file.empty()) {
    text += fmt::format("{}repeat: {}\n", before, f.smallest.note.command);
    if (small.max_boxes() > 0) text += fmt::format("{}look at it: phasebox {}\n", before, f.file);
  }
  return text;
}

// Returns a promise's result as a test case of JUnit XML.
std::string case_xml(const CheckResult& result, const PromiseResult& r) {
  std::string text =
      fmt::format("    <testcase classname=\"phasebox.check.{}\" name=\"{}\" time=\"{:.3f}\"",
                  escaped_xml(result.id), r.promise->id, r.seconds);
  if (r.failure)
    return text +
           fmt::format(
               ">\n      <failure message=\"{}\" type=\"broken\">{}</failure>\n    </testcase>\n",
               escaped_xml(r.failure->text.substr(0, r.failure->text.find('\n'))),
               escaped_xml(details(*r.failure, "")));
  const std::string said = verdict(r);
  if (said == "kept") return text + "/>\n";
  return text +
         fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped_xml(said));
}

}  // namespace

Source source_of(const BroadphaseEntry& entry) {
  return {"--broadphase " + std::string(entry.id), std::string(entry.id),
          [&entry]() -> Result<std::shared_ptr<const BroadphaseEntry>> {
            return std::shared_ptr<const BroadphaseEntry>(std::shared_ptr<void>(), &entry);
          }};
}

Source source_of_plugin(const std::string& file) {
  return {"--plugin " + file, file, [file]() -> Result<std::shared_ptr<const BroadphaseEntry>> {
            const auto plugin = Plugin::load(file);
            if (plugin.failed()) return plugin.error();
            return std::shared_ptr<const BroadphaseEntry>(*plugin, &(*plugin)->entry());
          }};
}

Result<Facts> facts_of(const Source& source, const CheckOptions& options) {
  const Stopwatch watch;
  const ChildEnd end = os::run_in_child([&] { return facts_text(source, options); },
                                        [&] { return watch.ms(false) / 1000 <= options.limit; });
  if (end.kind != ChildEnd::Kind::done)
    return Error{fmt::format("{}: {} while it was loaded; nothing could be checked", source.name,
                             text_of(end, options.limit))};
  std::string_view text = end.result;
  const auto line = [&] { return take_until(text, '\n'); };
  if (const std::string error(line()); !error.empty()) return Error{error};
  Facts facts{std::string(line()), std::string(line()), {}, {}};
  facts.fixed = parse_settings(line()).value_or(Settings{});
  do facts.tried.push_back(parse_settings(line()).value_or(Settings{}));
  while (!text.empty());
  return facts;
}

bool CheckResult::is_kept() const {
  return std::ranges::none_of(promises,
                              [](const PromiseResult& r) { return r.failure.has_value(); });
}

std::size_t CheckResult::unchecked() const {
  return static_cast<std::size_t>(std::ranges::count_if(promises, [](const PromiseResult& r) {
    return r.skipped.empty() && !r.failure && r.worlds == 0;
  }));
}

Result<CheckResult> run_check(const Source& source, const CheckOptions& options,
                              const TrialFile* only) {
  if (only && !only->note.promise.empty() && !find_promise(only->note.promise))
    return Error{
        fmt::format("{}: there is no promise '{}'; write the file again with phasebox check",
                    only->trial.name, only->note.promise)};
  const Stopwatch watch;
  auto facts = facts_of(source, options);
  if (facts.failed()) return facts.error();
  return Check(source, options, watch, *std::move(facts), only).run();
}

std::string check_text(const CheckResult& result) {
  std::string text = fmt::format("{} ({}): {} from seed {}\n", result.id, result.title,
                                 counted(result.worlds, "world"), result.seed);
  text +=
      fmt::format("  {:<14} {:>7} {:>9} {:>7}  {}\n", "promise", "worlds", "frames", "s", "result");
  for (const PromiseResult& r : result.promises)
    text += fmt::format("  {:<14} {:>7} {:>9} {:>7}  {}\n", r.promise->title, grouped(r.worlds),
                        grouped(r.frames), rounded(r.seconds, 2), verdict(r));
  if (!result.is_complete) text += "  stopped before all worlds were seen\n";
  if (const std::size_t n = result.unchecked())
    text += fmt::format("  NOT CHECKED: {}; give more --seconds\n", counted(n, "promise"));
  for (const PromiseResult& r : result.promises)
    if (r.failure)
      text += fmt::format("\n  BROKEN: {}. {}\n{}", r.promise->title, r.promise->rule,
                          details(*r.failure, "    "));
  return text;
}

std::string junit_xml(std::span<const CheckResult> results) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"phasebox check\">\n";
  for (const CheckResult& result : results) {
    const auto count = [&](auto is) { return std::ranges::count_if(result.promises, is); };
    const auto failures = count([](const PromiseResult& r) { return r.failure.has_value(); });
    const auto kept = count([](const PromiseResult& r) { return verdict(r) == "kept"; });
    const auto all = static_cast<std::ptrdiff_t>(result.promises.size());
    text += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" "
        "time=\"{:.3f}\">\n",
        escaped_xml(result.id), all, failures, all - failures - kept, result.seconds);
    for (const PromiseResult& r : result.promises) text += case_xml(result, r);
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace phasebox::contract
