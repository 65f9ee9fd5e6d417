// SPDX-License-Identifier: MIT
// A child goes through the worlds of a promise; what ends it is that promise's failure.
#include "contract/check_run.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/stopwatch.hpp"
#include "contract/child.hpp"
#include "contract/shrink.hpp"
#include "plugin/loaded_plugin.hpp"

namespace phasebox::contract {
namespace {

// ---- facts

Result<Settings> fixed_settings(const BroadphaseEntry& entry, const CheckOptions& options) {
  Settings fixed;
  const auto instance = entry.make();
  for (const auto& [key, text] : options.sets) {
    std::string_view name = key;
    if (const std::string owner = std::string(entry.id) + "."; name.starts_with(owner))
      name.remove_prefix(owner.size());
    const Param* row = find_param(instance->params().rows, name);
    if (!row) return Error{fmt::format("--set {}: {} has no such parameter", key, entry.id)};
    const Result<double> value = parse_value(*row, text);
    if (!value) return Error{"--set " + value.error().text};
    fixed.push_back({std::string(name), *value});
  }
  return fixed;
}

/// Lines: an error, or nothing; id; title; what is fixed; what is tried, each on a line.
std::string told_facts(const Source& source, const CheckOptions& options) {
  const auto entry = source.load();
  if (!entry) return entry.error().text;
  const auto fixed = fixed_settings(**entry, options);
  if (!fixed) return fixed.error().text;
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

/// Takes the first line off.
std::string take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return std::string(line);
}

// ---- violations

/// How a promise was broken.
struct Violation {
  enum class Kind : std::uint8_t { none, wrong, signal, exit, silence };
  Kind kind = Kind::none;
  int number = 0;  ///< of the signal; exit code
  std::uint32_t frame = 0;
  std::string text;  ///< what was wrong, or how the process ended

  explicit operator bool() const { return kind != Kind::none; }
  bool is_like(const Violation& other) const {
    return kind == other.kind && number == other.number;
  }
};

/// What a child's end says; `limit` is its limit of silence.
Violation violation_of(const ChildEnd& end, std::uint32_t frame, double limit) {
  using enum Violation::Kind;
  switch (end.kind) {
    case ChildEnd::Kind::done: return {end.result.empty() ? none : wrong, 0, frame, end.result};
    case ChildEnd::Kind::signal:
      return {signal, end.number, frame,
              fmt::format("signal {} ({})", end.number, ::strsignal(end.number))};
    case ChildEnd::Kind::exited:
      return {exit, end.number, frame,
              fmt::format("it ended the program with exit code {}", end.number)};
    case ChildEnd::Kind::silent:
      return {silence, 0, frame, fmt::format("no answer within {} s", limit)};
    case ChildEnd::Kind::canceled: break;
  }
  return {};
}

class Check {
 public:
  /// `watch` began with all of it; `only`: null, or the one trial.
  Check(const Source& source, const CheckOptions& options, const Stopwatch& watch, Facts facts,
        const TrialFile* only)
      : source_(source), options_(options), watch_(watch), facts_(std::move(facts)), only_(only) {
    result_.id = facts_.id, result_.title = facts_.title;
    result_.worlds = only_ ? 1 : options.worlds, result_.seed = options.seed;
    for (const PromiseRow& row : promises())
      result_.promises.push_back({.promise = &row, .skipped = reason_to_skip(row), .failure = {}});
    broken_.resize(result_.promises.size());
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
    for (std::size_t p = 0; p < result_.promises.size(); ++p)
      if (result_.promises[p].failure && !is_canceled_) make_small(result_.promises[p], broken_[p]);
    result_.seconds = seconds();
    return std::move(result_);
  }

 private:
  // The rest of the time is kept for making failures small.
  static constexpr double kShareOfSearch = 0.7;

  struct Broken {
    std::uint32_t turn = 0;  ///< each world has two: with the defaults, and with other settings
    Violation violation;
  };

  static bool is_large(const PromiseRow& row) {
    return row.shown == Shown::large || row.shown == Shown::huge;
  }

