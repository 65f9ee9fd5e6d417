// SPDX-License-Identifier: MIT
// Numbers objects that have ids of their own densely from 0, as the sprites of a World are.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collide/broadphase.hpp"

namespace phasebox {

/// Removes an element from each of several vectors in O(1): the last element takes its place.
template <class... Columns>
void swap_remove(std::size_t row, Columns&... columns) {
  ((columns[row] = columns.back(), columns.pop_back()), ...);
}

/// Gives each object of a frame a number from 0 to size() - 1, which it keeps while it is there.
/// When an object leaves, the one with the last number takes its number. A new object gets the next
/// number at the end. Objects are recognized by their ids, in whatever order the rows come.
template <class Id>
class DenseNumbers {
 public:
  /// Takes a frame of `count` rows, whose ids are `id_of(row)`, and appends the removals and
  /// additions since the frame before to `edits`. Returns false when an id comes twice; the numbers
  /// and `edits` then stay as they are, but `rows` has no meaning until the next frame is taken.
  /// Expected O(objects of this frame and the one before).
  template <class IdOf>
  bool take(std::size_t count, IdOf id_of, std::vector<Edit>& edits) {
    if (!match(count, id_of)) return false;
    // The highest number is checked first: the last object, which moves into a gap, is then known
    // to be in this frame.
    for (std::size_t number = size(); number-- > 0;)
      if (seen_[number] != frame_) remove(static_cast<SpriteId>(number), edits);
    for (const std::uint32_t row : new_rows_) add(id_of(row), row, edits);
    return true;
  }

  std::size_t size() const { return ids_.size(); }
  /// The id of each number, [size()]. Valid until the next `take`.
  std::span<const Id> ids() const { return ids_; }
  /// The row that had each number in the last frame, [size()]. Valid until the next `take`.
  std::span<const std::uint32_t> rows() const { return row_of_; }
  /// Returns the number of the object with that id; nothing where the last frame does not have it.
  std::optional<SpriteId> find(Id id) const {
    const auto it = number_of_.find(id);
    return it == number_of_.end() ? std::nullopt : std::optional(it->second);
  }

 private:
  // Finds the number of each row and lists the rows whose ids are new; false when an id comes
  // twice.
  template <class IdOf>
  bool match(std::size_t count, IdOf id_of) {
    ++frame_;
    new_rows_.clear();
    new_ids_.clear();
    for (std::uint32_t row = 0; row < count; ++row) {
      const auto it = number_of_.find(id_of(row));
      if (it == number_of_.end()) {
        new_rows_.push_back(row);
        new_ids_.push_back(id_of(row));
        continue;
      }
      if (std::exchange(seen_[it->second], frame_) == frame_) return false;
      row_of_[it->second] = row;
    }
    std::ranges::sort(new_ids_);
    return std::ranges::adjacent_find(new_ids_) == new_ids_.end();
  }
  void remove(SpriteId number, std::vector<Edit>& edits) {
    const auto last = static_cast<SpriteId>(size() - 1);
    edits.push_back({Edit::Kind::remove, number, last});
    number_of_.erase(ids_[number]);
    swap_remove(number, ids_, seen_, row_of_);
    if (number != last) number_of_[ids_[number]] = number;
  }
  void add(Id id, std::uint32_t row, std::vector<Edit>& edits) {
    const auto number = static_cast<SpriteId>(size());
    edits.push_back({Edit::Kind::add, number, number});
    number_of_[id] = number;
    ids_.push_back(id);
    seen_.push_back(frame_);
    row_of_.push_back(row);
  }

  std::uint64_t frame_ = 0;
  std::vector<Id> ids_, new_ids_;
  std::vector<std::uint64_t> seen_;  // [number] the last frame that had the object
  std::vector<std::uint32_t> row_of_, new_rows_;
  std::unordered_map<Id, SpriteId> number_of_;
};

}  // namespace phasebox
