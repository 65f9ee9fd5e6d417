// SPDX-License-Identifier: MIT
// Writes out the keys of actions, and searches them.
#include "ui/model/actions/action_texts.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "language/format_sentence.hpp"

namespace phasebox::ui {

std::string keys_of(const ActionRow& row, const KeyMap& keys) {
  if (!row.keys_text.empty() && !keys.is_changed(row)) return std::string(row.keys_text);
  std::string names;
  for (const Chord& chord : keys.shown(row))
    if (!chord.is_none()) names += (names.empty() ? "" : ", ") + chord_name(chord);
  return names;
}

// Falls back on the menu, because many actions, such as most overlays and tools, have no key.
Sentence place_of(const ActionRow& row, const KeyMap& keys) {
  if (std::string names = keys_of(row, keys); !names.empty())
    return Sentence::as_is(std::move(names));
  return say("{} menu", kMenuTitles[static_cast<std::size_t>(row.menu)]);
}

Sentence key_or_menu(const ActionRow& row, const KeyMap& keys) {
  for (const Chord& chord : keys.shown(row))
    if (!chord.is_none()) return Sentence::as_is(chord_name(chord));
  return say("{} > {}", kMenuTitles[static_cast<std::size_t>(row.menu)], row.title);
}

Sentence hint_of(const ActionRow& row, const KeyMap& keys) {
  const std::string names = keys_of(row, keys);
  return names.empty() ? Sentence(row.help) : say("{} [{}]", row.help, Sentence::as_is(names));
}

bool contains_words(std::string_view text, std::string_view words) {
  return lower(text).find(lower(words)) != std::string::npos;
}

bool is_searched(const ActionRow& row, std::string_view words, const KeyMap& keys) {
  return contains_words(row.title, words) || contains_words(row.help, words) ||
         contains_words(keys_of(row, keys), words);
}

int number_of(const BroadphaseEntry& entry) {
  if (entry.role == BroadphaseRole::reference) return 0;
  const auto all = broadphases();
  const auto is_numbered = [](auto* e) { return e->role != BroadphaseRole::reference; };
  return 1 +
         static_cast<int>(std::count_if(all.begin(), std::ranges::find(all, &entry), is_numbered));
}

}  // namespace phasebox::ui
