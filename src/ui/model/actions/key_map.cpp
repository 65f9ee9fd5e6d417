// SPDX-License-Identifier: MIT
// Changes the keys of actions, and loads them from the settings.
#include "ui/model/actions/key_map.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "language/format_sentence.hpp"

namespace phasebox::ui {
namespace {

// Returns the default keys of an action that are listed to the user: all but the hidden ones.
std::vector<Chord> default_keys(const ActionRow& row) {
  std::vector<Chord> all;
  std::ranges::copy_if(row.chords, std::back_inserter(all), std::logical_not{}, &Chord::hidden);
  return all;
}

// Returns the value that a key at this place hands to its action. A place beyond the default keys
// has the value of the first key, and 0 if the action has none.
int value_at(const ActionRow& row, std::size_t place) {
  const std::vector<Chord> keys = default_keys(row);
  return keys.empty() ? 0 : keys[place < keys.size() ? place : 0].value;
}

// Says why an action (null: unknown) cannot have the keys with these names; empty if it can.
// Appends the parsed keys to `chords`.
Sentence fault_of(const std::vector<std::string>& names, const ActionRow* row,
                  std::vector<Chord>& chords) {
  if (!row) return "there is no such action";
  if (!has_free_keys(*row)) return "its key is fixed";
  if (names.size() > KeyMap::kMaxKeys)
    return say("an action has at most {} keys", KeyMap::kMaxKeys);
  for (const std::string& name : names) {
    const auto chord = name.empty() ? Chord{} : parse_chord(name);
    if (!chord) return say("there is no key '{}'", Sentence::as_is(name));
    chords.push_back(worth(value_at(*row, chords.size()), *chord));
  }
  return {};
}

}  // namespace

bool has_free_keys(const ActionRow& row) { return row.id != "escape"; }

std::vector<Chord> KeyMap::shown(const ActionRow& row) const {
  const auto found = changed_.find(row.id);
  return found != changed_.end() ? found->second : default_keys(row);
}

void KeyMap::set(KeyPlace where, Chord chord) {
  std::vector<Chord> all = shown(*where.row);
  if (where.place >= all.size()) all.resize(where.place + 1);
  chord.value = value_at(*where.row, where.place);
  all[where.place] = chord;
  changed_.erase(where.row->id);
  if (all != default_keys(*where.row)) changed_[where.row->id] = std::move(all);
  std::erase_if(taken_, [&](const Taken& taken) { return taken.from == where; });
}

void KeyMap::take(KeyPlace where, Chord chord, std::span<const ActionRow* const> all) {
  const auto loser = used_at(chord, where, all);
  if (loser) set(*loser, {});
  set(where, chord);
  if (loser) taken_.push_back({*loser, chord});
  give_back(all);
}

// Gives each taken key that no action has any more back to the place from which it was taken last.
void KeyMap::give_back(std::span<const ActionRow* const> all) {
  for (std::size_t k = taken_.size(); k-- > 0;)
    if (const auto [from, chord] = taken_[k]; !used_at(chord, {}, all)) set(from, chord);
}

void KeyMap::reset(const ActionRow& row, std::span<const ActionRow* const> all) {
  changed_.erase(row.id);
  std::erase_if(taken_, [&](const Taken& taken) { return taken.from.row == &row; });
  const std::vector<Chord> keys = shown(row);
  for (std::size_t k = 0; k < keys.size(); ++k)
    if (const auto other = used_at(keys[k], {&row, k}, all)) reset(*other->row, all);
  give_back(all);
}

std::optional<KeyPlace> KeyMap::used_at(const Chord& chord, KeyPlace but,
                                        std::span<const ActionRow* const> all) const {
  for (const ActionRow* row : all) {
    const std::vector<Chord> keys = shown(*row);
    for (std::size_t k = 0; k < keys.size() && !chord.is_none(); ++k)
      if (KeyPlace{row, k} != but && keys[k] == chord) return KeyPlace{row, k};
  }
  return {};
}

const ActionRow* KeyMap::loser_of(const Chord& chord, KeyPlace where,
                                  std::span<const ActionRow* const> all) const {
  if (const auto place = used_at(chord, {}, all)) return *place == where ? nullptr : place->row;
  const auto found = std::ranges::find_if(all, [&](const ActionRow* row) {
    return row != where.row && std::ranges::any_of(row->chords, [&](const Chord& own) {
             return own.hidden && own == chord;
           });
  });
  return found == all.end() ? nullptr : *found;
}

KeyNames KeyMap::names() const {
  KeyNames all;
  for (const auto& [id, chords] : changed_)
    std::ranges::transform(chords, std::back_inserter(all[std::string(id)]), chord_name);
  return all;
}

// Takes over all keys before looking for duplicates, as two actions may have exchanged keys. A
// changed action gets its default keys back if another action has one of its keys. The default keys
// may clash in turn, so the search repeats until there is no duplicate.
std::vector<Sentence> KeyMap::load(const KeyNames& wanted, std::span<const ActionRow* const> all) {
  std::vector<Sentence> faults;
  const auto leave_out = [&](const std::string& id, const Sentence& why) {
    faults.push_back(say("Keys of '{}' in the settings: {}; its default keys are used",
                         Sentence::as_is(id), why));
  };
  reset();
  for (const auto& [id, names] : wanted) {
    const auto row = std::ranges::find(all, id, [](const ActionRow* r) { return r->id; });
    std::vector<Chord> chords;
    const Sentence why = fault_of(names, row == all.end() ? nullptr : *row, chords);
    if (why.empty())
      changed_[(*row)->id] = chords;
    else
      leave_out(id, why);
  }
  for (bool is_clean = false; !std::exchange(is_clean, true);)
    for (const ActionRow* row : all) {
      const std::vector<Chord> keys = is_changed(*row) ? shown(*row) : std::vector<Chord>{};
      for (std::size_t k = 0; k < keys.size() && is_changed(*row); ++k) {
        const auto other = used_at(keys[k], {row, k}, all);
        if (!other) continue;
        leave_out(std::string(row->id),
                  say("{} is also a key of '{}'", Sentence::as_is(chord_name(keys[k])),
                      other->row->title));
        changed_.erase(row->id);
        is_clean = false;
      }
    }
  for (const ActionRow* row : all) {
    const std::vector<Chord> keys = shown(*row), defaults = default_keys(*row);
    for (std::size_t k = 0; k < std::min(keys.size(), defaults.size()); ++k)
      if (keys[k].is_none() && used_at(defaults[k], {}, all))
        taken_.push_back({{row, k}, defaults[k]});
  }
  return faults;
}

bool KeyEditor::take_key(const KeyPress& press, KeyMap& keys,
                         std::span<const ActionRow* const> all) {
  if (!waits) return false;
  if (press.key == Key::escape) {
    wait_for(std::nullopt);
    return true;
  }
  const auto chord = chord_of(press);
  if (!chord || press.repeat) return true;
  const ActionRow* loser = keys.loser_of(*chord, *waits, all);
  const Sentence name = Sentence::as_is(chord_name(*chord));
  if (loser && std::exchange(asked, chord) != chord) {
    message = say("{} does '{}': press it again to take it", name, loser->title);
    return true;
  }
  keys.take(*waits, *chord, all);
  wait_for(std::nullopt);
  if (loser) message = say("{} was a key of '{}', which has lost it.", name, loser->title);
  return true;
}

}  // namespace phasebox::ui
