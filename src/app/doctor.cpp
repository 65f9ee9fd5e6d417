// SPDX-License-Identifier: MIT
// Looks at the screens, the driver, the fonts and the settings as the window would.
#include "app/doctor.hpp"

#include <filesystem>
#include <string>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "app/gl_window.hpp"
#include "app/settings.hpp"
#include "io/files/text_file.hpp"
#include "ui/widgets/style.hpp"
#include "view/gl/renderer.hpp"

namespace phasebox {
namespace {

Finding screens_found() {
  std::string text = SDL_GetCurrentVideoDriver();
  for (int i = 0; i < SDL_GetNumVideoDisplays(); ++i)
    if (SDL_Rect r; SDL_GetDisplayBounds(i, &r) == 0)
      text += fmt::format("{} {} x {}", i == 0 ? "," : " and", r.w, r.h);
  return {"screens", text};
}

std::string gl_text(GLenum name) {
  const auto* text = reinterpret_cast<const char*>(glGetString(name));
  return text ? text : "unknown";
}

Finding opengl_found(const Renderer& renderer) {
  Finding found{"OpenGL", fmt::format("{}, {}", gl_text(GL_VERSION), renderer.device())};
  if (renderer.is_software())
    found.remedy =
        "the processor draws: fields of more than some thousand sprites are slow to look at; "
        "install the driver of the graphics card. Races and answers are not affected";
  return found;
}

void add_display(std::vector<Finding>& all, const GlWindow& window, const Renderer& renderer) {
  all.push_back(screens_found());
  all.push_back({"scale", fmt::format("{}", window.screen_scale())});
  all.push_back(opengl_found(renderer));
}

void find_display(std::vector<Finding>& all) {
  const double begin = seconds();
  const auto window = GlWindow::open("Phasebox", {}, true);
  if (!window) return all.push_back({"window", "none", window.error().text});
  const auto renderer = Renderer::create();
  if (!renderer) return all.push_back({"OpenGL", gl_text(GL_VERSION), renderer.error().text});
  (*renderer)->draw({}, {}, {}, 1, 1, {});
  glFinish();
  const double time = seconds() - begin;
  add_display(all, **window, **renderer);
  constexpr double kSlow = 1;  // s
  all.push_back(
      {"start", fmt::format("{:.2f} s to a window with OpenGL", time),
       time > kSlow ? "the driver needs this time; a second start is often quicker" : ""});
}

Finding latin_font(const FontFiles& fonts) {
  if (!fonts.latin.empty()) return {"font", fonts.latin};
  return {"font", "that of Dear ImGui",
          "small, and without arrows; install DejaVu Sans (Debian: fonts-dejavu-core)"};
}

Finding chinese_font(const FontFiles& fonts) {
  if (!fonts.chinese.empty()) return {"Chinese font", fonts.chinese};
  return {"Chinese font", "none",
          fmt::format("lessons in Chinese need one (Debian: {}), or PHASEBOX_CHINESE_FONT=FILE",
                      kChinesePackage)};
}

Finding settings() {
  const std::filesystem::path file = settings_file();
  Finding found{"settings", file.string()};
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown)) found.value += " (not there yet)";
  // A folder that is missing is made when they are saved: its nearest parent must let it.
  std::filesystem::path folder = file.parent_path();
  while (folder.has_relative_path() && !std::filesystem::exists(folder, unknown))
    folder = folder.parent_path();
  if (const Status error = check_writable(folder / file.filename()))
    found.remedy = error->text + "; settings are not kept";
  return found;
}

void add_files(std::vector<Finding>& all) {
  const FontFiles fonts = find_fonts();
  all.push_back(latin_font(fonts));
  all.push_back(chinese_font(fonts));
  all.push_back(settings());
}

}  // namespace

std::vector<Finding> findings_of_window() {
  std::vector<Finding> all;
  find_display(all);
  add_files(all);
  return all;
}

std::vector<Finding> findings_of(const GlWindow& window, const Renderer& renderer) {
  std::vector<Finding> all;
  add_display(all, window, renderer);
  add_files(all);
  return all;
}

}  // namespace phasebox
