// SPDX-License-Identifier: MIT
// What differs between versions of Dear ImGui in drawing, under one name.
#include "ui/widgets/imgui_versions.hpp"

#include <type_traits>

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

}  // namespace phasebox
