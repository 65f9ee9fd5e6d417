// SPDX-License-Identifier: MIT
// The texts by which help, tooltips and messages name the keys of actions.
#pragma once
#include <string>
#include <string_view>

#include "base/sentence.hpp"
#include "collide/broadphase.hpp"
#include "ui/model/actions/key_map.hpp"

namespace phasebox::ui {

/// Lists the keys of an action for the user: "P, Space", or the row's `keys_text` ("1 ... 9, 0")
/// while the user has not changed the keys. Empty if the action has none.
std::string keys_of(const ActionRow& row, const KeyMap& keys);
/// Lists the keys of an action as keys_of() does, or names the menu of an action without keys:
/// "View menu".
Sentence place_of(const ActionRow& row, const KeyMap& keys);
/// Returns the name of an action's first key, to be used in a sentence, or its line in the menu
/// ("Edit > Undo") if it has no key.
Sentence key_or_menu(const ActionRow& row, const KeyMap& keys);
/// Returns the help sentence of an action for a tooltip, followed by the keys in brackets if it has
/// any.
Sentence hint_of(const ActionRow& row, const KeyMap& keys);
/// Whether `text` contains `words` as one string, without regard to the case of A to Z; empty
/// `words` are in every text.
bool contains_words(std::string_view text, std::string_view words);
/// Whether keys, title or help of an action contain `words`, for the search in the help.
bool is_searched(const ActionRow& row, std::string_view words, const KeyMap& keys);
/// Returns the number by which keys select a broadphase: 0 for brute force, the reference, and 1, 2
/// ... for the others in registry order. Numbers from 10 on have no default key.
int number_of(const BroadphaseEntry& entry);

}  // namespace phasebox::ui
