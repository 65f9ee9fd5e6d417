// SPDX-License-Identifier: MIT
// The C interface: bytes become calls with null pointers, wrong sizes and strides, numbers that are
// none, handles that are gone. Each gives a status; what is accepted is the definition's.
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "base/geometry.hpp"
#include "c/phasebox.h"
#include "fuzz/fuzz.hpp"

namespace phasebox::fuzz {
namespace {

constexpr std::size_t kRoom = 64;
constexpr std::size_t kMaxBoxes = 40;

using IdPair = std::pair<std::uint64_t, std::uint64_t>;
struct Object {
  Aabb box;
  std::uint32_t category = 1, mask = 0xFFFFFFFF;
  std::int32_t group = 0;
  bool is_static = false;
};

bool may_pair(const Object& a, const Object& b, std::uint32_t rule) {
  if ((a.is_static && b.is_static) || !overlaps(a.box, b.box)) return false;
  if (a.group != 0 && a.group == b.group) return a.group > 0;
  const bool wants = a.mask & b.category, is_wanted = b.mask & a.category;
  return rule == PHASEBOX_BOTH ? wants && is_wanted : wants || is_wanted;
}

/// A column of a program's structs, as large as its stride makes it and no larger.
template <class T>
class Column {
 public:
  Column(Bytes& in, std::size_t count) {
    static constexpr std::size_t kStrides[] = {0, 0, 0, sizeof(T), 2 * sizeof(T), 24, 32, 3, 8};
    stride = kStrides[in.below(std::size(kStrides))];
    const std::size_t step = stride == 0 ? sizeof(T) : std::max(stride, sizeof(T));
    const std::size_t bytes = count == 0 ? 0 : (count - 1) * step + sizeof(T);
    memory_.reset(new unsigned char[std::max<std::size_t>(bytes, 1)]());
    step_ = step;
  }
  void set(std::size_t i, const T& value) {
    std::memcpy(memory_.get() + i * step_, &value, sizeof value);
  }
  const void* data() const { return memory_.get(); }
  std::size_t stride = 0;

