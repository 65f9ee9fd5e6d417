// SPDX-License-Identifier: MIT
// EGL on Mesa's surfaceless platform, else on the default display with a pbuffer.
#include "view/gl/offscreen.hpp"

#include <epoxy/egl.h>
#include <fmt/format.h>

#include "base/os/system.hpp"
#include "view/gl/gl_objects.hpp"

namespace phasebox {
namespace {

constexpr int kMaxSide = 8192;

EGLDisplay surfaceless() {
  if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    return EGL_NO_DISPLAY;
  return eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

// Where one is missing, epoxy ends the program.
bool has_libraries() {
  using os::SharedObject;
  return SharedObject::is_there("libEGL.so.1") &&
         (SharedObject::is_there("libOpenGL.so.0") || SharedObject::is_there("libGL.so.1"));
}

EGLDisplay default_display() { return eglGetDisplay(EGL_DEFAULT_DISPLAY); }

}  // namespace

// The display stays initialized: it is one for the whole process, and others may be using it. What
// the thread had current before is put back.
Offscreen::~Offscreen() {
  if (context_ == EGL_NO_CONTEXT) return;
  const EGLContext before = eglGetCurrentContext();
  const EGLDisplay display = eglGetCurrentDisplay();
  const EGLSurface draw = eglGetCurrentSurface(EGL_DRAW), read = eglGetCurrentSurface(EGL_READ);
  if (eglMakeCurrent(display_, surface_, surface_, context_)) {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &color_);
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  if (before != EGL_NO_CONTEXT && before != context_) eglMakeCurrent(display, draw, read, before);
  if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
  eglDestroyContext(display_, context_);
}

bool Offscreen::open(void* display) {
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr) ||
      !eglBindAPI(EGL_OPENGL_API))
    return false;
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
  if (!eglChooseConfig(display, config_wishes, &config, 1, &found) || found == 0) return false;
  display_ = display;
  context_ = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wishes);
  if (context_ == EGL_NO_CONTEXT) return false;
  // Without any surface, where the driver can.
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) return true;
  surface_ = eglCreatePbufferSurface(display, config, surface_wishes);
  return surface_ != EGL_NO_SURFACE && eglMakeCurrent(display, surface_, surface_, context_);
}

bool Offscreen::make_framebuffer() {
  glGenFramebuffers(1, &framebuffer_);
  glGenRenderbuffers(1, &color_);
  glBindRenderbuffer(GL_RENDERBUFFER, color_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width_, height_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) return false;
  glViewport(0, 0, width_, height_);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  return true;
}

Result<std::unique_ptr<Offscreen>> Offscreen::create(int width, int height) {
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide)
    return Error{fmt::format("a picture of {} x {} px cannot be drawn; each side is 1 to {} px",
                             width, height, kMaxSide)};
  for (const auto display : {surfaceless, default_display}) {
    std::unique_ptr<Offscreen> made(new Offscreen(width, height));
    if (has_libraries() && made->open(display()) && made->make_framebuffer()) return made;
  }
  return Error{
      "there is no OpenGL 3.3 without a window here; install libegl1, libgl1 and libgl1-mesa-dri"};
}

void Offscreen::make_current() const {
  eglMakeCurrent(display_, surface_, surface_, context_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
}

std::vector<std::uint8_t> Offscreen::pixels() const {
  make_current();
  return read_pixels({0, 0, width_, height_});
}

}  // namespace phasebox