  std::string reason_to_skip(const PromiseRow& row) const {
    if (only_ && !only_->note.promise.empty() && only_->note.promise != row.id)
      return "not asked for by the file";
    if (row.id == "allocations" && !options_.heap.allocations) return "not measured in this build";
    return is_large(row) && !only_ && options_.stops_at_first ? "not asked for" : "";
  }

  Settings settings_of(std::uint32_t turn) const {
    Settings all = facts_.fixed;
    if (turn % 2 == 1) {
      const Settings& tried = facts_.tried[turn / 2 % facts_.tried.size()];
      all.insert(all.end(), tried.begin(), tried.end());
    }
    return all;
  }

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

  /// s of silence that an attempt to make a failure small may take.
  double patience() const {
    constexpr double kLeast = 0.5;
    if (options_.seconds == 0) return options_.limit;
    return std::clamp(options_.seconds - seconds(), kLeast, std::max(options_.limit, kLeast));
  }

  void tell(const PromiseRow& row) {
    if (!options_.continues) return;
    const auto p = static_cast<double>(&row - promises().data());
    const std::uint32_t world = progress_->turn / 2;
    const double share = static_cast<double>(world) / static_cast<double>(result_.worlds);
    is_canceled_ |=
        !options_.continues(std::min((p + share) / static_cast<double>(promises().size()), 1.0),
                            fmt::format("{}: {}, world {}", result_.id, row.title, world));
  }

  // Each promise has an equal share of the time that is left to those not yet checked. A child
  // looks at the clock between worlds, so that what hangs is found although its share is less than
  // the limit.
  void run_promise(std::size_t p) {
    PromiseResult& result = result_.promises[p];
    const PromiseRow& row = *result.promise;
    const double begin = seconds(), left = static_cast<double>(result_.promises.size() - p);
    const double end = options_.seconds > 0
                           ? begin + (options_.seconds * kShareOfSearch - begin) / left
                           : std::numeric_limits<double>::infinity();
    const ChildLimits limits{options_.limit, [&] {
                               tell(row);
                               return may_continue(kShareOfSearch);
                             }};
    progress_ = make_shared_progress();
    const ChildEnd ended = run_in_child(*progress_, limits, [&] { return work(row, end); });
    result_.is_complete &= ended.kind != ChildEnd::Kind::canceled && !progress_->is_cut_short;
    result.worlds = progress_->worlds, result.frames = progress_->frames;
    result.seconds = seconds() - begin;
    note(result, broken_[p], ended);
  }

  /// What the end of a promise's child says of it. What is quadratic is slow, not wrong.
  void note(PromiseResult& result, Broken& broken, const ChildEnd& end) {
    broken.turn = progress_->turn;
    broken.violation = violation_of(end, progress_->frame, options_.limit);
    if (!broken.violation) return;
    const Trial shown = trial(*result.promise, broken.turn);
    if (broken.violation.kind == Violation::Kind::silence && is_large(*result.promise) && !only_) {
      result.skipped = fmt::format("a frame of {} boxes takes more than {} s",
                                   grouped(shown.max_boxes()), options_.limit);
      return;
    }
    result.failure.emplace().text = broken.violation.text =
        placed(broken.violation, end, shown, broken.turn);
  }

  /// A child that found something wrong has said where; one that was ended cannot.
  std::string placed(const Violation& violation, const ChildEnd& end, const Trial& shown,
                     std::uint32_t turn) const {
    if (violation.kind == Violation::Kind::wrong) return violation.text;
    return fmt::format("{} in world {} ({}), frame {}{}{}", violation.text, turn / 2, shown.label(),
                       violation.frame, end.stderr_line.empty() ? "" : ": ", end.stderr_line);
  }

