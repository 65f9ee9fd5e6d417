// SPDX-License-Identifier: MIT
// What is derived from the rows of actions, and what carries an action out.
#include "ui/model/actions/actions.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/autosave.hpp"

namespace phasebox::ui {
namespace {

constexpr std::array kNamedKeys = std::to_array<std::pair<Key, std::string_view>>({
    {Key::space, "Space"},
    {Key::escape, "Esc"},
    {Key::tab, "Tab"},
    {Key::enter, "Enter"},
    {Key::remove, "Delete"},
    {Key::home, "Home"},
    {Key::end, "End"},
    {Key::page_up, "PgUp"},
    {Key::page_down, "PgDn"},
    {Key::insert, "Insert"},
    {Key::left, "Left"},
    {Key::right, "Right"},
    {Key::up, "Up"},
    {Key::down, "Down"},
    {Key::backspace, "Backspace"},
    {Key::menu, "Menu"},
});

std::string key_name(Key key) {
  for (const auto& [named, name] : kNamedKeys)
    if (named == key) return std::string(name);
  const int code = static_cast<int>(key);
  if (key >= Key::f1) return "F" + std::to_string(code - static_cast<int>(Key::f1) + 1);
  const char c = static_cast<char>(code);
  return std::string(1, c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
}

// A key that has a name of more than one character.
std::optional<Key> named_key(std::string_view name) {
  for (const auto& [key, known] : kNamedKeys)
    if (known == name) return key;
  for (int n = 1; n <= 12; ++n)
    if (name == "F" + std::to_string(n)) return static_cast<Key>(static_cast<int>(Key::f1) + n - 1);
  return {};
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (text.size() <= prefix.size() || !text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Those of the row that are shown.
std::vector<Chord> default_keys(const ActionRow& row) {
  std::vector<Chord> all;
  std::ranges::copy_if(row.chords, std::back_inserter(all), std::logical_not{}, &Chord::hidden);
  return all;
}

// A place behind those of the row has the value of the first.
int value_at(const ActionRow& row, std::size_t place) {
  const std::vector<Chord> keys = default_keys(row);
  return keys.empty() ? 0 : keys[place < keys.size() ? place : 0].value;
}

// Why an action cannot have these keys, or nothing; `chords` are what they mean.
std::string fault_of(const std::vector<std::string>& names, const ActionRow* row,
                     std::vector<Chord>& chords) {
  if (!row) return "there is no such action";
  if (!has_free_keys(*row)) return "its key is fixed";
  if (names.size() > KeyMap::kMaxKeys)
    return fmt::format("an action has at most {} keys", KeyMap::kMaxKeys);
  for (const std::string& name : names) {
    const auto chord = name.empty() ? Chord{} : parse_chord(name);
    if (!chord) return fmt::format("there is no key '{}'", name);
    chords.push_back(worth(value_at(*row, chords.size()), *chord));
  }
  return {};
}

// A flag is switched, a choice becomes the next one.
void switch_param(ApplicationModel& model, const ActionRow& row) {
  const ParamGroup group = param_group(model.session, model.view, row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param) return;
  const double now = param->get(group.object);
  const double next = now >= param->hi ? param->lo : now + 1;
  if (!model.apply(command::SetParam{row.owner, std::string(row.key), next})) return;
  const std::string_view lack =
      next != 0 ? lack_of(row.owner, row.key, model.session, model.trace) : "";
  model.note(fmt::format("{}: {}{}{}", row.title, value_text(*param, next),
                         lack.empty() ? "" : ". ", lack),
             std::string(row.id));
}

}  // namespace

bool matches(const Chord& chord, const KeyPress& press) {
  if (chord.key != Key::none)
    return chord.key == press.key && chord.ctrl == press.ctrl && chord.shift == press.shift &&
           !press.alt;
  const bool spare_shift = press.shift && static_cast<int>(press.key) == press.text;
  return !chord.is_none() && chord.text == press.text && chord.shift == spare_shift && !press.ctrl;
}

std::string keys_of(const ActionRow& row, const KeyMap& keys) {
  if (!row.keys_text.empty() && !keys.is_changed(row)) return std::string(row.keys_text);
  std::string names;
  for (const Chord& chord : keys.shown(row))
    if (!chord.is_none()) names += (names.empty() ? "" : ", ") + chord_name(chord);
  return names;
}

// Overlays, tools and what is rarely needed have no keys.
std::string place_of(const ActionRow& row, const KeyMap& keys) {
  if (std::string names = keys_of(row, keys); !names.empty()) return names;
  return fmt::format("{} menu", kMenuTitles[static_cast<std::size_t>(row.menu)]);
}

std::string key_or_menu(const ActionRow& row, const KeyMap& keys) {
  for (const Chord& chord : keys.shown(row))
    if (!chord.is_none()) return chord_name(chord);
  return fmt::format("{} > {}", kMenuTitles[static_cast<std::size_t>(row.menu)], row.title);
}

std::string hint_of(const ActionRow& row, const KeyMap& keys) {
  const std::string names = keys_of(row, keys);
  return std::string(row.help) + (names.empty() ? "" : " [" + names + "]");
}

bool contains_words(std::string_view text, std::string_view words) {
  return lower(text).find(lower(words)) != std::string::npos;
}

bool is_searched(const ActionRow& row, std::string_view words, const KeyMap& keys) {
  return contains_words(row.title, words) || contains_words(row.help, words) ||
         contains_words(keys_of(row, keys), words);
}

std::string chord_name(const Chord& chord) {
  if (chord.is_none()) return "";
  std::string name;
  if (chord.ctrl) name += "Ctrl+";
  if (chord.shift) name += "Shift+";
  return name + (chord.key == Key::none ? std::string(1, chord.text) : key_name(chord.key));
}

std::optional<Chord> parse_chord(std::string_view name) {
  const bool has_ctrl = take_prefix(name, "Ctrl+"), has_shift = take_prefix(name, "Shift+");
  Chord chord;
  if (const auto key = named_key(name))
    chord = on_key(*key);
  else if (name.size() != 1 || name[0] <= ' ' || name[0] >= 127)
    return {};
  // Letters go by key, other characters by what is typed, as layouts differ; Ctrl types nothing.
  else if (is_letter(name[0]))
    chord = on_key(static_cast<char>(name[0] | 0x20));
  else
    chord = has_ctrl ? on_key(name[0]) : typed(name[0]);
  chord.ctrl = has_ctrl, chord.shift = has_shift;
  return chord;
}

std::optional<Chord> chord_of(const KeyPress& press) {
  const int code = static_cast<int>(press.key);
  const bool is_character = code > ' ' && code < 127;
  if (press.alt || (press.key == Key::none && press.text <= ' ')) return {};
  Chord chord;
  if (!is_character && press.key != Key::none)
    chord = on_key(press.key);
  else if (is_character && (press.ctrl || is_letter(static_cast<char>(code))))
    chord = on_key(static_cast<char>(code));
  else if (press.text > ' ' && press.text < 127)
    chord = typed(press.text);
  else
    return {};
  chord.ctrl = press.ctrl;
  chord.shift = press.shift && (chord.key != Key::none || code == press.text);
  return chord;
}

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
}

void KeyMap::reset(const ActionRow& row, std::span<const ActionRow* const> all) {
  changed_.erase(row.id);
  const std::vector<Chord> keys = shown(row);
  for (std::size_t k = 0; k < keys.size(); ++k)
    if (const auto other = used_at(keys[k], {&row, k}, all)) reset(*other->row, all);
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

KeyNames KeyMap::names() const {
  KeyNames all;
  for (const auto& [id, chords] : changed_)
    std::ranges::transform(chords, std::back_inserter(all[std::string(id)]), chord_name);
  return all;
}

// All first, as two may have changed keys; a duplicate is undone, whose default may clash in turn.
std::vector<std::string> KeyMap::load(const KeyNames& wanted,
                                      std::span<const ActionRow* const> all) {
  std::vector<std::string> faults;
  const auto leave_out = [&](const std::string& id, const std::string& why) {
    faults.push_back(
        fmt::format("Keys of '{}' in the settings: {}; its default keys are used", id, why));
  };
  reset();
  for (const auto& [id, names] : wanted) {
    const auto row = std::ranges::find(all, id, [](const ActionRow* r) { return r->id; });
    std::vector<Chord> chords;
    const std::string why = fault_of(names, row == all.end() ? nullptr : *row, chords);
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
                  fmt::format("{} is also a key of '{}'", chord_name(keys[k]), other->row->title));
        changed_.erase(row->id);
        is_clean = false;
      }
    }
  return faults;
}

bool KeyEditor::take_key(const KeyPress& press, KeyMap& keys,
                         std::span<const ActionRow* const> all) {
  if (!waits) return false;
  if (press.key == Key::escape) return waits.reset(), true;
  const auto chord = chord_of(press);
  if (!chord) return true;
  if (const auto other = keys.used_at(*chord, *waits, all)) {
    loss = fmt::format("{} was a key of '{}', which has lost it.", chord_name(*chord),
                       other->row->title);
    keys.set(*other, {});
  }
  keys.set(*std::exchange(waits, {}), *chord);
  return true;
}

bool answer_by_key(ApplicationModel& model, Key key) {
  if (!model.ui.has_modal()) return false;
  if (key == Key::remove && model.ui.asks_about_recovery())
    model.autosave->recover(model, Recovery::discard);
  if (key == Key::escape) model.answer(false);
  return true;
}

void perform(ApplicationModel& model, Invocation what) {
  const ActionRow& row = *what.row;
  UiState& ui = model.ui;
  const std::string before = ui.tool;
  if (row.perform) {
    row.perform(model, what.value);
  } else if (row.owner) {
    switch_param(model, row);
  } else {
    ui.tool = ui.tool != row.id ? row.id : "";  // the same again closes the drawer
    if (const ToolRow* tool = model.open_tool(); tool && tool->opened) tool->opened(model);
  }
  if (ui.tool == before) return;
  ui.leave_welcome();  // it would lie over the field
  if (ui.tool != "xray" && ui.tool != "lessons") ui.lecture = false;
}

}  // namespace phasebox::ui
