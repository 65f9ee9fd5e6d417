// SPDX-License-Identifier: MIT
// Moves the X-ray through a frame.
#include "lab/xray/xray.hpp"

#include <cmath>
#include <utility>

namespace phasebox {

void Xray::observe(const Session& session) {
  const bool was_outdated = std::exchange(is_outdated_, false);
  if (!is_open() || (!was_outdated && frame_->fingerprint == fingerprint_of(session))) return;
  frame_ = walked_frame(session, frame_->asked, boxes_before(session));
  begin();
}

// Jumps within the impacts, the broadphase or the narrowphase. Where two of them meet, a jump
// forward goes through the later one and a jump back through the earlier one.
void Xray::jump(bool forward) {
  const auto is_within = [&](std::size_t end) { return forward ? at_ < end : at_ <= end; };
  const std::size_t first = impacts().size(), second = begin_of_narrow();
  if (first > 0 && is_within(first)) return seek(next_stop(impacts(), at_, forward));
  if (is_within(second)) return seek(first + broad().jump(at_ - first, forward));
  seek(second + narrow().jump(at_ - second, forward));
}

Status Xray::open(const Session& session, const std::optional<Aabb>& asked,
                  const std::vector<Aabb>& before) {
  if (!session.is_detected())
    return Error{
        "the pairs of this frame are not known: finding them was canceled; step once, or change "
        "something"};
  frame_ = walked_frame(session, asked, before);
  if (session.work().is_stopped()) {
    frame_.reset();
    return Error{"the look into this frame was canceled; choose fewer sprites"};
  }
  begin();
  owed_ = 0;
  return {};
}

std::optional<Question> Xray::question_about(std::size_t n) const {
  if (asked() || n < impacts().size() || n >= begin_of_narrow()) return {};
  return phasebox::question_about(*frame_, n - impacts().size());
}

// The lowest number of impacts and events, from `n` on, after which the next event has a question;
// the end of the broadphase when none has.
std::size_t Xray::next_question(std::size_t n) const {
  n = std::max(n, impacts().size());
  while (n < begin_of_narrow() && !question_about(n)) ++n;
  return n;
}

void Xray::answer(std::size_t chosen) {
  if (!guesses_) return;
  const bool was_missed = missed() != nullptr;
  guesses_->missed.reset();
  const auto asked = question();
  if (!asked) return seek(next_question(std::max(at_, guesses_->until)));
  if (was_missed || chosen >= asked->answers.size()) return;
  guesses_->was_right = chosen == asked->right;
  guesses_->chosen = chosen;
  if (!guesses_->was_right) guesses_->missed = asked;
  if (guesses_->was_right) ++guesses_->right;
  ++guesses_->asked;
  seek(at_ + 1);
  guesses_->until = at_;
}

Status Xray::apply(const XrayCall& call, const Session&) {
  if (!is_open()) return Error{"no frame is frozen; open the X-ray first"};
  call.call(*this);
  return {};
}

void Xray::advance(double seconds) {
  const double due = owed_ + std::clamp(seconds, 0.0, 0.25) * speed_;
  const double whole = std::floor(due);
  seek(at_ + static_cast<std::size_t>(whole));
  owed_ = due - whole;
  if (at_ == size()) speed_ = 0;
}

void Xray::set_guessing(bool on) {
  guesses_.reset();
  speed_ = 0;
  if (!on) return;
  guesses_ = Guesses{};
  seek(next_question(at_));
}

Sentence Xray::sentence_at(std::size_t n) const {
  const std::size_t first = impacts().size(), second = begin_of_narrow();
  if (n == 0) return "before the first event";
  if (n <= first) return phasebox::sentence(impacts(), n, frame_->gravity, frame_->scene());
  if (n <= second) return phasebox::sentence(broad(), n - first, frame_->scene());
  return phasebox::sentence(narrow(), n - second, frame_->scene());
}

std::string_view Xray::title() const {
  if (is_in_impacts()) return "Impulses";
  return phase() == WalkPhase::narrow ? frame_->narrowphase->title : frame_->broadphase->title;
}

}  // namespace phasebox