 private:
  std::unique_ptr<unsigned char[]> memory_;
  std::size_t step_ = 0;
};

/// A frame of a program; it lives as long as queries may look at it.
struct GivenFrame {
  GivenFrame(Bytes& in, std::size_t n)
      : boxes(in, n), categories(in, n), masks(in, n), groups(in, n), statics(in, n), ids(in, n) {}
  Column<Aabb> boxes;
  Column<std::uint32_t> categories, masks;
  Column<std::int32_t> groups;
  Column<std::uint8_t> statics;
  Column<std::uint64_t> ids;
  phasebox_frame frame{};
  std::vector<Object> objects;
  std::vector<std::uint64_t> names;
};

class Program {
 public:
  explicit Program(Bytes in) : in_(in) {
    phasebox_options options{};
    options.struct_size = in_.rarely() ? in_.below(99) : sizeof options;
    options.threads = in_.rarely() ? in_.raw<std::uint32_t>() : 0;
    if (in_.rarely()) options.max_pairs = in_.below(40);
    phasebox_broadphase_info info{};
    status(phasebox_broadphase_at(in_.below(32), &info));
    const char* const id = info.id ? info.id : "rdc";
    status(phasebox_create(id, in_.rarely() ? &options : nullptr, &broadphase_));
    status(phasebox_world_create(id, in_.rarely() ? &options : nullptr, &world_));
  }
  ~Program() {
    phasebox_world_destroy(world_);
    phasebox_destroy(broadphase_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void run() {
    for (int call = 0; call < 400 && !in_.is_empty(); ++call) status(any_call());
  }

 private:
  static phasebox_status status(phasebox_status s) {
    check(std::string_view(phasebox_status_name(s)) != "unknown status", "there is no such status");
    if (s != PHASEBOX_OK) check_error(std::string_view(phasebox_error()));
    return s;
  }

  float number() {
    static constexpr std::array kOdd{0.0f,
                                     -0.0f,
                                     1.0f,
                                     3e38f,
                                     -3e38f,
                                     1e-40f,
                                     kMaxFloat,
                                     -kMaxFloat,
                                     1e9f,
                                     16777217.0f,
                                     std::numeric_limits<float>::infinity(),
                                     std::numeric_limits<float>::quiet_NaN()};
    const auto kind = in_.raw<std::uint8_t>();
    if (kind < 200) return static_cast<float>(kind) * 4;
    if (kind < 225) return in_.raw<float>();
    return kOdd[in_.below(kOdd.size())];
  }
  Aabb box() {
    Aabb b{{number(), number()}, {}};
    const auto kind = in_.raw<std::uint8_t>();
    if (kind < 225)
      b.max = b.min + Vec2{static_cast<float>(kind % 15) * 8, static_cast<float>(kind / 15) * 8};
    else
      b.max = {number(), number()};
    return b;
  }
  phasebox_handle handle() {
    if (handles_.empty() || in_.rarely()) return in_.raw<std::uint64_t>();
    return handles_[in_.below(static_cast<std::uint32_t>(handles_.size()))];
  }
  phasebox_world* world() { return in_.rarely() ? nullptr : world_; }
  phasebox_broadphase* broadphase() {
    if (in_.rarely()) return phasebox_world_broadphase(world_);
    return in_.rarely() ? nullptr : broadphase_;
  }
  std::size_t* count() { return in_.rarely() ? nullptr : &count_; }
  /// Room that is there: what is written beyond it is seen.
  template <class T>
  std::pair<T*, std::size_t> room() {
    const std::size_t n = in_.below(kRoom);
    auto memory = std::make_shared<std::vector<T>>(n);
    memory->shrink_to_fit();
    T* const at = n == 0 || in_.rarely() ? nullptr : memory->data();
    room_ = std::move(memory);
    return {at, n};
  }

  phasebox_status any_call() {
    switch (in_.below(16)) {
      case 0:
      case 1:
      case 2: return insert();
      case 3: return move();
      case 4: return remove();
      case 5: return change();
      case 6: return update();
      case 7: return contacts();
      case 8:
      case 9: return query();
      case 10:
      case 11: return find_pairs();
      case 12: return pairs_again();
      case 13: return query_frame();
      case 14: return parameter();
      default: return nulls();
    }
  }

  // ---- living objects

  phasebox_status insert() {
    phasebox_object object{};
    object.struct_size = in_.rarely() ? in_.below(99) : sizeof object;
    const Aabb b = box();
    std::memcpy(object.box, &b, sizeof b);
    if (in_.rarely())
      object.category = in_.raw<std::uint32_t>(), object.mask = in_.raw<std::uint32_t>();
    if (in_.rarely()) object.group = static_cast<std::int32_t>(in_.below(5)) - 2;
    object.is_static = in_.below(8) == 0 ? 3 : 0;
    phasebox_handle made = 0;
    phasebox_world* const to = living_.size() < kMaxBoxes ? world() : nullptr;
    const auto s = phasebox_insert(to, &object, in_.rarely() ? nullptr : &made);
    if (s != PHASEBOX_OK) return s;
    check(made != 0 && !living_.contains(made), "a handle is given twice");
    const bool is_plain = object.category == 0 && object.mask == 0;
    living_[made] = {b, is_plain ? 1 : object.category, is_plain ? 0xFFFFFFFF : object.mask,
                     object.group, object.is_static != 0};
    handles_.push_back(made);
    return s;
  }
  phasebox_status move() {
    phasebox_world* const where = world();
    const auto what = handle();
    const Aabb b = box();
    const auto s = phasebox_move(where, what, in_.rarely() ? nullptr : &b.min.x);
    if (s == PHASEBOX_OK) object(what).box = b;
    return s;
  }
  phasebox_status remove() {
    phasebox_world* const where = world();
    const auto what = handle();
    const auto s = phasebox_remove(where, what);
    if (s == PHASEBOX_OK) check(living_.erase(what) == 1, "an object that is gone is removed");
    return s;
  }
  phasebox_status change() {
    const auto what = handle();
    if (in_.below(2)) {
      const int to = static_cast<int>(in_.below(2));
      const auto s = phasebox_set_static(world_, what, to);
      if (s == PHASEBOX_OK) object(what).is_static = to;
      return s;
    }
    if (in_.rarely()) {
      const auto rule = static_cast<std::uint32_t>(in_.below(3));
      const auto s = phasebox_set_rule(world_, rule);
      check((s == PHASEBOX_OK) == (world_ && rule < 2),
            "a rule is taken that there is not, or refused");
      if (s == PHASEBOX_OK) rule_ = rule;
      return s;
    }
    const auto category = static_cast<std::uint32_t>(1 + in_.below(3));
    const auto mask = static_cast<std::uint32_t>(in_.below(8));
    const auto group = static_cast<std::int32_t>(in_.below(3)) - 1;
    const auto s = phasebox_set_filter(world_, what, category, mask, group);
    if (s == PHASEBOX_OK)
      object(what).category = category, object(what).mask = mask, object(what).group = group;
    return s;
  }
  Object& object(phasebox_handle what) {
    const auto it = living_.find(what);
    check(it != living_.end(), "an object that is gone is changed");
    return it->second;
  }
  phasebox_status update() {
    const auto s = phasebox_update(world_);
    if (s == PHASEBOX_OK && phasebox_is_exact(phasebox_world_broadphase(world_))) check_contacts();
    check(phasebox_object_count(world_) == living_.size(), "the objects are not counted right");
    return s;
  }
  void check_contacts() {
    std::set<IdPair> right, given;
    for (auto a = living_.begin(); a != living_.end(); ++a)
      for (auto b = std::next(a); b != living_.end(); ++b)
        if (may_pair(a->second, b->second, rule_)) right.insert({a->first, b->first});
    std::vector<phasebox_contact> all(kMaxBoxes * kMaxBoxes);
    status(phasebox_contacts(world_, all.data(), all.size(), &count_));
    for (std::size_t i = 0; i < count_; ++i)
      given.insert({std::min(all[i].a, all[i].b), std::max(all[i].a, all[i].b)});
    check(given.size() == count_, "a contact is given twice");
    check(given == right, "the contacts of a world are wrong");
  }
  phasebox_status contacts() {
    const auto [to, n] = room<phasebox_contact>();
    switch (in_.below(3)) {
      case 0: return phasebox_contacts(world(), to, n, count());
      case 1: return phasebox_contacts_begun(world(), to, n, count());
      default: return phasebox_contacts_ended(world(), to, n, count());
    }
  }
  phasebox_status query() {
    const Aabb b = box();
    const auto [to, n] = room<phasebox_hit>();
    const auto mask = static_cast<std::uint32_t>(in_.rarely() ? in_.below(4) : 0xFFFFFFFF);
    const float* const edges = in_.rarely() ? nullptr : &b.min.x;
    phasebox_world* const where = world();
    switch (in_.below(5)) {
      case 0: return phasebox_query_box(where, edges, mask, to, n, count());
      case 1: return phasebox_query_point(where, b.min.x, b.min.y, mask, to, n, count());
      case 2: return phasebox_query_circle(where, b.min.x, b.min.y, b.max.x, mask, to, n, count());
      case 3:
        return phasebox_query_segment(where, b.min.x, b.min.y, b.max.x, b.max.y, mask, to, n,
                                      count());
      default: {
        const std::size_t k = in_.rarely() ? in_.raw<std::size_t>() : in_.below(9);
        return phasebox_query_nearest(where, b.min.x, b.min.y, k, mask, to, n, count());
      }
    }
  }

  // ---- frames

  phasebox_status find_pairs() {
    const std::size_t n = in_.below(24);
    auto given = std::make_unique<GivenFrame>(in_, n);
    const auto has = in_.raw<std::uint8_t>();
    for (std::size_t i = 0; i < n; ++i) fill(*given, i, has);
    phasebox_frame& f = given->frame;
    f.struct_size = in_.rarely() ? in_.below(99) : sizeof f;
    f.count = n;
    f.boxes = in_.rarely() ? nullptr : static_cast<const float*>(given->boxes.data());
    f.box_stride = given->boxes.stride;
    if (has & 1) f.categories = static_cast<const std::uint32_t*>(given->categories.data());
    if (has & 2) f.masks = static_cast<const std::uint32_t*>(given->masks.data());
    if (has & 4) f.is_static = static_cast<const std::uint8_t*>(given->statics.data());
    if (has & 16) f.groups = static_cast<const std::int32_t*>(given->groups.data());
    f.group_stride = given->groups.stride, f.rule = has >> 5 & 1;
    if (has & 8) f.ids = static_cast<const std::uint64_t*>(given->ids.data());
    f.category_stride = given->categories.stride, f.mask_stride = given->masks.stride;
    f.static_stride = given->statics.stride, f.id_stride = given->ids.stride;
    phasebox_broadphase* const by = broadphase();
    const auto [to, most] = room<phasebox_pair>();
    std::size_t* const number = count();
    const auto s = phasebox_find_pairs(by, in_.rarely() ? nullptr : &f, to, most, number);
    const bool is_taken = s == PHASEBOX_OK || s == PHASEBOX_TOO_SMALL;
    if (by != broadphase_ || !is_taken) return s;
    last_ = std::move(given);  // it is looked at until the next one is taken
    check_pairs();
    return s;
  }
  void fill(GivenFrame& given, std::size_t i, std::uint8_t has) {
    Object o;
    o.box = box();
    if (has & 1) o.category = static_cast<std::uint32_t>(in_.below(4));
    if (has & 2) o.mask = static_cast<std::uint32_t>(in_.below(8));
    if (has & 16) o.group = static_cast<std::int32_t>(in_.below(5)) - 2;
    if (has & 4) o.is_static = in_.below(2);
    const std::uint64_t id = has & 8 ? in_.raw<std::uint8_t>() : i;
    given.boxes.set(i, o.box), given.categories.set(i, o.category), given.masks.set(i, o.mask);
    given.groups.set(i, o.group);
    given.statics.set(i, o.is_static), given.ids.set(i, id);
    given.objects.push_back(o), given.names.push_back(id);
  }
  void check_pairs() {
    if (!phasebox_is_exact(broadphase_)) return;
    const GivenFrame& f = *last_;
    std::set<IdPair> right, found;
    for (std::size_t i = 0; i < f.objects.size(); ++i)
      for (std::size_t k = i + 1; k < f.objects.size(); ++k)
        if (may_pair(f.objects[i], f.objects[k], f.frame.rule))
          right.insert(std::minmax(f.names[i], f.names[k]));
    std::vector<phasebox_pair> pairs(600);
    status(phasebox_pairs(broadphase_, pairs.data(), pairs.size(), &count_));
    for (std::size_t i = 0; i < count_; ++i) {
      check(pairs[i].a < pairs[i].b, "a pair is not in order");
      found.insert({pairs[i].a, pairs[i].b});
    }
    check(found.size() == count_, "a pair is given twice");
    check(found == right, "the pairs of a frame are wrong");
  }
  phasebox_status pairs_again() {
    const auto [to, n] = room<phasebox_pair>();
    return phasebox_pairs(broadphase(), to, n, count());
  }
  phasebox_status query_frame() {
    const Aabb b = box();
    const auto [to, n] = room<std::uint64_t>();
    phasebox_broadphase* const by = broadphase();
    const auto s = phasebox_query(by, in_.rarely() ? nullptr : &b.min.x, to, n, count());
    if (s == PHASEBOX_OK && by == broadphase_) check_query(b);
    return s;
  }
  void check_query(const Aabb& around) {
    std::multiset<std::uint64_t> right, found;
    for (std::size_t i = 0; i < last_->objects.size(); ++i)
      if (overlaps(last_->objects[i].box, around)) right.insert(last_->names[i]);
    std::vector<std::uint64_t> ids(kRoom);
    status(phasebox_query(broadphase_, &around.min.x, ids.data(), ids.size(), &count_));
    found.insert(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count_));
    check(found == right, "what a query of a frame finds is wrong");
  }

  // ---- parameters, and what is left

  phasebox_status parameter() {
    phasebox_param row{};
    phasebox_broadphase* const one = broadphase();
    const auto s = phasebox_param_at(one, in_.below(12), in_.rarely() ? nullptr : &row);
    if (s != PHASEBOX_OK || !row.key) return s;
    switch (in_.below(5)) {
      case 0: return phasebox_set(one, row.key, row.lowest);
      case 1: return phasebox_set(one, row.key, row.highest);
      case 2: return phasebox_set(one, row.key, static_cast<double>(number()));
      case 3: {
        const std::string text(in_.rest().substr(0, in_.below(12)));
        return phasebox_set_text(one, in_.rarely() ? text.c_str() : row.key, text.c_str());
      }
      default: {
        double value = 0;
        return phasebox_get(one, row.key, in_.rarely() ? nullptr : &value);
      }
    }
  }
  phasebox_status nulls() {
    phasebox_object object{};
    object.struct_size = in_.rarely() ? 1 : sizeof object;
    switch (in_.below(6)) {
      case 0: return phasebox_create(nullptr, nullptr, &broadphase_);
      case 1: return phasebox_world_create("rdc", nullptr, nullptr);
      case 2: return phasebox_get_object(world(), handle(), in_.rarely() ? nullptr : &object);
      case 3: return phasebox_broadphase_at(in_.raw<std::size_t>(), nullptr);
      case 4: {
        const std::string id(in_.rest().substr(0, 20));
        phasebox_world* made = nullptr;
        const auto s = phasebox_world_create(id.c_str(), nullptr, &made);
        phasebox_world_destroy(made);
        return s;
      }
      default: phasebox_destroy(phasebox_world_broadphase(world_)); return PHASEBOX_OK;
    }
  }

  Bytes in_;
  phasebox_world* world_ = nullptr;
  phasebox_broadphase* broadphase_ = nullptr;
  std::vector<phasebox_handle> handles_;
  std::map<phasebox_handle, Object> living_;
  std::uint32_t rule_ = PHASEBOX_BOTH;
  std::unique_ptr<GivenFrame> last_;
  std::shared_ptr<void> room_;
  std::size_t count_ = 0;
};

void run(Bytes in) {
  // A grid's table takes 256 MB where its cells are asked for as small as can be.
  const MemoryWatch watch(std::size_t{700} << 20);
  Program(in).run();
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({data, size});
  return 0;
}
