// SPDX-License-Identifier: MIT
// Shrinks a failing trial: it tries smaller trials, with the larger steps first.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "contract/trial.hpp"

namespace phasebox::contract {
namespace {

using Fails = std::function<bool(const Trial&)>;

/// Keeps the smallest trial so far. A smaller one replaces it if it still fails.
class Shrinker {
 public:
  Shrinker(Trial trial, const Fails& fails) : best_(std::move(trial)), fails_(fails) {}

  Trial run() {
    do {
      has_changed_ = false;
      drop_frames();
      drop_objects();
      keep_two();
      drop_rules();
      drop_rows();
      rest();
      simplify();
    } while (has_changed_);
    number_again();
    return std::move(best_);
  }

 private:
  /// Takes a trial as the best one if it differs and still fails; returns whether it did.
  bool attempt(Trial trial) {
    if (trial == best_ || !fails_(trial)) return false;
    best_ = std::move(trial);
    return has_changed_ = true;
  }

  /// Leaves out parts in chunks that are halved, from all parts down to single ones.
  /// `without(trial, at, n)` removes n parts of a trial from number `at` on.
  template <class Count, class Without>
  void drop(Count count, Without without) {
    for (std::size_t chunk = count(best_); chunk > 0; chunk /= 2)
      for (std::size_t at = 0; at < count(best_);) {
        const std::size_t n = std::min(chunk, count(best_) - at);
        Trial less = best_;
        without(less, at, n);
        if (less.frames.empty() || !attempt(std::move(less))) at += chunk;
      }
  }

  // Leaves out frames. The reset and the settings of a frame that is left out move to the next one.
  void drop_frames() {
    drop([](const Trial& t) { return t.frames.size(); },
         [](Trial& t, std::size_t at, std::size_t n) {
           const auto from = t.frames.begin() + static_cast<std::ptrdiff_t>(at);
           const auto to = from + static_cast<std::ptrdiff_t>(n);
           if (to != t.frames.end())
             for (auto f = from; f != to; ++f) {
               to->is_reset |= f->is_reset;
               to->sets.insert(to->sets.begin(), f->sets.begin(), f->sets.end());
             }
           t.frames.erase(from, to);
         });
  }

  // Returns the ids of all objects of a trial, ascending.
  static std::vector<std::int64_t> objects(const Trial& trial) {
    std::vector<std::int64_t> ids;
    for (const TrialFrame& f : trial.frames) ids.insert(ids.end(), f.ids.begin(), f.ids.end());
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
  }

  /// Removes the marked rows from a column.
  template <class T>
  static void keep(std::vector<T>& column, const std::vector<char>& is_out) {
    if (column.empty()) return;
    std::size_t kept = 0;
    for (std::size_t row = 0; row < column.size(); ++row)
      if (!is_out[row]) column[kept++] = column[row];
    column.resize(kept);
  }

  template <class IsOut>
  static void erase_rows(TrialFrame& f, IsOut is_out_row) {
    std::vector<char> is_out(f.size());
    for (std::size_t row = 0; row < f.size(); ++row) is_out[row] = is_out_row(row);
    keep(f.ids, is_out);
    keep(f.boxes, is_out);
    keep(f.filters, is_out);
    keep(f.is_static, is_out);
  }

  void drop_objects() {
    drop([](const Trial& t) { return objects(t).size(); },
         [](Trial& t, std::size_t at, std::size_t n) {
           const auto ids = objects(t);
           for (TrialFrame& f : t.frames)
             erase_rows(f, [&](std::size_t row) {
               return f.ids[row] >= ids[at] && f.ids[row] <= ids[at + n - 1];
             });
         });
  }

  // Tries each two objects alone. Two may show the fault where leaving out single objects or chunks
  // of them hides it.
  void keep_two() {
    constexpr std::size_t kMax = 40;  // objects
    const auto ids = objects(best_);
    if (ids.size() < 3 || ids.size() > kMax) return;
    for (std::size_t a = 0; a < ids.size(); ++a)
      for (std::size_t b = a + 1; b < ids.size(); ++b) {
        const bool is_enough = try_change([&](Trial& t) {
          for (TrialFrame& f : t.frames)
            erase_rows(
                f, [&](std::size_t row) { return f.ids[row] != ids[a] && f.ids[row] != ids[b]; });
        });
        if (is_enough) return;
      }
  }

  std::size_t rows() const {
    std::size_t n = 0;
    for (const TrialFrame& f : best_.frames) n += f.size();
    return n;
  }

  /// Changes a copy of the best trial and attempts it.
  template <class Change>
  bool try_change(Change change) {
    Trial changed = best_;
    change(changed);
    return attempt(std::move(changed));
  }

