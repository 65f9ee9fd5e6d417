// SPDX-License-Identifier: MIT
// Runs the check: a child process goes through the worlds of each promise, and its violation or
// crash is that promise's failure.
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

/// Reads the settings that the user typed, for the parameters of that broadphase.
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

/// Runs in a child and gives the facts as lines: an empty line, the id, the title, the fixed
/// settings, and one line for each combination of settings to try, without the fixed ones. The line
/// of the defaults is empty. On an error, its text is all.
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

/// The progress of a child, in memory that its parent can read at any time, also after the child
/// has ended. The code under check may damage it, so the numbers are only shown and never trusted.
struct Progress {
  std::atomic<std::uint32_t> call = 0;                ///< index in kCalls of the running function
  std::atomic<std::uint32_t> turn = 0, frame = 0;     ///< the current turn, and the frame in it
  std::atomic<std::uint32_t> worlds = 0, frames = 0;  ///< numbers of those finished so far
  std::atomic<bool> is_cut_short = false;             ///< there was no time for all worlds
};

constexpr std::string_view kCalls[] = {"", "reset", "edit", "find_pairs", "query", "remark"};

/// Wraps a broadphase and notes which of its functions is running.
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

/// The violation of a promise: a fault that the check found, or the crash of the child that ran it.
struct Violation {
  ChildEnd::Kind kind = ChildEnd::Kind::done;
  int number = 0;  ///< the number of the signal, or the exit code
  std::uint32_t frame = 0;
  std::string text;  ///< the fault, or the way the child ended; empty: there was no violation

  explicit operator bool() const { return !text.empty(); }
  /// Whether this is the same kind of violation: the same end of the child, with the same number.
  bool is_like(const Violation& other) const {
    return !text.empty() && kind == other.kind && number == other.number;
  }
};

/// Returns the text of a child's end; empty when it ended without a fault. A child that gives no
/// answer within `limit` seconds has been killed.
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

/// Measures how long a child has made no progress.
class Silence {
 public:
  Silence(const Progress& progress, double limit) : progress_(progress), limit_(limit) {}
  /// Whether neither the turn nor the frame has changed for longer than the limit, as far as the
  /// calls of this function show.
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

/// One run of the check of one broadphase.
class Check {
 public:
  /// `watch` started with the whole check. `only` is null or the only trial to check.
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
  // The share of the time for finding failures; the rest is kept for making them small.
  static constexpr double kShareOfSearch = 0.7;

  static bool is_large(const PromiseRow& row) {
    return row.shown == Shown::large || row.shown == Shown::huge;
  }

  std::string reason_to_skip(const PromiseRow& row) const {
    if (only_ && !only_->note.promise.empty() && only_->note.promise != row.id)
      return "not asked for by the file";
    if (row.id == "allocations" && !options_.heap.allocations) return "not measured in this build";
    return is_large(row) && !only_ && options_.stops_at_first ? "not asked for" : "";
  }

  // Returns the settings of a turn. Even turns have the defaults, odd ones a set of the tried ones.
  Settings settings_of(std::uint32_t turn) const {
    Settings all = facts_.fixed;
    if (turn % 2 == 1) {
      const Settings& tried = facts_.tried[turn / 2 % facts_.tried.size()];
      all.insert(all.end(), tried.begin(), tried.end());
    }
    return all;
  }

  // Whether a turn is skipped: an odd turn whose settings are the defaults again, or one of a trial
  // that is checked only once.
  bool is_left_out(const PromiseRow& row, std::uint32_t turn) const {
    const bool has_defaults = turn / 2 % facts_.tried.size() == 0;
    return turn % 2 == 1 && (has_defaults || only_ || row.shown == Shown::huge);
  }

  Trial trial(const PromiseRow& row, std::uint32_t turn) const {
    if (only_) return only_->trial;
    Trial trial = trial_of(row, options_.seed, turn / 2);
    return row.id == "lives" ? with_changes(std::move(trial), facts_.tried) : trial;
  }

  double seconds() const { return watch_.ms(false) / 1000; }
  bool is_out_of_time(double share) const {
    return options_.seconds > 0 && seconds() > options_.seconds * share;
  }
  bool may_continue(double share) const { return !is_canceled_ && !is_out_of_time(share); }

  /// The time, s, that an attempt to make a failure small may go without progress.
  double patience() const {
    constexpr double kLeast = 0.5;
    if (options_.seconds == 0) return options_.limit;
    return std::clamp(options_.seconds - seconds(), kLeast, std::max(options_.limit, kLeast));
  }

  /// Reports the progress to the caller, who may cancel the check.
  void tell(const PromiseRow& row) {
    if (!options_.continues) return;
    const auto p = static_cast<double>(&row - promises().data());
    const std::uint32_t world = progress_->turn / 2;
    const double share = static_cast<double>(world) / static_cast<double>(result_.worlds);
    is_canceled_ |=
        !options_.continues(std::min((p + share) / static_cast<double>(promises().size()), 1.0),
                            fmt::format("{}: {}, world {}", result_.id, row.title, world));
  }

  // Checks a promise in a child. The promises not yet checked share the time that is left equally.
  // A child reads the clock between worlds only, so that a hang is found by the limit even where
  // the promise's share of time is shorter.
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

  /// Takes the result of a promise from the end of its child. A large world that takes too long is
  /// skipped and no failure: a quadratic algorithm is slow and not wrong.
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

  /// Makes the violation of a child's end. A child that found a fault has named the place; after a
  /// crash the place comes from the progress.
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

  // Goes through the worlds of a promise, in the child, until `end`, which is in s since the check
  // began. Returns the first fault, or an empty text.
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

  // Checks a promise on one trial; returns the first fault, or an empty text.
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

  /// Checks one trial in a child of its own.
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

  // Returns the trial from which shrinking starts. The smallest trial of another promise is taken
  // if it breaks this one as well, as one fault often breaks several promises. Otherwise it is the
  // whole trial without the frames after the failure.
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

  // Finds a smaller trial for a failure. An algorithm that hangs gets a shorter limit meanwhile, as
  // it hangs in worlds of a few boxes as well.
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

  // Returns the command that repeats a check, up to the file's name.
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

std::string verdict(const PromiseResult& r) {
  if (r.failure) return "BROKEN";
  if (!r.skipped.empty()) return "not checked: " + r.skipped;
  return r.worlds == 0 ? "not checked: no time" : "kept";
}

std::string size_text(const Trial& trial) {
  const std::string boxes =
      trial.max_boxes() == 1 ? "1 box" : fmt::format("{} boxes", grouped(trial.max_boxes()));
  return trial.frames.size() == 1
             ? boxes
             : fmt::format("{} in {}", boxes, counted(trial.frames.size(), "frame"));
}

/// Writes the details of a failure, each line with `before` in front of it.
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
