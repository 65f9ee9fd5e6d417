// SPDX-License-Identifier: MIT
// Pictures of frames: whether the next one is another, a copy of the last one, images of the
// launcher.
#include "app/frame_pictures.hpp"

#include <cstddef>

#include <imgui.h>

#include "base/hash.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

// What has no padding.
template <class Part>
void add(Hasher& hash, const Part& part) {
  hash.add(std::as_bytes(std::span(&part, 1)));
}
template <class Part>
void add(Hasher& hash, const std::vector<Part>& parts) {
  hash.add(std::as_bytes(std::span(parts)));
}

// The end of the whole, behind `image`, is padding.
template <class Part>
void add_with_image(Hasher& hash, const std::vector<Part>& parts) {
  hash.add(parts.size());
  for (const Part& part : parts) {
    hash.add(std::as_bytes(std::span(&part, 1)).first(offsetof(Part, image)));
    hash.add(part.image);
  }
}

void add(Hasher& hash, const DrawList& list) {
  hash.add(list.layer_count());
  for (std::size_t i = 0; i < list.layer_count(); ++i) {
    const Layer& layer = list[i];
    add(hash, layer.kind), add(hash, layer.space), add(hash, layer.thickness);
    add(hash, layer.shapes);
  }
  hash.add(list.pictures_after());
  add_with_image(hash, list.pictures());
}

// Its labels are drawn by the interface.
void add(Hasher& hash, const SpaceList& list) {
  add(hash, list.sky), add(hash, list.floor), add(hash, list.boxes), add(hash, list.walls);
  add_with_image(hash, list.solids);
  add(hash, list.floor_wires), add(hash, list.plates), add(hash, list.wires);
}

// The texture by its bytes: later versions of Dear ImGui have a structure for it.
void add(Hasher& hash, const ImDrawCmd& command) {
  add(hash, command.ClipRect);
  const auto texture = std::as_bytes(std::span(&command, 1));
  constexpr std::size_t kFrom = sizeof command.ClipRect;
  hash.add(texture.subspan(kFrom, offsetof(ImDrawCmd, VtxOffset) - kFrom));
  hash.add(command.VtxOffset), hash.add(command.IdxOffset), hash.add(command.ElemCount);
}

void add(Hasher& hash, const ImDrawList& list) {
  hash.add(std::as_bytes(std::span(list.VtxBuffer.begin(), list.VtxBuffer.end())));
  hash.add(std::as_bytes(std::span(list.IdxBuffer.begin(), list.IdxBuffer.end())));
  for (const ImDrawCmd& command : list.CmdBuffer) add(hash, command);
}

void upload(const Image& image, GLuint texture) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               image.rgba.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace

std::uint64_t picture_hash(std::span<const FieldPane> panes, const ApplicationModel& model,
                           const ImDrawData& interface) {
  Hasher hash;
  hash.add(model.session.images().size());
  for (const FieldPane& pane : panes)
    add(hash, pane.list), add(hash, pane.camera), add(hash, pane.background);
  if (model.view.space) add(hash, model.space.list), add(hash, model.space.camera);
#if IMGUI_VERSION_NUM >= 19200
  // Letters that are seen for the first time are uploaded by drawing.
  if (interface.Textures)
    for (const ImTextureData* texture : *interface.Textures)
      hash.add(static_cast<std::uint64_t>(texture->Status));
#endif
  for (int i = 0; i < interface.CmdListsCount; ++i) add(hash, *interface.CmdLists[i]);
  return hash.value();
}

void StillPicture::take(Vec2 size) {
  is_taken_ = true;
  glBindTexture(GL_TEXTURE_2D, *texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, static_cast<GLsizei>(size.x),
                   static_cast<GLsizei>(size.y), 0);
}

// A framebuffer begins below.
void StillPicture::draw(Vec2 size) const {
  if (!is_taken_) return;
  ImGui::GetBackgroundDrawList()->AddImage(texture_id(*texture_), {0, 0}, to_imgui(size), {0, 1},
                                           {1, 0});
}

std::span<const std::uint64_t> Thumbnails::update(const ImageSet& images) {
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (i == images_.size()) {
      images_.emplace_back();
      names_.push_back(*textures_.emplace_back());
    }
    if (images_[i] == images.shared(i)) continue;
    images_[i] = images.shared(i);
    upload(images[i], *textures_[i]);
  }
  return names_;
}

}  // namespace phasebox
