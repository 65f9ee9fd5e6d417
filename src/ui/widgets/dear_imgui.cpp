// SPDX-License-Identifier: MIT
// The layer over Dear ImGui: style, fonts, differences between its versions, input, and keyboard
// focus by its internals.
#include "ui/widgets/dear_imgui.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include <imgui_internal.h>

#include "io/files/embedded.hpp"
#include "io/files/text_file.hpp"
#include "ui/language/translation.hpp"

namespace phasebox::ui {

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

void draw_polyline(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float thickness,
                   bool is_closed) {
  const int n = static_cast<int>(points.size());
  const ImDrawFlags flags = is_closed ? ImDrawFlags_Closed : ImDrawFlags_None;
#if IMGUI_VERSION_NUM >= 19280
  list.AddPolyline(points.data(), n, color, thickness, flags);
#else
  list.AddPolyline(points.data(), n, color, flags, thickness);
#endif
}

namespace {
// Converts a texture handle to ImTextureID, which is a pointer or a number by ImGui's version. It
// is a template so that only the branch for this version is compiled.
template <class Id>
Id converted(std::uint64_t texture) {
  if constexpr (std::is_pointer_v<Id>)
    return reinterpret_cast<Id>(static_cast<std::uintptr_t>(texture));
  else
    return static_cast<Id>(texture);
}

// Only ImGui's internals can focus a window in this way, and before 1.89.4 step through all widgets
// instead of text fields alone.

constexpr const char* kMenuBar = "##MainMenuBar";  // ImGui's name for the window of the menu bar

bool has_title(const ImGuiWindow& window) {
  return (window.Flags & (ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_ChildWindow)) == 0;
}

// Lists the visible windows that have widgets, their own or in a child, in reading order.
std::vector<ImGuiWindow*> windows_in_order() {
  constexpr ImGuiWindowFlags kNot = ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_Tooltip |
                                    ImGuiWindowFlags_Popup | ImGuiWindowFlags_ChildWindow;
  const auto& windows = ImGui::GetCurrentContext()->Windows;
  std::vector<ImGuiWindow*> all;
  std::ranges::copy_if(windows, std::back_inserter(all), [&](const ImGuiWindow* window) {
    return window->WasActive && !window->Hidden && (window->Flags & kNot) == 0 &&
           std::ranges::any_of(windows, [&](const ImGuiWindow* w) {
             return w->RootWindow == window && w->WasActive && w->DC.NavLayersActiveMask != 0;
           });
  });
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

#if IMGUI_VERSION_NUM >= 18700

// Tells ImGui that a key went down or up.
void write_key(ImGuiKey key, bool is_down) { ImGui::GetIO().AddKeyEvent(key, is_down); }

// Tells ImGui the pointer, the buttons, the wheel and the modifiers of a frame.
void write_state(const FrameInput& input) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, input.modifiers.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, input.modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, input.modifiers.alt);
#else
  io.AddKeyEvent(ImGuiKey_ModCtrl, input.modifiers.ctrl);
  io.AddKeyEvent(ImGuiKey_ModShift, input.modifiers.shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, input.modifiers.alt);
#endif
  io.AddMousePosEvent(input.pointer.x, input.pointer.y);
  for (std::size_t b = 0; b < kButtons; ++b)
    io.AddMouseButtonEvent(static_cast<int>(b), input.down[b]);
  if (input.wheel != 0) io.AddMouseWheelEvent(0, input.wheel);
}

// Tells ImGui that the window has lost the focus: no key is held any more.
void release_keys() { ImGui::GetIO().AddFocusEvent(false); }

#else

void write_key(ImGuiKey key, bool is_down) { ImGui::GetIO().KeysDown[key] = is_down; }

void write_state(const FrameInput& input) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = input.modifiers.ctrl;
  io.KeyShift = input.modifiers.shift;
  io.KeyAlt = input.modifiers.alt;
  io.MousePos = {input.pointer.x, input.pointer.y};
  for (std::size_t b = 0; b < kButtons; ++b) io.MouseDown[b] = input.down[b];
  io.MouseWheel += input.wheel;
}

void release_keys() {
  for (bool& down : ImGui::GetIO().KeysDown) down = false;
}

#endif

