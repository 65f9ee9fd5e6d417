// SPDX-License-Identifier: MIT
// Sort and sweep: one sorted row of begin and end delimiters, walked with the set of open boxes
// (John Wells, "Broadphase Collision Detection", 2007).
#include "base/number_format.hpp"
#include "collide/broadphase/kernels/static_split.hpp"
#include "collide/broadphase/sweep/covariance.hpp"
#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/length_rows.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {
namespace {

enum class SweepAxis : std::uint8_t { x, y, max_variance, principal, angle };
constexpr std::array<std::string_view, 5> kAxisNames{"x", "y", "max-variance", "principal",
                                                     "angle"};

enum class QueryStop : std::uint8_t { counted, at_void, none };
constexpr std::array<std::string_view, 3> kStopNames{"counted", "void", "none"};

struct SweepParams {
  SweepAxis axis = SweepAxis::max_variance;
  std::uint32_t axis_interval = 30;
  float angle = 45;
  QueryStop query_stop = QueryStop::counted;
};

constexpr std::array kSweepRows{
    choice<&SweepParams::axis>(
        "axis", kAxisNames,
        "Axis that is swept; max-variance takes the one along which the "
        "centers are spread most, principal the direction of any angle in which "
        "they are, angle the one that you give.")
        .tuned(),
    param<&SweepParams::axis_interval>(
        "axis-interval", 1, 600, "frames",
        "Frames after which max-variance and principal measure the spread again."),
    param<&SweepParams::angle>("angle", 0, 180, "degrees",
                               "Direction of the swept line for the axis angle: 0 is along x, 90 "
                               "along y, 45 from the top left to the bottom right."),
    choice<&SweepParams::query_stop>(
        "query-stop", kStopNames,
        "Where a query stops past its box's end: counted when all boxes that span its start have "
        "ended, void when nothing is open, none at the end of the row; the answer is the same."),
};

/// Every box puts a begin and an end delimiter on one line. Walking the sorted row, a begin opens
/// its box and an end closes it; boxes that are open together interfere (overlap on the line), and
/// are compared. A delimiter after which no box is open touches void (the article's word).
///
/// Order of the row: position; then ends of boxes with an extent, begins, ends of boxes without. So
/// touching boxes are closed before the next opens, and a box of no width opens before it closes.
/// Boxes that overlap on the line are then in the open set together: the first one's end lies
/// strictly after the other's begin.
///
/// The row is kept as two sorted lists, begins and ends, whose merge it is: behind b begins and e
/// ends, b - e boxes are open. A pair is found by the box that begins first: box i is compared with
/// those that begin after it and before its end. So the pairs need the begins alone, and many are
/// compared at a time. The ends are sorted when the first query of a frame walks the row, or when a
/// log shows where the sweep touches void.
///
/// A slanted line may compare fewer boxes than either axis: of a lattice of 10 x 10 boxes of 2 px,
/// 40 px apart, 450 pairs overlap on x and on y, and none on a line at 17 degrees. For one straight
/// row the principal direction compares no fewer than the better axis and no more than the worse:
/// the count is the mean of theirs, weighted with the squares of the direction's parts.
///
/// Static sprites lie in two rows of their own, those that are much longer than others in the
/// second. These rows are sorted again when one of the sprites or the line has changed, and are
/// searched near each moving sprite; two static sprites are never compared. A query or a log uses
/// one row of all sprites.
///
/// Cost: build O(n) (radix sort), sweep O(n * boxes open at once): worst case n(n-1)/2 comparisons,
/// when all boxes share a stretch of the line. Large frames are swept on several threads. Query
/// O(log n + boxes that overlap on the nearer axis, or nearly), by the other stops O(log n +
/// delimiters up to where it stops); the first query of a frame takes O(n) more. Keeps between
/// frames: the choice of line, for `axis-interval` frames; the row of the static boxes; its memory,
/// 36 bytes per box, 120 where some are static, 40 more once a query has come. Source: J. Wells,
/// "Broadphase Collision Detection", 2007, ziggyware.com; the sweep as such: J. L. Bentley and T.
/// A. Ottmann, "Algorithms for Reporting and Counting Geometric Intersections", 1979.
class SortAndSweep final : public BroadphaseOf<SortAndSweep, SweepParams, kSweepRows> {
 public:
  void reset(const Frame& f) override {
    frames_to_choice_ = 0;
    sort_.reserve(f.size());
    row_.resize(f.size());
    split_.forget();
    static_line_.reset();
    ends_ = {};
    is_filled_ = false;
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    choose_line(f);
    if (split_.update(f)) static_line_.reset();
    ends_ = {};
    is_filled_ = false;
    query_rows_.clear();
    interfering_.reset();
    voids_ = 0;
    if constexpr (T::on) return walk(f, out, trace);
    const auto check = is_slanted() ? SweepRow::Check::rules_and_boxes : SweepRow::Check::rules;
    if (!split_.is_split()) {
      fill_row(f);
      return row_.find_pairs(f, check, out);
    }
    fill_split_rows(f);
    moving_row_.find_pairs(without_flags(f), check, out, static_rows_);
  }

