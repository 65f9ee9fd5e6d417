// SPDX-License-Identifier: MIT
// Walks the event log of a frame or query forward and back, with a sentence for every event.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "lab/xray/questions.hpp"
#include "lab/xray/walked_frame.hpp"
#include "session/session.hpp"
#include "world/dynamics/impulse_code.hpp"

namespace phasebox {

/// Opens the X-ray on the session's frame, before its first event; with a box (world px) on the
/// query of that box, whose events then are those of the broadphase.
struct OpenXray {
  std::optional<Aabb> query = {};
};
/// Closes the X-ray; does nothing if it is closed.
struct CloseXray {};
struct XrayCall;

/// Walks through one frame: the impacts of the last step, then the broadphase, then the
/// narrowphase. It runs its own instances of the algorithms, which see the previous frame first, so
/// that they keep between frames what the session's instances kept. It never changes the session.
///
/// A query can be walked in place of the frame. The broadphase events are then those of the query.
class Xray {
 public:
  using Commands = std::variant<OpenXray, CloseXray, XrayCall>;
  Status apply(const OpenXray& command, const Session& session) {
    return open(session, command.query, boxes_before(session));
  }
  Status apply(const CloseXray&, const Session&) {
    close();
    return {};
  }
  /// Carries the call out, or refuses it while no walk is open.
  Status apply(const XrayCall& call, const Session& session);
  /// Walks the session's frame again from its beginning if it has changed.
  void observe(const Session& session);

  /// Makes the next `observe` walk the frame again, since the algorithms were replaced.
  void renew_broadphases() { is_outdated_ = true; }

  bool is_open() const { return frame_ != nullptr; }
  /// Closes the walk and frees what it has kept.
  void close() {
    frame_.reset();
    guesses_.reset();
  }
  // The functions below need an open walk.

  /// Goes so many events forward, or back if negative.
  void step(std::int64_t by) {
    const auto now = static_cast<std::int64_t>(at_);
    seek(static_cast<std::size_t>(std::max<std::int64_t>(0, now + by)));
  }
  /// Goes to the place where the first `at` events are done, or to the end if there are fewer.
  void seek(std::size_t at) {
    at_ = std::min(at, size());
    owed_ = 0;
  }
  /// Jumps to the next impact, part, pass or pair, or back to the previous one.
  void jump(bool forward);
  /// Sets the speed at which the walk plays, in events per second; 0 pauses it. A negative speed is
  /// ignored.
  void play(double speed) {
    if (speed >= 0) speed_ = speed;
  }
  /// Plays the walk for so many seconds of the clock, at most 0.25 at once.
  void advance(double seconds);
  /// Sets whether the walk asks the user before it shows an event that is worth a question.
  void set_guessing(bool on);
  /// Answers the question with the answer of that index and shows the event. Without a question,
  /// goes to the next one. Does nothing while the walk does not ask.
  void answer(std::size_t chosen);