// The keys that ImGui is told about: those that move the focus or press the focused widget, and
// those of text fields.
struct KnownKey {
  Key key;
  ImGuiKey imgui;
  bool moves = false;
};
constexpr std::array kKeys = std::to_array<KnownKey>({
    {Key::tab, ImGuiKey_Tab, true},
    {Key::left, ImGuiKey_LeftArrow, true},
    {Key::right, ImGuiKey_RightArrow, true},
    {Key::up, ImGuiKey_UpArrow, true},
    {Key::down, ImGuiKey_DownArrow, true},
    {Key::page_up, ImGuiKey_PageUp, true},
    {Key::page_down, ImGuiKey_PageDown, true},
    {Key::home, ImGuiKey_Home, true},
    {Key::end, ImGuiKey_End, true},
    {Key::space, ImGuiKey_Space, true},
    {Key::enter, ImGuiKey_Enter, true},
    {Key::escape, ImGuiKey_Escape, true},
    {Key::insert, ImGuiKey_Insert},
    {Key::remove, ImGuiKey_Delete},
    {Key::backspace, ImGuiKey_Backspace},
    {Key{'a'}, ImGuiKey_A},
    {Key{'c'}, ImGuiKey_C},
    {Key{'v'}, ImGuiKey_V},
    {Key{'x'}, ImGuiKey_X},
    {Key{'y'}, ImGuiKey_Y},
    {Key{'z'}, ImGuiKey_Z},
});

// Before 1.89.4 ImGui would step with Tab from text field to text field alone, so it does not get
// the key and step_focus() moves the focus.
constexpr bool kTabIsOurs = IMGUI_VERSION_NUM < 18904;

bool is_written(Key key, KeysFor keys_for, bool is_text) {
  if (key == Key::tab && kTabIsOurs && keys_for != KeysFor::text) return false;
  if (is_text) return true;
  return moves_focus(key) &&
         (keys_for == KeysFor::focus || (keys_for == KeysFor::question && key != Key::escape));
}

// All distances are multiples of 4 px, and so are the heights of a line of text, 16 px, and of a
// widget with a frame, 20 px.
void set_sizes(ImGuiStyle& style) {
  style.WindowPadding = {8, 8};
  style.FramePadding = {8, 2};
  style.ItemSpacing = {8, 4};
  style.ItemInnerSpacing = {4, 4};
  style.IndentSpacing = 16;
  style.ScrollbarSize = 12;
  style.GrabMinSize = 8;
  style.WindowRounding = 8;
  style.FrameRounding = 4;
  style.PopupRounding = 4;
  style.GrabRounding = 4;
  style.ScrollbarRounding = 4;
  style.WindowBorderSize = 1;
  style.FrameBorderSize = 0;
}

// heights of fonts, px before scaling
constexpr float kTextSize = 16, kAnswerSize = 24, kFootnote = 14, kFigureSize = 77;

// Checks that a file begins like a TrueType font, a collection of fonts or OpenType. Dear ImGui
// would end the program at anything else.
bool is_font(const char* path) {
  const std::string tag = read_beginning(path, 4);
  constexpr std::string_view kTrueType("\0\1\0\0", 4);
  return tag == kTrueType || tag == "ttcf" || tag == "OTTO" || tag == "true";
}

// One weight of the font with Latin letters. It is Inter, which the program carries; where it was
// built without Inter, `path` is DejaVu Sans, whose figures have one width already.
struct Weight {
  std::span<const unsigned char> inter;
  std::string path;
  float figure = 0;  // width of Inter's widest tabular figure, heights of the font
};

// Returns the first of these files that is a font; empty if none is.
std::string first_font(std::span<const char* const> places) {
  const auto found = std::ranges::find_if(places, is_font);
  return found == places.end() ? "" : *found;
}

Weight find_weight(std::string_view inter, std::string_view dejavu, float figure) {
  for (const EmbeddedFile& font : embedded_fonts())
    if (font.name == inter) return {font.bytes, {}, figure};
  for (const char* folder : {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/TTF/",
                             "/usr/share/fonts/dejavu-sans-fonts/", "/usr/share/fonts/dejavu/"})
    if (const std::string path = folder + std::string(dejavu); is_font(path.c_str()))
      return {{}, path};
  return {};
}

