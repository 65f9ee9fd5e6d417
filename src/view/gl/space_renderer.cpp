// SPDX-License-Identifier: MIT
// Uploads a space list and draws ground, tops, sides, plates and wires, in this order.
#include "view/gl/space_renderer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "view/gl/atlas.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/gl/instance_batch.hpp"
#include "view/space/outline.hpp"

namespace phasebox {

// The vertex shader for the sides of solids. A vertex belongs to a piece of the image's outline, in
// half-extents of the footprint, and an instance is a solid.
const char* const kWallVertex = R"(
layout(location = 0) in vec4 piece;
layout(location = 1) in vec2 corner;  // along the piece, up
layout(location = 2) in vec2 center;
layout(location = 3) in vec4 half_axes;
layout(location = 4) in vec2 heights;
layout(location = 5) in vec4 wall;
uniform mat4 clip;
flat out vec4 ink;

void main() {
  vec2 p = mix(piece.xy, piece.zw, corner.x), reach = piece.zw - piece.xy;
  vec2 at = center + half_axes.xy * p.x + half_axes.zw * p.y;
  vec2 along = half_axes.xy * reach.x + half_axes.zw * reach.y;
  vec2 outward = vec2(along.y, -along.x) / max(length(along), 1e-6);
  float light = 0.56 + 0.26 * dot(outward, vec2(-0.6, 0.8));
  ink = vec4(wall.rgb * light, 1);
  gl_Position = clip * vec4(at.x, mix(heights.x, heights.y, corner.y), at.y, 1);
}
)";

const char* const kWallFragment = R"(
flat in vec4 ink;
out vec4 color;
void main() { color = ink; }
)";

// The vertex shader for the tops of solids: PICTURE, or BOX without one. Tops have the colors of
// the flat view, because light changes the sides only.
const char* const kTopVertex = R"(
layout(location = 2) in vec2 center;
layout(location = 3) in vec4 half_axes;
layout(location = 4) in vec2 heights;
layout(location = 5) in vec4 wall;
layout(location = 6) in vec4 tint;
layout(location = 7) in vec4 glow;
layout(location = 8) in vec4 hatch;
layout(location = 9) in vec4 texels;  // corner and size in the atlas
layout(location = 10) in float cut;
uniform mat4 clip;
uniform vec2 atlas_size;
flat out vec4 side;
flat out vec4 tint_by;
flat out vec4 glow_by;
flat out vec4 stripes;
flat out vec4 inside;  // the picture's part of the atlas, half a texel smaller
flat out float cut_at;
out vec2 at_texel;
out vec2 on_ground;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 p = corner * 2.0 - 1.0;
  vec2 at = center + half_axes.xy * p.x + half_axes.zw * p.y;
  side = vec4(wall.rgb, 1);
  tint_by = vec4(tint.rgb * tint.a, tint.a);
  glow_by = glow;
  stripes = hatch;
  cut_at = cut;
  inside = vec4(texels.xy + 0.5, texels.xy + texels.zw - 0.5) / atlas_size.xyxy;
  at_texel = (texels.xy + corner * texels.zw) / atlas_size;
  on_ground = at;
  gl_Position = clip * vec4(at.x, heights.y, at.y, 1);
}
)";

// The fragment shader for tops. Where a picture is translucent, the color of its sides shows
// through.
const char* const kTopFragment = R"(
flat in vec4 side;
flat in vec4 tint_by;
flat in vec4 glow_by;
flat in vec4 stripes;
flat in vec4 inside;
flat in float cut_at;
in vec2 at_texel;
in vec2 on_ground;
uniform sampler2D atlas;
out vec4 color;

