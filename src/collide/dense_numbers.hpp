// SPDX-License-Identifier: MIT
// Objects with ids of their own as sprites, numbered densely from 0 as in a World.
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

/// The last row takes the place of the one that is removed, in each column.
template <class... Columns>
void swap_remove(std::size_t row, Columns&... columns) {
  ((columns[row] = columns.back(), columns.pop_back()), ...);
}

/// Which row of a frame is which object: an object keeps its number while it is there. The last
/// takes the number of one that leaves; a new one is added at the end.
template <class Id>
class DenseNumbers {
 public:
  /// Takes the rows of a frame, with `id_of(row)`; false, and nothing changes, when an id comes
  /// twice. O(objects of this frame and the one before). Appends what has changed to `edits`.
  template <class IdOf>
  bool take(std::size_t count, IdOf id_of, std::vector<Edit>& edits) {
    if (!match(count, id_of)) return false;
    // From the end, so that what moves into a gap is known to stay.
    for (std::size_t number = size(); number-- > 0;)
      if (seen_[number] != frame_) remove(static_cast<SpriteId>(number), edits);
    for (const std::uint32_t row : new_rows_) add(id_of(row), row, edits);
    return true;
  }

  std::size_t size() const { return ids_.size(); }
  std::span<const Id> ids() const { return ids_; }                 ///< by number
  std::span<const std::uint32_t> rows() const { return row_of_; }  ///< of the last frame, by number
  std::optional<SpriteId> find(Id id) const {
    const auto it = number_of_.find(id);
    return it == number_of_.end() ? std::nullopt : std::optional(it->second);
  }

 private:
  template <class IdOf>
  bool match(std::size_t count, IdOf id_of) {
    ++frame_;
    new_rows_.clear(), new_ids_.clear();
    for (std::uint32_t row = 0; row < count; ++row) {
      const auto it = number_of_.find(id_of(row));
      if (it == number_of_.end()) {
        new_rows_.push_back(row), new_ids_.push_back(id_of(row));
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
    ids_.push_back(id), seen_.push_back(frame_), row_of_.push_back(row);
  }

  std::uint64_t frame_ = 0;
  std::vector<Id> ids_, new_ids_;
  std::vector<std::uint64_t> seen_;  // in which frame, by number
  std::vector<std::uint32_t> row_of_, new_rows_;
  std::unordered_map<Id, SpriteId> number_of_;
};

}  // namespace phasebox