// Returns the path of a font with Chinese letters; empty where none was found.
std::string find_chinese() {
  static constexpr const char* kPlaces[] = {
      "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
      "/usr/share/fonts/wqy-microhei/wqy-microhei.ttc",
      "/usr/share/fonts/wenquanyi/wqy-microhei/wqy-microhei.ttc",
      "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
      "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
      "/usr/share/fonts/wqy-zenhei/wqy-zenhei.ttc",
      "C:/Windows/Fonts/msyh.ttc",
      "C:/Windows/Fonts/simsun.ttc"};
  const char* named = std::getenv("PHASEBOX_CHINESE_FONT");
  return named ? first_font({&named, 1}) : first_font(kPlaces);
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
// Since 1.92 ImGui loads letters when they are first shown; ranges would have to live as long as
// the atlas.
ImVector<ImWchar> ranges_of(const std::string&) { return {}; }
#endif

// Ranges of Latin-1 (with µ and ·), punctuation, arrows, minus, less or equal, triangles, a tick.
constexpr ImWchar kGlyphs[] = {0x20,   0xFF,   0x2010, 0x2027, 0x2190, 0x2199, 0x2212, 0x2212,
                               0x2264, 0x2265, 0x25B2, 0x25C0, 0x2713, 0x2713, 0};
// Ranges of what a figure needs: blank, comma to 9, k, M, m, s, µ. These glyphs are large, so there
// are few.
constexpr ImWchar kFigures[] = {' ', ' ', ',', '9', 'M', 'M', 'k', 'm', 's', 's', 0xB5, 0xB5, 0};
constexpr ImWchar kDigits[] = {'0', '9', 0};
#if IMGUI_VERSION_NUM >= 19200
constexpr ImWchar kNoDigits[] = {1, '0' - 1, '9' + 1, 0xFFFF, 0};  // it reads no ranges any more
#endif

// The height of Inter's ascent, as its table "hhea" has it: 2728 of 2728 + 680 units.
constexpr float kInterAscent = 0.8005f;

// Adds letters of Inter to the atlas. The default figures of Inter differ in width; its tabular
// ones would need a feature that ImGui does not read. So figures come first, each in the middle of
// one width, and later letters of the same code do not replace them.
void add_inter(const Weight& weight, float size, const ImWchar* glyphs) {
  const auto add = [&](const ImFontConfig& config, const ImWchar* ranges) {
    void* bytes = const_cast<unsigned char*>(weight.inter.data());
    const int n = static_cast<int>(weight.inter.size());
    ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes, n, size, &config, ranges);
  };
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  // ImGui rounds the height of the baseline up. Rounded to the nearest px instead, letters such as
  // g stay within a line of text at all sizes.
  const float baseline = kInterAscent * size;
  config.GlyphOffset.y = std::round(baseline) - std::floor(baseline + 1);
  ImFontConfig figures = config;
  figures.GlyphMinAdvanceX = figures.GlyphMaxAdvanceX = weight.figure * size;
#if IMGUI_VERSION_NUM >= 19200
  figures.GlyphExcludeRanges = kNoDigits;
#endif
  add(figures, kDigits);
  config.MergeMode = true;
  add(config, glyphs);
}

// Adds a font to the atlas, `size` px high, made of a Latin and a Chinese one; a letter that both
// have comes from the Latin one. Without a Latin font ImGui's own is used, without a Chinese file
// no other.
void add_size(float size, const Weight& latin, const std::string& chinese,
              const ImVector<ImWchar>& letters, const ImWchar* glyphs = kGlyphs) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (!latin.inter.empty()) {
    add_inter(latin, size, glyphs);
  } else if (latin.path.empty() ||
             !atlas.AddFontFromFileTTF(latin.path.c_str(), size, nullptr, glyphs)) {
    ImFontConfig config;
    config.SizePixels = std::floor(size * 13 / kTextSize);
    atlas.AddFontDefault(&config);
  }
  if (chinese.empty()) return;
  ImFontConfig config;
  config.MergeMode = true;
  config.OversampleH = 1;  // oversampled, so many letters would fill the atlas
  atlas.AddFontFromFileTTF(chinese.c_str(), size, &config, letters.Data);
}

}  // namespace

ImTextureID texture_id(std::uint64_t texture) { return converted<ImTextureID>(texture); }

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

void keep_focus() { ImGui::NavMoveRequestCancel(); }

void release_widget() { ImGui::ClearActiveID(); }

int open_popups() { return ImGui::GetCurrentContext()->OpenPopupStack.Size; }

void close_last_popup() { ImGui::ClosePopupToLevel(open_popups() - 1, true); }

