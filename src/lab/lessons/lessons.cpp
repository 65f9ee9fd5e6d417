// SPDX-License-Identifier: MIT
// The way through the lessons.
#include "lab/lessons/lessons.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace phasebox {
namespace {

constexpr double kPatience = 20;  // s before the hint

std::string ids_of(std::span<const Lesson> all) {
  std::string ids;
  for (const Lesson& lesson : all) ids += (ids.empty() ? "" : ", ") + lesson.id;
  return ids;
}

}  // namespace

Status Lessons::apply(const lesson::Open& c, const Session&) {
  const auto found = std::ranges::find(all_, c.id, &Lesson::id);
  if (found == all_.end())
    return Error{fmt::format("there is no lesson '{}'; choose from {}", c.id, ids_of(all_))};
  if (open() == &*found) return {};
  open_ = static_cast<std::size_t>(found - all_.begin());
  done_.assign(found->steps.size(), false);
  begin(0);
  return {};
}

Status Lessons::apply(const lesson::GoTo& c, const Session&) {
  if (!open_) return Error{"no lesson is open; choose one first"};
  const std::size_t steps = open()->steps.size();
  if (c.step >= steps)
    return Error{fmt::format("there is no step {}; this lesson has {}", c.step + 1, steps)};
  if (c.step > 0 && c.step != step_ && !is_done(c.step - 1))
    return Error{
        fmt::format("step {} comes after step {}, which is not done yet", c.step + 1, c.step)};
  begin(c.step);
  return {};
}

Status Lessons::apply(const lesson::Leave&, const Session&) {
  open_.reset();
  done_.clear();
  standings_.clear();
  setup_is_due_ = false;
  return {};
}

void Lessons::begin(std::size_t step) {
  step_ = step;
  was_open_ = is_reached_ = false;
  setup_is_due_ = true;
  begun_.reset();
  standings_.clear();
}

std::optional<LessonSetup> Lessons::take_setup() {
  if (!open_ || !std::exchange(setup_is_due_, false)) return {};
  return current().setup;
}

void Lessons::look(const LessonFacts& facts, double now) {
  if (!open_ || setup_is_due_) return;
  if (!begun_) begun_ = now;
  standings_.clear();
  for (const std::vector<Condition>& clause : current().goal)
    standings_.push_back(standing(clause.front(), facts));
  const bool is_there = is_fulfilled(current().goal, facts);
  was_open_ |= !is_there;
  if (!is_there || !was_open_ || facts.is_held || facts.session.held()) return;
  done_[step_] = is_reached_ = true;
  if (std::ranges::all_of(done_, [](bool done) { return done; })) finished_.insert(open()->id);
}

bool Lessons::hint_is_due(double now) const {
  return open_ && begun_ && !is_reached_ && now - *begun_ > kPatience;
}

}  // namespace phasebox