  /// Two kinds of box can overlap the query box on the line:
  /// 1. it begins within [start, end) of the query box: its begin delimiter is met on the way;
  /// 2. it begins left of the start and ends right of it: it is open at the start of the walk, and
  ///    its end lies within the query box, or past its end (it spans the whole box).
  /// There is no third kind: a box that begins at or after the end, or ends at or before the start,
  /// does not overlap.
  ///
  /// Kind 1 is reported at its begin. Kind 2 is reported at its end, if its begin lies left of the
  /// start; so each box is reported once. Void inside the query box does not stop the walk, since
  /// boxes may begin after it. Past the end only kind 2 is missing, and `spanning`, the open count
  /// at the start less the kind 2 ends met, says how many: the walk stops when it is 0. The article
  /// stops at void, where nothing is open; `spanning` is 0 there at the latest, for a box open at
  /// the start is open until it ends. The rules of the parameter `query-stop` differ only in how
  /// far they walk; all make the same box tests. A box that is met may still miss on the other
  /// axis, or only touch: `overlaps` decides.
  ///
  /// Boxes of both kinds can also be found by their begins: they begin before the query box's end,
  /// and end behind its start. So where nothing is logged and `counted` is the rule, many begins
  /// are compared at a time, in rows by length (`LengthRows`), and no ends are sorted.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    NoTrace off;
    if (log) return walk_query(f, box, p_.query_stop, out, *log);
    if (p_.query_stop != QueryStop::counted) return walk_query(f, box, p_.query_stop, out, off);
    query_rows_.of(f, axis_).query(box, out, nullptr);
  }

  void query_costs(const Frame& f, const Aabb& box, std::vector<QueryCost>& out) override {
    Sink<SpriteId> found;
    for (const QueryStop stop : {QueryStop::counted, QueryStop::at_void, QueryStop::none}) {
      Recorder log;
      found.clear();
      walk_query(f, box, stop, found, log);
      out.push_back({kStopNames[static_cast<std::size_t>(stop)], log.count(EventKind::visit),
                     log.count(EventKind::test), stop == p_.query_stop});
    }
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    Sentence text = line_and_reason();
    if (interfering_)
      text += " " + Sentence(*interfering_ == 1 ? "{} overlaps on this axis; {}."
                                                : "{} overlap on this axis; {}.",
                             {counted(*interfering_, "pair"), counted(voids_, "void")});
    out.push_back({false, text});
    split_.remark(out);
  }

