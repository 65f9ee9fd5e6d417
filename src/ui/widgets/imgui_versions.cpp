// SPDX-License-Identifier: MIT
// What differs between versions of Dear ImGui, and the focus of the keyboard, which needs its
// internals.
#include "ui/widgets/imgui_versions.hpp"

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <vector>

#include <imgui_internal.h>

namespace phasebox {

#if IMGUI_VERSION_NUM >= 19200
void push_font(ImFont* font) { ImGui::PushFont(font, font->LegacySize); }
#else
void push_font(ImFont* font) { ImGui::PushFont(font); }
#endif

#if IMGUI_VERSION_NUM >= 19130
void push_button_repeat() { ImGui::PushItemFlag(ImGuiItemFlags_ButtonRepeat, true); }
void pop_button_repeat() { ImGui::PopItemFlag(); }
#else
void push_button_repeat() { ImGui::PushButtonRepeat(true); }
void pop_button_repeat() { ImGui::PopButtonRepeat(); }
#endif

void draw_outline(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 color, float thickness,
                  float rounding) {
#if IMGUI_VERSION_NUM >= 19280
  list.AddRect(min, max, color, rounding, thickness);
#else
  list.AddRect(min, max, color, rounding, ImDrawFlags_None, thickness);
#endif
}

void set_later_colors([[maybe_unused]] ImGuiStyle& style) {
#if IMGUI_VERSION_NUM >= 19200
  style.Colors[ImGuiCol_InputTextCursor] = style.Colors[ImGuiCol_Text];
#endif
#if IMGUI_VERSION_NUM >= 19280
  style.Colors[ImGuiCol_CheckboxSelectedBg] = style.Colors[ImGuiCol_FrameBg];
#endif
}

namespace {
// A template, so that the branch that does not fit this version of ImGui is not compiled.
template <class Id>
Id converted(std::uint64_t texture) {
  if constexpr (std::is_pointer_v<Id>)
    return reinterpret_cast<Id>(static_cast<std::uintptr_t>(texture));
  else
    return static_cast<Id>(texture);
}
}  // namespace

ImTextureID texture_id(std::uint64_t texture) { return converted<ImTextureID>(texture); }

namespace {

// Dear ImGui moves the focus by itself within a window. To give it to a window, and (before 1.89.4)
// to step through all widgets rather than text fields alone, its internals are needed.

constexpr const char* kMenuBar = "##MainMenuBar";  // as ImGui calls it

bool has_title(const ImGuiWindow& window) {
  return (window.Flags & (ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_ChildWindow)) == 0;
}

// Those with widgets of their own, or in a child.
bool has_widgets(ImGuiWindow& window) {
  return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [&](ImGuiWindow* w) {
    return w->RootWindow == &window && w->WasActive && w->DC.NavLayersActiveMask != 0;
  });
}

bool takes_focus(ImGuiWindow& window) {
  constexpr ImGuiWindowFlags kNot = ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_Tooltip |
                                    ImGuiWindowFlags_Popup | ImGuiWindowFlags_ChildWindow;
  return window.WasActive && !window.Hidden && (window.Flags & kNot) == 0 && has_widgets(window);
}

std::vector<ImGuiWindow*> windows_in_order() {
  std::vector<ImGuiWindow*> all;
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (takes_focus(*window)) all.push_back(window);
  std::ranges::sort(all, {},
                    [](const ImGuiWindow* w) { return std::tuple(w->Pos.y, w->Pos.x, w->ID); });
  return all;
}

void focus(ImGuiWindow* window) {
  ImGui::FocusWindow(window);
  constexpr auto kMenuAlone = 1 << ImGuiNavLayer_Menu;
  const bool is_bar =
      window == ImGui::FindWindowByName(kMenuBar) || window->DC.NavLayersActiveMask == kMenuAlone;
  ImGui::GetCurrentContext()->NavLayer = is_bar ? ImGuiNavLayer_Menu : ImGuiNavLayer_Main;
  ImGui::NavInitWindow(window, true);
  show_focus();
}

}  // namespace

void show_focus() {
#if IMGUI_VERSION_NUM >= 19140
  ImGui::SetNavCursorVisible(true);
#else
  ImGui::GetCurrentContext()->NavDisableHighlight = false;
#endif
  ImGui::GetCurrentContext()->NavInputSource = ImGuiInputSource_Keyboard;
}

void set_navigation(bool is_on) {
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  if (is_on) flags |= ImGuiConfigFlags_NavEnableKeyboard;
}

bool focus_next_window(int by) {
  const std::vector<ImGuiWindow*> all = windows_in_order();
  if (all.empty()) return false;
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool has_focus = g.NavWindow && (g.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard);
  const auto now = has_focus ? std::ranges::find(all, g.NavWindow->RootWindow) : all.end();
  if (now == all.end()) {
    const auto titled = std::ranges::find_if(all, [](auto* w) { return has_title(*w); });
    const auto panel = std::ranges::find(all, ImGui::FindWindowByName("panel"));
    focus(titled != all.end() ? *titled : panel != all.end() ? *panel : all.front());
  } else {
    const auto n = static_cast<std::ptrdiff_t>(all.size());
    focus(all[static_cast<std::size_t>((now - all.begin() + by + n) % n)]);
  }
  return true;
}

bool focus_is_in_child() {
  const ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
  return window && window->RootWindowForNav != window->RootWindow;
}

int open_popups() { return ImGui::GetCurrentContext()->OpenPopupStack.Size; }

void close_last_popup() { ImGui::ClosePopupToLevel(open_popups() - 1, true); }

void focus_no_window() { ImGui::SetWindowFocus(nullptr); }

#if IMGUI_VERSION_NUM < 18904

void step_focus(int by) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!g.NavWindow || (g.NavWindow->Flags & ImGuiWindowFlags_NoNavInputs)) return;
  // As ImGui::SetKeyboardFocusHere: that request alone stops at every kind of widget.
  ImGui::NavMoveRequestSubmit(
      ImGuiDir_None, by < 0 ? ImGuiDir_Up : ImGuiDir_Down,
      ImGuiNavMoveFlags_Tabbing | ImGuiNavMoveFlags_FocusApi,
      ImGuiScrollFlags_KeepVisibleEdgeX | ImGuiScrollFlags_KeepVisibleEdgeY);
  g.NavTabbingDir = by;
  g.NavTabbingCounter = -1;
  g.NavTabbingResultFirst.Clear();
}

// Otherwise the widget stepped to would begin to edit its text.
void settle_step() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!g.NavMoveSubmitted || (g.NavMoveFlags & ImGuiNavMoveFlags_Tabbing) == 0) return;
  if (g.NavMoveResultLocal.ID == 0) g.NavMoveResultLocal = g.NavTabbingResultFirst;
  g.NavMoveFlags &= ~ImGuiNavMoveFlags_Tabbing;
}

#else

void step_focus(int) {}  // it gets the Tab key instead
void settle_step() {}

#endif

bool begin_child(const char* name, ImVec2 size, bool has_border) {
#if IMGUI_VERSION_NUM >= 19091
  const ImGuiChildFlags border = has_border ? 1 : 0;  // its name has changed, its bit has not
  return ImGui::BeginChild(name, size, border | ImGuiChildFlags_NavFlattened);
#else
  return ImGui::BeginChild(name, size, has_border, ImGuiWindowFlags_NavFlattened);
#endif
}

}  // namespace phasebox
