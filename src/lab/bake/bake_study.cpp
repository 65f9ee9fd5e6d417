// SPDX-License-Identifier: MIT
// Baking on a thread of its own, and the look at what it depends on.
#include "lab/bake/bake_study.hpp"

#include "lab/study_subject.hpp"

namespace phasebox {

Status BakeStudy::apply(const command::StartBake& how, const Session& session) {
  if (auto error = check_bake(session)) return error;
  end();
  Session copy = clone_session(session);
  statics_ = static_boxes_of(copy);
  seen_ = Moment::of(session);
  is_kept_ = true, dropped_ = {};
  limit_.begin();
  start("baking", [copy = std::move(copy), options = how.options, this]() mutable {
    return BakeMeter(std::move(copy), options, kFrames, limit_);
  });
  return {};
}

void BakeStudy::observe(const Session& session) {
  const Moment now = Moment::of(session), before = seen_;
  if (!is_kept_ || now == before) return;
  seen_ = now;
  // Static sprites of a scene do not move by themselves.
  const bool is_commanded = now.changes != before.changes;
  if (!session.show() && !is_commanded && now.population == before.population) return;
  if (static_boxes_of(session) != statics_) return drop("A static sprite came, went or changed.");
  if (!session.show() && is_commanded && now.sprites != before.sprites)
    drop("Sprites were added or removed.");
}

// A search for pairs that is under way is not waited for.
void BakeStudy::end() {
  limit_.stop();
  stop();
}

void BakeStudy::drop(std::string_view why) {
  end();
  is_kept_ = false;
  dropped_ = why;
}

}  // namespace phasebox
