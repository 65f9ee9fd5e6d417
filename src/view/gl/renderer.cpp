// SPDX-License-Identifier: MIT
// Streams a draw list into two buffers and draws it layer by layer.
#include "view/gl/renderer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "view/gl/atlas.hpp"
#include "view/gl/gl_object.hpp"
#include "view/gl/instances.hpp"
#include "view/gl/program.hpp"
#include "view/gl/shaders.hpp"
#include "view/gl/state.hpp"

namespace phasebox {
namespace {

using Kind = Layer::Kind;
constexpr auto kKinds = static_cast<std::size_t>(Kind::count_);
constexpr std::array<std::string_view, kKinds> kDefines{
    "FILL", "OUTLINE", "DASHED_OUTLINE", "LINE", "DASHED_LINE", "DISC", "RING", "HATCH"};

static_assert(sizeof(Shape) == 20, "shapes are uploaded as they are");

// A picture as the shader reads it.
struct PictureInstance {
  Vec2 center, half_x, half_y;
  Color tint, glow, outline, hatch;
  AtlasRect texels;
};
static_assert(sizeof(PictureInstance) == 48);

// Screen px: up to here the inside of an outline costs less than the six triangles that leave it
// out.
constexpr float kSmallOutline = 16;

bool is_small(const Shape& s, float zoom) {
  const float most = kSmallOutline / zoom;
  return std::abs(s.b.x - s.a.x) <= most && std::abs(s.b.y - s.a.y) <= most;
}

// Where the shapes of a layer are in the buffer.
struct Uploaded {
  std::size_t offset, plain, small;  // bytes; how many; outlines that come after these
};

GLsizei vertices_of(Kind kind) {
  return kind == Kind::outline || kind == Kind::dashed_outline ? 10 : 4;
}

// New storage each time: the driver need not wait for the last frame to be done with the old one.
void orphan(std::size_t bytes) {
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
}

void write(std::size_t offset, const void* data, std::size_t bytes) {
  glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes),
                  data);
}

// Marks cost a processor as much as ten pictures, so plain pictures have a program without them.
bool is_marked(const Picture& p) { return p.outline.a || p.hatch.a; }

std::string driver_name() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name ? name : "unknown";
}

}  // namespace

struct Renderer::Impl {
  std::array<std::optional<Program>, kKinds> shape_programs;
  std::optional<Program> small_outline_program, plain_program, marked_program;
  GlVertexArray shape_array, picture_array;
  GlBuffer shape_buffer, picture_buffer;
  Atlas atlas;
  std::vector<PictureInstance> instances;  // the marked ones last
  std::size_t plain = 0;                   // how many are not
  std::vector<Uploaded> uploaded;          // [layer]
  std::vector<Shape> sorted;               // of a layer, small ones last
  std::string device = driver_name();

  Status build();
  void upload_shapes(const DrawList&, float zoom);
  void upload_pictures(const DrawList&, const ImageSet&);
  void draw_layer(const Layer&, const Uploaded&, const Mapping& world, Vec2 frame) const;
  void draw_shapes(std::size_t offset, std::size_t count, GLsizei vertices) const;
  void draw_pictures(const Mapping& world, Vec2 frame, float outline) const;
  void draw_pictures(const Program&, std::size_t first, std::size_t count, const Mapping& world,
                     Vec2 frame, float outline) const;
};

Status Renderer::Impl::build() {
  Status error;
  const auto add = [&error](std::optional<Program>& to, std::string_view name, const char* vertex,
                            const char* fragment) {
    auto program = Program::create(name, vertex, fragment);
    if (program)
      to = std::move(*program);
    else
      error = program.error();
  };
  for (std::size_t k = 0; k < kKinds; ++k)
    add(shape_programs[k], kDefines[k], kShapeVertex, kShapeFragment);
  add(small_outline_program, "SMALL_OUTLINE", kShapeVertex, kShapeFragment);
  add(plain_program, "PLAIN", kPictureVertex, kPictureFragment);
  add(marked_program, "MARKED", kPictureVertex, kPictureFragment);
  return error;
}

void Renderer::Impl::upload_shapes(const DrawList& list, float zoom) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < list.layer_count(); ++i) count += list[i].shapes.size();
  glBindBuffer(GL_ARRAY_BUFFER, *shape_buffer);
  orphan(count * sizeof(Shape));
  uploaded.clear();
  std::size_t offset = 0;
  for (std::size_t i = 0; i < list.layer_count(); ++i) {
    const std::vector<Shape>* shapes = &list[i].shapes;
    std::size_t small = 0;
    if (list[i].kind == Kind::outline) {
      sorted.assign(shapes->begin(), shapes->end());
      const float scale = list[i].space == Layer::Space::world ? zoom : 1;
      // Not std::ranges: clang 14 does not take the subranges of this standard library.
      const auto first_small = std::stable_partition(
          sorted.begin(), sorted.end(), [&](const Shape& s) { return !is_small(s, scale); });
      small = static_cast<std::size_t>(sorted.end() - first_small);
      shapes = &sorted;
    }
    const std::size_t bytes = shapes->size() * sizeof(Shape);
    if (bytes) write(offset, shapes->data(), bytes);
    uploaded.push_back({offset, shapes->size() - small, small});
    offset += bytes;
  }
}

void Renderer::Impl::upload_pictures(const DrawList& list, const ImageSet& images) {
  atlas.update(images);
  instances.clear();
  for (const bool marked : {false, true}) {
    plain = instances.size();
    for (const Picture& p : list.pictures())
      if (is_marked(p) == marked && p.image < atlas.size() && atlas[p.image].width)
        instances.push_back(
            {p.center, p.half_x, p.half_y, p.tint, p.glow, p.outline, p.hatch, atlas[p.image]});
  }
  glBindBuffer(GL_ARRAY_BUFFER, *picture_buffer);
  const std::size_t bytes = instances.size() * sizeof(PictureInstance);
  orphan(bytes);
  if (bytes) write(0, instances.data(), bytes);
}

