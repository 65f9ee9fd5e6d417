// SPDX-License-Identifier: MIT
// Small parts that several panels share.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include <imgui.h>

#include "ui/interface.hpp"

namespace phasebox {

/// Text from any view, without a format string.
void text(std::string_view words);
void text(std::string_view words, Color color);
/// Broken into lines at the window's right edge.
void text_wrapped(std::string_view words, Color color);
/// In px, on one line.
float text_width(std::string_view words);
/// A line with a name on the left and a number at the right edge.
void number_line(std::string_view name, std::string_view number, const Theme& theme);
/// A tooltip for the widget just drawn, broken into readable lines.
void tooltip(std::string_view words);
/// Copies to the clipboard, and says so: "Copied: <what>".
void copy_text(const std::string& words, std::string_view what, const Model& model, UiState& ui);
/// Remembers where the widget just drawn is.
void remember_rect(UiState& ui, std::string name);
/// Scrolls the panel to the widget just drawn, if that one is wanted.
void scroll_if_wanted(UiState& ui, std::string_view name);
/// Remembers where the window being drawn is.
void remember_window(UiState& ui, std::string name);
/// A menu line for an action, with its keys and its check mark.
void menu_line(Action action, const Model& model, UiState& ui, Requests& out);
/// The digit that chooses a broadphase: 1 to 9 in the order of the registry, 0 is brute force; or
/// empty.
std::string broadphase_key(std::string_view id);
/// A window without decoration at a fixed place. End it with ImGui::End().
void begin_fixed(const char* name, const Aabb& where, ImGuiWindowFlags more = 0);
/// A strip that is dragged: it lights up under the pointer. How far it was dragged along `axis` in
/// this frame, px. The strip must overlap no window.
float splitter(const char* name, const Aabb& strip, Axis axis, UiState& ui);
/// What the renderer calls a texture, as this version of ImGui wants it.
ImTextureID texture_id(std::uint64_t texture);

/// Widgets for all parameters of a group.
void draw_params(const ParamGroup& group, const Theme& theme, UiState& ui, Requests& out);

// The parts of the interface, each in its own file.
void draw_menu_bar(const Model& model, UiState& ui, Requests& out);
void draw_panel(const Model& model, UiState& ui, const Aabb& where, Requests& out);
void draw_statistics(const Model& model, UiState& ui, Requests& out);
void draw_toolbar(const Model& model, UiState& ui, const Aabb& where, Requests& out);
void draw_status(const Model& model, UiState& ui, const Aabb& where);
void draw_frames(const Model& model, UiState& ui, const Aabb& where, Requests& out);
void draw_drawer(const Model& model, UiState& ui, const Aabb& where, Requests& out);
void draw_notes(const Model& model, UiState& ui, const Aabb& where, Requests& out);
void draw_field_text(const Model& model, UiState& ui, const Aabb& field);
void draw_space_pane(const Model& model, UiState& ui, const Layout& at);
void draw_messages(const Model& model, UiState& ui, const Aabb& field);
void draw_help(const Model& model, UiState& ui, Vec2 screen);
void draw_field_menu(const Model& model, UiState& ui, Requests& out);
void draw_questions(const Model& model, UiState& ui, Vec2 screen, Requests& out);
void draw_picker(const Model& model, UiState& ui, Vec2 screen, Requests& out);

}  // namespace phasebox
