// SPDX-License-Identifier: MIT
#include "world/dynamics/event_queue.hpp"

namespace phasebox {

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
