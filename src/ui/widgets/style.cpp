// SPDX-License-Identifier: MIT
// Dear ImGui in the colors of a theme and in a readable font.
#include "ui/widgets/style.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>

#include "ui/language/translation.hpp"
#include "ui/widgets/imgui_versions.hpp"

namespace phasebox::ui {
namespace {

Color mixed(Color a, Color b, float part) {
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
  const Color panel = theme[Role::panel], text = theme[Role::text], accent = theme[Role::accent];
  const auto set = [&style](ImGuiCol where, Color c) { style.Colors[where] = to_imgui(c); };
  const Color frame = mixed(panel, text, 0.09f), hover = mixed(panel, text, 0.17f);
  const Color active = mixed(panel, accent, 0.45f);
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
  set(ImGuiCol_SliderGrab, active);
  set(ImGuiCol_SliderGrabActive, active);
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
  set(kFocusColor, accent);
  set(ImGuiCol_ModalWindowDimBg, theme[Role::background].with_alpha(0.6f));
  set_later_colors(style);
  ImGui::GetStyle() = style;
}

namespace {

constexpr float kTextSize = 15, kReadingSize = 18, kLargeSize = 30;  // px before scaling

// TrueType, a collection of fonts, OpenType: Dear ImGui ends the program at anything else.
bool is_font(const std::filesystem::path& path) {
  std::error_code missing;
  if (!std::filesystem::is_regular_file(path, missing)) return false;
  std::array<char, 4> begin{};
  std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
  const std::string_view tag(begin.data(), begin.size());
  constexpr std::string_view kTrueType("\0\1\0\0", 4);
  return tag == kTrueType || tag == "ttcf" || tag == "OTTO" || tag == "true";
}

// The first of the files that is a font.
std::string first_file(std::span<const std::string_view> places) {
  for (const std::string_view place : places)
    if (is_font(place)) return std::string(place);
  return {};
}

std::string latin_file() {
  constexpr std::array<std::string_view, 4> kPlaces{
      "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
      "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
      "/usr/share/fonts/dejavu/DejaVuSans.ttf"};
  return first_file(kPlaces);
}

std::string chinese_file() {
  constexpr std::array<std::string_view, 6> kPlaces{
      "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
      "/usr/share/fonts/wqy-microhei/wqy-microhei.ttc",
      "/usr/share/fonts/wenquanyi/wqy-microhei/wqy-microhei.ttc",
      "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
      "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
      "/usr/share/fonts/wqy-zenhei/wqy-zenhei.ttc"};
  const char* named = std::getenv("PHASEBOX_CHINESE_FONT");
  if (!named) return first_file(kPlaces);
  const std::array<std::string_view, 1> only{named};
  return first_file(only);
}

#if IMGUI_VERSION_NUM < 19200
ImVector<ImWchar> ranges_of(const std::string& letters) {
  ImFontGlyphRangesBuilder builder;
  builder.AddText(letters.c_str());
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  return ranges;
}
#else
// Letters are loaded when they are shown first, and ranges would have to stay.
ImVector<ImWchar> ranges_of(const std::string&) { return {}; }
#endif

// One size of the fonts. Letters that both fonts have come from the first.
void add_size(float size, const std::string& latin, const std::string& chinese,
              const ImVector<ImWchar>& letters) {
  // Beyond Latin: arrows (2190-21FF), general punctuation with dashes and dots (2010-2027), minus,
  // multiplication and geometric marks; µ and the middle dot are Latin-1.
  static constexpr std::array<ImWchar, 11> kGlyphs{0x20,   0xFF,   0x2010, 0x2027, 0x2190, 0x21FF,
                                                   0x2212, 0x2212, 0x25A0, 0x25FF, 0};
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (latin.empty() || !atlas.AddFontFromFileTTF(latin.c_str(), size, nullptr, kGlyphs.data())) {
    ImFontConfig config;
    config.SizePixels = std::floor(size * 13 / kTextSize);
    atlas.AddFontDefault(&config);
  }
  if (chinese.empty()) return;
  ImFontConfig config;
  config.MergeMode = true;
  config.OversampleH = 1;  // strokes are thick enough, and there are many letters
  atlas.AddFontFromFileTTF(chinese.c_str(), size, &config, letters.Data);
}

}  // namespace

std::string load_font(float scale, const std::string& chinese) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  const std::string latin = latin_file(), file = chinese_file();
  const std::string wanted = chinese.empty() ? "" : file;
  // The menu names Chinese in Chinese, whatever is spoken.
  const std::string letters = chinese.empty() ? std::string(kChineseTitle) : chinese;
  // Few texts are written large: all letters would make the atlas several times as large.
  const auto text = ranges_of(letters), large = ranges_of(large_letters());
  add_size(std::floor(kTextSize * scale), latin, file, text);
  add_size(std::floor(kReadingSize * scale), latin, wanted, text);
  add_size(std::floor(kLargeSize * scale), latin, wanted, large);
#if IMGUI_VERSION_NUM < 19200
  atlas.Build();  // while the ranges are there
#endif
  return wanted;
}

bool has_chinese_title() {
  constexpr ImWchar kFirst = 0x4E2D;  // of kChineseTitle
  ImFont* const font = ImGui::GetIO().Fonts->Fonts[0];
#if IMGUI_VERSION_NUM < 19200
  return font->FindGlyphNoFallback(kFirst) != nullptr;
#else
  return font->IsGlyphInFont(kFirst);
#endif
}

FontFiles find_fonts() { return {latin_file(), chinese_file()}; }

ImFont* reading_font() { return ImGui::GetIO().Fonts->Fonts[1]; }
ImFont* large_font() { return ImGui::GetIO().Fonts->Fonts[2]; }

}  // namespace phasebox::ui