#if IMGUI_VERSION_NUM < 18904

void step_focus(int by) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!g.NavWindow || (g.NavWindow->Flags & ImGuiWindowFlags_NoNavInputs)) return;
  // ImGui::SetKeyboardFocusHere submits the same request. It is the only one that stops at every
  // kind of widget.
  ImGui::NavMoveRequestSubmit(
      ImGuiDir_None, by < 0 ? ImGuiDir_Up : ImGuiDir_Down,
      ImGuiNavMoveFlags_Tabbing | ImGuiNavMoveFlags_FocusApi,
      ImGuiScrollFlags_KeepVisibleEdgeX | ImGuiScrollFlags_KeepVisibleEdgeY);
  g.NavTabbingDir = by;
  g.NavTabbingCounter = -1;
  g.NavTabbingResultFirst.Clear();
}

// Clears the tabbing flag of the step. With it ImGui would begin to edit the text of the widget
// that was reached.
void settle_step() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!g.NavMoveSubmitted || (g.NavMoveFlags & ImGuiNavMoveFlags_Tabbing) == 0) return;
  if (g.NavMoveResultLocal.ID == 0) g.NavMoveResultLocal = g.NavTabbingResultFirst;
  g.NavMoveFlags &= ~ImGuiNavMoveFlags_Tabbing;
}

#else

void step_focus(int) {}  // since 1.89.4 ImGui gets the Tab key and moves the focus by itself
void settle_step() {}

#endif

bool begin_child(const char* name, ImVec2 size, bool has_border) {
#if IMGUI_VERSION_NUM >= 19091
  const ImGuiChildFlags border = has_border ? 1 : 0;  // 1 in all versions, under different names
  return ImGui::BeginChild(name, size, border | ImGuiChildFlags_NavFlattened);
#else
  return ImGui::BeginChild(name, size, has_border, ImGuiWindowFlags_NavFlattened);
#endif
}

// Input: ImGui takes events since version 1.87, and before that the state of keys and buttons.

// Since 1.87 this switches off ImGui's own queue. InputQueue divides the input among frames
// already, and if ImGui spread it further, a click could reach the field before a menu above it.
void set_up_input() {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().ConfigInputTrickleEventQueue = false;
#else
  for (int key = 0; key < ImGuiKey_COUNT; ++key) ImGui::GetIO().KeyMap[key] = key;
#endif
}

bool moves_focus(Key key) {
  return std::ranges::any_of(kKeys, [&](const KnownKey& k) { return k.key == key && k.moves; });
}

// Keys reach ImGui only while it edits text or moves the focus; all other keys are shortcuts of
// actions.
void write_input(const FrameInput& input, KeysFor keys_for) {
  if (input.focus_lost) release_keys();
  write_state(input);
  const bool is_text = edits_text();
  for (const FrameInput::KeyChange& change : input.keys)
    for (const auto& [key, imgui_key, moves] : kKeys) {
      if (key != change.key || (change.down && !is_written(key, keys_for, is_text))) continue;
      write_key(imgui_key, change.down);
      // Some versions press buttons with Space alone, so Enter is also passed on as Space.
      if (key == Key::enter && (!is_text || !change.down)) write_key(ImGuiKey_Space, change.down);
    }
  if (edits_text() && !input.modifiers.ctrl)
    ImGui::GetIO().AddInputCharactersUTF8(input.text.c_str());
}

// WantTextInput stays true for two frames after Enter; keys pressed then are shortcuts again.
bool edits_text() { return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive(); }

bool wants_mouse() { return ImGui::GetIO().WantCaptureMouse; }

bool has_popup() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

// Taking the focus from all windows closes every popup; ImGui has no other public way.
void close_popups() { ImGui::SetWindowFocus(nullptr); }