void main() {
#ifdef BOX
  color = side;
#else
  vec4 image = texture(atlas, clamp(at_texel, inside.xy, inside.zw));
  image.a = opacity_of(image.a);
  if (image.a < cut_at) discard;
  vec4 c = image * tint_by;
  c.rgb = mix(c.rgb, glow_by.rgb * c.a, glow_by.a);
  float stripe = abs(mod(on_ground.x + on_ground.y, 8.0) - 4.0);
  c.rgb = mix(c.rgb, stripes.rgb * c.a, stripes.a * step(stripe, 1.0));
  color = vec4(c.rgb + side.rgb * (1.0 - c.a), 1);
#endif
}
)";

const char* const kPlateVertex = R"(
layout(location = 0) in vec4 ends;
layout(location = 1) in float height;
layout(location = 2) in vec4 color;
uniform mat4 clip;
flat out vec4 ink;

void main() {
  vec2 p = mix(ends.xy, ends.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
  ink = vec4(color.rgb * color.a, color.a);
  gl_Position = clip * vec4(p.x, height, p.y, 1);
}
)";

// The vertex shader for wires. The part before the near plane is cut off, then the segment is
// widened on the screen. Depth is linear in screen space, so the depth of the corners follows from
// that of the ends.
const char* const kWireVertex = R"(
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 color;
layout(location = 3) in vec2 style;  // width, dash
uniform mat4 clip;
uniform vec2 frame;
uniform float line_scale;
flat out vec4 ink;
flat out vec3 size;  // length, half the width, whether dashed; px
out vec2 local;

void main() {
  vec4 a = clip * vec4(from, 1), b = clip * vec4(to, 1);
  float near_a = a.z + a.w, near_b = b.z + b.w;
  if (near_a <= 0.0 && near_b <= 0.0) {
    ink = vec4(0), size = vec3(0), local = vec2(0);
    gl_Position = vec4(2, 2, 2, 1);
    return;
  }
  if (near_a <= 0.0) a = mix(b, a, 0.999 * near_b / (near_b - near_a));
  if (near_b <= 0.0) b = mix(a, b, 0.999 * near_a / (near_a - near_b));
  vec3 pa = a.xyz / a.w, pb = b.xyz / b.w;
  vec2 sa = pa.xy * frame * 0.5, sb = pb.xy * frame * 0.5;
  float reach = length(sb - sa);
  vec2 ahead = reach > 1e-4 ? (sb - sa) / reach : vec2(1, 0);
  vec2 aside = vec2(-ahead.y, ahead.x);
  float width = style.x * line_scale, margin = width * 0.5 + 1.0;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  local = vec2(mix(-margin, reach + margin, corner.x), mix(-margin, margin, corner.y));
  size = vec3(reach, width * 0.5, style.y);
  ink = vec4(color.rgb * color.a, color.a);
  float z = mix(pa.z, pb.z, clamp(local.x / max(reach, 1e-4), 0.0, 1.0));
  gl_Position = vec4((sa + ahead * local.x + aside * local.y) / frame * 2.0, z, 1);
}
)";

const char* const kWireFragment = R"(
flat in vec4 ink;
flat in vec3 size;
in vec2 local;
out vec4 color;

void main() {
  float beyond = local.x - clamp(local.x, 0.0, size.x);
  float cover = clamp(size.y + 0.5 - length(vec2(beyond, local.y)), 0.0, 1.0);
  float dash = 3.0 + 4.0 * size.y, gap = 2.0 + 4.0 * size.y;
  if (size.z > 0.5 && mod(local.x, dash + gap) > dash) discard;
  color = ink * (cover * min(1.0, 2.0 * size.y));
}
)";

