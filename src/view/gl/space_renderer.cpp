// SPDX-License-Identifier: MIT
// Streams a space list into buffers: ground, sides, tops, plates, wires, in this order.
#include "view/gl/space_renderer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "view/gl/atlas.hpp"
#include "view/gl/depth_target.hpp"
#include "view/gl/gl_object.hpp"
#include "view/gl/instances.hpp"
#include "view/gl/program.hpp"
#include "view/gl/space_shaders.hpp"
#include "view/gl/state.hpp"
#include "view/space/outline.hpp"

namespace phasebox {
namespace {

// A solid as the shaders read it.
struct SolidInstance {
  Vec2 center, half_x, half_y;
  float base, top, cut;
  Color wall, tint, glow, hatch;
  AtlasRect texels;
};
static_assert(sizeof(SolidInstance) == 60);
static_assert(sizeof(Plate) == 24 && sizeof(Wire) == 36, "they are uploaded as they are");

// Corners of two triangles, along and up; seen from outside they turn left.
constexpr std::array<Vec2, 6> kSide{{{1, 0}, {0, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 1}}};

struct WallVertex {
  OutlinePiece piece;
  Vec2 corner;
};

// The sides that all solids with one footprint share.
struct WallMesh {
  std::shared_ptr<const Image> image;
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

// Round a rectangle with its inside to the right.
const std::vector<OutlinePiece>& rectangle() {
  static const std::vector<OutlinePiece> kPieces{
      {{-1, -1}, {1, -1}}, {{1, -1}, {1, 1}}, {{1, 1}, {-1, 1}}, {{-1, 1}, {-1, -1}}};
  return kPieces;
}

Status build(std::optional<Program>& into, const char* define, const char* vertex,
             const char* fragment) {
  auto program = Program::create(define, vertex, fragment);
  if (!program) return program.error();
  into = std::move(*program);
  return {};
}

}  // namespace

struct SpaceRenderer::Impl {
  explicit Impl(int samples) : target(samples) {}

  std::optional<Program> walls, pictures, boxes, plates, wires;
  GlVertexArray wall_array, top_array, plate_array, wire_array;
  GlBuffer solid_buffer, plate_buffer, wire_buffer;
  DepthTarget target;
  std::vector<WallMesh> meshes;  // by image
  WallMesh box_mesh;
  std::vector<SolidInstance> instances;                   // all of one image beside each other
  std::vector<std::pair<std::size_t, std::size_t>> runs;  // by image: first, count
  std::vector<Plate> sorted;
  std::array<float, 16> clip{};
  Vec2 frame;
  float line_scale = 1;

