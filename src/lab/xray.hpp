// SPDX-License-Identifier: MIT
// The X-ray: the frame that stands still, walked through event by event; and the row of delimiters
// that a query walks along.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "lab/walk.hpp"
#include "session/session.hpp"

namespace phasebox {

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
/// Walks the query of a box, world px, in place of the frame; without one, the frame again. The
/// walk stands at its beginning.
struct WalkXray {
  std::optional<Aabb> query;
};
using XrayCommand = std::variant<OpenXray, CloseXray, StepXray, SeekXray, JumpXray, PlayXray,
                                 AdvanceXray, WalkXray>;

/// A walk through the impacts of the last step, then through the broadphase, then through the
/// narrowphase, of one frame; without impacts it begins with the broadphase. It works on instances
/// of the algorithms of its own: they see the frame before, then this one, so that what is kept
/// between frames does here what it did there. The session is looked at and never changed.
///
/// In place of the frame a query can be walked: then its events are those of the broadphase, and
/// there are no others.
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
  std::uint64_t dropped() const;
  /// Those of the step that led to this frame, in their order: they come before the broadphase.
  std::span<const Impact> impacts() const { return frame_->impacts; }
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
  /// What the query found by the events done, in the order in which it did; where it logs no hits,
  /// all of it at the end.
  std::span<const SpriteId> found() const;
  /// What the query costs by each rule by which it may stop; empty where there is one way only.
  std::span<const QueryCost> costs() const { return frame_->costs; }
  /// The broadphase's events that the field shows: those done, or all while a query is walked.
  std::span<const Event> field_events() const;
  /// Which half the last event done belongs to; before the first it is the broadphase, and so it is
  /// among the impacts, with no event of it done.
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
  std::span<const CodeLine> code() const;
  /// The line of it that is lit, or nothing.
  std::optional<std::size_t> line() const;
  std::string sentence() const { return sentence_at(at_); }
  /// The sentence of the event after which `n` are done.
  std::string sentence_at(std::size_t n) const;
  std::string_view title() const;  ///< of the current algorithm, or "Impulses"
  /// Pairs found by the events done [n]: candidates, then collisions. A query finds none.
  std::span<const Pair> candidates() const;
  std::span<const Pair> collisions() const;
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

 private:
  /// All that belongs to the frame; the walks look into the log.
  struct Taken {
    std::vector<Impact> impacts;
    Vec2 gravity;  // px/s², of the step
    EventLog trace{kMaxEvents};
    Walk broad, narrow;
    const BroadphaseEntry* broadphase = nullptr;
    const NarrowphaseEntry* narrowphase = nullptr;
    std::optional<double> limit;  // of the broadphase
    std::vector<Aabb> boxes;
    std::vector<std::int64_t> ids;             // of recorded boxes
    std::vector<Pair> candidates, collisions;  // in the order in which they are found
    std::uint64_t fingerprint = 0;             // of frame, choices and parameters
    std::optional<Aabb> asked;                 // by the query that is walked
    Recorder query{kMaxEvents};                // its events
    std::vector<SpriteId> found;
    std::vector<QueryCost> costs;
  };
  static std::unique_ptr<Taken> take(const Session& session, const std::optional<Aabb>& asked);
  static void take_frame(const Session& session, Taken& taken);
  static void take_query(const Session& session, Broadphase& broad, Taken& taken);
  Status open(const Session& session, const std::optional<Aabb>& asked);

  Scenery scenery() const { return {frame_->boxes, frame_->limit, frame_->ids, frame_->asked}; }
  void go(std::size_t at);
  std::size_t jump(bool forward) const;
  std::size_t begin_of_narrow() const { return impacts().size() + broad().size(); }

  std::unique_ptr<const Taken> frame_;
  bool is_outdated_ = false;
  std::size_t at_ = 0;
  double speed_ = 0, owed_ = 0;  // events per second; events not yet done
};

/// One delimiter of the row.
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