 private:
  /// Says along which line the sweep runs and why it was chosen, such as "x: the centers spread
  /// by 311 px along it and by 170 px along y".
  Sentence line_and_reason() const {
    const auto px = [](double variance) { return rounded(std::sqrt(std::max(variance, 0.0)), 0); };
    const auto two_decimals = [](float value) {
      const std::string text = rounded(std::abs(static_cast<double>(value)), 2);
      return value < 0 && text != "0.00" ? "-" + text : text;
    };
    const bool is_x = axis_ == Axis::x;
    const char *taken = is_x ? "x" : "y", *left = is_x ? "y" : "x";
    if (p_.axis == SweepAxis::x || p_.axis == SweepAxis::y)
      return {"Swept along {}, as chosen.", {taken}};
    if (p_.axis == SweepAxis::angle)
      return {"Swept along a line at {} degrees, as set.",
              {rounded(static_cast<double>(p_.angle), 1)}};
    if (p_.axis == SweepAxis::principal)
      return {"Swept along ({}, {}), where the centers spread most.",
              {two_decimals(direction().x), two_decimals(direction().y)}};
    return {"Swept along {}: the centers spread by {} px along it, by {} px along {}.",
            {taken, px(is_x ? spread_.xx : spread_.yy), px(is_x ? spread_.yy : spread_.xx), left}};
  }

  /// Calls `use` with the function that turns a box into the one that the sweep sees: x along the
  /// swept line, y across it.
  template <class Use>
  void with_line(Use use) const {
    if (is_slanted()) return use(slanted_);
    along_axis(axis_, use);
  }

  /// Chooses the line by the parameter `axis`; where that needs the spread of the centers, it is
  /// computed every `axis-interval` frames.
  void choose_line(const Frame& f) {
    if (p_.axis == SweepAxis::x || p_.axis == SweepAxis::y) {
      axis_ = p_.axis == SweepAxis::x ? Axis::x : Axis::y;
      return;
    }
    if (p_.axis == SweepAxis::angle) return slant(AlongDirection::at_angle(p_.angle));
    if (frames_to_choice_ > 0 && frames_to_choice_-- > 1) return;
    frames_to_choice_ = p_.axis_interval;
    spread_ = covariance_of(f);
    axis_ = spread_.widest();
    slanted_ = {spread_.direction() * 0.5f, other(axis_)};
  }

  Vec2 direction() const {
    if (is_slanted()) return slanted_.half * 2.0f;
    return axis_ == Axis::x ? Vec2{1, 0} : Vec2{0, 1};
  }
  bool is_slanted() const { return p_.axis == SweepAxis::principal || p_.axis == SweepAxis::angle; }
  void slant(const AlongDirection& line) {
    slanted_ = line;
    axis_ = other(line.across);
  }

  void fill_row(const Frame& f) {
    with_line([&](auto see) { row_.fill(f, sort_.begins(f, see), see); });
    is_filled_ = true;
  }
  /// Fills the row of the moving sprites. Fills the rows of the static ones too, if these or the
  /// line have changed.
  void fill_split_rows(const Frame& f) {
    const auto line = std::pair(direction(), axis_);
    if (static_line_ != line) fill_static_rows(f);
    static_line_ = line;
    fill_some(f, split_.moving(), moving_row_);
  }
  void fill_static_rows(const Frame& f) {
    constexpr double kLong = 4;  // a box of more than this many mean lengths is long
    moving_row_.reserve(f.size());
    by_length_.reserve(f.size());
    const auto length = [&](SpriteId id) {
      const Aabb& box = f.boxes[id];
      return static_cast<double>(high(box, axis_)) - static_cast<double>(low(box, axis_));
    };
    double sum = 0;
    for (const SpriteId id : split_.statics()) sum += length(id);
    const double most = kLong * sum / static_cast<double>(split_.statics().size());
    for (const bool is_long : {false, true}) {
      by_length_.clear();
      for (const SpriteId id : split_.statics())
        if ((length(id) > most) == is_long) by_length_.push_back(id);
      static_rows_[is_long].reserve(f.size());
      fill_some(f, by_length_, static_rows_[is_long]);
      static_rows_[is_long].note_reach({0, static_cast<std::uint32_t>(by_length_.size())});
    }
  }
  void fill_some(const Frame& f, std::span<const SpriteId> ids, SweepRow& row) {
    with_line([&](auto see) { row.fill(f, sort_.begins(f, ids, see), see); });
  }
  void sort_ends(const Frame& f) {
    with_line([&](auto see) { ends_ = sort_.ends(f, see); });
  }

