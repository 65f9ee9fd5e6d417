// SPDX-License-Identifier: MIT
// Dear ImGui in our window; the one file that knows which version of it this is.
#include "app/imgui_host.hpp"

#include <imgui.h>
#include <imgui_internal.h>
#if __has_include(<imgui_impl_sdl2.h>)
#include <imgui_impl_sdl2.h>
#elif __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#elif __has_include(<imgui_impl_sdl.h>)
#include <imgui_impl_sdl.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif
#if __has_include(<imgui_impl_opengl3.h>)
#include <imgui_impl_opengl3.h>
#else
#include <backends/imgui_impl_opengl3.h>
#endif

#include "ui/style.hpp"

namespace phasebox {
namespace {

#if IMGUI_VERSION_NUM >= 18700

// Since 1.87 keys are named by ImGui and input is a queue of events.
ImGuiKey imgui_key(SDL_Keycode code) {
  if (code >= SDLK_a && code <= SDLK_z) return static_cast<ImGuiKey>(ImGuiKey_A + (code - SDLK_a));
  switch (code) {
    case SDLK_TAB: return ImGuiKey_Tab;
    case SDLK_LEFT: return ImGuiKey_LeftArrow;
    case SDLK_RIGHT: return ImGuiKey_RightArrow;
    case SDLK_UP: return ImGuiKey_UpArrow;
    case SDLK_DOWN: return ImGuiKey_DownArrow;
    case SDLK_PAGEUP: return ImGuiKey_PageUp;
    case SDLK_PAGEDOWN: return ImGuiKey_PageDown;
    case SDLK_HOME: return ImGuiKey_Home;
    case SDLK_END: return ImGuiKey_End;
    case SDLK_INSERT: return ImGuiKey_Insert;
    case SDLK_DELETE: return ImGuiKey_Delete;
    case SDLK_BACKSPACE: return ImGuiKey_Backspace;
    case SDLK_SPACE: return ImGuiKey_Space;
    case SDLK_RETURN: return ImGuiKey_Enter;
    case SDLK_KP_ENTER: return ImGuiKey_KeypadEnter;
    case SDLK_ESCAPE: return ImGuiKey_Escape;
    default: return ImGuiKey_None;
  }
}

void write_key(ImGuiIO& io, const FrameInput::KeyChange& key) {
  io.AddKeyEvent(imgui_key(key.code), key.down);
}

void write_state(ImGuiIO& io, const FrameInput& input) {
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

void release_keys(ImGuiIO& io) { io.AddFocusEvent(false); }

#else

// Up to 1.86 the state is polled: keys by SDL's scan codes, as the backend has told ImGui.
void write_key(ImGuiIO& io, const FrameInput::KeyChange& key) {
  io.KeysDown[key.scancode] = key.down;
}

void write_state(ImGuiIO& io, const FrameInput& input) {
  io.KeyCtrl = input.modifiers.ctrl;
  io.KeyShift = input.modifiers.shift;
  io.KeyAlt = input.modifiers.alt;
  io.MousePos = {input.pointer.x, input.pointer.y};
  for (std::size_t b = 0; b < kButtons; ++b) io.MouseDown[b] = input.down[b];
  io.MouseWheel += input.wheel;
}

void release_keys(ImGuiIO& io) {
  for (bool& down : io.KeysDown) down = false;
}

#endif

// WantTextInput stays true for two frames after Enter; keys pressed then are shortcuts again.
bool edits_text() { return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive(); }

// Keys reach ImGui only while it edits text: Tab and the rest are the action table's otherwise.
void write_input(const FrameInput& input) {
  ImGuiIO& io = ImGui::GetIO();
  if (input.focus_lost) release_keys(io);
  write_state(io, input);
  for (const FrameInput::KeyChange& key : input.keys)
    if (!key.down || edits_text()) write_key(io, key);
  if (edits_text() && !input.modifiers.ctrl) io.AddInputCharactersUTF8(input.text.c_str());
}

}  // namespace

ImGuiHost::ImGuiHost(SDL_Window* window, SDL_GLContext context, float scale) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // our own settings file remembers what is worth it
  load_font(scale);
  ImGui_ImplSDL2_InitForOpenGL(window, context);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiHost::~ImGuiHost() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
}

// Not all of the backend's objects: 1.86 would take its new buffers for as large as the old ones.
// Since 1.92 the backend notices by itself. Before the first frame there is no texture yet.
std::string ImGuiHost::reload_fonts(float scale, const std::string& chinese) {
#if IMGUI_VERSION_NUM < 19200
  const bool has_texture = ImGui::GetIO().Fonts->TexID != ImTextureID{};
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  std::string file = load_font(scale, chinese);
  if (has_texture) ImGui_ImplOpenGL3_CreateFontsTexture();
  return file;
#else
  return load_font(scale, chinese);
#endif
}

void ImGuiHost::begin_frame(const FrameInput& input) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  write_input(input);  // after the backend, which writes what it polled
  ImGui::NewFrame();
}

void ImGuiHost::end_frame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiHost::drop_frame() { ImGui::EndFrame(); }

bool ImGuiHost::wants_text() const { return edits_text(); }
bool ImGuiHost::wants_mouse() const { return ImGui::GetIO().WantCaptureMouse; }

bool ImGuiHost::has_popup() const {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

// Tooltips have no public query; they are windows of their own, with numbered names.
bool ImGuiHost::has_tooltip() const {
  const ImGuiWindow* window = ImGui::FindWindowByName("##Tooltip_00");
  return window && window->WasActive;
}

// Taking the focus from all windows closes every popup; ImGui has no other public way.
void ImGuiHost::close_popups() { ImGui::SetWindowFocus(nullptr); }

}  // namespace phasebox
