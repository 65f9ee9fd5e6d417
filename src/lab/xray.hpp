// SPDX-License-Identifier: MIT
// A log walked event by event both ways: what the algorithm knows at each, events and impacts in
// plain words. The X-ray: so through the frame that stands still; and a query's row of delimiters.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "collide/broadphase.hpp"
#include "collide/event_log.hpp"
#include "session/session.hpp"
#include "world/dynamics/dynamics.hpp"

namespace phasebox {

/// One part of the recursion: a group, a cell or a node.
struct WalkPart {
  static constexpr std::size_t kNever = ~std::size_t{0};
  std::uint32_t number = 0, size = 0;  ///< as traced; sprites in it
  std::uint32_t children = 0;          ///< into how many it was divided
  std::uint16_t depth = 0;
  std::size_t parent = kNever;  ///< its place in the list of parts
  std::size_t first = 0;        ///< the event that begins it
  std::size_t split = kNever;   ///< ... that divides it
  std::size_t done = kNever;    ///< ... that makes it final
  Aabb box{};
};

/// The boundaries that are walked along together: one axis of one group.
struct WalkPass {
  std::size_t begin = 0, end = 0;  ///< events
  Axis axis = Axis::x;
  bool has_order = false;  ///< a sweep walks along them afterward
};

/// The event log of the broadphase, of the narrowphase (cut into candidate pairs), or of a query.
enum class WalkPhase : std::uint8_t { broad, narrow, query };

/// What every prefix of a log leads to, with a state every few thousand events for quick seeks.
class Walk {
 public:
  Walk() = default;
  /// The events must live as long as this. O(events * sprites open at once).
  Walk(std::span<const Event> events, const Walkthrough& how, WalkPhase phase = WalkPhase::broad);

  std::span<const Event> events() const { return events_; }
  const Walkthrough& how() const { return how_; }
  WalkPhase phase() const { return phase_; }
  std::size_t size() const { return events_.size(); }
  /// What the first `n` events lead to. O(1) from one to the next, else a few thousand events.
  WalkState state(std::size_t n) const { return go(n); }
  /// The line of the pseudocode that the event lights; nothing when none does.
  std::optional<std::size_t> line(std::size_t event) const;

  std::span<const WalkPart> parts() const { return parts_; }
  /// Parts that the first `n` events have begun.
  std::size_t parts_at(std::size_t n) const {
    const auto it = std::ranges::lower_bound(parts_, n, {}, &WalkPart::first);
    return static_cast<std::size_t>(it - parts_.begin());
  }
  /// The current part after the first `n` events, or kNever.
  std::size_t part_at(std::size_t n) const {
    const auto number = go(n).at;
    return number ? find_part(*number) : WalkPart::kNever;
  }
  /// The pass that the event belongs to or that was the last one before it; null before the first.
  const WalkPass* pass(std::size_t event) const {
    const auto it = std::ranges::upper_bound(passes_, event, {}, &WalkPass::begin);
    return it == passes_.begin() ? nullptr : &*(it - 1);
  }
  /// Where a jump goes: behind the next (or last) event that begins a part, a pass or a pair.
  std::size_t jump(std::size_t n, bool forward) const;

 private:
  static constexpr std::size_t kStride = 4096;

  const WalkState& go(std::size_t n) const;
  void take(WalkState& s, const Event& e) const;
  void note_part(std::size_t number);
  void note_pass(std::size_t number);
  std::size_t find_part(std::uint32_t number) const {
    const auto it = std::ranges::lower_bound(by_number_, std::pair{number, std::size_t{0}});
    return it == by_number_.end() || it->first != number ? WalkPart::kNever : it->second;
  }

  std::span<const Event> events_;
  Walkthrough how_;
  WalkPhase phase_ = WalkPhase::broad;
  std::vector<WalkState> kept_;  // [k]: before event k * kStride
  mutable WalkState now_;        // the last one asked for
  std::vector<WalkPart> parts_;
  std::vector<std::size_t> stack_;  // parts that are begun, while listing
  std::vector<std::pair<std::uint32_t, std::size_t>> by_number_;  // sorted
  std::vector<WalkPass> passes_;
  std::vector<std::size_t> stops_;
};

/// What an event is in particular, given what was known before it.
EventPhase phase_of(const Event& e, const WalkState& before, const Walkthrough& how);

/// What a sentence may speak of besides the walk.
struct Scenery {
  std::span<const Aabb> boxes;          ///< [sprites]
  std::optional<double> limit;          ///< value of the parameter above which a part is divided
  std::span<const std::int64_t> ids{};  ///< [sprites] as in their recording; empty: their numbers
  std::optional<Aabb> asked{};          ///< the box of the query that is walked
  std::array<double, 2> offset{};       ///< that positions are told without