  // In the child; `end`: s since the check began.
  std::string work(const PromiseRow& row, double end) const {
    const auto entry = source_.load();
    if (!entry) return entry.error().text;
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

  std::string look(const BroadphaseEntry& entry, const PromiseRow& row, const Settings& settings,
                   const Trial& shown) const {
    progress_->frame = 0;
    Subject subject = subject_of(entry, settings);
    subject.place = &progress_->frame;
    const Violations found = row.check(subject, shown, options_.heap);
    return found.empty() ? std::string() : found.front();
  }

  /// One trial in a child of its own.
  Violation run_alone(const PromiseRow& row, std::uint32_t turn, const Trial& shown,
                      double limit) const {
    progress_->frame = 0;
    const ChildEnd end = run_in_child(*progress_, {limit, {}}, [&] {
      const auto entry = source_.load();
      return entry ? look(**entry, row, settings_of(turn), shown) : entry.error().text;
    });
    Violation violation = violation_of(end, progress_->frame, limit);
    if (violation) violation.text = placed(violation, end, shown, turn);
    return violation;
  }

  void make_small(PromiseResult& result, const Broken& broken);
  Trial first_try(const PromiseRow& row, std::uint32_t turn, const Violation& alone,
                  Trial whole) const;

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
  std::vector<Broken> broken_;  ///< of each promise
  SharedProgress progress_ = make_shared_progress();
  bool is_canceled_ = false;
};

// What breaks one promise often breaks others as well; and what came after it is not needed.
Trial Check::first_try(const PromiseRow& row, std::uint32_t turn, const Violation& alone,
                       Trial whole) const {
  for (const PromiseResult& r : result_.promises) {
    if (!r.failure || r.promise == &row) continue;
    const Trial& small = r.failure->smallest.trial;
    if (!small.frames.empty() && run_alone(row, turn, small, patience()).is_like(alone))
      return small;
  }
  if (alone.frame + 1 < whole.frames.size()) whole.frames.resize(alone.frame + 1);
  return whole;
}

// What hangs is given less time while it is made small: it hangs in worlds of a few boxes.
void Check::make_small(PromiseResult& result, const Broken& broken) {
  constexpr double kMaxSeconds = 15, kShortLimit = 0.5;
  const PromiseRow& row = *result.promise;
  Failure& failure = *result.failure;
  const Trial whole = trial(row, broken.turn);
  failure.smallest_text = failure.text;
  failure.smallest = {whole,
                      {std::string(row.id), failure.text, command(settings_of(broken.turn))}};
  if (is_out_of_time(1)) return;
  progress_->turn = broken.turn;
  const Violation alone = run_alone(row, broken.turn, whole, patience());
  if (!alone) {
    failure.smallest.trial.frames.clear();
    failure.text +=
        "; it does not happen again alone: what ran before in the same process is part of it";
    return;
  }
  const double limit =
      alone.kind == Violation::Kind::silence ? std::min(patience(), kShortLimit) : patience();
  const Stopwatch watch;
  bool is_over = false;
  const auto fails = [&](const Trial& less) {
    tell(row);
    is_over |= watch.ms(false) / 1000 > kMaxSeconds || !may_continue(1);
    return !is_over && run_alone(row, broken.turn, less, limit).is_like(alone);
  };
  Trial small = shrink(first_try(row, broken.turn, alone, whole), fails);
  failure.is_shrunk = !is_over;
  Violation last = run_alone(row, broken.turn, small, patience());
  if (!last.is_like(alone)) small = whole, last = alone;
  failure.smallest_text = failure.smallest.note.what = last.text;
  failure.smallest.trial = std::move(small);
}

// ---- reports

std::string verdict(const PromiseResult& r) {
  if (r.failure) return "BROKEN";
  if (!r.skipped.empty()) return "not checked: " + r.skipped;
  return r.worlds == 0 ? "not checked: no time" : "kept";
}

std::size_t count_rows(const Trial& trial) {
  std::size_t rows = 0;
  for (const TrialFrame& f : trial.frames) rows += f.size();
  return rows;
}

std::string size_text(const Trial& trial) {
  const std::string boxes =
      trial.max_boxes() == 1 ? "1 box" : fmt::format("{} boxes", grouped(trial.max_boxes()));
  return trial.frames.size() == 1
             ? boxes
             : fmt::format("{} in {}", boxes, counted(trial.frames.size(), "frame"));
}

/// What is known of a failure, with `before` each line.
std::string details(const PromiseResult& r, const std::string& file, std::string_view before) {
  const Failure& f = *r.failure;
  const Trial& small = f.smallest.trial;
  std::string text = fmt::format("{}{}\n", before, f.text);
  if (!small.frames.empty())
    text += fmt::format("{}smallest world{}: {}: {}\n", before,
                        f.is_shrunk ? "" : " found in the time", size_text(small), f.smallest_text);
  if (!file.empty()) {
    text += fmt::format("{}repeat: {}\n", before, f.smallest.note.command);
    if (count_rows(small) > 0) text += fmt::format("{}look at it: phasebox {}\n", before, file);
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= ' ' || c == '\n')
      out += c;
    else
      out += ' ';
  }
  return out;
}

std::string case_xml(const CheckResult& result, const PromiseResult& r, const FileOf& file_of) {
  std::string text =
      fmt::format("    <testcase classname=\"phasebox.check.{}\" name=\"{}\" time=\"{:.3f}\"",
                  escaped(result.id), r.promise->id, r.seconds);
  if (r.failure)
    return text +
           fmt::format(
               ">\n      <failure message=\"{}\" type=\"broken\">{}</failure>\n    </testcase>\n",
               escaped(r.failure->text.substr(0, r.failure->text.find('\n'))),
               escaped(details(r, file_of(result, r), "")));
  const std::string said = verdict(r);
  if (said == "kept") return text + "/>\n";
  return text + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped(said));
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
            if (!plugin) return plugin.error();
            return std::shared_ptr<const BroadphaseEntry>(*plugin, &(*plugin)->entry());
          }};
}

