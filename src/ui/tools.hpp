// SPDX-License-Identifier: MIT
// The tools that stand in the drawer under the field: one file in ui/tools/ and one line each.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "ui/actions.hpp"

namespace phasebox {

struct Model;
struct UiState;
struct Requests;

/// One line of the table.
struct ToolRow {
  std::string_view id;     ///< kebab-case, also that of its action
  std::string_view title;  ///< on its tab
  Action action;           ///< opens it, and closes it again
  float height;            ///< px before scaling, that it likes to have at first
  /// Fills the drawer's window; what is wanted goes into the requests.
  void (*draw)(const Model&, UiState&, Requests&);
};

// The tools, each in a file of ui/tools/.
void draw_xray(const Model& model, UiState& ui, Requests& out);
void draw_race(const Model& model, UiState& ui, Requests& out);
void draw_why(const Model& model, UiState& ui, Requests& out);
void draw_accuracy(const Model& model, UiState& ui, Requests& out);
void draw_energy(const Model& model, UiState& ui, Requests& out);
void draw_tune(const Model& model, UiState& ui, Requests& out);
void draw_cliffs(const Model& model, UiState& ui, Requests& out);
void draw_lessons(const Model& model, UiState& ui, Requests& out);

/// All tools, in the order of their tabs.
std::span<const ToolRow> tools();
/// The tool that an action opens, or null.
const ToolRow* tool_of(Action action);

}  // namespace phasebox
