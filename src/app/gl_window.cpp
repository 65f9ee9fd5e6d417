// SPDX-License-Identifier: MIT
// Opens SDL's window, watches its place on the desktop, and runs Dear ImGui's backends.
#include "app/gl_window.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>
#include <thread>
#include <utility>

#include <epoxy/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <SDL.h>
#if IMGUI_VERSION_NUM >= 18930
#include <imgui_impl_sdl2.h>
#else
#include <imgui_impl_sdl.h>
#endif

#include "app/file_drag.hpp"
#include "base/os/system.hpp"
#include "language/format_sentence.hpp"
#include "ui/widgets/dear_imgui.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/gl/offscreen.hpp"

namespace phasebox {

using namespace ui;

WindowPlace within_reach(WindowPlace place, std::span<const ScreenArea> screens) {
  constexpr int kGrip = 80;  // points: so much of the upper edge and below it must be on a screen
  const DesktopPoint at = place.position.value_or(DesktopPoint{});
  const bool is_reachable = std::ranges::any_of(screens, [&](const ScreenArea& s) {
    const int left = std::max(at.x, s.from.x);
    const int right = std::min(at.x + place.width, s.from.x + s.width);
    return right - left >= kGrip && at.y >= s.from.y && at.y + kGrip <= s.from.y + s.height;
  });
  if (!is_reachable) place.position.reset();
  return place;
}

WindowPlace fitted(WindowPlace place, std::span<const ScreenArea> screens) {
  constexpr int kTitleBar = 40;  // points; a guess, since the window is not open yet
  if (place.position || place.is_exact || screens.empty()) return place;
  place.width = std::min(place.width, screens[0].width);
  place.height = std::min(place.height, screens[0].height - kTitleBar);
  return place;
}

float pixels_per_point(int drawable_width, int window_width) {
  return static_cast<float>(std::max(1, drawable_width)) /
         static_cast<float>(std::max(1, window_width));
}

float screen_scale(float pixels_per_point, float dots_per_inch) {
  const float scale = pixels_per_point > 1 ? pixels_per_point : dots_per_inch / 96;
  return std::clamp(std::round(scale * 4) / 4, 1.0f, 3.0f);
}

void PlaceWatch::see(const WindowPlace& place, double now) {
  if (place != std::exchange(seen_, place)) since_ = now;
  if (now - since_ < kRest) return;
  if (!place.is_maximized) last_ = place;
  last_.is_maximized = place.is_maximized;
  if (!first_) first_ = last_;
}

namespace {

constexpr const char* kNoDisplay = "without a display, use 'phasebox render' to draw into a file";

Error sdl_error(const Sentence& what, const char* remedy) {
  return {say("{}: {}; {}", what, Sentence::as_is(SDL_GetError()), remedy)};
}

/// While an XErrorGuard exists, errors that the X server reports are ignored; by default they would
/// end the program. SDL then returns an error by itself. Without any OpenGL driver, for example,
/// GLX fails before SDL notices.
class XErrorGuard {
 public:
  XErrorGuard() {
    // The library is loaded only if SDL uses X11, and then SDL keeps it loaded.
    const auto library = os::SharedObject::loaded("libX11.so.6");
    set_ = library.function<SetHandler>("XSetErrorHandler");
    if (set_) before_ = set_([](void*, void*) { return 0; });
  }
  ~XErrorGuard() {
    if (set_) set_(before_);
  }
  XErrorGuard(const XErrorGuard&) = delete;
  XErrorGuard& operator=(const XErrorGuard&) = delete;

