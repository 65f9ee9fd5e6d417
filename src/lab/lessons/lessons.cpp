// SPDX-License-Identifier: MIT
// Opens lessons, begins their steps, and finds what the user changed.
#include "lab/lessons/lessons.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

Error no_step(std::size_t step, const Lesson& lesson) {
  return {say("there is no step {}; this lesson has {}", step + 1, lesson.steps.size())};
}

}  // namespace

void Lessons::add(Lesson lesson) {
  ++loads_;
  const auto same = std::ranges::find(all_, lesson.id, &Lesson::id);
  if (same == all_.end()) return all_.push_back(std::move(lesson));
  if (open() == &*same) leave();
  *same = std::move(lesson);
}

Status Lessons::apply(const lesson::Open& c, const Session&) {
  const auto found = std::ranges::find(all_, c.id, &Lesson::id);
  if (found == all_.end()) {
    std::vector<std::string> ids;
    for (const Lesson& lesson : all_) ids.push_back(lesson.id);
    return Error{say("there is no lesson '{}'; choose from {}, or give the path of a lesson file",
                     Sentence::as_is(c.id),
                     Sentence::as_is(fmt::format("{}", fmt::join(ids, ", "))))};
  }
  if (open() == &*found && !c.step) return {};
  const std::size_t step = c.step.value_or(0);
  if (step >= found->steps.size()) return no_step(step, *found);
  open_ = static_cast<std::size_t>(found - all_.begin());
  done_.assign(found->steps.size(), false);
  opened_at_ = step;
  begin(step);
  return {};
}

Status Lessons::apply(const lesson::GoTo& c, const Session&) {
  if (!open_) return Error{"no lesson is open; choose one first"};
  if (c.step >= open()->steps.size()) return no_step(c.step, *open());
  if (c.step > opened_at_ && c.step != step_ && !is_done(c.step - 1))
    return Error{say("step {} comes after step {}, which is not done yet", c.step + 1, c.step)};
  begin(c.step);
  return {};
}

Status Lessons::apply(const lesson::Leave&, const Session&) {
  leave();
  return {};
}

void Lessons::leave() {
  open_.reset();
  done_.clear();
  standings_.clear();
  setup_is_due_ = false;
}

void Lessons::begin(std::size_t step) {
  step_ = step;
  was_open_ = is_reached_ = false;
  setup_is_due_ = true;
  begun_.reset();
  start_.reset();
  standings_.clear();
}

Sentence LessonStart::other_change(const Session& s, const Goal& goal) const {
  const auto asks = [&](auto is) {
    return std::ranges::any_of(goal, [&](const std::vector<Condition>& clause) {
      return std::ranges::any_of(clause, is, &Condition::name);
    });
  };
  const auto names = [&](std::string_view name) {
    return asks([&](const std::string& n) { return n == name; });
  };
  const SceneDocument now = s.document();
  if (now.scene != begun.scene) return "scene";
  if (now.broadphase != begun.broadphase && !names("broadphase")) return "broadphase";
  if (now.narrowphase != begun.narrowphase && !names("narrowphase")) return "narrowphase";
  if (now.sprites->size() != begun.sprites->size() && !names("sprites")) return "count";
  const std::size_t params = std::min(now.params.size(), begun.params.size());
  for (std::size_t k = 0; k < params; ++k) {
    const auto& [owner, key, value] = now.params[k];
    const bool is_count = key == "count" && names("sprites");
    if (value != begun.params[k].value && !is_count &&
        !names(fmt::format("{}.{}", owner.id(), key)))
      return spaced(key);
  }
  // Only categories that sprites have are listed, so rules come and go with sprites.
  for (const auto& [name, collide] : rules_of(s)) {
    const auto before = std::ranges::find(rules, name, &std::pair<std::string, bool>::first);
    if (before != rules.end() && before->second != collide && !names(name)) return "a rule";
  }
  const bool is_set = asks([](const std::string& n) {
    return n.find('.') != n.npos || n.ends_with("phase") || n == "steps" || n == "sprites";
  });
  for (std::size_t i = 0; is_set && i < std::min(now.sprites->size(), begun.sprites->size()); ++i) {
    const Sprite& before = (*begun.sprites)[i];
    const bool is_named =
        asks([&](const std::string& n) { return n.starts_with(fmt::format("box.{}.", i)); });
    if ((*now.sprites)[i].position != before.position &&
        (s.steps() == steps || before.velocity == Vec2{}) && !is_named)
      return "the place of a sprite";
  }
  return "";
}

namespace {

// Returns the standing that is shown of conditions of which one suffices: the first that is met, or
// else the first.
Standing shown_standing(const std::vector<Condition>& clause, const LessonFacts& facts) {
  for (const Condition& condition : clause)
    if (Standing its = standing(condition, facts); its.is_met) return its;
  return standing(clause.front(), facts);
}

}  // namespace

void Lessons::look(const LessonFacts& facts, double now) {
  if (!open_ || setup_is_due_) return;
  if (!begun_) begun_ = now;
  if (!start_) start_ = {facts.session.document(), facts.session.steps(), rules_of(facts.session)};
  standings_.clear();
  for (const std::vector<Condition>& clause : current().goal)
    standings_.push_back(shown_standing(clause, facts));
  if (is_reached_) return;
  const Sentence other = start_->other_change(facts.session, current().goal);
  if (!other.empty())
    standings_.push_back({true, false, say("Also changed: {}. Restart the step", other)});
  const bool is_there = is_fulfilled(current().goal, facts) && other.empty();
  was_open_ |= !is_there;
  if (!is_there || !was_open_ || facts.is_held || facts.session.held()) return;
  done_[step_] = is_reached_ = true;
  if (std::ranges::all_of(done_, [](bool done) { return done; })) finished_.insert(open()->id);
}

}  // namespace phasebox