  /// Whether the next delimiter of the row, behind `begins` begins and `ends` ends, is an end.
  template <class Line>
  bool next_is_end(const Frame& f, Line see, std::size_t begins, std::size_t ends) const {
    if (begins == row_.size()) return true;
    if (ends == ends_.size()) return false;
    const std::uint32_t begin = ordered(row_.begin(begins));
    if (ends_[ends].position != begin) return ends_[ends].position < begin;
    return !is_flat(see(f.boxes[ends_[ends].id]));
  }

  /// The state of a query's walk along the row.
  struct QueryWalk {
    Aabb asked;                         // the query box as the sweep sees it
    std::size_t begins = 0, ends = 0;   // delimiters passed
    std::size_t spanning = 0;           // boxes open at the start whose end is still to come
    std::uint32_t start = 0, stop = 0;  // begin and end of the query box on the line, `ordered`

    std::size_t open() const { return begins - ends; }
    bool is_done(QueryStop rule) const {
      return rule == QueryStop::counted ? spanning == 0 : rule == QueryStop::at_void && open() == 0;
    }
  };

  template <class T>
  void walk_query(const Frame& f, const Aabb& box, QueryStop rule, Sink<SpriteId>& out, T& trace) {
    assert(row_.size() == f.size() && "query comes after find_pairs of the same frame");
    if (!is_filled_) fill_row(f);
    if (ends_.empty()) sort_ends(f);
    with_line([&](auto see) {
      QueryWalk at{.asked = see(box)};
      find_start(f, at, trace);
      walk_right(f, see, box, rule, at, out, trace);
    });
  }

  /// Finds the first begin and the first end that do not lie left of the query box's start.
  template <class T>
  void find_start(const Frame& f, QueryWalk& at, T& trace) {
    at.start = ordered(at.asked.min.x);
    at.stop = ordered(at.asked.max.x);
    at.begins = first_not_left(row_.size(), [&](std::size_t k) {
      return is_left(f, row_.id(k), true, row_.begin(k) < at.asked.min.x, trace);
    });
    at.ends = first_not_left(ends_.size(), [&](std::size_t k) {
      return is_left(f, ends_[k].id, false, ends_[k].position < at.start, trace);
    });
    at.spanning = at.open();
  }
  /// Logs a step of the binary search for the query's start and returns `answer`, which says
  /// whether the delimiter lies left of the start.
  template <class T>
  bool is_left(const Frame& f, SpriteId id, bool is_begin, bool answer, T& trace) const {
    if constexpr (T::on)
      trace.add({.kind = EventKind::probe,
                 .axis = axis_,
                 .a = id,
                 .b = is_begin,
                 .box = f.boxes[id],
                 .rule = answer ? QueryRule::left : QueryRule::not_left});
    return answer;
  }
  /// Returns the first position for which `is_left` is false, by binary search; `size` if none.
  template <class IsLeft>
  static std::size_t first_not_left(std::size_t size, IsLeft is_left) {
    std::size_t from = 0;
    while (size > 0) {
      const std::size_t half = size / 2;
      if (is_left(from + half)) {
        from += half + 1;
        size -= half + 1;
      } else
        size = half;
    }
    return from;
  }

