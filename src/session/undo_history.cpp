// SPDX-License-Identifier: MIT
// The undo and redo stacks.
#include "session/undo_history.hpp"

#include <cassert>

namespace phasebox {
namespace {

// A slider that is dragged sends many values; one undo takes them all back.
bool continues(const Change& newest, const Change& next) {
  if (!newest.patches.empty() || !next.patches.empty()) return false;
  return newest.param && next.param && newest.param->owner == next.param->owner &&
         newest.param->key == next.param->key;
}

// Of a recording: id, box, filter and whether it is static.
constexpr std::size_t kBytesPerRow =
    sizeof(std::int64_t) + sizeof(Aabb) + sizeof(Filter) + sizeof(std::uint8_t);

}  // namespace

std::size_t Change::bytes() const {
  std::size_t bytes = sizeof *this + patches.size() * sizeof(Patch);
  if (!whole) return bytes;
  const auto& [settings, world, playback] = whole->state;
  bytes += world.size() * World::kBytesPerSprite;
  bytes += world.cached_impulses().size() * sizeof(CachedImpulse);
  if (playback) bytes += playback->recording.grown().rows() * kBytesPerRow;
  const auto& file = whole->file.document;
  if (file && file->sprites) bytes += file->sprites->size() * sizeof(Sprite);
  return bytes;
}

void UndoHistory::push(Change change) {
  undone_.clear();
  if (!done_.empty() && continues(done_.back(), change)) return;
  change.number = ++last_number_;
  done_.push_back(std::move(change));
  forget_oldest();
}

void UndoHistory::forget_oldest() {
  std::size_t kept = 0;
  for (const Change& change : done_) kept += change.bytes();
  while (done_.size() > kMaxChanges || (kept > kMaxBytes && done_.size() > 1)) {
    kept -= done_.front().bytes();
    done_.pop_front();
  }
}

Change& UndoHistory::undo() {
  assert(can_undo());
  undone_.push_back(std::move(done_.back()));
  done_.pop_back();
  return undone_.back();
}

Change& UndoHistory::redo() {
  assert(can_redo());
  done_.push_back(std::move(undone_.back()));
  undone_.pop_back();
  return done_.back();
}

}  // namespace phasebox