void set_style(const Theme& theme, float scale) {
  ImGuiStyle style;
  set_sizes(style);
  style.ScaleAllSizes(scale);
  const Color panel = theme[Role::panel], text = theme[Role::text], accent = theme[Role::accent];
  const auto set = [&style](ImGuiCol where, Color c) { style.Colors[where] = to_imgui(c); };
  const Color frame = blended(panel, text, 0.09f), hover = blended(panel, text, 0.17f);
  const Color active = blended(panel, accent, 0.45f);
  set(ImGuiCol_Text, text);
  set(ImGuiCol_TextDisabled, theme[Role::text_dim]);
  for (const int i : {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_MenuBarBg}) set(i, panel);
  set(ImGuiCol_ChildBg, panel.with_alpha(0));
  set(ImGuiCol_Border, theme[Role::panel_border]);
  set(ImGuiCol_BorderShadow, {});
  set(ImGuiCol_FrameBg, frame);
  set(ImGuiCol_FrameBgHovered, hover);
  set(ImGuiCol_FrameBgActive, blended(panel, accent, 0.3f));
  for (const int i : {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed})
    set(i, blended(panel, text, 0.05f));
  set(ImGuiCol_ScrollbarBg, panel.with_alpha(0));
  set(ImGuiCol_ScrollbarGrab, hover);
  set(ImGuiCol_ScrollbarGrabHovered, blended(panel, text, 0.3f));
  set(ImGuiCol_ScrollbarGrabActive, blended(panel, text, 0.4f));

  for (const int i : {ImGuiCol_Button, ImGuiCol_Header}) set(i, frame);
  for (const int i : {ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}) set(i, hover);
  for (const int i : {ImGuiCol_ButtonActive, ImGuiCol_HeaderActive, ImGuiCol_SliderGrab,
                      ImGuiCol_SliderGrabActive})
    set(i, active);
  for (const int i : {ImGuiCol_Separator, ImGuiCol_TableBorderLight, ImGuiCol_TableBorderStrong})
    set(i, theme[Role::panel_border]);
  set(ImGuiCol_TableHeaderBg, blended(panel, text, 0.05f));
  set(ImGuiCol_TableRowBgAlt, text.with_alpha(0.03f));
  for (const int i : {ImGuiCol_CheckMark, ImGuiCol_SeparatorHovered, ImGuiCol_SeparatorActive,
                      ImGuiCol_PlotLines})
    set(i, accent);
  set(ImGuiCol_TextSelectedBg, accent.with_alpha(0.35f));

#if IMGUI_VERSION_NUM >= 19140
  set(ImGuiCol_NavCursor, accent);
#else
  set(ImGuiCol_NavHighlight, accent);
#endif
  set(ImGuiCol_ModalWindowDimBg, theme[Role::background].with_alpha(0.6f));
#if IMGUI_VERSION_NUM >= 19200
  set(ImGuiCol_InputTextCursor, text);
#endif
#if IMGUI_VERSION_NUM >= 19280
  set(ImGuiCol_CheckboxSelectedBg, frame);
#endif
  ImGui::GetStyle() = style;
}

std::string load_font(float scale, const std::string& chinese) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  // Widths of the figures that Inter has for tables, of 3,408 units of the font's height.
  const Weight regular = find_weight("Inter-Regular", "DejaVuSans.ttf", 1824.0f / 3408);
  const Weight bold = find_weight("Inter-Bold", "DejaVuSans-Bold.ttf", 1920.0f / 3408);
  const std::string file = find_chinese(), wanted = chinese.empty() ? "" : file;
  // The menu names the Chinese language in Chinese whatever language is chosen.
  const auto text = ranges_of(std::string(kChineseTitle) + chinese);
  add_size(std::floor(kTextSize * scale), regular, file, text);
  add_size(std::floor(kTextSize * scale), bold, wanted, text);
  add_size(std::floor(kAnswerSize * scale), bold, wanted, text);
  add_size(std::floor(kFootnote * scale), regular, wanted, text);
  add_size(std::floor(kFigureSize * scale), bold, "", {}, kFigures);
#if IMGUI_VERSION_NUM < 19200
  atlas.Build();  // now, as it reads `text`, which ends with this function
#endif
  return wanted;
}

bool has_letter(ImWchar letter) {
#if IMGUI_VERSION_NUM < 19200
  return text_font()->FindGlyphNoFallback(letter) != nullptr;
#else
  return text_font()->IsGlyphInFont(letter);
#endif
}

ImFont* text_font() { return ImGui::GetIO().Fonts->Fonts[0]; }
ImFont* bold_font() { return ImGui::GetIO().Fonts->Fonts[1]; }
ImFont* answer_font() { return ImGui::GetIO().Fonts->Fonts[2]; }
ImFont* footnote_font() { return ImGui::GetIO().Fonts->Fonts[3]; }
ImFont* figure_font() { return ImGui::GetIO().Fonts->Fonts[4]; }

}  // namespace phasebox::ui