void Renderer::Impl::draw_shapes(std::size_t offset, std::size_t count, GLsizei vertices) const {
  glBindVertexArray(*shape_array);
  glBindBuffer(GL_ARRAY_BUFFER, *shape_buffer);
  // 3.3 has no base instance: the attributes are pointed at the shapes instead.
  attribute(0, 4, GL_FLOAT, false, sizeof(Shape), offset);
  attribute(1, 4, GL_UNSIGNED_BYTE, true, sizeof(Shape), offset + offsetof(Shape, color));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, vertices, static_cast<GLsizei>(count));
}

void Renderer::Impl::draw_layer(const Layer& layer, const Uploaded& at, const Mapping& world,
                                Vec2 frame) const {
  const Mapping& mapping = layer.space == Layer::Space::world ? world : Mapping{};
  if (at.plain > 0) {
    shape_programs[static_cast<std::size_t>(layer.kind)]->use(mapping, frame, layer.thickness);
    draw_shapes(at.offset, at.plain, vertices_of(layer.kind));
  }
  if (at.small > 0) {
    small_outline_program->use(mapping, frame, layer.thickness);
    draw_shapes(at.offset + at.plain * sizeof(Shape), at.small, 4);
  }
}

void Renderer::Impl::draw_pictures(const Program& program, std::size_t first, std::size_t count,
                                   const Mapping& world, Vec2 frame, float outline) const {
  if (count == 0) return;
  constexpr std::size_t kStride = sizeof(PictureInstance);
  const auto field = [&](GLuint location, GLint size, GLenum type, bool normalized,
                         std::size_t offset) {
    attribute(location, size, type, normalized, kStride, first * kStride + offset);
  };
  program.use(world, frame, outline);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, atlas.texture());
  glBindVertexArray(*picture_array);
  glBindBuffer(GL_ARRAY_BUFFER, *picture_buffer);
  field(0, 2, GL_FLOAT, false, offsetof(PictureInstance, center));
  field(1, 4, GL_FLOAT, false, offsetof(PictureInstance, half_x));
  field(2, 4, GL_UNSIGNED_BYTE, true, offsetof(PictureInstance, tint));
  field(3, 4, GL_UNSIGNED_BYTE, true, offsetof(PictureInstance, glow));
  field(4, 4, GL_UNSIGNED_BYTE, true, offsetof(PictureInstance, outline));
  field(5, 4, GL_UNSIGNED_BYTE, true, offsetof(PictureInstance, hatch));
  field(6, 4, GL_UNSIGNED_SHORT, false, offsetof(PictureInstance, texels));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

void Renderer::Impl::draw_pictures(const Mapping& world, Vec2 frame, float outline) const {
  draw_pictures(*plain_program, 0, plain, world, frame, outline);
  draw_pictures(*marked_program, plain, instances.size() - plain, world, frame, outline);
}

namespace {

// The viewport in whole px, as a scissor rectangle: rows count from below.
void set_scissor(const Aabb& viewport, int fb_height) {
  const auto whole = [](float v) { return static_cast<GLint>(std::lround(v)); };
  const GLint left = whole(viewport.min.x), right = whole(viewport.max.x);
  const GLint top = whole(viewport.min.y), bottom = whole(viewport.max.y);
  glScissor(left, fb_height - bottom, std::max(0, right - left), std::max(0, bottom - top));
}

}  // namespace

void Renderer::draw(const DrawList& list, const ImageSet& images, const Camera& camera,
                    int fb_width, int fb_height, Color background) {
  glViewport(0, 0, fb_width, fb_height);
  glEnable(GL_SCISSOR_TEST);
  set_scissor(camera.viewport, fb_height);
  begin_picture(background, false);
  const Mapping world{camera.center, center(camera.viewport), camera.zoom};
  const Vec2 frame{static_cast<float>(fb_width), static_cast<float>(fb_height)};
  const float outline = kPictureOutline * camera.line_scale;
  impl_->upload_shapes(list, camera.zoom);
  impl_->upload_pictures(list, images);
  for (std::size_t i = 0; i < list.layer_count(); ++i) {
    if (i == list.pictures_after()) impl_->draw_pictures(world, frame, outline);
    impl_->draw_layer(list[i], impl_->uploaded[i], world, frame);
  }
  if (list.pictures_after() >= list.layer_count()) impl_->draw_pictures(world, frame, outline);
  end_picture();
  glDisable(GL_SCISSOR_TEST);
}

Result<std::unique_ptr<Renderer>> Renderer::create() {
  const int version = epoxy_gl_version();
  if (version < 33 || !epoxy_is_desktop_gl())
    return Error{
        fmt::format("the graphics driver offers OpenGL {}.{}, Phasebox needs 3.3 or later; "
                    "LIBGL_ALWAYS_SOFTWARE=1 draws without the card",
                    version / 10, version % 10)};
  auto impl = std::make_unique<Impl>();
  if (auto error = impl->build()) return *error;
  return std::unique_ptr<Renderer>(new Renderer(std::move(impl)));
}

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::~Renderer() = default;

const Atlas& Renderer::atlas(const ImageSet& images) {
  impl_->atlas.update(images);
  return impl_->atlas;
}

bool Renderer::is_software() const {
  for (const char* name : {"llvmpipe", "softpipe", "SWR", "SwiftShader", "Software Rasterizer"})
    if (impl_->device.find(name) != std::string::npos) return true;
  return false;
}

std::string Renderer::device() const { return impl_->device; }

}  // namespace phasebox
