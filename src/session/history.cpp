// SPDX-License-Identifier: MIT
// The undo and redo stacks.
#include "session/history.hpp"

#include <cassert>

namespace phasebox {
namespace {

// A slider that is dragged sends many values; one undo takes them all back.
bool continues(const Change& newest, const Change& next) {
  if (!newest.patches.empty() || !next.patches.empty()) return false;
  return newest.param && next.param && newest.param->owner == next.param->owner &&
         newest.param->key == next.param->key;
}

}  // namespace

void History::push(Change change) {
  undone_.clear();
  if (!done_.empty() && continues(done_.back(), change)) return;
  change.number = ++last_number_;
  done_.push_back(std::move(change));
  forget_oldest();
}

void History::forget_oldest() {
  std::size_t kept = 0;
  for (const Change& change : done_) kept += change.sprites_kept();
  while (done_.size() > kMaxChanges || (kept > kMaxSpritesKept && done_.size() > 1)) {
    kept -= done_.front().sprites_kept();
    done_.pop_front();
  }
}

Change& History::undo() {
  assert(can_undo());
  undone_.push_back(std::move(done_.back()));
  done_.pop_back();
  return undone_.back();
}

Change& History::redo() {
  assert(can_redo());
  done_.push_back(std::move(undone_.back()));
  undone_.pop_back();
  return done_.back();
}

}  // namespace phasebox
