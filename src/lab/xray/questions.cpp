// SPDX-License-Identifier: MIT
// Finds a true answer and wrong ones near it among the events that follow.
#include "lab/xray/questions.hpp"

#include <algorithm>
#include <utility>

#include "base/random.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// Names what a step of a sweep does, as an answer: opens or closes a sprite, or ends a part. With
// `is_opposite`, gives the wrong answer that a part ends here, if that could be. Empty for the last
// step of a pass, which has only one possible answer.
Sentence passage(const WalkedFrame& frame, std::size_t event, bool is_opposite) {
  const Walk& walk = frame.broad;
  const Event& e = walk.events()[event];
  if (walk.pass(event)->end == event + 1) return {};
  const WalkState before = walk.state(event);
  const EventPhase phase = phase_of(e, before, walk.how());
  const bool opens = phase == EventPhase::opens, counts = e.kind == EventKind::boundary;
  const bool is_end = counts && phase == EventPhase::empties;
  if (is_opposite ? counts && !is_end && !before.open.empty() : is_end)
    return say("a {} ends here", walk.how().part);
  if (is_opposite) return {};
  const std::int64_t sprite = frame.scene().name(e.a);
  if (counts) return opens ? say("{} opens", sprite) : say("{} closes", sprite);
  return opens ? say("{} begins", sprite) : say("{} ends", sprite);
}

// The text of a broadphase event, by index, as an answer to a question; or, with `is_opposite`, the
// wrong answer that is nearest to it. Empty where the event is not worth a question, or has no
// opposite.
Sentence foreseen(const WalkedFrame& frame, std::size_t event, bool is_opposite = false) {
  const Walk& walk = frame.broad;
  const Event& e = walk.events()[event];
  const std::int64_t a = frame.scene().name(e.a), b = frame.scene().name(e.b);
  if (is_sweep_step(e, walk.how())) return passage(frame, event, is_opposite);
  if (is_test(e.kind)) {
    // No question where overlap and hit differ: two static boxes, or an overlap below a threshold.
    const bool is_hit = std::ranges::binary_search(frame.found_keys, key_either_way({e.a, e.b}));
    if (is_hit != overlaps(frame.boxes[e.a], frame.boxes[e.b])) return {};
    return is_hit != is_opposite
               ? say("{} and {} are compared: a hit", std::min(a, b), std::max(a, b))
               : say("{} and {} are compared: no hit", std::min(a, b), std::max(a, b));
  }
  if (e.kind == EventKind::group || e.kind == EventKind::split)
    return (e.kind == EventKind::group) != is_opposite
               ? say("{} {} is final", walk.how().part, e.a)
               : say("{} {} is divided", walk.how().part, e.a);
  if (is_opposite) return {};
  if (e.kind == EventKind::swap) return say("{} and {} change places", a, b);
  if (e.kind != EventKind::visit) return {};
  return sentence(walk, event + 1, frame.scene());
}

// Whether the later event cannot be a wrong answer to what comes next, since it belongs to the same
// sprite or lies at the same place, so that users could not tell which is first.
bool is_as_true(const Event& next, const Event& later) {
  const bool is_passage = next.kind == EventKind::boundary || next.kind == EventKind::order;
  return is_passage && later.kind == next.kind && (later.a == next.a || later.box == next.box);
}

}  // namespace

// The wrong answers are the opposite of the event and later events of the walk.
std::optional<Question> question_about(const WalkedFrame& frame, std::size_t event) {
  constexpr std::size_t kAhead = 40, kMaxAnswers = 4;
  const Sentence truth = foreseen(frame, event);
  if (truth.empty()) return {};
  std::vector<Sentence> all{truth};
  const auto add = [&](const Sentence& wrong) {
    if (all.size() == kMaxAnswers || wrong.empty()) return;
    if (std::ranges::find(all, wrong) == all.end()) all.push_back(wrong);
  };
  add(foreseen(frame, event, true));
  const auto events = frame.broad.events();
  for (std::size_t k = event + 1; k < std::min(event + kAhead, events.size()); ++k)
    if (!is_as_true(events[event], events[k])) add(foreseen(frame, k));
  if (all.size() < 3) add("nothing more: the broadphase is done");
  if (all.size() < 3) return {};
  Random random(frame.impacts.size() + event, frame.fingerprint);
  for (std::size_t k = all.size() - 1; k > 0; --k) {
    const std::size_t other = random.below(static_cast<std::uint32_t>(k + 1));
    std::swap(all[k], all[other]);
  }
  const auto right = static_cast<std::size_t>(std::ranges::find(all, truth) - all.begin());
  return Question{std::move(all), right};
}

}  // namespace phasebox