  template <class Line, class T>
  void walk_right(const Frame& f, Line see, const Aabb& box, QueryStop stop, QueryWalk at,
                  Sink<SpriteId>& out, T& trace) {
    while (at.begins + at.ends < 2 * f.size()) {
      const bool is_end = next_is_end(f, see, at.begins, at.ends);
      const SpriteId id = is_end ? ends_[at.ends].id : row_.id(at.begins);
      const std::uint32_t position =
          is_end ? ends_[at.ends].position : ordered(row_.begin(at.begins));
      const bool is_past = position >= at.stop;
      if (is_past && at.is_done(stop)) {
        if constexpr (T::on)
          trace.add(
              stopped(stop == QueryStop::counted ? Ending::none_spans : Ending::touches_void));
        return;
      }
      ++(is_end ? at.ends : at.begins);
      const bool begins_left = is_end && ordered(see(f.boxes[id]).min.x) < at.start;
      at.spanning -= begins_left;
      const QueryRule rule =
          is_end    ? begins_left ? QueryRule::ends_from_left : QueryRule::ends_from_inside
          : is_past ? QueryRule::begins_past
                    : QueryRule::begins_inside;
      if constexpr (T::on)
        trace.add(
            {.kind = EventKind::visit, .axis = axis_, .a = id, .box = f.boxes[id], .rule = rule});
      if (interferes(rule)) compare_with(f, id, box, out, trace);
    }
    if constexpr (T::on) trace.add(stopped(Ending::row_end));
  }
  Event stopped(Ending why) const {
    return {.kind = EventKind::leave, .axis = axis_, .ending = why};
  }
  template <class T>
  static void compare_with(const Frame& f, SpriteId id, const Aabb& box, Sink<SpriteId>& out,
                           T& trace) {
    if constexpr (T::on) trace.add({EventKind::test, Axis::x, 0, id, id});
    if (!overlaps(f.boxes[id], box)) return;
    if constexpr (T::on) trace.add({EventKind::hit, Axis::x, 0, id, id});
    out.push(id);
  }

  /// Makes the sweep delimiter by delimiter and logs it.
  template <class T>
  void walk(const Frame& f, PairSink& out, T& trace) {
    fill_row(f);
    sort_ends(f);
    trace.sweeps(direction());
    bounds_ = bounds_of(f.boxes);
    trace.add({EventKind::enter, axis_, 0, 0, static_cast<std::uint32_t>(f.size()), bounds_});
    each_delimiter(f, [&](SpriteId id, bool is_end) {
      trace.add({EventKind::boundary, axis_, 0, id, !is_end, line(f, id, is_end)});
    });
    interfering_ = 0;
    std::uint32_t open = 0;
    std::size_t begun = 0;
    each_delimiter(f, [&](SpriteId id, bool is_end) {
      open = is_end ? open - 1 : open + 1;
      voids_ += open == 0;
      trace.add({EventKind::order, axis_, 0, id, open, line(f, id, is_end)});
      if (!is_end && !is_stopped(f)) compare_ahead(f, begun++, out, trace);
    });
    trace.add({EventKind::leave, axis_, 0, 0});
    trace.add(Measure::interfering, *interfering_);
    trace.add(Measure::voids, voids_);
  }
  /// Compares the box at position `at` of the row with those that begin after it and before its
  /// end. Two static sprites are counted, but not compared where these have rows of their own.
  template <class T>
  void compare_ahead(const Frame& f, std::size_t at, PairSink& out, T& trace) {
    const float end = row_.end(at);
    for (std::size_t k = at + 1; k < row_.size() && row_.begin(k) < end; ++k) {
      ++*interfering_;
      const SpriteId first = row_.id(at), second = row_.id(k);
      if (split_.is_split() && f.is_static[first] && f.is_static[second]) continue;
      test_pair(f, first, second, out, trace);
    }
  }

  /// Calls `use(id, is_end)` for each delimiter of the row, in order.
  template <class Use>
  void each_delimiter(const Frame& f, Use use) const {
    with_line([&](auto see) {
      for (std::size_t begins = 0, ends = 0; ends < ends_.size();) {
        const bool is_end = next_is_end(f, see, begins, ends);
        use(is_end ? ends_[ends].id : row_.id(begins), is_end);
        ++(is_end ? ends : begins);
      }
    });
  }