/// A framebuffer with color and depth in the current OpenGL context. What is drawn between `begin`
/// and `end` is copied to the framebuffer that was bound before.
class DepthTarget {
 public:
  DepthTarget(int samples) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    samples_ = std::clamp(samples, 0, most);
  }

  /// Gives the framebuffer this size, px, at least 1 x 1, and binds it. Returns false, with the
  /// former one bound, if the driver refuses it.
  bool begin(int width, int height) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
    glBindFramebuffer(GL_FRAMEBUFFER, *framebuffer_);
    if (width == width_ && height == height_) return true;
    width_ = std::max(width, 1);
    height_ = std::max(height, 1);
    const auto attach = [&](GLuint buffer, GLenum format, GLenum where) {
      glBindRenderbuffer(GL_RENDERBUFFER, buffer);
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_, format, width_, height_);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, buffer);
    };
    attach(*color_, GL_RGBA8, GL_COLOR_ATTACHMENT0);
    attach(*depth_, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return true;
    width_ = height_ = 0;
    leave();
    return false;
  }

  /// Copies the colors to the framebuffer that was bound before, so that the lower left corner is
  /// at `left`, `bottom`, px, and binds that framebuffer again.
  void end(int left, int bottom) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before_));
    glBlitFramebuffer(0, 0, width_, height_, left, bottom, left + width_, bottom + height_,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    leave();
  }

  /// Binds the framebuffer that was bound before and copies nothing.
  void leave() const { glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_)); }

 private:
  GlFramebuffer framebuffer_;
  GlRenderbuffer color_, depth_;
  GLint before_ = 0;
  GLsizei samples_ = 0, width_ = 0, height_ = 0;
};

namespace {

// A solid together with the place of its image in the atlas, as it is uploaded.
struct SolidInstance {
  Solid solid;
  AtlasRect texels;
};
static_assert(sizeof(Plate) == 24 && sizeof(Wire) == 36, "they are uploaded as they are");

// The corners of the two triangles of a side: 0 to 1 along the piece of the outline, and 0 to 1 up.
// Seen from outside they go counterclockwise, so that sides seen from inside are culled.
constexpr std::array<Vec2, 6> kSide{{{1, 0}, {0, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 1}}};

// A corner of a side, as it is uploaded.
struct WallVertex {
  OutlinePiece piece;
  Vec2 corner;
};

// The sides that all solids of one image share, or all boxes: six vertices per piece of the
// outline.
struct WallMesh {
  std::shared_ptr<const Image> image;  // from which it was made
  GlBuffer buffer;
  GLsizei vertices = 0;

  void set(const std::vector<OutlinePiece>& pieces) {
    std::vector<WallVertex> all;
    for (const OutlinePiece& piece : pieces)
      for (const Vec2 corner : kSide) all.push_back({piece, corner});
    vertices = static_cast<GLsizei>(all.size());
    glBindBuffer(GL_ARRAY_BUFFER, *buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all.size() * sizeof(WallVertex)),
                 all.data(), GL_STATIC_DRAW);
  }
};

constexpr GlField kWallFields[]{{0, 4, GL_FLOAT, offsetof(WallVertex, piece)},
                                {1, 2, GL_FLOAT, offsetof(WallVertex, corner)}};
constexpr GlField kSolidFields[]{{2, 2, GL_FLOAT, offsetof(Solid, center)},
                                 {3, 4, GL_FLOAT, offsetof(Solid, half_x)},
                                 {4, 2, GL_FLOAT, offsetof(Solid, base)},
                                 {5, 4, GL_UNSIGNED_BYTE, offsetof(Solid, wall)},
                                 {6, 4, GL_UNSIGNED_BYTE, offsetof(Solid, tint)},
                                 {7, 4, GL_UNSIGNED_BYTE, offsetof(Solid, glow)},
                                 {8, 4, GL_UNSIGNED_BYTE, offsetof(Solid, hatch)},
                                 {9, 4, GL_UNSIGNED_SHORT, offsetof(SolidInstance, texels)},
                                 {10, 1, GL_FLOAT, offsetof(Solid, cut)}};
constexpr GlField kPlateFields[]{{0, 4, GL_FLOAT, offsetof(Plate, where)},
                                 {1, 1, GL_FLOAT, offsetof(Plate, height)},
                                 {2, 4, GL_UNSIGNED_BYTE, offsetof(Plate, color)}};
