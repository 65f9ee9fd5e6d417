// SPDX-License-Identifier: MIT
// Makes offscreen contexts by WGL, which needs a window. The window is never shown.
#include <windows.h>

#include "view/gl/gl_objects.hpp"
#include "view/gl/offscreen.hpp"

namespace phasebox {
namespace {

HWND window_of(void* display) { return static_cast<HWND>(display); }

}  // namespace

const int Offscreen::kWays = 1;
const char* const Offscreen::kRemedy =
    "install the driver of the graphics card, or use the browser edition, phasebox.html";

Offscreen::~Offscreen() {
  if (!display_) return;
  if (context_) {
    const HGLRC before = ::wglGetCurrentContext();
    const HDC where = ::wglGetCurrentDC();
    if (framebuffer_) {  // none in a context below 3.3, where epoxy might end the program
      make_current();
      glDeleteFramebuffers(1, &framebuffer_);
      glDeleteRenderbuffers(1, &color_);
    }
    ::wglMakeCurrent(before == context_ ? nullptr : where, before == context_ ? nullptr : before);
    ::wglDeleteContext(static_cast<HGLRC>(context_));
  }
  ::ReleaseDC(window_of(display_), static_cast<HDC>(surface_));
  ::DestroyWindow(window_of(display_));
}

bool Offscreen::open(int) {
  display_ = ::CreateWindowW(L"STATIC", L"", WS_POPUP, 0, 0, 1, 1, nullptr, nullptr,
                             ::GetModuleHandleW(nullptr), nullptr);
  if (!display_) return false;
  const HDC at = ::GetDC(window_of(display_));
  PIXELFORMATDESCRIPTOR wish{};
  wish.nSize = sizeof wish;
  wish.nVersion = 1;
  wish.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL;
  wish.iPixelType = PFD_TYPE_RGBA;
  wish.cColorBits = 32;
  surface_ = at;
  constexpr int kVersion = 33;
  const int format = ::ChoosePixelFormat(at, &wish);
  if (format == 0 || !::SetPixelFormat(at, format, &wish)) return false;
  const HGLRC context = ::wglCreateContext(at);
  context_ = context;
  return context && ::wglMakeCurrent(at, context) && epoxy_gl_version() >= kVersion;
}

void Offscreen::make_current() const {
  ::wglMakeCurrent(static_cast<HDC>(surface_), static_cast<HGLRC>(context_));
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
}

}  // namespace phasebox
