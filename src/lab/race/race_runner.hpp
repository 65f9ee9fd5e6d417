// SPDX-License-Identifier: MIT
// One algorithm in the live race: an instance that is timed and one that is looked into.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "bench/race.hpp"
#include "bench/truth.hpp"
#include "collide/broadphase.hpp"
#include "session/session.hpp"
#include "world/scene/document.hpp"

namespace phasebox {

/// The last kLength values; what was not measured is kNone.
class LastFrames {
 public:
  static constexpr std::size_t kLength = 300;
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  void push(double value);
  void clear() { values_.clear(), next_ = 0; }
  std::size_t size() const { return values_.size(); }
  /// The i-th oldest.
  double operator[](std::size_t i) const { return values_[(next_ + i) % values_.size()]; }
  /// Without what is kNone.
  std::vector<double> measured() const;

 private:
  std::vector<double> values_;
  std::size_t next_ = 0;  // the oldest, once there are kLength
};

/// What the algorithms are told about the sprites of a frame.
struct PopulationEdits {
  explicit PopulationEdits(const Session& session)
      : changes(session.population_changes()), edits(session.last_edits()) {}
  std::uint64_t changes;
  std::span<const Edit> edits;
};

class RaceRunner;

/// What a run counts as that was measured to take so many ms: for tests, whose outcome must not
/// depend on the machine. Empty: what was measured.
using Timing = std::function<double(const RaceRunner&, double measured)>;

/// One algorithm in the race.
class RaceRunner {
 public:
  using Verdict = RaceResult::Verdict;

  explicit RaceRunner(Contestant contestant);

  const Contestant& contestant() const { return contestant_; }
  ParamView params() const { return timed_.algorithm->params(); }
  bool is_exact() const { return timed_.algorithm->is_exact(); }
  /// The value has been checked. What was measured so far is forgotten.
  void set(const Param& row, double value);
  /// Times of other sprites do not count; a wrong answer stands.
  void forget_times();
  /// The same, and both instances forget what they know.
  void begin_anew();

  Verdict verdict() const { return verdict_; }
  const std::string& fault() const { return fault_; }
  const LastFrames& times() const { return times_; }  ///< ms
  Summary summary() const { return phasebox::summary_of(times_.measured()); }
  std::optional<std::uint64_t> box_tests() const { return box_tests_; }
  /// What the last look into it showed; empty before the first.
  const EventLog& trace() const { return trace_; }
  std::vector<Remark> remarks(const Session& session) const;

  /// Finds the frame's pairs; times it, unless it is still warming up. Gives ms; nothing when it
  /// sat the frame out: wrong before, or too slow to run on each.
  std::optional<double> run(const Frame&, const PopulationEdits&, const Timing& timing = {});
  /// Of the frame that has just run: whether the pairs are these.
  bool agrees_with(const PairDigest& truth) const;
  void reject(std::string fault);
  void accept() { verdict_ = Verdict::right; }
  PairDigest found() const { return digest(timed_.pairs.items()); }

  /// Runs the other instance, never the timed one. With `keep_events` the log keeps them, else it
  /// only counts; without `count` it sees the frame and tells nothing.
  void look(const Frame&, const PopulationEdits&, bool count, bool keep_events);

 private:
  // An instance that keeps up with the sprites, however many frames it has missed.
  struct Follower {
    std::unique_ptr<Broadphase> algorithm;
    std::optional<std::uint64_t> seen;  // PopulationEdits::changes
    PairSink pairs;

    /// Whether it has missed something and must begin again.
    bool is_lost(const PopulationEdits& now) const;
    void run(const Frame&, const PopulationEdits&, Recorder* log);
  };

  Contestant contestant_;
  Follower timed_, shadow_;
  Verdict verdict_ = Verdict::pending;
  std::string fault_;
  LastFrames times_;
  int warm_up_ = 0, rest_ = 0;  // frames to go
  std::optional<std::uint64_t> box_tests_;
  EventLog trace_;
};

}  // namespace phasebox