  std::int64_t name(SpriteId id) const {
    return id < ids.size() ? ids[id] : static_cast<std::int64_t>(id);
  }
};

/// "counter back to 0: {3, 7, 9} become a group". Of the event after which `n` are taken, from 1.
std::string sentence(const Walk& walk, std::size_t n, const Scenery& scenery);

/// "{3, 7, 9}", with "and 40 more" in place of what is beyond the first `most`.
std::string listed(std::span<const SpriteId> sprites, const Scenery& scenery = {},
                   std::size_t most = 10);

/// "delimiters walked: 31 counted, 58 void, 400 none · 12 box tests each": by stop rule, or empty.
std::string cost_text(std::span<const QueryCost> costs);

/// A position with at least one decimal, and as many as tell it apart from another one.
std::string position_text(double position, double other);

/// How many of the impacts are of sprites that fly into each other; these are numbered. O(n).
std::size_t flying(std::span<const Impact> impacts);

/// "impact 3 of 12, at 0.42 of the step: 7 and 12 meet at 5.1 px per step and part at 3.0". Impact
/// n, from 1. `gravity`'s direction tells which of two carries the other.
std::string sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity,
                     const Scenery& scenery = {});

/// A pair in the heap of times.
struct PairToCome {
  SpriteId a, b;  ///< b is Impact::kWall for the border
  float time;     ///< of the step: they meet no earlier
  bool is_again;  ///< put in again by the last impact
};
/// The heap behind the first `n` impacts, earliest first; empty before it is made, and where not
/// all of its changes were kept. O(changes log changes).
std::vector<PairToCome> pairs_to_come(std::span<const HeapChange> heap, std::size_t n);

/// "7 and 12", "7 and the border".
std::string partners(const Impact&, const Scenery& scenery = {});
/// "5.1", "0.024", px per step; what rounding leaves below zero is "0".
std::string speed_of(float along_normal);
/// The length of an impulse: "882", "1.2e4".
std::string size_of(Vec2 impulse);

/// Takes the event log of the frame as it stands; the walk stands before its first event.
struct OpenXray {};
struct CloseXray {};
/// Events to go on by, or back.
struct StepXray {
  std::int64_t by;
};
/// Goes to where so many events are done; more than there are is the end.
struct SeekXray {
  std::size_t at;
};
/// To the next part, pass or pair, or back to the last one.
struct JumpXray {
  bool forward;
};
/// Events per second, 0 holds.
struct PlayXray {
  double speed;
};
/// So much time has passed while it plays, s.
struct AdvanceXray {
  double seconds;
};
/// Walks the query of a box, world px, or again the frame, from the beginning.
struct WalkXray {
  std::optional<Aabb> query;
};
/// From the next event worth a question on the walk asks before it shows; or no longer.
struct GuessXray {
  bool on;
};
/// Answers the question, from 0, and shows the event; where none is asked, goes to the next one.
struct AnswerXray {
  std::size_t answer;
};
using XrayCommand = std::variant<OpenXray, CloseXray, StepXray, SeekXray, JumpXray, PlayXray,
                                 AdvanceXray, WalkXray, GuessXray, AnswerXray>;

/// What comes next in the walk: one answer is true, the others are near it or its opposite.
struct Question {
  std::vector<std::string> answers;  ///< 3 or 4, in an order that depends on the event alone
  std::size_t right = 0;             ///< which is true
};

/// How the user's guesses went.
struct Guesses {
  std::size_t right = 0, asked = 0;
  std::size_t until = 0;   ///< so many events are known: of these nothing is asked again
  bool was_right = false;  ///< the last answer
};

/// A walk through the impacts of the last step, then through the broadphase, then through the
/// narrowphase, of one frame; without impacts it begins with the broadphase. It works on instances
/// of the algorithms of its own: they see the frame before, then this one, so that what is kept
/// between frames does here what it did there. The session is looked at and never changed.
///
/// Instead of the frame a query can be walked: then its broadphase events are the only ones.
class Xray {
 public:
  static constexpr std::size_t kMaxEvents = 1'000'000;  ///< per half; 32 bytes each

  Status apply(const XrayCommand& command, const Session& session);
  /// The frame may be another one now; then the walk is taken again, from its beginning.
  void observe(const Session& session);

  /// The algorithms are others: the walk is taken again with the next frame that is observed.
  void outdate() { is_outdated_ = true; }