 private:
  using Handler = int (*)(void* display, void* event);
  using SetHandler = Handler (*)(Handler);
  SetHandler set_ = nullptr;
  Handler before_ = nullptr;
};

std::vector<ScreenArea> screens() {
  std::vector<ScreenArea> all;
  for (int i = 0; i < SDL_GetNumVideoDisplays(); ++i)
    if (SDL_Rect r; SDL_GetDisplayUsableBounds(i, &r) == 0) all.push_back({{r.x, r.y}, r.w, r.h});
  return all;
}

}  // namespace

double seconds() {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point start = Clock::now();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<std::unique_ptr<GlWindow>> GlWindow::open(const char* title, const WindowPlace& wanted) {
  std::unique_ptr<GlWindow> w(new GlWindow);
  // These hints keep SDL from installing a handler for Ctrl+C in the terminal, and make it pass on
  // the click that activates the window.
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return sdl_error("cannot open the display", kNoDisplay);
  // SDL opens a driver that draws off screen where there is no display. That is refused, unless the
  // user has chosen the driver by SDL_VIDEODRIVER.
  const std::string_view driver = SDL_GetCurrentVideoDriver();
  const bool is_invisible = driver == "offscreen" || driver == "dummy" || driver == "evdev";
  if (is_invisible && !SDL_getenv("SDL_VIDEODRIVER"))
    return Error{std::string("cannot open the display: none was found; ") + kNoDisplay};
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  const WindowPlace place = fitted(within_reach(wanted, screens()), screens());
  w->places_ = PlaceWatch(place);
  const XErrorGuard guard;
  constexpr int kCentered = SDL_WINDOWPOS_CENTERED;
  const auto at = place.position.value_or(DesktopPoint{kCentered, kCentered});
  w->window_ = SDL_CreateWindow(
      title, at.x, at.y, place.width, place.height,
      SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_SHOWN);
  if (!w->window_) return sdl_error("cannot open a window with OpenGL", Offscreen::kRemedy);
  if (place.position) {
    // The position is that of the window's inside, but X11 puts the frame of a new window there.
    // SDL allows for the frame once it is known, so the position is set again.
    SDL_PumpEvents();
    SDL_SetWindowPosition(w->window_, place.position->x, place.position->y);
  }
  if (place.is_maximized) SDL_MaximizeWindow(w->window_);
  constexpr int kSmallest = 320;  // points of the desktop
  SDL_SetWindowMinimumSize(w->window_, kSmallest, kSmallest);
  w->context_ = SDL_GL_CreateContext(w->window_);
  if (!w->context_) return sdl_error("cannot start OpenGL 3.3", Offscreen::kRemedy);
  SDL_GL_SetSwapInterval(1);
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
  watch_drags();
  return w;
}

GlWindow::~GlWindow() {
  if (has_interface_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
  }
  if (context_) SDL_GL_DeleteContext(context_);
  if (window_) SDL_DestroyWindow(window_);
  SDL_Quit();
}

Vec2 GlWindow::size() const {
  int width = 0, height = 0;
  SDL_GL_GetDrawableSize(window_, &width, &height);
  return {static_cast<float>(std::max(1, width)), static_cast<float>(std::max(1, height))};
}

Vec2 GlWindow::pointer() const {
  int x = 0, y = 0, left = 0, top = 0;
  SDL_GetGlobalMouseState(&x, &y);
  SDL_GetWindowPosition(window_, &left, &top);
  return Vec2{static_cast<float>(x - left), static_cast<float>(y - top)} * pixels_per_point();
}

float GlWindow::pixels_per_point() const {
  int width = 0, height = 0;
  SDL_GetWindowSize(window_, &width, &height);
  return phasebox::pixels_per_point(static_cast<int>(size().x), width);
}

bool GlWindow::has(std::uint32_t flag) const { return (SDL_GetWindowFlags(window_) & flag) != 0; }
bool GlWindow::is_unseen() const { return has(SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN); }
bool GlWindow::is_full_screen() const { return has(SDL_WINDOW_FULLSCREEN_DESKTOP); }

void GlWindow::toggle_full_screen() {
  SDL_SetWindowFullscreen(window_, is_full_screen() ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void GlWindow::set_title(const std::string& title) {
  if (std::exchange(title_, title) != title) SDL_SetWindowTitle(window_, title.c_str());
}

void GlWindow::watch_place() {
  if (is_unseen() || is_full_screen()) return;
  WindowPlace now;
  SDL_GetWindowSize(window_, &now.width, &now.height);
  DesktopPoint& at = now.position.emplace();
  SDL_GetWindowPosition(window_, &at.x, &at.y);
  now.is_maximized = has(SDL_WINDOW_MAXIMIZED);
  places_.see(now, seconds());
}

// Swapping the buffers returns at once where there is no vertical sync (virtual displays, some
// drivers), so keep_pace() limits the frame rate.
void GlWindow::present() {
  SDL_GL_SwapWindow(window_);
  watch_place();
  keep_pace();
}

bool GlWindow::has_event_within(double seconds) {
  return SDL_WaitEventTimeout(nullptr, static_cast<int>(seconds * 1000)) != 0;
}

void GlWindow::wait(double seconds) {
  watch_place();
  if (seconds > 0)
    has_event_within(seconds);
  else
    keep_pace();
}

void GlWindow::keep_pace() {
  constexpr double kFrame = 1.0 / 60;  // s per frame at least
  const double now = seconds();
  next_frame_ = std::max(next_frame_ + kFrame, now - kFrame);
  if (next_frame_ > now)
    std::this_thread::sleep_for(std::chrono::duration<double>(next_frame_ - now));
}

Bitmap GlWindow::read_pixels(const Aabb& part) const {
  const FramebufferRect rect =
      framebuffer_rect(intersection(part, {{}, size()}), static_cast<int>(size().y));
  Bitmap picture{rect.width, rect.height, phasebox::read_pixels(rect)};
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
  return picture;
}

float GlWindow::screen_scale() const {
  float dpi = 0;
  if (SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window_), nullptr, &dpi, nullptr) != 0) dpi = 0;
  return phasebox::screen_scale(pixels_per_point(), dpi);
}

void GlWindow::open_interface(float scale) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // no imgui.ini: Phasebox has its own settings
  load_font(scale);
  ImGui_ImplSDL2_InitForOpenGL(window_, context_);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  set_up_input();
  has_interface_ = true;
}

// Only the font texture is made again and not all objects of the backend: version 1.86 would take
// its new buffers for as large as the old ones. Since 1.92 the backend notices new fonts by itself.
// Before the first frame there is no texture yet.
std::string GlWindow::reload_fonts(float scale, const std::string& chinese) {
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

// The backend counts in points of the desktop, which have several pixels on a dense screen.
// Phasebox counts in pixels, so the size is set again.
void GlWindow::begin_interface() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  ImGui::GetIO().DisplaySize = size();
  ImGui::GetIO().DisplayFramebufferScale = {1, 1};
}

const ImDrawData& GlWindow::end_interface() {
  ImGui::Render();
  return *ImGui::GetDrawData();
}

void GlWindow::draw_interface() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

}  // namespace phasebox
