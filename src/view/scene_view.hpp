// SPDX-License-Identifier: MIT
// The field as a picture: world, structure, collisions and the pointer at work, as one draw list.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/event_log.hpp"
#include "session/session.hpp"
#include "view/draw_list.hpp"

namespace phasebox {

/// A query by the user: which boxes overlap a rectangle, in the last frame.
struct RegionQuery {
  static constexpr std::size_t kLimit = 262'144;  ///< events that are kept and drawn

  Aabb box;                                            ///< world px
  Sink<SpriteId> found;                                ///< in no order
  Recorder log{kLimit};                                ///< visits, and for some probes, tests, hits
  std::size_t sprites_visited = 0, parts_visited = 0;  ///< parts: nodes or cells
  std::vector<QueryCost> costs;                        ///< as `Broadphase::query_costs`

  /// Fills the two counts from the log; each sprite counts once.
  void count(std::span<const Aabb> boxes);
};

/// Lines from the chosen sprites to those that they were compared with.
struct Comparisons {
  struct Line {
    Pair pair;
    PairOutcome outcome;
  };
  std::vector<Line> lines;
  std::optional<Line> chosen;  ///< the one under the pointer
  std::vector<Aabb> parts;     ///< bounds of the groups, cells or nodes that made it
  std::vector<Aabb> lit;       ///< what a word or a row means
  std::optional<Role> role;    ///< all of other colors is dimmed

  void clear() { lines.clear(), chosen.reset(), parts.clear(), lit.clear(), role.reset(); }
};

/// Radius of a handle by which the angle of the swept line can be set, screen px.
inline constexpr float kSweepHandle = 7;
/// Of the rulers that boundaries have at the edges, screen px.
inline constexpr float kRulerWidth = 14;

/// Where the line through the field's middle can be taken, world px: near its two ends. Nothing
/// unless the overlay "sweep-line" is on and sort and sweep runs along an angle.
std::optional<std::array<Vec2, 2>> sweep_handles(const Session&, const ViewOptions&);
/// Degrees, 0 <= angle < 180, of the line through field middle and point: sort and sweep's `angle`.
double sweep_angle_through(const Session&, Vec2 world);

/// Lets groups appear within a tenth of a second, so that one that comes and goes does not flicker.
class FadeIn {
 public:
  static constexpr double kSeconds = 0.1;
  static constexpr std::size_t kMaxParts = 400;  ///< beyond it, all are there at once

  /// How strong each group and temporary group of the events is drawn, 0 to 1, in their order;
  /// `now` in s. One that mostly covers what one covered before is not new. O(groups²).
  std::span<const float> look(std::span<const Event> events, double now);
  std::span<const float> strengths() const { return strengths_; }
  /// What there is now appears at once.
  void clear() { parts_.clear(), strengths_.clear(); }

