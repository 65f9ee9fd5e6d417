// SPDX-License-Identifier: MIT
// Dear ImGui in the colours of a theme and in a readable font.
#include "ui/style.hpp"

#include <array>
#include <cmath>
#include <filesystem>

namespace phasebox {
namespace {

Colour mixed(Colour a, Colour b, float part) {
  const auto channel = [part](std::uint8_t p, std::uint8_t q) {
    return static_cast<std::uint8_t>(
        std::lround((1 - part) * static_cast<float>(p) + part * static_cast<float>(q)));
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), 255};
}

void set_sizes(ImGuiStyle& style) {
  style.WindowPadding = {10, 8};
  style.FramePadding = {7, 3};
  style.ItemSpacing = {8, 5};
  style.ItemInnerSpacing = {6, 4};
  style.ScrollbarSize = 12;
  style.GrabMinSize = 9;
  style.WindowRounding = 6;
  style.FrameRounding = 4;
  style.PopupRounding = 4;
  style.GrabRounding = 3;
  style.ScrollbarRounding = 6;
  style.WindowBorderSize = 1;
  style.FrameBorderSize = 0;
}

}  // namespace

void set_style(const Theme& theme, float scale) {
  ImGuiStyle style;
  set_sizes(style);
  style.ScaleAllSizes(scale);
  const Colour panel = theme[Role::panel], text = theme[Role::text], accent = theme[Role::accent];
  const auto set = [&style](ImGuiCol where, Colour c) { style.Colors[where] = to_imgui(c); };
  const Colour frame = mixed(panel, text, 0.09f), hover = mixed(panel, text, 0.17f);
  const Colour active = mixed(panel, accent, 0.45f);
  set(ImGuiCol_Text, text);
  set(ImGuiCol_TextDisabled, theme[Role::text_dim]);
  for (const int i : {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_MenuBarBg}) set(i, panel);
  set(ImGuiCol_ChildBg, panel.with_alpha(0));
  set(ImGuiCol_Border, theme[Role::panel_border]);
  set(ImGuiCol_BorderShadow, {});
  set(ImGuiCol_FrameBg, frame);
  set(ImGuiCol_FrameBgHovered, hover);
  set(ImGuiCol_FrameBgActive, mixed(panel, accent, 0.3f));
  for (const int i : {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed})
    set(i, mixed(panel, text, 0.05f));
  set(ImGuiCol_ScrollbarBg, panel.with_alpha(0));
  set(ImGuiCol_ScrollbarGrab, hover);
  set(ImGuiCol_ScrollbarGrabHovered, mixed(panel, text, 0.3f));
  set(ImGuiCol_ScrollbarGrabActive, mixed(panel, text, 0.4f));
  set(ImGuiCol_CheckMark, accent);
  set(ImGuiCol_SliderGrab, mixed(panel, accent, 0.6f));
  set(ImGuiCol_SliderGrabActive, accent);
  for (const int i : {ImGuiCol_Button, ImGuiCol_Header}) set(i, frame);
  for (const int i : {ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}) set(i, hover);
  for (const int i : {ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}) set(i, active);
  for (const int i : {ImGuiCol_Separator, ImGuiCol_TableBorderLight, ImGuiCol_TableBorderStrong})
    set(i, theme[Role::panel_border]);
  set(ImGuiCol_TableHeaderBg, mixed(panel, text, 0.05f));
  set(ImGuiCol_TableRowBgAlt, text.with_alpha(0.03f));
  set(ImGuiCol_SeparatorHovered, accent);
  set(ImGuiCol_SeparatorActive, accent);
  set(ImGuiCol_TextSelectedBg, accent.with_alpha(0.35f));
  set(ImGuiCol_PlotLines, accent);
  set(ImGuiCol_ModalWindowDimBg, theme[Role::background].with_alpha(0.6f));
  ImGui::GetStyle() = style;
}

void load_font(float scale) {
  // Beyond Latin: arrows (2190-21FF), general punctuation with dashes and dots (2010-2027), minus,
  // multiplication and geometric marks; µ and the middle dot are Latin-1.
  static constexpr std::array<ImWchar, 11> kGlyphs{0x20,   0xFF,   0x2010, 0x2027, 0x2190, 0x21FF,
                                                   0x2212, 0x2212, 0x25A0, 0x25FF, 0};
  constexpr std::array kPlaces{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                               "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                               "/usr/share/fonts/TTF/DejaVuSans.ttf",
                               "/usr/share/fonts/dejavu/DejaVuSans.ttf"};
  ImGuiIO& io = ImGui::GetIO();
  const float size = std::floor(15 * scale);
  for (const char* place : kPlaces) {
    std::error_code missing;
    if (!std::filesystem::is_regular_file(place, missing)) continue;
    if (io.Fonts->AddFontFromFileTTF(place, size, nullptr, kGlyphs.data())) return;
  }
  ImFontConfig config;
  config.SizePixels = std::floor(13 * scale);
  io.Fonts->AddFontDefault(&config);
}

}  // namespace phasebox