  /// Returns where the log shows a delimiter: as a line across all boxes, or, where the swept line
  /// is slanted, as that corner of its box which lies first or last along it.
  Aabb line(const Frame& f, SpriteId id, bool is_end) const {
    const Aabb& box = f.boxes[id];
    if (is_slanted()) {
      const bool falls = slanted_.half.y < 0;
      const Vec2 corner{is_end ? box.max.x : box.min.x, is_end != falls ? box.max.y : box.min.y};
      return {corner, corner};
    }
    return line_across(bounds_, axis_, is_end ? high(box, axis_) : low(box, axis_));
  }

  DelimiterSort sort_;               // sorts the begins, then the ends
  std::span<const Delimiter> ends_;  // [n] the ends, sorted; empty until they are needed
  SweepRow row_;                     // all boxes, by begin
  bool is_filled_ = false;           // whether `row_` holds the boxes of this frame
  LengthRows query_rows_;
  StaticSplit split_;
  // The members from here to `static_line_` are used while enough sprites are static for rows of
  // their own (`StaticSplit::is_split`).
  SweepRow moving_row_;
  std::array<SweepRow, 2> static_rows_;  // static boxes; the long ones in the second
  std::vector<SpriteId> by_length_;      // work space: the sprites of one static row
  // The line along which the static rows are sorted; none: they must be sorted again.
  std::optional<std::pair<Vec2, Axis>> static_line_;
  Axis axis_ = Axis::x;  // the swept axis, or the one nearer to a slanted line
  AlongDirection slanted_{{0.5f, 0}, Axis::y};
  Covariance spread_;  // spread of the centers when the line was chosen
  std::uint32_t frames_to_choice_ = 0;
  Aabb bounds_;                               // around all boxes, for the event log
  std::optional<std::uint64_t> interfering_;  // pairs open together, if the last frame was traced
  std::uint64_t voids_ = 0;                   // places of a traced frame where nothing is open
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"choose the line to sweep along", EventKind::enter},
    {"sort the boxes by where they begin on it", EventKind::boundary},
    {"for each box, as it begins:", {EventKind::order, EventPhase::opens}},
    {"  for those that begin before it ends:"},
    {"    compare the two", EventKind::test | EventKind::skip},
    {"      they overlap: a candidate pair", EventKind::hit},
    {"its end (only shown): it leaves the open set", {EventKind::order, EventPhase::closes}},
    {"  nothing is open now: a void", {EventKind::order, EventPhase::empties}},
    {"the line is done", EventKind::leave},
});

constexpr auto kQueryCode = std::to_array<CodeLine>({
    {"binary search: where does the box begin?", EventKind::probe},
    {"for each delimiter from there to the right:"},
    {"  a begin inside the box: overlap on this axis",
     {EventKind::visit, EventPhase::begins_inside}},
    {"  an end that began left of it: overlap on this axis",
     {EventKind::visit, EventPhase::ends_from_left}},
    {"    compare the two boxes", EventKind::test},
    {"      they overlap: it is found", EventKind::hit},
    {"  any other delimiter: pass it", {EventKind::visit, EventPhase::passed}},
    {"past the box's end, stop by query-stop:"},
    {"  none that spans its start is left (counted)", {EventKind::leave, EventPhase::none_spans}},
    {"  nothing is open (void)", {EventKind::leave, EventPhase::touches_void}},
    {"  the row is at its end", {EventKind::leave, EventPhase::row_end}},
});

}  // namespace

extern const BroadphaseEntry sort_and_sweep_entry{
    "sort-and-sweep",
    "Sort and sweep",
    "Sorts where the boxes begin and end on one line, then walks along it with the set of open "
    "boxes.",
    "John Wells, Broadphase Collision Detection, 2007 (ziggyware.com)",
    make_broadphase<SortAndSweep>,
    {.code = kCode, .part = "sweep", .query = kQueryCode},
    false,
    2};

}  // namespace phasebox
