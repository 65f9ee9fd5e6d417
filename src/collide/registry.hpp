// SPDX-License-Identifier: MIT
// Finds an entry of any registry by its id.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// Returns the entry with that id, or null.
template <class Entry>
const Entry* find_entry(std::span<const Entry* const> all, std::string_view id) {
  for (const Entry* entry : all)
    if (entry->id == id) return entry;
  return nullptr;
}

/// Returns the title of the entry with that id, or the id if no entry has it.
template <class Entry>
Sentence title_in(std::span<const Entry* const> all, std::string_view id) {
  const Entry* entry = find_entry(all, id);
  return entry ? entry->title : id;
}

/// Makes the error for an id that no entry has; its text lists the ids that there are.
template <class Entry>
Error unknown_id(std::string_view kind, std::string_view id, std::span<const Entry* const> all) {
  std::vector<Sentence> ids;
  for (const Entry* entry : all) ids.push_back(Sentence::as_is(entry->id));
  return Sentence("there is no {} '{}'; choose from {}",
                  {kind, Sentence::as_is(id), joined(ids, ", ")});
}

}  // namespace phasebox
