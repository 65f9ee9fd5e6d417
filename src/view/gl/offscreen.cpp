// SPDX-License-Identifier: MIT
// EGL on Mesa's surfaceless platform, else on the default display with a pbuffer.
#include "view/gl/offscreen.hpp"

#include <algorithm>

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <fmt/format.h>

namespace phasebox {
namespace {

constexpr int kMaxSide = 8192;

EGLDisplay open_surfaceless() {
  if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    return EGL_NO_DISPLAY;
  const EGLDisplay display =
      eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display
                                                                               : EGL_NO_DISPLAY;
}

EGLDisplay open_default() {
  const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display
                                                                               : EGL_NO_DISPLAY;
}

}  // namespace

struct Offscreen::Impl {
  int width, height;
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EGLSurface surface = EGL_NO_SURFACE;
  GLuint framebuffer = 0, color = 0;

  Impl(int w, int h) : width(w), height(h) {}
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  bool open(EGLDisplay on);
  bool make_current() const {
    return eglMakeCurrent(display, surface, surface, context) == EGL_TRUE;
  }
  bool make_framebuffer();
};

// What the thread has current, so that it can be put back.
struct Current {
  EGLDisplay display = eglGetCurrentDisplay();
  EGLSurface draw = eglGetCurrentSurface(EGL_DRAW), read = eglGetCurrentSurface(EGL_READ);
  EGLContext context = eglGetCurrentContext();
};

// The display stays initialized: it is one for the whole process, and others may be using it.
Offscreen::Impl::~Impl() {
  if (context == EGL_NO_CONTEXT) return;
  const Current before;
  if (make_current()) {
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteRenderbuffers(1, &color);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  if (before.context != EGL_NO_CONTEXT && before.context != context)
    eglMakeCurrent(before.display, before.draw, before.read, before.context);
  if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
  eglDestroyContext(display, context);
}

bool Offscreen::Impl::open(EGLDisplay on) {
  if (on == EGL_NO_DISPLAY || !eglBindAPI(EGL_OPENGL_API)) return false;
  const EGLint config_wishes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                  EGL_OPENGL_BIT, EGL_NONE};
  const EGLint context_wishes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                   3,
                                   EGL_CONTEXT_MINOR_VERSION,
                                   3,
                                   EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                   EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                   EGL_NONE};
  const EGLint surface_wishes[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint found = 0;
  if (!eglChooseConfig(on, config_wishes, &config, 1, &found) || found == 0) return false;
  display = on;
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wishes);
  if (context == EGL_NO_CONTEXT) return false;
  if (make_current()) return true;  // without any surface, where the driver can
  surface = eglCreatePbufferSurface(display, config, surface_wishes);
  return surface != EGL_NO_SURFACE && make_current();
}

bool Offscreen::Impl::make_framebuffer() {
  glGenFramebuffers(1, &framebuffer);
  glGenRenderbuffers(1, &color);
  glBindRenderbuffer(GL_RENDERBUFFER, color);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) return false;
  glViewport(0, 0, width, height);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  return true;
}

Result<std::unique_ptr<Offscreen>> Offscreen::create(int width, int height) {
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide)
    return Error{fmt::format("a picture of {} x {} px cannot be drawn; each side is 1 to {} px",
                             width, height, kMaxSide)};
  for (const auto open_display : {open_surfaceless, open_default}) {
    auto impl = std::make_unique<Impl>(width, height);
    if (impl->open(open_display()) && impl->make_framebuffer())
      return std::unique_ptr<Offscreen>(new Offscreen(std::move(impl)));
  }
  return Error{"there is no OpenGL 3.3 without a window here; install libegl1 and libgl1-mesa-dri"};
}

Offscreen::Offscreen(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Offscreen::~Offscreen() = default;

void Offscreen::make_current() const {
  impl_->make_current();
  glBindFramebuffer(GL_FRAMEBUFFER, impl_->framebuffer);
}

int Offscreen::width() const { return impl_->width; }
int Offscreen::height() const { return impl_->height; }

std::vector<std::uint8_t> Offscreen::pixels() const {
  make_current();
  const auto row = static_cast<std::ptrdiff_t>(impl_->width) * 4;
  std::vector<std::uint8_t> out(static_cast<std::size_t>(row * impl_->height));
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glReadPixels(0, 0, impl_->width, impl_->height, GL_RGBA, GL_UNSIGNED_BYTE, out.data());
  for (std::ptrdiff_t top = 0, bottom = impl_->height - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(out.begin() + top * row, out.begin() + (top + 1) * row,
                     out.begin() + bottom * row);
  return out;
}

}  // namespace phasebox
