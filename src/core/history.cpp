// SPDX-License-Identifier: MIT
// The undo and redo stacks.
#include "core/history.hpp"

#include <cassert>

namespace phasebox {
namespace {

// A slider that is dragged sends many values; one undo takes them all back.
bool continues(const Change& newest, const Change& next) {
  return newest.param_after && next.param_after && newest.patches.empty() && next.patches.empty() &&
         !newest.whole_before && !next.whole_before &&
         newest.param_after->owner == next.param_after->owner &&
         newest.param_after->key == next.param_after->key;
}

}  // namespace

void History::push(Change change) {
  undone_.clear();
  if (!done_.empty() && continues(done_.back(), change)) {
    done_.back().param_after = std::move(change.param_after);
    return;
  }
  done_.push_back(std::move(change));
  if (done_.size() > kLimit) done_.pop_front();
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

void History::clear() {
  done_.clear();
  undone_.clear();
}

}  // namespace phasebox
