// SPDX-License-Identifier: MIT
// The texts by which help, tooltips and messages name the keys of actions.
#pragma once
#include <string>
#include <string_view>

#include "base/sentence.hpp"
#include "collide/broadphase.hpp"
#include "ui/model/actions/key_map.hpp"

namespace phasebox::ui {

/// Lists the keys of an action for the user: "P, Space". Empty if it has none.
std::string keys_of(const ActionRow& row, const KeyMap& keys);
/// Lists the keys of an action, or names the menu of an action without keys: "View menu".
Sentence place_of(const ActionRow& row, const KeyMap& keys);
/// Names an action's first key for a sentence, or its line in the menu ("Edit > Undo") if it has no
/// key.
Sentence key_or_menu(const ActionRow& row, const KeyMap& keys);
/// Returns the help sentence followed by the keys in brackets, for tooltips.
Sentence hint_of(const ActionRow& row, const KeyMap& keys);
/// Whether `text` contains `words` without regard to case; empty `words` are in every text.
bool contains_words(std::string_view text, std::string_view words);
/// Whether keys, title or help of an action contain the words that are searched for.
bool is_searched(const ActionRow& row, std::string_view words, const KeyMap& keys);
/// Returns the digit that selects a broadphase: 0 for the reference, 1, 2 ... for the others in
/// registry order. Numbers from 10 on have no key.
int number_of(const BroadphaseEntry& entry);

}  // namespace phasebox::ui