constexpr GlField kWireFields[]{{0, 3, GL_FLOAT, offsetof(Wire, a)},
                                {1, 3, GL_FLOAT, offsetof(Wire, b)},
                                {2, 4, GL_UNSIGNED_BYTE, offsetof(Wire, color)},
                                {3, 2, GL_FLOAT, offsetof(Wire, width)}};

}  // namespace

struct SpaceRenderer::Impl {
  explicit Impl(int samples) : target(samples) {}

  Program walls, pictures, boxes, plates, wires;
  GlVertexArray wall_array;
  InstanceBatch<SolidInstance> solid_batch{kSolidFields};
  InstanceBatch<Plate> plate_batch{kPlateFields};
  InstanceBatch<Wire> wire_batch{kWireFields};
  DepthTarget target;
  std::vector<WallMesh> meshes;  // [image], made when first needed
  WallMesh box_mesh;
  std::vector<SolidInstance> instances;                   // ordered by image
  std::vector<std::pair<std::size_t, std::size_t>> runs;  // [image] first instance, number
  std::vector<Plate> sorted;
  std::array<float, 16> clip{};
  Vec2 frame;
  float line_scale = 1;

  Status build() {
    Status status = walls.build("WALL", kWallVertex, kWallFragment);
    const std::string top = std::string(kAtlasFunctions) + kTopFragment;
    if (!status.failed()) status = pictures.build("PICTURE", kTopVertex, top);
    if (!status.failed()) status = boxes.build("BOX", kTopVertex, top);
    if (!status.failed()) status = plates.build("PLATE", kPlateVertex, kWallFragment);
    if (!status.failed()) status = wires.build("WIRE", kWireVertex, kWireFragment);
    if (status.failed()) return status;
    // The pieces go around a rectangle, which lies to their right.
    box_mesh.set({{{-1, -1}, {1, -1}}, {{1, -1}, {1, 1}}, {{1, 1}, {-1, 1}}, {{-1, 1}, {-1, -1}}});
    if (!target.begin(1, 1)) return Error{"the graphics driver refuses a framebuffer with depth"};
    target.leave();
    return {};
  }

  void use(const Program& program) const {
    program.use();
    glUniformMatrix4fv(program.uniform("clip"), 1, GL_FALSE, clip.data());
  }

  // Orders the solids by image, by a counting sort, because all of one image are drawn by one call.
  // Boxes need no order.
  void fill_instances(const SpaceList& list, const Atlas& atlas) {
    const std::size_t images = std::max<std::size_t>(atlas.size(), 1);
    runs.assign(images, {0, 0});
    const auto run_of = [&](const Solid& s) -> std::size_t {
      return list.boxes ? 0 : std::min<std::size_t>(s.image, images - 1);
    };
    for (const Solid& s : list.solids) ++runs[run_of(s)].second;
    std::size_t first = 0;
    for (auto& [begin, count] : runs) {
      begin = first;
      first += count;
      count = 0;
    }
    instances.resize(list.solids.size());
    for (const Solid& s : list.solids) {
      auto& [begin, count] = runs[run_of(s)];
      instances[begin + count++] = {s, s.image < atlas.size() ? atlas[s.image] : AtlasRect{}};
    }
  }

  void update_meshes(const ImageSet& images) {
    meshes.resize(images.size());
    for (std::size_t i = 0; i < images.size(); ++i) {
      if (runs[i].second == 0 || meshes[i].image == images.shared(i)) continue;
      meshes[i].image = images.shared(i);
      meshes[i].set(outline_of(images[i]));
    }
  }

  void draw_walls(const WallMesh& mesh, std::size_t first, std::size_t count) const {
    if (count == 0 || mesh.vertices == 0) return;
    glBindVertexArray(*wall_array);
    glBindBuffer(GL_ARRAY_BUFFER, *mesh.buffer);
    point_at(kWallFields, sizeof(WallVertex), 0, 0);
    solid_batch.point_at_instance(first);
    glDrawArraysInstanced(GL_TRIANGLES, 0, mesh.vertices, static_cast<GLsizei>(count));
  }