  bool is_open() const { return frame_ != nullptr; }
  // While it is open.
  std::size_t size() const { return impacts().size() + broad().size() + narrow().size(); }
  std::size_t at() const { return at_; }  ///< events done
  double speed() const { return speed_; }
  /// Events that were counted but not kept: the walk ends before they come.
  std::uint64_t dropped() const {
    if (asked()) return frame_->query.dropped();
    return trace().broad.dropped() + trace().narrow.dropped();
  }
  /// Those of the step that led to this frame, in their order: they come before the broadphase.
  std::span<const Impact> impacts() const { return frame_->impacts; }
  /// The pairs that may meet after those done.
  std::vector<PairToCome> to_come() const { return pairs_to_come(frame_->heap, done_impacts()); }
  std::size_t done_impacts() const { return std::min(at_, impacts().size()); }
  /// Whether the last event done is an impact, or the first one will be.
  bool is_in_impacts() const { return !impacts().empty() && at_ <= impacts().size(); }
  /// The impact that is the last event done, or null.
  const Impact* impact_now() const {
    return is_in_impacts() && at_ > 0 ? &impacts()[at_ - 1] : nullptr;
  }
  const Walk& broad() const { return frame_->broad; }
  const Walk& narrow() const { return frame_->narrow; }
  /// The box of the query that is walked; nothing while the frame is.
  const std::optional<Aabb>& asked() const { return frame_->asked; }
  /// What the query found by the events done, in order; where it logs no hits, all at the end.
  std::span<const SpriteId> found() const {
    const std::span<const SpriteId> all = frame_->found;
    if (!asked() || at_ == size()) return all;
    return all.first(static_cast<std::size_t>(broad().state(done_broad()).counted(EventKind::hit)));
  }
  /// What the query costs by each rule by which it may stop; empty where there is one way only.
  std::span<const QueryCost> costs() const { return frame_->costs; }
  /// The broadphase's events that the field shows: those done, or all while a query is walked.
  std::span<const Event> field_events() const {
    const auto all = trace().broad.events();
    return asked() ? all : all.first(done_broad());
  }
  /// The half of the last event done; before the first the broadphase, even among the impacts.
  WalkPhase phase() const { return at_ > begin_of_narrow() ? WalkPhase::narrow : broad().phase(); }
  const Walk& walk() const { return phase() == WalkPhase::narrow ? narrow() : broad(); }
  /// Events done of the current phase, and of either.
  std::size_t done() const { return phase() == WalkPhase::narrow ? done_narrow() : done_broad(); }
  std::size_t done_broad() const { return std::min(at_ - done_impacts(), broad().size()); }
  std::size_t done_narrow() const { return at_ - done_impacts() - done_broad(); }
  WalkState state() const { return walk().state(done()); }
  /// The last event done, or null; impacts are none.
  const Event* now() const { return done() == 0 ? nullptr : &walk().events()[done() - 1]; }
  /// The current pseudocode: of the impacts, or of an algorithm.
  std::span<const CodeLine> code() const {
    return is_in_impacts() ? impulse_code() : walk().how().code;
  }
  /// The line of it that is lit, or nothing.
  std::optional<std::size_t> line() const {
    if (const Impact* impact = impact_now()) return impulse_line(*impact);
    return done() == 0 ? std::nullopt : walk().line(done() - 1);
  }
  std::string sentence() const { return sentence_at(at_); }
  /// The sentence of the event after which `n` are done.
  std::string sentence_at(std::size_t n) const;
  std::string_view title() const;  ///< of the current algorithm, or "Impulses"
  /// Pairs found by the events done [n]: candidates, then collisions. A query finds none.
  std::span<const Pair> candidates() const {
    if (asked()) return {};
    const auto found = broad().state(done_broad()).counted(EventKind::hit);
    return std::span(frame_->candidates).first(static_cast<std::size_t>(found));
  }
  std::span<const Pair> collisions() const {
    const auto found = narrow().state(done_narrow()).counted(EventKind::hit);
    return std::span(frame_->collisions).first(static_cast<std::size_t>(found));
  }
  std::span<const Aabb> boxes() const { return frame_->boxes; }
  /// How the user calls a sprite: by its number, or by the id of the recorded box.
  std::int64_t name(SpriteId id) const { return scenery().name(id); }
  /// "{3, 7, 9}", by those names.
  std::string list_of(std::span<const SpriteId> sprites) const {
    return listed(sprites, scenery());
  }
  /// "sprite 7".
  std::string sprite_text(SpriteId id) const { return "sprite " + std::to_string(name(id)); }
  /// "7 and 12", "7 and the border".
  std::string partners(const Impact& impact) const { return phasebox::partners(impact, scenery()); }
  const EventLog& trace() const { return frame_->trace; }
  /// Whether the pair is among the broadphase's candidates in the end.
  bool finds(Pair pair) const;
  /// Of frame, algorithms and parameters.
  std::uint64_t fingerprint() const { return frame_->fingerprint; }

  /// Opens it, or again, with what `before` an algorithm has seen [sprites]; empty: nothing.
  Status open(const Session& session, const std::optional<Aabb>& asked,
              const std::vector<Aabb>& before);

