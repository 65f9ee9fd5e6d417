// SPDX-License-Identifier: MIT
#include "view/gl/state.hpp"

#include <epoxy/gl.h>

namespace phasebox {

void begin_picture(Color ground, bool with_depth) {
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
               static_cast<float>(ground.b) / 255, static_cast<float>(ground.a) / 255);
  if (with_depth) {
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClearDepth(1);
  }
  glClear(with_depth ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void end_picture() {
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glUseProgram(0);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
}

}  // namespace phasebox