  void draw_tops(const Program& program, const Atlas& atlas, std::size_t count) const {
    use(program);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, atlas.texture());
    const float side = static_cast<float>(std::max(atlas.side(), 1));
    glUniform2f(program.uniform("atlas_size"), side, side);
    solid_batch.draw(0, count);
  }

  // Draws tops before sides, because fragments of sides that tops hide then cost little.
  void draw_solids(const SpaceList& list, const ImageSet& images, const Atlas& atlas) {
    if (list.solids.empty()) return;
    fill_instances(list, atlas);
    if (list.walls && !list.boxes) update_meshes(images);
    solid_batch.upload(instances);
    draw_tops(list.boxes ? boxes : pictures, atlas, instances.size());
    if (!list.walls) return;
    use(walls);
    glEnable(GL_CULL_FACE);
    for (std::size_t i = 0; i < runs.size(); ++i)
      draw_walls(list.boxes ? box_mesh : meshes[i], runs[i].first, runs[i].second);
    glDisable(GL_CULL_FACE);
  }

  void draw_plates(std::span<const Plate> all) const {
    use(plates);
    plate_batch.upload(all);
    plate_batch.draw(0, all.size());
  }

  void draw_wires(std::span<const Wire> all) const {
    use(wires);
    glUniform2f(wires.uniform("frame"), frame.x, frame.y);
    glUniform1f(wires.uniform("line_scale"), line_scale);
    wire_batch.upload(all);
    wire_batch.draw(0, all.size());
  }

  // The ground is drawn first, without depth test, because nothing lies below it. Plates are level,
  // so drawing them by descending distance of their height from the eye's draws the farther first.
  void draw_all(const SpaceList& list, const ImageSet& images, const Atlas& atlas,
                const OrbitCamera& camera) {
    const Vec2 half = list.ground.half;
    const Plate floor{{-half, half}, 0, list.floor};
    draw_plates({&floor, 1});
    draw_wires(list.floor_wires);
    glEnable(GL_DEPTH_TEST);
    draw_solids(list, images, atlas);
    glDepthMask(GL_FALSE);
    const float eye = camera.eye().y;
    sorted = list.plates;
    std::ranges::stable_sort(sorted, [eye](const Plate& p, const Plate& q) {
      return std::abs(p.height - eye) > std::abs(q.height - eye);
    });
    glDepthFunc(GL_LEQUAL);
    draw_plates(sorted);
    draw_wires(list.wires);
  }
};

void SpaceRenderer::draw(const SpaceList& list, const ImageSet& images, const Atlas& atlas,
                         const OrbitCamera& camera, int fb_width, int fb_height) {
  const FramebufferRect pane = framebuffer_rect(camera.viewport, fb_height);
  if (pane.width == 0 || pane.height == 0 || !impl_->target.begin(pane.width, pane.height)) return;
  glViewport(0, 0, pane.width, pane.height);
  glDisable(GL_SCISSOR_TEST);
  begin_picture(list.sky.with_alpha(1), true);
  impl_->clip = camera.matrix();
  impl_->frame = {static_cast<float>(pane.width), static_cast<float>(pane.height)};
  impl_->line_scale = camera.line_scale;
  impl_->draw_all(list, images, atlas, camera);
  end_picture();
  impl_->target.end(pane.left, pane.bottom);
  glViewport(0, 0, fb_width, fb_height);
}

Result<std::unique_ptr<SpaceRenderer>> SpaceRenderer::create(int samples) {
  auto impl = std::make_unique<Impl>(samples);
  if (auto status = impl->build(); status.failed()) return status.error();
  return std::unique_ptr<SpaceRenderer>(new SpaceRenderer(std::move(impl)));
}

SpaceRenderer::SpaceRenderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SpaceRenderer::~SpaceRenderer() = default;

}  // namespace phasebox
