// SPDX-License-Identifier: MIT
#include "world/dynamics/contact_graph.hpp"

#include <algorithm>
#include <numeric>

#include "base/parallel.hpp"

namespace phasebox {
namespace {

constexpr double kRoom = 2;  // px around each swept AABB, for small changes
constexpr std::uint32_t kBorders = 4;

}  // namespace

bool ContactGraph::find(std::span<const Body> bodies, Vec2d gravity, const WorldOptions& options,
                        const Frame& rules, Broadphase& finder, bool must_reset) {
  bodies_ = bodies, gravity_ = gravity, options_ = options, frame_ = rules, finder_ = &finder;
  const std::size_t n = bodies.size();
  boxes_.resize(n);
  for_each_range(n, rules.threads, kBodiesForThread, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      boxes_[i] = swept_box(bodies[i], gravity, bodies[i].touch + kRoom);
  });
  swept_ = boxes_;
  widened_.clear();
  first_.assign(n, kNone), partner_of_.assign(n + kBorders, kNone);
  frame_.boxes = boxes_;
  limit_.max_pairs = kMaxPairs;
  limit_.begin();
  frame_.limit = &limit_;
  if (must_reset) finder.reset(frame_);
  pairs_.clear();
  finder.find_pairs(frame_, pairs_, nullptr);
  if (limit_.is_stopped()) return false;
  std::swap(candidates_, last_candidates_);
  candidates_.clear();
  candidates_.reserve(pairs_.size());
  add_pairs();
  take_over_features();
  for (std::uint32_t i = 0; i < n; ++i) add_borders(i, boxes_[i]);
  return true;
}

/// In order of a and b: dealt out by a, as each has few partners.
void ContactGraph::add_pairs() {
  const auto n = static_cast<std::uint32_t>(bodies_.size());
  begins_.assign(std::size_t{n} + 1, 0);
  for (const Pair p : pairs_.items()) ++begins_[p.a];
  std::exclusive_scan(begins_.begin(), begins_.end(), begins_.begin(), 0u);
  partners_.resize(pairs_.size());
  for (const Pair p : pairs_.items()) partners_[begins_[p.a]++] = p.b;
  std::uint32_t begin = 0;
  for (std::uint32_t a = 0; a < n; ++a) {
    const auto of_a = std::span(partners_).subspan(begin, begins_[a] - begin);
    std::ranges::sort(of_a);
    for (const std::uint32_t b : of_a) add(a, b);
    begin = begins_[a];
  }
}

void ContactGraph::add(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t number = size();
  candidates_.push_back({a, b, first_[a], is_border(b) ? kNone : first_[b]});
  first_[a] = number;
  if (!is_border(b)) first_[b] = number;
}

/// The features that were closest in the last step. Both lists begin with pairs in order; what
/// follows in the last one, borders and latecomers, is not taken over.
void ContactGraph::take_over_features() {
  auto last = last_candidates_.begin();
  for (CandidatePair& c : candidates_) {
    while (last != last_candidates_.end() && (last->a < c.a || (last->a == c.a && last->b < c.b)))
      ++last;
    if (last == last_candidates_.end()) return;
    if (last->a == c.a && last->b == c.b) c.last.features = last->last.features;
  }
}

void ContactGraph::mark_partners(std::uint32_t i) {
  for (std::uint32_t k = first_[i]; k != kNone; k = next(k, i))
    partner_of_[candidates_[k].other(i)] = i;
}

void ContactGraph::add_borders(std::uint32_t i, const Aabb& swept) {
  if (bodies_[i].is_static()) return;
  if (options_.edges != Edges::bounce && options_.edges != Edges::center) return;
  const bool reaches[kBorders] = {swept.min.x <= 0, swept.max.x >= options_.width, swept.min.y <= 0,
                                  swept.max.y >= options_.height};
  const auto n = static_cast<std::uint32_t>(bodies_.size());
  for (std::uint32_t border = 0; border < kBorders; ++border)
    if (reaches[border] && partner_of_[n + border] != i) add(i, n + border);
}

bool ContactGraph::is_within(std::uint32_t i) const {
  return contains(swept_[i], swept_box(bodies_[i], gravity_, bodies_[i].touch));
}

void ContactGraph::widen_all() {
  is_within_.resize(bodies_.size());
  for_each_range(
      bodies_.size(), frame_.threads, kBodiesForThread, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          is_within_[i] = bodies_[i].is_static() || is_within(static_cast<std::uint32_t>(i));
      });
  for (std::uint32_t i = 0; i < bodies_.size(); ++i)
    if (!is_within_[i]) widen(i);
}

void ContactGraph::widen(std::uint32_t i) {
  if (is_within(i)) return;
  const Aabb swept = swept_box(bodies_[i], gravity_, bodies_[i].touch + kRoom);
  if (swept_[i] == boxes_[i]) widened_.push_back(i);
  swept_[i] = united(swept_[i], swept);
  mark_partners(i);
  near_.clear();
  finder_->query(frame_, swept_[i], near_, nullptr);
  for (const std::uint32_t other : widened_)
    if (overlaps(swept_[other], swept_[i])) near_.push(other);
  std::ranges::sort(near_.items());
  for (const SpriteId other : near_.items()) {
    if (other == i || !eligible(frame_, i, other) || partner_of_[other] == i) continue;
    add(std::min<std::uint32_t>(i, other), std::max<std::uint32_t>(i, other));
    partner_of_[other] = i;  // the query and `widened_` may both hold it
  }
  add_borders(i, swept_[i]);
}

void EventQueue::assign(std::span<const double> times) {
  heap_.clear();
  place_of_.assign(times.size(), kNone);
  for (std::uint32_t pair = 0; pair < times.size(); ++pair)
    if (times[pair] < 1) put_last({times[pair], pair});
  for (std::size_t place = heap_.size() / 2; place-- > 0;) sink(place, Event(heap_[place]));
}

void EventQueue::set(std::uint32_t pair, double time) {
  if (pair >= place_of_.size()) place_of_.resize(pair + std::size_t{1}, kNone);
  const Event event{time, pair};
  const std::size_t place = place_of_[pair];
  if (place == kNone) {
    put_last(event);
    rise(heap_.size() - 1, event);
  } else if (event < heap_[place]) {
    rise(place, event);
  } else {
    sink(place, event);
  }
}

void EventQueue::remove(std::uint32_t pair) {
  if (pair < place_of_.size() && place_of_[pair] != kNone) take(place_of_[pair]);
}

EventQueue::Event EventQueue::pop() {
  const Event first = heap_.front();
  take(0);
  return first;
}

void EventQueue::take(std::size_t place) {
  place_of_[heap_[place].pair] = kNone;
  const Event last = heap_.back();
  heap_.pop_back();
  if (place == heap_.size()) return;
  if (place > 0 && last < heap_[(place - 1) / 2])
    rise(place, last);
  else
    sink(place, last);
}

void EventQueue::rise(std::size_t place, const Event& event) {
  while (place > 0) {
    const std::size_t above = (place - 1) / 2;
    if (!(event < heap_[above])) break;
    put(place, heap_[above]);
    place = above;
  }
  put(place, event);
}

void EventQueue::sink(std::size_t place, const Event& event) {
  for (std::size_t below = 2 * place + 1; below < heap_.size(); below = 2 * place + 1) {
    if (below + 1 < heap_.size() && heap_[below + 1] < heap_[below]) ++below;
    if (!(heap_[below] < event)) break;
    put(place, heap_[below]);
    place = below;
  }
  put(place, event);
}

}  // namespace phasebox
