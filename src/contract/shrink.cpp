// SPDX-License-Identifier: MIT
// Shrinks a failing trial: makes smaller trials from it, large steps first, and keeps those that
// fail.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "contract/trial.hpp"

namespace phasebox::contract {
namespace {

using Fails = std::function<bool(const Trial&)>;

/// Keeps the smallest failing trial so far. Each step makes changed copies of it, and a copy that
/// still fails replaces it. The steps are repeated until none changes anything.
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
  /// Keeps a trial as the best one if it differs from the present one and fails; returns whether it
  /// was kept.
  bool attempt(Trial trial) {
    if (trial == best_ || !fails_(trial)) return false;
    best_ = std::move(trial);
    return has_changed_ = true;
  }

  /// Tries to leave out parts of a trial: all at once, then chunks of half, a quarter and so on,
  /// down to single parts. `count(trial)` is the number of parts, and `without(trial, at, n)`
  /// removes n of them from number `at` on.
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

  // Tries to leave out frames. The reset and the settings of a frame that is left out go to the
  // frame after it.
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

  /// Removes the rows from a column whose entry in `is_out` is not 0; an empty column stays.
  template <class T>
  static void keep(std::vector<T>& column, const std::vector<char>& is_out) {
    if (column.empty()) return;
    std::size_t kept = 0;
    for (std::size_t row = 0; row < column.size(); ++row)
      if (!is_out[row]) column[kept++] = column[row];
    column.resize(kept);
  }

  /// Removes the objects of a frame for whose row `is_out_row(row)` is true.
  template <class IsOut>
  static void erase_rows(TrialFrame& f, IsOut is_out_row) {
    std::vector<char> is_out(f.size());
    for (std::size_t row = 0; row < f.size(); ++row) is_out[row] = is_out_row(row);
    keep(f.ids, is_out);
    keep(f.boxes, is_out);
    keep(f.filters, is_out);
    keep(f.is_static, is_out);
  }

  // Tries to leave out objects, from all frames.
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

  // Tries each two objects alone, if there are 3 to 40. Two may show the fault although leaving out
  // single objects or chunks of them hides it.
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

  // The sum of the numbers of objects in all frames.
  std::size_t rows() const {
    std::size_t n = 0;
    for (const TrialFrame& f : best_.frames) n += f.size();
    return n;
  }

  /// Applies `change` to a copy of the best trial, and keeps the copy if it differs and fails;
  /// returns whether it was kept.
  template <class Change>
  bool try_change(Change change) {
    Trial changed = best_;
    change(changed);
    return attempt(std::move(changed));
  }

  // Tries to leave out all filters, all static flags, all settings, all transients, and then the
  // settings and resets of single frames.
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

  // Tries to leave out each object from each single frame, unless there are too many.
  void drop_rows() {
    constexpr std::size_t kMax = 200;
    if (rows() > kMax) return;
    for (std::size_t k = 0; k < best_.frames.size(); ++k)
      for (std::size_t row = best_.frames[k].size(); row-- > 0;) {
        try_change(
            [&](Trial& t) { erase_rows(t.frames[k], [row](std::size_t r) { return r == row; }); });
      }
  }

  // Tries to make each frame equal to the frame before it, if both have the same objects.
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

  // Replaces every coordinate v of a trial by `change(v, axis)`.
  template <class Change>
  static void change_all(Trial& trial, Change change) {
    for (TrialFrame& f : trial.frames)
      for (Aabb& b : f.boxes) {
        for (float* v : {&b.min.x, &b.max.x}) *v = change(*v, Axis::x);
        for (float* v : {&b.min.y, &b.max.y}) *v = change(*v, Axis::y);
      }
  }

  // Tries to make coordinates simpler: ranks, whole numbers, then single values.
  void simplify() {
    put_in_order();
    try_change([](Trial& t) {
      change_all(t, [](float v, Axis) { return std::abs(v) < 1e6f ? std::round(v) : v; });
    });
    simplify_each();
  }

  // Tries to replace the coordinates of each axis by their ranks, 0, 1, 2 and so on, or by 10 or
  // 100 times the ranks. A fault that depends on comparisons alone remains. It is not tried again
  // once it has succeeded, as that would undo single values that were made simpler afterwards.
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

  // The number of characters of a value in text: a value with fewer is simpler.
  static std::size_t cost(float v) { return fmt::format("{}", v).size(); }

  // Tries simpler values for single coordinates, one after the other, if there are few.
  void simplify_each() {
    constexpr std::size_t kMax = 12;  // of `rows()`
    if (rows() > kMax) return;
    for (std::size_t k = 0; k < best_.frames.size(); ++k)
      for (std::size_t row = 0; row < best_.frames[k].size(); ++row)
        for (const auto corner : {&Aabb::min, &Aabb::max})
          for (const auto axis : {&Vec2::x, &Vec2::y}) simplify_one(k, row, corner, axis);
  }

  // Tries simpler values for one coordinate of a box: that of object `row` in frame k.
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

  // Tries to replace the ids of the objects by 0, 1, 2 and so on, in the same order.
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
