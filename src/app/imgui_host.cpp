// SPDX-License-Identifier: MIT
// Dear ImGui in our window.
#include "app/imgui_host.hpp"

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#if IMGUI_VERSION_NUM >= 18930
#include <imgui_impl_sdl2.h>
#else
#include <imgui_impl_sdl.h>
#endif

#include "ui/imgui_input.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
ImGuiHost::ImGuiHost(SDL_Window* window, SDL_GLContext context, float scale) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // our own settings file remembers what is worth it
  load_font(scale);
  ImGui_ImplSDL2_InitForOpenGL(window, context);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  set_up_input();
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

// The backend counts in points of the desktop, which a dense screen makes of several pixels; all of
// ours is in pixels.
void ImGuiHost::begin_frame(Vec2 size) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  ImGui::GetIO().DisplaySize = {size.x, size.y};
  ImGui::GetIO().DisplayFramebufferScale = {1, 1};
}

const ImDrawData& ImGuiHost::end_frame() {
  ImGui::Render();
  return *ImGui::GetDrawData();
}

void ImGuiHost::draw() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

}  // namespace phasebox
