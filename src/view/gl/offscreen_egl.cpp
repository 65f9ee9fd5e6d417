// SPDX-License-Identifier: MIT
// Makes offscreen contexts by EGL: on Mesa's surfaceless platform, else on the default display.
#include <epoxy/egl.h>

#include "base/os/system.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/gl/offscreen.hpp"

namespace phasebox {
namespace {

// The display of Mesa's surfaceless platform, or EGL_NO_DISPLAY.
EGLDisplay surfaceless() {
  if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    return EGL_NO_DISPLAY;
  return eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

// Whether the libraries that epoxy loads are there. If one is missing, epoxy ends the program.
bool has_libraries() {
  using os::SharedObject;
  return SharedObject::is_there("libEGL.so.1") &&
         (SharedObject::is_there("libOpenGL.so.0") || SharedObject::is_there("libGL.so.1"));
}

}  // namespace

const int Offscreen::kWays = 2;
const char* const Offscreen::kRemedy = "install libegl1, libgl1 and libgl1-mesa-dri";

// The display stays initialized, because others of this process may use it. A context that was
// current before, other than this one, is made current again.
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

bool Offscreen::open(int way) {
  if (!has_libraries()) return false;
  const EGLDisplay display = way == 0 ? surfaceless() : eglGetDisplay(EGL_DEFAULT_DISPLAY);
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
  // If the driver needs a surface, it gets a buffer of 1 x 1 px, into which nothing is drawn.
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) return true;
  surface_ = eglCreatePbufferSurface(display, config, surface_wishes);
  return surface_ != EGL_NO_SURFACE && eglMakeCurrent(display, surface_, surface_, context_);
}

void Offscreen::make_current() const {
  eglMakeCurrent(display_, surface_, surface_, context_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
}

}  // namespace phasebox
