// SPDX-License-Identifier: MIT
// Makes the lists of actions and tools, and looks up actions by key and by parameter.
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
    {"Ctrl+drag, Alt+drag",
     "queries which boxes a rectangle or another shape meets; a click ends it"},
    {"Ctrl+click, Alt+click", "queries which boxes lie at that point, or nearest to it"},
    {"Drag an end of the swept line", "turns it, where sort and sweep runs along a given angle"},
    {"Click a dot on a ruler", "swaps the order of the boundaries that coincide there, with RDC"},
    {"Point at the edge of a group", "says why it is final, or how it was cut"},
    {"Right click", "menu: why the group is final, Why, pin, filter, volume, clone, delete"},
    {"Wheel", "zooms at the pointer"},
    {"Ctrl+wheel over the panel", "makes text and widgets larger or smaller"},
    {"Middle or right drag", "moves the view"},
    {"In the 3D view",
     "the same; right drag turns, middle or Shift+right drag moves, double click resets"},
    {"Drop a file", "PNG, JPEG: a sprite; JSON: a scene, frames; CSV: recorded boxes; SO: a plug-in"},
});

// Makes for each overlay the action that switches it. The key of an overlay is a letter; a capital
// stands for Shift with that key, 0 for no key.
std::vector<ActionRow> overlay_actions() {
  std::vector<ActionRow> rows;
  for (const OverlayRow* o : overlays()) {
    const auto letter = static_cast<char>(std::tolower(o->key));
    const Chord chord = letter == o->key ? on_key(letter) : shift(on_key(letter));
    rows.push_back({o->id, o->title, o->help, Menu::view, o->key ? Chords(chord) : Chords(),
                    nullptr, Owner::view(), o->id});
  }
  return rows;
}

// Adds an action, behind it the actions of the tools that name it in ToolRow::after, and so on.
void add_with_tools(const ActionRow& row, std::vector<const ActionRow*>& all) {
  all.push_back(&row);
  for (const ToolRow* tool : tools())
    if (&tool->after == &row) add_with_tools(tool->action, all);
}

}  // namespace

#define PHASEBOX_ACTION(name) add_with_tools(name##_action, all);
#define PHASEBOX_OVERLAY_ACTIONS \
  for (const ActionRow& row : overlay_rows) add_with_tools(row, all);
std::span<const ActionRow* const> actions() {
  static const std::vector<ActionRow> overlay_rows = overlay_actions();
  static const std::vector<const ActionRow*> rows = [] {
    std::vector<const ActionRow*> all;
    PHASEBOX_ACTIONS(PHASEBOX_ACTION, PHASEBOX_OVERLAY_ACTIONS)
    return all;
  }();
  return rows;
}

#define PHASEBOX_TOOL(name) &name##_tool,
std::span<const ToolRow* const> tools() {
  static constexpr const ToolRow* kAll[] = {PHASEBOX_TOOLS(PHASEBOX_TOOL)};
  return kAll;
}

// If several chords match, one by key goes before one by the typed character, and listed chords
// before hidden ones, because the user may have given the keys of hidden chords to other actions.
std::optional<Invocation> find_action(const KeyPress& press, const KeyMap& keys) {
  for (const bool is_hidden : {false, true})
    for (const bool by_key : {true, false})
      for (const ActionRow* row : actions()) {
        const auto all =
            is_hidden ? std::vector(row->chords.begin(), row->chords.end()) : keys.shown(*row);
        for (const Chord& chord : all) {
          if (chord.hidden != is_hidden || (chord.key != Key::none) != by_key) continue;
          if (!matches(chord, press)) continue;
          if (press.repeat && !row->repeats) return {};
          return Invocation{row, chord.value};
        }
      }
  return {};
}

const ActionRow* action_of_param(Owner owner, std::string_view key) {
  for (const ActionRow* row : actions())
    if (row->owner && row->owner == owner && row->key == key) return row;
  return nullptr;
}

std::span<const Gesture> gestures() { return kGestures; }

}  // namespace phasebox::ui
