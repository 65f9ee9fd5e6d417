// SPDX-License-Identifier: MIT
// The X-ray: the user walks forward and back through the events that the algorithms log for a frame
// or a query, with a sentence for each.
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

/// Opens the X-ray on the session's frame, before its first event; or, if `query` is given, on the
/// query of that box (world px) in the frame.
struct OpenXray {
  std::optional<Aabb> query = {};
};
/// Closes the X-ray; does nothing if it is closed.
struct CloseXray {};
struct XrayCall;

/// Walks through one frame: first the impacts of the step that led to it, then the events of the
/// broadphase, then those of the narrowphase. It runs its own instances of the algorithms, and its
/// broadphase sees the previous frame first, so that it has kept what the session's instance kept.
/// It never changes the session.
///
/// A query can be walked in place of the frame. `broad` then has the events of the query, and there
/// are no impacts and no narrowphase.
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
  /// If the X-ray is open and the session's frame, algorithms or parameters have changed, records
  /// the frame again and goes to its beginning. Called after every detection.
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

  /// Goes so many events forward, or back if negative, but not beyond the ends.
  void step(std::int64_t by) {
    const auto now = static_cast<std::int64_t>(at_);
    seek(static_cast<std::size_t>(std::max<std::int64_t>(0, now + by)));
  }
  /// Goes to the place where the first `at` events (impacts included) are shown, or to the end if
  /// there are fewer.
  void seek(std::size_t at) {
    at_ = std::min(at, size());
    owed_ = 0;
  }
  /// Jumps to the next impact, or event that begins a part, pass or pair, or back to the previous
  /// one (see Walk::jump).
  void jump(bool forward);
  /// Sets the speed at which the walk plays, in events per second; 0 pauses it. A negative speed is
  /// ignored.
  void play(double speed) {
    if (speed >= 0) speed_ = speed;
  }
  /// Goes forward as far as the speed demands in so many seconds, of which at most 0.25 count, and
  /// pauses at the end. Called in every frame of the window.
  void advance(double seconds);
  /// Sets whether the walk asks the user about the next event before it shows it; pauses the walk.
  /// When switched on, goes to the first event from here on that is worth a question.
  void set_guessing(bool on);
  /// Answers the current question with the answer of index `chosen`, and shows the event. If there
  /// is no current question, goes to the next one, and so it does after a wrong answer. Does
  /// nothing while the walk does not ask.
  void answer(std::size_t chosen);

  /// Number of impacts and events of the walk.
  std::size_t size() const { return impacts().size() + broad().size() + narrow().size(); }
  std::size_t at() const { return at_; }  ///< impacts and events shown so far
  /// Events per second at which the walk plays; 0 while it is paused.
  double speed() const { return speed_; }
  /// Number of events that were logged but not kept, for lack of room; they are not walked.
  std::uint64_t dropped() const {
    if (asked()) return frame_->query.dropped();
    return trace().broad.dropped() + trace().narrow.dropped();
  }
  /// The impacts of the step that led to this frame, in their order; they are walked first.
  std::span<const Impact> impacts() const { return frame_->impacts; }
  /// The pairs that may still meet within the step after the impacts shown.
  std::vector<PairToCome> to_come() const { return pairs_to_come(frame_->heap, done_impacts()); }
  /// Number of impacts shown so far.
  std::size_t done_impacts() const { return std::min(at_, impacts().size()); }
  /// Whether there are impacts and no event of the broadphase is shown yet.
  bool is_in_impacts() const { return !impacts().empty() && at_ <= impacts().size(); }
  /// The impact shown last; null before the first and once broadphase events are shown.
  const Impact* impact_now() const {
    return is_in_impacts() && at_ > 0 ? &impacts()[at_ - 1] : nullptr;
  }
  /// The walks through the events of the broadphase (or query) and of the narrowphase.
  const Walk& broad() const { return frame_->broad; }
  const Walk& narrow() const { return frame_->narrow; }
  /// The box of the walked query; none while a frame is walked.
  const std::optional<Aabb>& asked() const { return frame_->asked; }
  /// The sprites that the walked query has found so far, in the order in which it found them. If
  /// its algorithm logs no hits, all of them appear at the end of the walk.
  std::span<const SpriteId> found() const {
    const std::span<const SpriteId> all = frame_->found;
    if (!asked() || at_ == size()) return all;
    return hits(all, broad().state(done_broad()));
  }
  /// What the query costs under each of the rules by which its algorithm can stop it; empty if the
  /// algorithm has only one way to stop.
  std::span<const QueryCost> costs() const { return frame_->costs; }
  /// The events of the frame's broadphase that are drawn on the field: those shown so far, or all
  /// while a query is walked.
  std::span<const Event> field_events() const {
    const auto all = trace().broad.events();
    return asked() ? all : all.first(done_broad());
  }
  /// The log of the event shown last: narrow once an event of the narrowphase is shown, before that
  /// broad, or query while a query is walked.
  WalkPhase phase() const { return at_ > begin_of_narrow() ? WalkPhase::narrow : broad().phase(); }
  /// The walk of the current phase.
  const Walk& walk() const { return phase() == WalkPhase::narrow ? narrow() : broad(); }
  /// Number of events shown so far: of the current phase (`done`), of the broadphase or query
  /// (`done_broad`), and of the narrowphase (`done_narrow`).
  std::size_t done() const { return phase() == WalkPhase::narrow ? done_narrow() : done_broad(); }
  std::size_t done_broad() const { return std::min(at_ - done_impacts(), broad().size()); }
  std::size_t done_narrow() const { return at_ - done_impacts() - done_broad(); }
  /// What the algorithm of the current phase knows after the events shown.
  WalkState state() const { return walk().state(done()); }
  /// The event shown last, or null if none is (impacts do not count).
  const Event* now() const { return done() == 0 ? nullptr : &walk().events()[done() - 1]; }
  /// The pseudocode of the impulses or of the current algorithm.
  std::span<const CodeLine> code() const {
    return is_in_impacts() ? impulse_code() : walk().how().code;
  }
  /// The index of the line of `code` that the event or impact shown last lights, if any.
  std::optional<std::size_t> line() const {
    if (const Impact* impact = impact_now()) return impulse_line(*impact);
    return done() == 0 ? std::nullopt : walk().line(done() - 1);
  }
  /// The sentence for the impact or event shown last.
  Sentence sentence() const { return sentence_at(at_); }
  /// The sentence for the last of the first `n` impacts and events; says so if n is 0.
  Sentence sentence_at(std::size_t n) const;
  std::string_view title() const;  ///< title of the current algorithm, or "Impulses"
  /// The candidate pairs that the broadphase has found in the events shown, in their order; none
  /// while a query is walked.
  std::span<const Pair> candidates() const {
    if (asked()) return {};
    return hits(std::span(frame_->candidates), broad().state(done_broad()));
  }
  /// The pairs that the narrowphase has confirmed in the events shown, in their order.
  std::span<const Pair> collisions() const {
    return hits(std::span(frame_->collisions), narrow().state(done_narrow()));
  }
  std::span<const Aabb> boxes() const { return frame_->boxes; }
  /// The boxes and names of the sprites, as texts about the frame need them.
  SceneState scene() const { return frame_->scene(); }
  const EventLog& trace() const { return frame_->trace; }
  /// A hash of the walked frame, its algorithms and their parameters, which tells whether the walk
  /// was recorded again.
  std::uint64_t fingerprint() const { return frame_->fingerprint; }

  /// Records the session's frame, or the query of the box `asked` in it, and goes to its beginning.
  /// `before` [sprites] are the boxes of the previous frame, which the broadphase sees first;
  /// empty: it sees none. Fails if the frame's pairs are not known, or if finding them is canceled.
  Status open(const Session& session, const std::optional<Aabb>& asked,
              const std::vector<Aabb>& before);

  /// The user's score while the walk asks before it shows an event; else null.
  const Guesses* guesses() const { return guesses_ ? &*guesses_ : nullptr; }
  /// The question about the next event, if the walk asks and it is worth one. Reads a few events
  /// after a step, some thousand after a jump.
  std::optional<Question> question() const {
    return guesses_ && !missed() && at_ >= guesses_->until ? question_about(at_) : std::nullopt;
  }
  /// The question that was answered wrongly just now, with the index of the true answer; or null.
  const Question* missed() const {
    const bool is_here = guesses_ && guesses_->missed && at_ == guesses_->until;
    return is_here ? &*guesses_->missed : nullptr;
  }
  /// The question about the event after the first `n` impacts and events. None when that is not an
  /// event of the broadphase or is not worth a question.
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
  double speed_ = 0, owed_ = 0;  // events per second; fraction of an event due since the last one
  std::optional<Guesses> guesses_;
};

/// A call of a member of the open X-ray as a value, which a request of the window carries:
/// `XrayCall(&Xray::seek, 20)`. It can call members with one argument, a number or a flag, which
/// move or play the walk or answer a question; those that Lab calls itself have another form.
struct XrayCall {
  template <class Arg>
  requires std::is_arithmetic_v<Arg> XrayCall(void (Xray::*member)(Arg),
                                              std::type_identity_t<Arg> argument)
      : call([=](Xray& xray) { (xray.*member)(argument); }) {}
  std::function<void(Xray&)> call;
};

}  // namespace phasebox