  /// The score, while the walk asks before it shows; else null.
  const Guesses* guesses() const { return guesses_ ? &*guesses_ : nullptr; }
  /// What is asked now. O(1), or some thousand events.
  std::optional<Question> question() const {
    return guesses_ && at_ >= guesses_->until ? question_about(at_) : std::nullopt;
  }
  /// About the event behind the first `n`; none if it is not the broadphase's or easily foreseen.
  std::optional<Question> question_about(std::size_t n) const;

 private:
  /// All that belongs to the frame; the walks look into the log.
  struct Taken {
    std::vector<Impact> impacts;
    std::vector<HeapChange> heap;  // of the same step
    Vec2 gravity;                  // px/s², of the step
    EventLog trace{kMaxEvents};
    Walk broad, narrow;
    const BroadphaseEntry* broadphase = nullptr;
    const NarrowphaseEntry* narrowphase = nullptr;
    std::optional<double> limit;  // of the broadphase
    std::vector<Aabb> boxes;
    std::vector<std::int64_t> ids;             // of recorded boxes
    std::array<double, 2> offset{};            // likewise
    std::vector<Pair> candidates, collisions;  // in the order in which they are found
    std::vector<std::uint64_t> found_keys;     // of candidates, smaller sprite first; sorted
    std::uint64_t fingerprint = 0;             // of frame, choices and parameters
    std::optional<Aabb> asked;                 // by the query that is walked
    Recorder query{kMaxEvents};                // its events
    std::vector<SpriteId> found;
    std::vector<QueryCost> costs;
  };
  static std::unique_ptr<Taken> take(const Session& session, const std::optional<Aabb>& asked,
                                     const std::vector<Aabb>& before);
  static void take_frame(const Session& session, Taken& taken);
  static void take_query(const Session& session, Broadphase& broad, Taken& taken);
  std::size_t next_question(std::size_t n) const;
  void answer(std::size_t chosen);

  Scenery scenery() const {
    return {frame_->boxes, frame_->limit, frame_->ids, frame_->asked, frame_->offset};
  }
  void go(std::size_t at) {
    at_ = std::min(at, size());
    owed_ = 0;
  }
  std::size_t jump(bool forward) const;
  std::size_t begin_of_narrow() const { return impacts().size() + broad().size(); }

  std::unique_ptr<const Taken> frame_;
  bool is_outdated_ = false;
  std::size_t at_ = 0;
  double speed_ = 0, owed_ = 0;  // events per second; events not yet done
  std::optional<Guesses> guesses_;
};

/// Walks the frame beside the X-ray with that value; without one, no longer.
struct SetTwin {
  std::optional<command::SetParam> change = {};
};

/// The frame that an X-ray walks through once more, in a copy of the session with one other value.
class Twins {
 public:
  /// The session's own walk, or the twin's.
  struct Side {
    std::string title, counts;      ///< "group size 8"; "29 tests, 4 groups"
    std::vector<std::size_t> only;  ///< events of tests and final parts that the other never makes
  };
  Status apply(const SetTwin&, const Session&);
  /// Once a frame: goes as far as the first one, is taken again when that was, and ends with it.
  void follow(const Xray& first, const Session&);

  bool is_open() const { return twin_ && twin_->first != 0; }
  // While it is open.
  const Session& session() const { return twin_->session; }
  const Xray& xray() const { return twin_->xray; }
  const command::SetParam& change() const { return twin_->change; }
  const Side& side(std::size_t k) const { return twin_->sides[k]; }
  /// "group size 1: 29 tests, 4 groups; group size 8: 41 tests, 2 groups; 17 tests differ".
  const std::string& sentence() const { return twin_->sentence; }

 private:
  struct Twin {
    Twin(const Session& copied, command::SetParam c)
        : session(copied.snapshot()), change(std::move(c)) {}
    Session session;
    command::SetParam change;
    Xray xray;
    std::array<Side, 2> sides;
    std::string sentence;
    std::uint64_t first = 0;  // fingerprint of the walk that it was compared with
  };
  void compare(const Xray& first, const Session&);

  std::unique_ptr<Twin> twin_;
};

struct RowDelimiter {
  SpriteId sprite = 0;
  bool is_begin = false;
  float at = 0;            ///< world px along the axis
  std::uint32_t open = 0;  ///< boxes open behind it
};

/// Empty where not all delimiters were kept, or where the query walks along none.
struct QueryRow {
  std::vector<RowDelimiter> delimiters;  ///< in the order of the sweep
  Axis axis = Axis::x;
  std::size_t first = 0;   ///< where the walk begins: the first not left of the box's start
  std::size_t walked = 0;  ///< so many from there on, by the events done
  std::optional<std::size_t> here;  ///< probed or walked last
};
/// Of an X-ray that walks a query. O(delimiters).
QueryRow query_row(const Xray& xray);

}  // namespace phasebox
