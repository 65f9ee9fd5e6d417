// SPDX-License-Identifier: MIT
// The C interface frame by frame: boxes are read from the program's own memory, and pairs are
// written to it.
#include <algorithm>
#include <cstring>

#include "c/search.hpp"
#include "collide/dense_numbers.hpp"

namespace c = phasebox::c;
using phasebox::Aabb;
using phasebox::Edit;
using phasebox::Filter;
using phasebox::Frame;
using phasebox::Pair;
using phasebox::SpriteId;

namespace phasebox::c {

/// A column of values in a program's own memory, `stride` bytes from one to the next; a stride of 0
/// means that they lie side by side. The program may leave the column out by a null `first`.
template <class T>
class Column {
 public:
  Column(const void* first, std::size_t stride)
      : first_(static_cast<const unsigned char*>(first)), stride_(stride ? stride : sizeof(T)) {}
  /// Whether the program gave the column.
  explicit operator bool() const { return first_; }
  /// Whether the values lie side by side.
  bool is_dense() const { return stride_ == sizeof(T); }
  T operator[](std::size_t i) const {
    T value;
    std::memcpy(&value, first_ + i * stride_, sizeof value);
    return value;
  }
  /// Fails with PHASEBOX_BAD_STRIDE when values overlap each other or are not aligned for `T`; a
  /// column that was left out passes.
  phasebox_status check(const char* name) const {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(first_) % alignof(T) == 0;
    if (!first_ || (stride_ >= sizeof(T) && stride_ % alignof(T) == 0 && is_aligned))
      return PHASEBOX_OK;
    return fail(PHASEBOX_BAD_STRIDE,
                std::string(name) + ": the stride is " + std::to_string(stride_) +
                    "; it must be 0 or a multiple of " + std::to_string(alignof(T)) + " from " +
                    std::to_string(sizeof(T)) + " on, and so must the address be aligned");
  }

 private:
  const unsigned char* first_;
  std::size_t stride_;
};

/// The columns of a program's frame, with its filter rule.
struct Columns {
  explicit Columns(const phasebox_frame& f)
      : rule(f.rule),
        boxes(f.boxes, f.box_stride),
        categories(f.categories, f.category_stride),
        masks(f.masks, f.mask_stride),
        groups(f.groups, f.group_stride),
        statics(f.is_static, f.static_stride),
        ids(f.ids, f.id_stride) {}

  /// Checks the columns of a frame of `count` boxes: rule, strides, alignment, and every box.
  phasebox_status check(std::size_t count) const {
    if (count > 0 && !boxes) return c::null_argument("boxes");
    if (const auto status = c::check_rule(rule)) return status;
    for (const auto status :
         {boxes.check("boxes"), categories.check("categories"), masks.check("masks"),
          groups.check("groups"), statics.check("is_static"), ids.check("ids")})
      if (status) return status;
    for (std::size_t i = 0; i < count; ++i)
      if (!phasebox::is_valid(boxes[i])) return c::check_box(boxes[i], "box " + std::to_string(i));
    return PHASEBOX_OK;
  }

  std::uint32_t rule;
  Column<Aabb> boxes;
  bool has_filters() const { return categories || masks || groups; }

  Column<std::uint32_t> categories, masks;
  Column<std::int32_t> groups;
  Column<std::uint8_t> statics;
  Column<std::uint64_t> ids;
};

}  // namespace phasebox::c

/// Keeps the last frame that a program gave to a broadphase. A broadphase knows the objects by
/// numbers from 0 without gaps: those that `numbering` gives to the program's ids or, without ids,
/// the indices of the boxes. Columns are copied in the order of these numbers, except boxes that
/// lie side by side in a frame without ids, filters and static flags, which are read in the
/// program's memory.
struct phasebox_broadphase::Frames {
  using Numbers = phasebox::DenseNumbers<std::uint64_t>;
  Numbers numbering;
  std::vector<Edit> edits;  ///< from the frame before the last one to the last one
  std::vector<Aabb> boxes;
  std::vector<Filter> filters;
  std::vector<std::uint8_t> statics;
  phasebox::Sink<SpriteId> found;  ///< work space of phasebox_query
  Frame last;
  // Whether the last search succeeded, so that its results can be read; and whether the last frame
  // had ids, for which `numbering` is used.
  bool is_ready = false, has_ids = false;

  /// Takes a frame whose columns have passed their check: sets `last` and `edits`. Fails with
  /// PHASEBOX_DUPLICATE_ID when two boxes have the same id; `last` then stays. Makes the search
  /// `by` start afresh when ids, filters or static flags appear or vanish, also with the last box.
  phasebox_status take(const phasebox_frame& f, const c::Columns& columns, c::Search& by) {
    edits.clear();
    const bool wants_ids = static_cast<bool>(columns.ids);
    Numbers other;  // replaces the old numbering once the frame is accepted
    Numbers& by_ids = has_ids ? numbering : other;
    if (wants_ids && !by_ids.take(
                         f.count, [&](std::size_t row) { return columns.ids[row]; }, edits))
      return c::fail(PHASEBOX_DUPLICATE_ID, "two boxes have the same id; each object has its own");
    if (wants_ids != has_ids) {
      by.forget();
      numbering = std::move(other);
      has_ids = wants_ids;
    }
    if (!has_ids) number_in_order(f.count);
    Frame frame;
    frame.rule = static_cast<phasebox::FilterRule>(f.rule);
    const bool is_plain =
        !has_ids && columns.boxes.is_dense() && !columns.has_filters() && !columns.statics;
    if (is_plain) {
      frame.boxes = {reinterpret_cast<const Aabb*>(f.boxes), f.count};
    } else {
      filters.clear();
      copy(columns, f.count);
      frame.boxes = boxes;
      frame.filters = filters;
      frame.is_static = statics;
    }
    if (frame.filters.empty() != last.filters.empty() ||
        frame.is_static.empty() != last.is_static.empty())
      by.forget();
    last = frame;
    return PHASEBOX_OK;
  }
  /// The program's id of an object of the last frame.
  std::uint64_t id(SpriteId number) const { return has_ids ? numbering.ids()[number] : number; }

