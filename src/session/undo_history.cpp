// SPDX-License-Identifier: MIT
// Keeps the changes of a session within the limits of number and memory.
#include "session/undo_history.hpp"

#include <utility>

#include "world/recording_playback.hpp"

namespace phasebox {
namespace {

// Whether both changes set the same single parameter and are one for undo, as the many changes that
// one drag of a slider makes.
bool continues(const Change& newest, const Change& next) {
  const auto names_one = [](const Change& c) {
    return c.patches.empty() && c.params.size() == 1 && !c.broad;
  };
  return next.joins && names_one(newest) && names_one(next) &&
         newest.params[0].owner == next.params[0].owner &&
         newest.params[0].key == next.params[0].key;
}

// The memory of one recorded box, bytes: its id, box, filter and whether it is static.
constexpr std::size_t kBytesPerRow =
    sizeof(std::int64_t) + sizeof(Aabb) + sizeof(Filter) + sizeof(std::uint8_t);

}  // namespace

std::size_t Change::bytes() const {
  std::size_t bytes = sizeof *this + patches.size() * sizeof(Patch);
  if (!whole) return bytes;
  const World& world = whole->state.world;
  const auto& playback = whole->state.playback;
  bytes += world.size() * World::kBytesPerSprite;
  bytes += world.cached_impulses().size() * sizeof(CachedImpulse);
  if (playback) {
    const RecordingPlayback& show = playback->recording;
    bytes += (show.grown().rows() + (show.is_swept() ? show.rows() : 0)) * kBytesPerRow;
  }
  const auto& file = whole->file.document;
  if (file && file->sprites) bytes += file->sprites->size() * sizeof(Sprite);
  return bytes;
}

void UndoHistory::forget_older_pasts() {
  bool is_protected = kept_after_.has_value();
  for (Change& known : done_) {
    if (!known.whole) continue;
    if (is_protected && known.number > *kept_after_)
      is_protected = false;
    else
      known.whole->past.forget();
  }
}

void UndoHistory::push(Change change) {
  undone_.clear();
  if (!done_.empty() && continues(done_.back(), change)) {
    done_.back().title = std::move(change.title);
    return;
  }
  if (change.whole && !change.whole->past.empty()) forget_older_pasts();
  change.number = ++last_number_;
  done_.push_back(std::move(change));
  std::size_t kept = 0;
  for (const Change& known : done_) kept += known.bytes();
  while (done_.size() > kMaxChanges || (kept > kMaxBytes && done_.size() > 1)) {
    if (kept_after_ && done_.front().number > *kept_after_) return;
    kept -= done_.front().bytes();
    forgotten_ = done_.front().number;
    done_.pop_front();
  }
}

}  // namespace phasebox