  Status build_all();
  void set_clip(const Program&) const;
  void fill_instances(const SpaceList&, const Atlas&);
  void update_meshes(const ImageSet&);
  void draw_walls(const WallMesh&, std::size_t first, std::size_t count) const;
  void draw_tops(const Program&, const Atlas&, std::size_t count) const;
  void draw_solids(const SpaceList&, const ImageSet&, const Atlas&);
  void draw_plates(const Plate* first, std::size_t count) const;
  void draw_wires(const std::vector<Wire>&) const;
  void draw_all(const SpaceList&, const ImageSet&, const Atlas&, const OrbitCamera&);
};

Status SpaceRenderer::Impl::build_all() {
  if (auto error = build(walls, "WALL", kWallVertex, kWallFragment)) return error;
  if (auto error = build(pictures, "PICTURE", kTopVertex, kTopFragment)) return error;
  if (auto error = build(boxes, "BOX", kTopVertex, kTopFragment)) return error;
  if (auto error = build(plates, "PLATE", kPlateVertex, kInkFragment)) return error;
  if (auto error = build(wires, "WIRE", kWireVertex, kWireFragment)) return error;
  box_mesh.set(rectangle());
  if (!target.begin(1, 1)) return Error{"the graphics driver refuses a framebuffer with depth"};
  target.leave();
  return {};
}

void SpaceRenderer::Impl::set_clip(const Program& program) const {
  program.use();
  glUniformMatrix4fv(program.uniform("clip"), 1, GL_FALSE, clip.data());
}

void SpaceRenderer::Impl::update_meshes(const ImageSet& images) {
  meshes.resize(images.size());
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (runs[i].second == 0 || meshes[i].image == images.shared(i)) continue;
    meshes[i].image = images.shared(i);
    meshes[i].set(outline_of(images[i]));
  }
}

// Counts per image, then puts each solid into its image's run.
void SpaceRenderer::Impl::fill_instances(const SpaceList& list, const Atlas& atlas) {
  const std::size_t images = std::max<std::size_t>(atlas.size(), 1);
  runs.assign(images, {0, 0});
  const auto run_of = [&](const Solid& s) -> std::size_t {
    return list.boxes ? 0 : std::min<std::size_t>(s.image, images - 1);
  };
  for (const Solid& s : list.solids) ++runs[run_of(s)].second;
  std::size_t first = 0;
  for (auto& [begin, count] : runs) begin = first, first += count, count = 0;
  instances.resize(list.solids.size());
  for (const Solid& s : list.solids) {
    auto& [begin, count] = runs[run_of(s)];
    const AtlasRect texels = s.image < atlas.size() ? atlas[s.image] : AtlasRect{};
    instances[begin + count++] = {s.center, s.half_x, s.half_y, s.base,  s.top, s.cut,
                                  s.wall,   s.tint,   s.glow,   s.hatch, texels};
  }
}

namespace {

constexpr std::size_t kStride = sizeof(SolidInstance);

void solid_attributes(std::size_t first) {
  const auto field = [&](GLuint location, GLint size, GLenum type, std::size_t offset) {
    const bool normalized = type == GL_UNSIGNED_BYTE;
    attribute(location, size, type, normalized, kStride, first * kStride + offset);
  };
  field(2, 2, GL_FLOAT, offsetof(SolidInstance, center));
  field(3, 4, GL_FLOAT, offsetof(SolidInstance, half_x));
  field(4, 2, GL_FLOAT, offsetof(SolidInstance, base));
  field(5, 4, GL_UNSIGNED_BYTE, offsetof(SolidInstance, wall));
  field(6, 4, GL_UNSIGNED_BYTE, offsetof(SolidInstance, tint));
  field(7, 4, GL_UNSIGNED_BYTE, offsetof(SolidInstance, glow));
  field(8, 4, GL_UNSIGNED_BYTE, offsetof(SolidInstance, hatch));
  field(9, 4, GL_UNSIGNED_SHORT, offsetof(SolidInstance, texels));
  field(10, 1, GL_FLOAT, offsetof(SolidInstance, cut));
}

}  // namespace

void SpaceRenderer::Impl::draw_walls(const WallMesh& mesh, std::size_t first,
                                     std::size_t count) const {
  if (count == 0 || mesh.vertices == 0) return;
  glBindVertexArray(*wall_array);
  glBindBuffer(GL_ARRAY_BUFFER, *mesh.buffer);
  attribute(0, 4, GL_FLOAT, false, sizeof(WallVertex), 0, 0);
  attribute(1, 2, GL_FLOAT, false, sizeof(WallVertex), offsetof(WallVertex, corner), 0);
  glBindBuffer(GL_ARRAY_BUFFER, *solid_buffer);
  solid_attributes(first);
  glDrawArraysInstanced(GL_TRIANGLES, 0, mesh.vertices, static_cast<GLsizei>(count));
}

void SpaceRenderer::Impl::draw_tops(const Program& program, const Atlas& atlas,
                                    std::size_t count) const {
  set_clip(program);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, atlas.texture());
  const float side = static_cast<float>(std::max(atlas.side(), 1));
  glUniform2f(program.uniform("atlas_size"), side, side);
  glBindVertexArray(*top_array);
  glBindBuffer(GL_ARRAY_BUFFER, *solid_buffer);
  solid_attributes(0);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

// Tops before sides: they hide most of them.
void SpaceRenderer::Impl::draw_solids(const SpaceList& list, const ImageSet& images,
                                      const Atlas& atlas) {
  if (list.solids.empty()) return;
  fill_instances(list, atlas);
  if (list.walls && !list.boxes) update_meshes(images);
  glBindBuffer(GL_ARRAY_BUFFER, *solid_buffer);
  stream(instances.data(), instances.size() * kStride);
  draw_tops(list.boxes ? *boxes : *pictures, atlas, instances.size());
  if (!list.walls) return;
  set_clip(*walls);
  glEnable(GL_CULL_FACE);
  for (std::size_t i = 0; i < runs.size(); ++i)
    draw_walls(list.boxes ? box_mesh : meshes[i], runs[i].first, runs[i].second);
  glDisable(GL_CULL_FACE);
}

void SpaceRenderer::Impl::draw_plates(const Plate* first, std::size_t count) const {
  if (count == 0) return;
  set_clip(*plates);
  glBindVertexArray(*plate_array);
  glBindBuffer(GL_ARRAY_BUFFER, *plate_buffer);
  stream(first, count * sizeof(Plate));
  attribute(0, 4, GL_FLOAT, false, sizeof(Plate), 0);
  attribute(1, 1, GL_FLOAT, false, sizeof(Plate), offsetof(Plate, height));
  attribute(2, 4, GL_UNSIGNED_BYTE, true, sizeof(Plate), offsetof(Plate, color));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

void SpaceRenderer::Impl::draw_wires(const std::vector<Wire>& all) const {
  if (all.empty()) return;
  set_clip(*wires);
  glUniform2f(wires->uniform("frame"), frame.x, frame.y);
  glUniform1f(wires->uniform("line_scale"), line_scale);
  glBindVertexArray(*wire_array);
  glBindBuffer(GL_ARRAY_BUFFER, *wire_buffer);
  stream(all.data(), all.size() * sizeof(Wire));
  attribute(0, 3, GL_FLOAT, false, sizeof(Wire), offsetof(Wire, a));
  attribute(1, 3, GL_FLOAT, false, sizeof(Wire), offsetof(Wire, b));
  attribute(2, 4, GL_UNSIGNED_BYTE, true, sizeof(Wire), offsetof(Wire, color));
  attribute(3, 2, GL_FLOAT, false, sizeof(Wire), offsetof(Wire, width));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(all.size()));
}

// The ground has nothing below it, so it needs no depth. Plates are parallel: from the eye's height
// outwards, the further one is drawn first.
void SpaceRenderer::Impl::draw_all(const SpaceList& list, const ImageSet& images,
                                   const Atlas& atlas, const OrbitCamera& camera) {
  const Vec2 half = list.ground.half;
  const Plate floor{{-half, half}, 0, list.floor};
  draw_plates(&floor, 1);
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
  draw_plates(sorted.data(), sorted.size());
  draw_wires(list.wires);
}

namespace {

int whole(float v) { return static_cast<int>(std::lround(v)); }

void enter_state(int width, int height, Color sky) {
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glCullFace(GL_BACK);
  glFrontFace(GL_CCW);
  sky.a = 255;
  begin_picture(sky, true);
}

void leave_state() {
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  end_picture();
}

}  // namespace

void SpaceRenderer::draw(const SpaceList& list, const ImageSet& images, const Atlas& atlas,
                         const OrbitCamera& camera, int fb_width, int fb_height) {
  const int left = whole(camera.viewport.min.x), right = whole(camera.viewport.max.x);
  const int top = whole(camera.viewport.min.y), bottom = whole(camera.viewport.max.y);
  if (right <= left || bottom <= top || !impl_->target.begin(right - left, bottom - top)) return;
  enter_state(right - left, bottom - top, list.sky);
  impl_->clip = camera.matrix();
  impl_->frame = {static_cast<float>(right - left), static_cast<float>(bottom - top)};
  impl_->line_scale = camera.line_scale;
  impl_->draw_all(list, images, atlas, camera);
  leave_state();
  impl_->target.end(left, fb_height - bottom);
  glViewport(0, 0, fb_width, fb_height);
}

Result<std::unique_ptr<SpaceRenderer>> SpaceRenderer::create(int samples) {
  auto impl = std::make_unique<Impl>(samples);
  if (auto error = impl->build_all()) return *error;
  return std::unique_ptr<SpaceRenderer>(new SpaceRenderer(std::move(impl)));
}

SpaceRenderer::SpaceRenderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SpaceRenderer::~SpaceRenderer() = default;

}  // namespace phasebox