  std::size_t size() const { return impacts().size() + broad().size() + narrow().size(); }
  std::size_t at() const { return at_; }  ///< events shown so far
  double speed() const { return speed_; }
  /// Events that were counted but not kept; the walk ends before them.
  std::uint64_t dropped() const {
    if (asked()) return frame_->query.dropped();
    return trace().broad.dropped() + trace().narrow.dropped();
  }
  /// The impacts of the step that led to this frame, in order; they come before the broadphase.
  std::span<const Impact> impacts() const { return frame_->impacts; }
  /// The pairs that may still meet after the impacts shown.
  std::vector<PairToCome> to_come() const { return pairs_to_come(frame_->heap, done_impacts()); }
  std::size_t done_impacts() const { return std::min(at_, impacts().size()); }
  /// Whether the walk stands among the impacts or before the first one.
  bool is_in_impacts() const { return !impacts().empty() && at_ <= impacts().size(); }
  /// The impact shown last, or null.
  const Impact* impact_now() const {
    return is_in_impacts() && at_ > 0 ? &impacts()[at_ - 1] : nullptr;
  }
  const Walk& broad() const { return frame_->broad; }
  const Walk& narrow() const { return frame_->narrow; }
  /// The box of the walked query; none while a frame is walked.
  const std::optional<Aabb>& asked() const { return frame_->asked; }
  /// The sprites that the query has found so far, in order. If the query logs no hits, all of them
  /// appear at the end.
  std::span<const SpriteId> found() const {
    const std::span<const SpriteId> all = frame_->found;
    if (!asked() || at_ == size()) return all;
    return hits(all, broad().state(done_broad()));
  }
  /// The cost of the query by each rule by which it may stop; empty when there is only one way.
  std::span<const QueryCost> costs() const { return frame_->costs; }
  /// The broadphase events that the field shows: those done, or all while a query is walked.
  std::span<const Event> field_events() const {
    const auto all = trace().broad.events();
    return asked() ? all : all.first(done_broad());
  }
  /// The phase of the last event shown; the broadphase before the first and among the impacts.
  WalkPhase phase() const { return at_ > begin_of_narrow() ? WalkPhase::narrow : broad().phase(); }
  const Walk& walk() const { return phase() == WalkPhase::narrow ? narrow() : broad(); }
  /// Events shown of the current phase, of the broadphase, and of the narrowphase.
  std::size_t done() const { return phase() == WalkPhase::narrow ? done_narrow() : done_broad(); }
  std::size_t done_broad() const { return std::min(at_ - done_impacts(), broad().size()); }
  std::size_t done_narrow() const { return at_ - done_impacts() - done_broad(); }
  WalkState state() const { return walk().state(done()); }
  /// The event shown last, or null; an impact is not an event.
  const Event* now() const { return done() == 0 ? nullptr : &walk().events()[done() - 1]; }
  /// The pseudocode of the impulses or of the current algorithm.
  std::span<const CodeLine> code() const {
    return is_in_impacts() ? impulse_code() : walk().how().code;
  }
  /// The line of `code` that is lit, if any.
  std::optional<std::size_t> line() const {
    if (const Impact* impact = impact_now()) return impulse_line(*impact);
    return done() == 0 ? std::nullopt : walk().line(done() - 1);
  }
  Sentence sentence() const { return sentence_at(at_); }
  /// The sentence for the last of the first `n` events.
  Sentence sentence_at(std::size_t n) const;
  std::string_view title() const;  ///< title of the current algorithm, or "Impulses"
  /// Pairs found so far: candidates, then collisions. A query finds none.
  std::span<const Pair> candidates() const {
    if (asked()) return {};
    return hits(std::span(frame_->candidates), broad().state(done_broad()));
  }
  std::span<const Pair> collisions() const {
    return hits(std::span(frame_->collisions), narrow().state(done_narrow()));
  }
  std::span<const Aabb> boxes() const { return frame_->boxes; }
  /// The boxes and names of the sprites, as texts about the frame need them.
  SceneState scene() const { return frame_->scene(); }
  const EventLog& trace() const { return frame_->trace; }
  /// A hash of frame, algorithms and parameters.
  std::uint64_t fingerprint() const { return frame_->fingerprint; }

  /// Opens the X-ray or walks again. `before` [sprites] are the boxes of the previous frame, which
  /// the algorithm sees first; empty: it sees none.
  Status open(const Session& session, const std::optional<Aabb>& asked,
              const std::vector<Aabb>& before);

  /// The score while the walk asks before it shows; else null.
  const Guesses* guesses() const { return guesses_ ? &*guesses_ : nullptr; }
  /// The current question, if any. O(1) for a step, else some thousand events.
  std::optional<Question> question() const {
    return guesses_ && at_ >= guesses_->until ? question_about(at_) : std::nullopt;
  }
  /// The question about the event after the first `n`. None when it is not an event of the
  /// broadphase or is easily foreseen.
  std::optional<Question> question_about(std::size_t n) const;

 private:
  std::size_t next_question(std::size_t n) const;
  /// Goes to the beginning of the recorded frame, paused and with a new score.
  void begin() {
    at_ = 0;
    speed_ = 0;
    if (guesses_) guesses_ = Guesses{};
  }
  template <class T>
  static std::span<T> hits(std::span<T> all, const WalkState& state) {
    return all.first(static_cast<std::size_t>(state.counted(EventKind::hit)));
  }
  std::size_t begin_of_narrow() const { return impacts().size() + broad().size(); }

  std::unique_ptr<const WalkedFrame> frame_;
  bool is_outdated_ = false;
  std::size_t at_ = 0;
  double speed_ = 0, owed_ = 0;  // events per second; events not yet done
  std::optional<Guesses> guesses_;
};

/// A call of a member that moves, plays or answers the open X-ray, as a value that a request
/// carries: `XrayCall(&Xray::seek, 20)`. These members have one argument, a number or a flag; those
/// that the lab calls itself have another form and cannot be called so.
struct XrayCall {
  template <class Arg>
  requires std::is_arithmetic_v<Arg> XrayCall(void (Xray::*member)(Arg),
                                              std::type_identity_t<Arg> argument)
      : call([=](Xray& xray) { (xray.*member)(argument); }) {}
  std::function<void(Xray&)> call;
};

}  // namespace phasebox