  void drop_rules() {
    const auto without = [&](auto column) {
      try_change([&](Trial& t) {
        for (TrialFrame& f : t.frames) (f.*column).clear();
      });
    };
    without(&TrialFrame::filters);
    without(&TrialFrame::is_static);
    without(&TrialFrame::sets);
    try_change([](Trial& t) { t.has_transients = false; });
    for (std::size_t k = 1; k < best_.frames.size(); ++k) {
      try_change([k](Trial& t) { t.frames[k].sets.clear(); });
      try_change([k](Trial& t) { t.frames[k].is_reset = false, t.frames[k].sets.clear(); });
    }
  }

  void drop_rows() {
    constexpr std::size_t kMax = 200;
    if (rows() > kMax) return;
    for (std::size_t k = 0; k < best_.frames.size(); ++k)
      for (std::size_t row = best_.frames[k].size(); row-- > 0;) {
        try_change(
            [&](Trial& t) { erase_rows(t.frames[k], [row](std::size_t r) { return r == row; }); });
      }
  }

  // Makes frames equal to the frame before them, where they have the same objects.
  void rest() {
    for (std::size_t k = 1; k < best_.frames.size(); ++k) {
      if (best_.frames[k].ids != best_.frames[k - 1].ids) continue;
      try_change([k](Trial& t) {
        const TrialFrame& before = t.frames[k - 1];
        t.frames[k].boxes = before.boxes;
        t.frames[k].filters = before.filters;
        t.frames[k].is_static = before.is_static;
      });
    }
  }

  // Changes every coordinate of a trial.
  template <class Change>
  static void change_all(Trial& trial, Change change) {
    for (TrialFrame& f : trial.frames)
      for (Aabb& b : f.boxes) {
        for (float* v : {&b.min.x, &b.max.x}) *v = change(*v, Axis::x);
        for (float* v : {&b.min.y, &b.max.y}) *v = change(*v, Axis::y);
      }
  }

  void simplify() {
    put_in_order();
    try_change([](Trial& t) {
      change_all(t, [](float v, Axis) { return std::abs(v) < 1e6f ? std::round(v) : v; });
    });
    simplify_each();
  }

  // Replaces the coordinates of an axis by their rank, 0, 1, 2 and so on, or multiples of it.
  // Faults that depend on comparisons alone remain. It succeeds at most once, as single values may
  // be made simpler afterwards.
  void put_in_order() {
    if (is_in_order_) return;
    std::vector<float> xs, ys;
    for (const TrialFrame& f : best_.frames)
      for (const Aabb& b : f.boxes) {
        xs.insert(xs.end(), {b.min.x, b.max.x});
        ys.insert(ys.end(), {b.min.y, b.max.y});
      }
    for (auto* values : {&xs, &ys}) {
      std::ranges::sort(*values);
      values->erase(std::unique(values->begin(), values->end()), values->end());
    }
    for (const float step : {1.0f, 10.0f, 100.0f}) {
      Trial ordered = best_;
      change_all(ordered, [&](float v, Axis axis) {
        const auto& values = axis == Axis::x ? xs : ys;
        return static_cast<float>(std::ranges::lower_bound(values, v) - values.begin()) * step;
      });
      is_in_order_ = ordered == best_ || attempt(std::move(ordered));
      if (is_in_order_) return;
    }
  }

  // The number of characters of a value, by which a simpler value is chosen.
  static std::size_t cost(float v) { return fmt::format("{}", v).size(); }

  void simplify_each() {
    constexpr std::size_t kMax = 12;  // rows in all
    if (rows() > kMax) return;
    for (std::size_t k = 0; k < best_.frames.size(); ++k)
      for (std::size_t row = 0; row < best_.frames[k].size(); ++row)
        for (const auto corner : {&Aabb::min, &Aabb::max})
          for (const auto axis : {&Vec2::x, &Vec2::y}) simplify_one(k, row, corner, axis);
  }

  void simplify_one(std::size_t k, std::size_t row, Vec2 Aabb::*corner, float Vec2::*axis) {
    const float now = best_.frames[k].boxes[row].*corner.*axis;
    for (const float v : {0.0f, 9.0f, 10.0f, 20.0f, 100.0f, std::round(now)}) {
      if (cost(v) >= cost(now)) continue;
      Trial less = best_;
      Aabb& box = less.frames[k].boxes[row];
      box.*corner.*axis = v;
      if (is_valid(box) && attempt(std::move(less))) return;
    }
  }

  // Numbers the objects from 0 on, in the order of their ids.
  void number_again() {
    const auto ids = objects(best_);
    try_change([&](Trial& t) {
      for (TrialFrame& f : t.frames)
        for (std::int64_t& id : f.ids) id = std::ranges::lower_bound(ids, id) - ids.begin();
    });
  }

  Trial best_;
  const Fails& fails_;
  bool has_changed_ = false, is_in_order_ = false;
};

}  // namespace

Trial shrink(Trial trial, const Fails& fails) { return Shrinker(std::move(trial), fails).run(); }

}  // namespace phasebox::contract