Result<Facts> facts_of(const Source& source, const CheckOptions& options) {
  const SharedProgress progress = make_shared_progress();
  const ChildEnd end =
      run_in_child(*progress, {options.limit, {}}, [&] { return told_facts(source, options); });
  if (const Violation failed = violation_of(end, 0, options.limit);
      end.kind != ChildEnd::Kind::done)
    return Error{fmt::format("{}: {} while it was loaded; nothing could be checked", source.name,
                             failed.text)};
  std::string_view text = end.result;
  if (std::string error = take_line(text); !error.empty()) return Error{std::move(error)};
  Facts facts{take_line(text), take_line(text), {}, {}};
  facts.fixed = parse_settings(take_line(text)).value_or(Settings{});
  do facts.tried.push_back(parse_settings(take_line(text)).value_or(Settings{}));
  while (!text.empty());
  return facts;
}

bool CheckResult::is_kept() const {
  return std::ranges::none_of(promises,
                              [](const PromiseResult& r) { return r.failure.has_value(); });
}

Result<CheckResult> run_check(const Source& source, const CheckOptions& options,
                              const TrialFile* only) {
  if (only && !only->note.promise.empty() && !find_promise(only->note.promise))
    return Error{
        fmt::format("{}: there is no promise '{}'; write the file again with phasebox check",
                    only->trial.name, only->note.promise)};
  const Stopwatch watch;
  auto facts = facts_of(source, options);
  if (!facts) return facts.error();
  return Check(source, options, watch, *std::move(facts), only).run();
}

std::string check_text(const CheckResult& result, const FileOf& file_of) {
  std::string text = fmt::format("{} ({}): {} from seed {}\n", result.id, result.title,
                                 counted(result.worlds, "world"), result.seed);
  text +=
      fmt::format("  {:<14} {:>7} {:>9} {:>7}  {}\n", "promise", "worlds", "frames", "s", "result");
  for (const PromiseResult& r : result.promises)
    text += fmt::format("  {:<14} {:>7} {:>9} {:>7}  {}\n", r.promise->title, grouped(r.worlds),
                        grouped(r.frames), rounded(r.seconds, 2), verdict(r));
  if (!result.is_complete) text += "  stopped before all worlds were seen\n";
  for (const PromiseResult& r : result.promises)
    if (r.failure)
      text += fmt::format("\n  BROKEN: {}. {}\n{}", r.promise->title, r.promise->rule,
                          details(r, file_of(result, r), "    "));
  return text;
}

std::string junit_xml(std::span<const CheckResult> results, const FileOf& file_of) {
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
        escaped(result.id), all, failures, all - failures - kept, result.seconds);
    for (const PromiseResult& r : result.promises) text += case_xml(result, r, file_of);
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace phasebox::contract
