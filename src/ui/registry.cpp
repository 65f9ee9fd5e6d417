// SPDX-License-Identifier: MIT
// The lists of actions and tools, and what is looked up in them.
#include "ui/registry.hpp"

#include <array>
#include <cctype>
#include <vector>

#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace {

constexpr std::array kGestures = std::to_array<Gesture>({
    {"Drag a sprite", "moves it; let go in motion to throw it"},
    {"Drag empty ground", "launches a sprite like a slingshot"},
    {"Click", "selects a sprite, or nothing"},
    {"Shift+drag", "selects a rectangle"},
    {"Ctrl+drag, Alt+drag", "queries which boxes overlap a rectangle; a click ends it"},
    {"Drag an end of the swept line", "turns it, where sort and sweep runs along a given angle"},
    {"Right click", "menu: why tested, pin, filter, volume, clone, delete"},
    {"Wheel", "zooms at the pointer"},
    {"Ctrl+wheel over the panel", "makes text and widgets larger or smaller"},
    {"Middle or right drag", "moves the view"},
    {"In the 3D view",
     "the same; right drag turns, middle or Shift+right drag moves, double click resets"},
    {"Drop a file", "PNG, JPEG: a sprite; JSON: a scene; CSV: recorded boxes; SO: a plug-in"},
});

Chords chords_of(const OverlayRow& overlay) {
  if (!overlay.key) return {};
  const auto letter = static_cast<char>(std::tolower(overlay.key));
  return Chords(letter == overlay.key ? on_key(letter) : shift(on_key(letter)));
}

// Each switches the view option of its overlay.
std::span<const ActionRow> overlay_actions() {
  static const std::vector<ActionRow> rows = [] {
    std::vector<ActionRow> made;
    for (const OverlayRow* o : overlays())
      made.push_back(
          {o->id, o->title, o->help, Menu::view, chords_of(*o), nullptr, Owner::view(), o->id});
    return made;
  }();
  return rows;
}

}  // namespace

#define PHASEBOX_ACTION(name) all.push_back(&name##_action);
#define PHASEBOX_TOOL_ACTION(name) all.push_back(&name##_tool.action);
#define PHASEBOX_OVERLAY_ACTIONS \
  for (const ActionRow& row : overlay_actions()) all.push_back(&row);
std::span<const ActionRow* const> actions() {
  static const std::vector<const ActionRow*> rows = [] {
    std::vector<const ActionRow*> all;
    PHASEBOX_ACTIONS(PHASEBOX_ACTION, PHASEBOX_TOOL_ACTION, PHASEBOX_OVERLAY_ACTIONS)
    return all;
  }();
  return rows;
}

#define PHASEBOX_TOOL(name) &name##_tool,
std::span<const ToolRow* const> tools() {
  static constexpr const ToolRow* kAll[] = {PHASEBOX_TOOLS(PHASEBOX_TOOL)};
  return kAll;
}

namespace {

// Keys before characters: a key that is bound by itself must not be taken for what it types.
template <class ChordsOf>
std::optional<Invocation> find_among(const KeyPress& press, ChordsOf chords_of_row) {
  for (const bool by_key : {true, false})
    for (const ActionRow* row : actions())
      for (const Chord& chord : chords_of_row(*row))
        if ((chord.key != Key::none) == by_key && matches(chord, press))
          return Invocation{row, chord.value};
  return std::nullopt;
}

std::vector<Chord> hidden_chords(const ActionRow& row) {
  std::vector<Chord> all;
  for (const Chord& chord : row.chords)
    if (chord.hidden) all.push_back(chord);
  return all;
}

}  // namespace

// What is not shown gives way, as it may be what the user has chosen for another action.
std::optional<Invocation> find_action(const KeyPress& press, const KeyMap& keys) {
  auto found = find_among(press, [&](const ActionRow& row) { return keys.shown(row); });
  if (!found) found = find_among(press, hidden_chords);
  if (found && press.repeat && !found->row->repeats) return std::nullopt;
  return found;
}

const ActionRow* action_of_param(Owner owner, std::string_view key) {
  for (const ActionRow* row : actions())
    if (row->owner && row->owner == owner && row->key == key) return row;
  return nullptr;
}

std::span<const Gesture> gestures() { return kGestures; }

std::string key_table_markdown() {
  std::string table = "| Key | What it is | What it does |\n|---|---|---|\n";
  const auto line = [&table](std::string_view key, std::string_view what, std::string_view does) {
    table.append("| ").append(key).append(" | ").append(what).append(" | ").append(does);
    table.append(" |\n");
  };
  for (const ActionRow* row : actions())
    line(row->chords.empty() ? place_of(*row, {}) : '`' + keys_of(*row, {}) + '`', row->title,
         row->help);
  for (const Gesture& g : kGestures) line(g.gesture, "mouse", g.meaning);
  return table;
}

}  // namespace phasebox::ui
