// SPDX-License-Identifier: MIT
// A copy of what the window showed last, to stand there while there is no time to draw again.
#include "app/still_picture.hpp"

#include <epoxy/gl.h>
#include <imgui.h>

#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {

StillPicture::~StillPicture() {
  if (texture_ != 0) glDeleteTextures(1, &texture_);
}

void StillPicture::take(Vec2 size) {
  if (texture_ == 0) glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, static_cast<GLsizei>(size.x),
                   static_cast<GLsizei>(size.y), 0);
}

// A framebuffer begins below.
void StillPicture::draw(Vec2 size) const {
  if (texture_ == 0) return;
  ImGui::GetBackgroundDrawList()->AddImage(texture_id(texture_), {0, 0}, to_imgui(size), {0, 1},
                                           {1, 0});
}

}  // namespace phasebox