 private:
  // Appends the edits of a frame of `count` boxes without ids: objects are added or removed at the
  // end until there are as many.
  void number_in_order(std::size_t count) {
    for (std::size_t n = last.size(); n != count;) {
      const bool comes = n < count;
      const auto end = static_cast<SpriteId>(comes ? n++ : --n);
      edits.push_back({comes ? Edit::Kind::add : Edit::Kind::remove, end, end});
    }
  }

  // Copies `count` rows of the columns that the program gave, in the order of the objects' numbers.
  // A filter gets the defaults of its members for columns that the program left out.
  void copy(const c::Columns& columns, std::size_t count) {
    const auto row = [&](std::size_t number) {
      return has_ids ? std::size_t{numbering.rows()[number]} : number;
    };
    boxes.resize(count);
    filters.resize(columns.has_filters() ? count : 0);
    statics.resize(columns.statics ? count : 0);
    for (std::size_t i = 0; i < count; ++i) {
      boxes[i] = columns.boxes[row(i)];
      if (columns.categories) filters[i].category = columns.categories[row(i)];
      if (columns.masks) filters[i].mask = columns.masks[row(i)];
      if (columns.groups) filters[i].group = columns.groups[row(i)];
      if (columns.statics) statics[i] = columns.statics[row(i)] != 0;
    }
  }
};

phasebox_broadphase::phasebox_broadphase() { ++c::living(); }
phasebox_broadphase::~phasebox_broadphase() { --c::living(); }

phasebox_status phasebox_create(const char* id, const phasebox_options* options,
                                phasebox_broadphase** broadphase) {
  return c::guarded([&] {
    if (!broadphase) return c::null_argument("broadphase");
    auto made = std::make_unique<phasebox_broadphase>();
    if (const auto status = c::make_search(id, options, made->search)) return status;
    made->frames = std::make_unique<phasebox_broadphase::Frames>();
    *broadphase = made.release();
    return PHASEBOX_OK;
  });
}

void phasebox_destroy(phasebox_broadphase* broadphase) {
  if (broadphase && broadphase->frames) delete broadphase;
}

phasebox_status c::find_pairs(phasebox_broadphase* broadphase, const phasebox_frame* frame) {
  if (!broadphase) return c::null_argument("broadphase");
  if (!frame) return c::null_argument("frame");
  if (const auto status = c::check_struct(frame->struct_size, sizeof *frame, "phasebox_frame"))
    return status;
  if (!broadphase->frames)
    return c::fail(PHASEBOX_UNSUPPORTED, "a world's broadphase has no frames of its own");
  if (frame->count > 0xFFFFFFFEu)
    return c::fail(PHASEBOX_OUT_OF_RANGE, "there are more than 4,294,967,294 boxes");
  const c::Columns columns(*frame);
  if (const auto status = columns.check(frame->count)) return status;
  auto& frames = *broadphase->frames;
  if (const auto status = frames.take(*frame, columns, *broadphase->search)) return status;
  frames.is_ready = broadphase->search->find(frames.last, frames.edits) != nullptr;
  if (frames.is_ready) return PHASEBOX_OK;
  return broadphase->search->failure();
}

phasebox_status phasebox_find_pairs(phasebox_broadphase* broadphase, const phasebox_frame* frame,
                                    phasebox_pair* pairs, size_t capacity, size_t* count) {
  return c::guarded([&] {
    if (!count) return c::null_argument("count");
    *count = 0;
    if (!pairs && capacity > 0) return c::null_argument("pairs");  // before the frame is taken
    if (const auto status = c::find_pairs(broadphase, frame)) return status;
    return phasebox_pairs(broadphase, pairs, capacity, count);
  });
}

namespace {

/// Fails with PHASEBOX_NOT_READY unless the last search of a broadphase succeeded; always for the
/// broadphase of a world.
phasebox_status check_ready(const phasebox_broadphase* broadphase) {
  if (!broadphase) return c::null_argument("broadphase");
  if (broadphase->frames && broadphase->frames->is_ready) return PHASEBOX_OK;
  return c::fail(PHASEBOX_NOT_READY, "there is no search to ask: call phasebox_find_pairs first");
}

}  // namespace

phasebox_status phasebox_pairs(const phasebox_broadphase* broadphase, phasebox_pair* pairs,
                               size_t capacity, size_t* count) {
  return c::guarded([&] {
    if (const auto status = check_ready(broadphase)) return status;
    const auto& frames = *broadphase->frames;
    const auto found = broadphase->search->pairs().items();
    return c::hand_over(found.size(), pairs, capacity, count, [&](std::size_t i) {
      const std::uint64_t a = frames.id(found[i].a), b = frames.id(found[i].b);
      return phasebox_pair{std::min(a, b), std::max(a, b)};
    });
  });
}

phasebox_status phasebox_query(phasebox_broadphase* broadphase, const float box[4], uint64_t* ids,
                               size_t capacity, size_t* count) {
  return c::guarded([&] {
    if (const auto status = check_ready(broadphase)) return status;
    if (const auto status = c::check_box(box)) return status;
    auto& frames = *broadphase->frames;
    frames.found.clear();
    broadphase->search->query(frames.last, c::box_of(box), frames.found);
    const auto found = frames.found.items();
    return c::hand_over(found.size(), ids, capacity, count,
                        [&](std::size_t i) { return frames.id(found[i]); });
  });
}