 private:
  struct Part {
    Aabb box;
    double since;
  };
  std::vector<Part> parts_;
  std::vector<float> strengths_;
};

/// What the pointer does in the field right now.
struct Interaction {
  std::optional<SpriteId> hovered;
  std::span<const SpriteId> selected;
  std::optional<Aabb> rubber_band;            ///< world px
  std::optional<std::pair<Vec2, Vec2>> aim;   ///< launch: from where, to the pointer; world px
  const RegionQuery* region_query = nullptr;  ///< the query that is open, if any
  std::span<const Pair> missed{};             ///< pairs that the algorithm left out
  std::span<const MissedContact> missed_contacts{};  ///< contacts that samples did not find
  std::span<const MarkedPlace> rings{};              ///< places to be pointed out
  const Comparisons* compared = nullptr;             ///< comparisons to be pointed out, if any
  std::span<const float> strengths{};  ///< as `FadeIn` gives them; none: all is strong
};

/// How much detail is drawn: all; sprites as rectangles; or only how many there are where.
enum class Detail : std::uint8_t { full, solid, density };

/// Whether evenly spread sprites would not be distinct on screen: Detail::solid becomes density.
bool is_crowded(const Session&, const Camera&);

/// Events that are drawn: those of a whole event log, or the first of them.
struct ShownEvents {
  std::span<const Event> broad, narrow;
  std::optional<Vec2> swept = {};  ///< as `Recorder::swept`
};

ShownEvents shown_events(const EventLog&);

/// Draws a session. Draws nothing outside the view. Without events: no structure, no boundaries.
void draw_session(const Session&, const ShownEvents&, const ViewOptions&, const Camera&,
                  const Interaction&, Detail, DrawList&);

/// Draws a prefix of events: groups, splits, cells, nodes; temporary groups fade to the deepest.
void draw_structure(const Canvas&, std::span<const Event> events);

/// Points out one event (group, node, boundary or the two compared), on top; for stepping.
void draw_event(const Canvas&, const Event&, const Frame&);

/// One moment of an algorithm that is walked through.
struct Highlight {
  const Event* event = nullptr;                            ///< the last one done, or null
  bool is_narrow = false;                                  ///< it is the narrowphase's
  WalkState state = {};                                    ///< behind it
  std::span<const Pair> candidates = {}, collisions = {};  ///< found so far
  std::span<const Impact> impacts = {};  ///< of the step, while they are walked through
  std::size_t done_impacts = 0;          ///< of them; the last one is pointed out
  bool is_crowded = false;  ///< what was found before is faint, so that the event stands out
};
/// Draws it above everything else.
void draw_highlight(const Canvas&, const Highlight&, const Frame&);

/// Marks pairs that the exact answer has and the algorithm did not find.
void draw_missed(const Canvas&, std::span<const Pair>, const Frame&);

/// Whether pixels are large enough on the screen for those that were read to be marked.
bool shows_pixels(const Camera&);

/// What the colors from cold to hot mean: 0 to `most`.
struct HeatScale {
  std::string_view text, unit;
  double most = 0;
  bool is_complete = true;  ///< false: events were not kept, so some of what is counted is missing
};
/// Of sprites colored by cost or speed; nothing otherwise. O(n + events).
std::optional<HeatScale> heat_scale(const ViewOptions&, const Session&, const EventLog&);

/// One line of the legend: a color and its meaning.
struct LegendLine {
  Role role;
  std::string_view text;
  /// Whether the event log contains it, and it can be seen. Null: it always may.
  bool (*is_shown)(const EventLog&, const Camera&) = nullptr;
};
/// The legend of what is shown, without what the log lacks (groups or nodes), with an open query.
std::vector<LegendLine> legend(const ViewOptions&, const EventLog& shown, const Camera&,
                               const RegionQuery* region_query = nullptr);
/// What dimmed sprites are, while sprites are shown and one of them sleeps. O(n).
std::optional<LegendLine> sleep_line(const ViewOptions&, const Session&);

// Where many sprites are in sight: which part of a walk is drawn, and what is left out.

/// What an event is about.
struct Focus {
  std::vector<Aabb> sprites;  ///< boxes of the sprites it names, at most two
  std::optional<Aabb> part;   ///< the group, cell or node it names

  bool empty() const { return sprites.empty() && !part; }
  /// The smallest box around all of it. Not of an empty one.
  Aabb bounds() const {
    Aabb all = part ? *part : sprites[0];
    for (const Aabb& box : sprites) all = united(all, box);
    return all;
  }
};

/// `event` may be null. `pair`: which two sprites the narrowphase looks at, if it does.
Focus focus_of(const Event* event, std::optional<Pair> pair, std::span<const Aabb> boxes);

/// Whether more sprites are in sight than can be told apart with all that belongs to them.
bool is_crowded(std::span<const Aabb> boxes, const Camera&);

/// What is drawn of a prefix of a broadphase's events where the field is crowded.
struct Thinned {
  std::vector<Event> events;
  std::size_t parts = 0, fat = 0,
              swaps = 0;  ///< left out: groups, cells or nodes; fat AABBs; swaps
  float side = 0;  ///< screen px before the line scale; smaller parts are drawn near the focus only
};

/// Keeps some `kMaxParts` parts large on screen, those near the focus, the last swaps. O(events).
Thinned thin_out(std::span<const Event> events, const Camera&, const Focus&);
inline constexpr std::size_t kMaxParts = 200, kMaxSwaps = 24;

/// Dims all that has been drawn so far but what has the color of that role. O(shapes).
void dim_others(const Canvas&, Role role);
/// Dims all that has been drawn so far; a strength of 1 hides it.
void draw_veil(const Canvas&, float strength);
/// The parts around the current one, outermost first, and rings around what is too small to see.
void draw_focus(const Canvas&, const Focus&, std::span<const Aabb> path);

}  // namespace phasebox
