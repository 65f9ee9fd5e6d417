// SPDX-License-Identifier: MIT
// Uploads the shapes and the pictures of a draw list, and draws them layer by layer.
#include "view/gl/renderer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "view/gl/atlas.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/gl/instance_batch.hpp"

namespace phasebox {

// The shader source for all shapes; a define chooses one: FILL, OUTLINE, SMALL_OUTLINE,
// DASHED_OUTLINE, LINE, DASHED_LINE, DISC, RING or HATCH. An outline is a strip of ten vertices
// around the rectangle, so its inside costs no fragments. A small outline is a whole rectangle,
// whose inside the fragment shader leaves transparent. Outlines, filled rectangles and lines along
// an axis are moved to whole pixels, where they are sharp at every zoom.
const char* const kShapeVertex = R"(
layout(location = 0) in vec4 ends;
layout(location = 1) in vec4 color;
uniform vec4 mapping;  // center, origin
uniform float zoom;
uniform vec2 frame;
uniform float thickness;
flat out vec4 ink;
flat out vec2 size;    // half the extent of the shape, or length and half thickness of a line
out vec2 local;        // px, from the middle of the shape, or along and across a line

vec2 to_screen(vec2 p) { return (p - mapping.xy) * zoom + mapping.zw; }
vec4 to_clip(vec2 p) { return vec4(p / frame * vec2(2, -2) + vec2(-1, 1), 0, 1); }
float whole_thickness() { return max(1.0, floor(thickness + 0.5)); }
vec2 snapped(vec2 p) { return mod(whole_thickness(), 2.0) > 0.5 ? floor(p) + 0.5 : floor(p + 0.5); }

void main() {
  ink = vec4(color.rgb * color.a, color.a);
  vec2 a = to_screen(ends.xy), b = to_screen(ends.zw);
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
#if defined(LINE) || defined(DASHED_LINE)
  float width = thickness;
  bvec2 still = lessThan(abs(b - a), vec2(0.01));
  if (still.x != still.y) {
    width = whole_thickness();
    vec2 sa = snapped(a), sb = snapped(b);
    a = mix(a, sa, vec2(still));
    b = mix(b, sb, vec2(still));
  }
  float reach = length(b - a);
  vec2 ahead = reach > 1e-6 ? (b - a) / reach : vec2(1, 0);
  vec2 aside = vec2(-ahead.y, ahead.x);
  float margin = width * 0.5 + 1.0;
  local = vec2(mix(-margin, reach + margin, corner.x), mix(-margin, margin, corner.y));
  size = vec2(reach, width * 0.5);
  gl_Position = to_clip(a + ahead * local.x + aside * local.y);
#elif defined(OUTLINE) || defined(DASHED_OUTLINE)
  vec2 p = snapped(min(a, b)), q = snapped(max(a, b));
  int turn = gl_VertexID >> 1, k = turn & 3;
  corner = vec2(k == 1 || k == 2, k >= 2);
  float half_width = whole_thickness() * 0.5;
  vec2 inner = min(vec2(half_width), (q - p) * 0.5);
  vec2 out_by = (gl_VertexID & 1) == 0 ? vec2(half_width) : -inner;
  size = q - p;
  local = vec2(turn == 0 ? 0.0 : turn == 1 ? size.x : turn == 2 ? size.x + size.y
             : turn == 3 ? 2.0 * size.x + size.y : 2.0 * (size.x + size.y), 0);
  gl_Position = to_clip(mix(p, q, corner) + (corner * 2.0 - 1.0) * out_by);
#elif defined(SMALL_OUTLINE)
  vec2 p = snapped(min(a, b)), q = snapped(max(a, b));
  float half_width = whole_thickness() * 0.5;
  vec2 half_extent = (q - p) * 0.5;
  size = max(half_extent - half_width, vec2(0));  // of what is left out
  local = (corner * 2.0 - 1.0) * (half_extent + half_width);
  gl_Position = to_clip((p + q) * 0.5 + local);
#elif defined(FILL)
  vec2 p = floor(min(a, b) + 0.5), q = floor(max(a, b) + 0.5);
  local = size = vec2(0);
  gl_Position = to_clip(mix(p, max(q, p + 1.0), corner));
#else
  vec2 p = min(a, b), q = max(a, b);
  size = max((q - p) * 0.5, vec2(0.01));
  local = (corner * 2.0 - 1.0) * (size + thickness * 0.5 + 1.0);
  gl_Position = to_clip((p + q) * 0.5 + local);
#endif
}
)";

const char* const kShapeFragment = R"(
flat in vec4 ink;
flat in vec2 size;
in vec2 local;
uniform float thickness;
out vec4 color;

bool in_gap(float along) {
  float dash = 3.0 + 2.0 * thickness, gap = 2.0 + 2.0 * thickness;
  return mod(along, dash + gap) > dash;
}

void main() {
  float cover = 1.0;
#if defined(LINE) || defined(DASHED_LINE)
  float beyond = local.x - clamp(local.x, 0.0, size.x);
  cover = clamp(size.y + 0.5 - length(vec2(beyond, local.y)), 0.0, 1.0) * min(1.0, 2.0 * size.y);
#endif
#if defined(SMALL_OUTLINE)
  if (all(lessThan(abs(local), size))) cover = 0.0;
#endif
#if defined(DASHED_LINE) || defined(DASHED_OUTLINE)
  if (in_gap(local.x)) discard;
#endif
#if defined(DISC) || defined(RING)
  // First-order distance to the ellipse (G. Taubin, "Distance Approximations for Rasterizing
  // Implicit Curves", 1994): the function over the length of its gradient.
  float f = length(local / size), g = length(local / (size * size));
  float away = g > 0.0 ? f * (f - 1.0) / g : -min(size.x, size.y);
#endif
#if defined(DISC)
  cover = clamp(0.5 - away, 0.0, 1.0);
#elif defined(RING)
  cover = clamp(thickness * 0.5 + 0.5 - abs(away), 0.0, 1.0);
#elif defined(HATCH)
  vec2 edge = clamp(size + 0.5 - abs(local), 0.0, 1.0);
  float period = 6.0 * thickness;
  float stripe = abs(mod(gl_FragCoord.x - gl_FragCoord.y, period) - period * 0.5) * 0.7071;
  cover = clamp(thickness * 0.5 + 0.5 - stripe, 0.0, 1.0) * edge.x * edge.y;
#endif
  color = ink * cover;
}
)";

// The shader source for pictures: PLAIN, or MARKED or COARSE with outline and hatch. The rectangle
// that is drawn is larger than the picture by the outline and by one px, in which the edges fade,
// so that they are smooth at all angles.
const char* const kPictureVertex = R"(
layout(location = 0) in vec2 center;
layout(location = 1) in vec4 half_axes;
layout(location = 2) in vec4 tint;
layout(location = 3) in vec4 glow;
layout(location = 4) in vec4 outline;
layout(location = 5) in vec4 hatch;
layout(location = 6) in vec4 texels;  // corner and size in the atlas
uniform vec4 mapping;
uniform float zoom;
uniform vec2 frame;
uniform float thickness;
uniform sampler2D atlas;
flat out vec4 tint_by;
flat out vec4 glow_by;
#ifdef COARSE
#define MARKED
#endif
#ifdef MARKED
flat out vec4 rim;
flat out vec4 stripes;
flat out float px_per_step;  // of the distances in the atlas
flat out vec2 reach;         // screen px from the center to the end of the atlas's texels
#endif
flat out vec4 part;          // corner and size in the mipmap, texels
flat out vec2 size;          // half the extent, screen px
flat out vec2 px_per_texel;  // of the mipmap
flat out float side;         // of the mipmap, texels
flat out float level;        // of the mipmap
out vec2 local;              // screen px from the center, along the image's axes

void main() {
  tint_by = vec4(tint.rgb * tint.a, tint.a);
  glow_by = glow;
  vec2 x = half_axes.xy * zoom, y = half_axes.zw * zoom;
  size = max(vec2(length(x), length(y)), vec2(1e-3));
  vec2 shrunk = texels.zw / (2.0 * size);
  level = clamp(floor(log2(max(shrunk.x, shrunk.y)) + 0.5), 0.0, kLastLevel);
  float block = exp2(level);
  part = texels / block;
  side = float(textureSize(atlas, 0).x) / block;
  px_per_texel = block / shrunk;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  float margin = 1.0;
#ifdef MARKED
  rim = vec4(outline.rgb * outline.a, outline.a);
  stripes = hatch;
  margin += thickness;
  px_per_step = 0.5 * (px_per_texel.x + px_per_texel.y) / kStepsPerTexel;
  reach = size + (kPad / block - 0.5) * px_per_texel;
#endif
  local = corner * (size + margin);
  vec2 p = (center - mapping.xy) * zoom + mapping.zw + x / size.x * local.x + y / size.y * local.y;
  gl_Position = vec4(p / frame * vec2(2, -2) + vec2(-1, 1), 0, 1);
}
)";

// The fragment shader of pictures. A magnified texel is a square of one color whose borders blend
// over one px, so that the user sees the pixels that a pixel-exact test reads. The outline is drawn
// behind the picture. The distance from the opaque area stands in the alpha of the atlas, so MARKED
// needs no further read. COARSE is for pictures of which the atlas does not know enough: its
// outline is the opaque area moved in eight directions. It is a program of its own, because
// software that draws pays for the loop even where it has no turns.
const char* const kPictureFragment = R"(
flat in vec4 tint_by;
flat in vec4 glow_by;
#ifdef COARSE
#define MARKED
#endif
#ifdef MARKED
flat in vec4 rim;
flat in vec4 stripes;
flat in float px_per_step;
flat in vec2 reach;
#endif
flat in vec4 part;
flat in vec2 size;
flat in vec2 px_per_texel;
flat in float side;
flat in float level;
in vec2 local;
uniform float thickness;
uniform sampler2D atlas;
out vec4 color;

// Reads the atlas at a point of the image or of the transparent texels around it.
vec4 read_at(vec2 p) {
  vec2 at = part.xy + (p / size * 0.5 + 0.5) * part.zw;
  vec2 seam = floor(at + 0.5);
  at = seam + clamp((at - seam) * max(px_per_texel, vec2(1)), vec2(-0.5), vec2(0.5));
  return textureLod(atlas, at / side, level);
}

void main() {
#ifdef MARKED
  vec2 near_point = clamp(local, -reach, reach);
#else
  vec2 near_point = local;
#endif
  vec4 read = read_at(near_point);
  vec4 image = vec4(read.rgb, opacity_of(read.a));
  vec4 c = image * tint_by;
  c.rgb = mix(c.rgb, glow_by.rgb * c.a, glow_by.a);
#ifdef MARKED
  float width = 0.75 * thickness, period = 4.0 * width;
  float away = abs(mod(local.x + local.y, period) - period * 0.5) * 0.7071;
  float cover = stripes.a * clamp(width * 0.5 + 0.5 - away, 0.0, 1.0);
  c.rgb = mix(c.rgb, stripes.rgb * c.a, cover);
#ifdef COARSE
  // Drivers that render on the CPU run both sides of a branch, but leave a loop once no fragment of
  // the group needs it. So the moved area is a loop of 0 or 8 turns.
  int ways = rim.a > 0.0 && image.a < 1.0 ? 8 : 0;
  vec2 way = vec2(thickness, 0);
  float near = image.a;
  for (int k = 0; k < ways; ++k) {
    near = max(near, opacity_of(read_at(clamp(local + way, -reach, reach)).a));
    way = vec2(way.x - way.y, way.x + way.y) * 0.70710678;
  }
#else
  float distance_px = length(vec3(local - near_point, steps_of(read.a) * px_per_step));
  float near = clamp(thickness + 0.5 - distance_px, 0.0, 1.0);
#endif
  c += rim * near * (1.0 - c.a);
#endif
  color = c;
}
)";

namespace {

using Kind = Layer::Kind;

// The defines of the shape programs, [Layer::Kind]; the last one is that of small outlines.
constexpr std::array kDefines{"FILL", "OUTLINE", "DASHED_OUTLINE", "LINE",         "DASHED_LINE",
                              "DISC", "RING",    "HATCH",          "SMALL_OUTLINE"};
constexpr auto kSmallOutlines = static_cast<std::size_t>(Kind::count_);
static_assert(kDefines.size() == kSmallOutlines + 1);

static_assert(sizeof(Shape) == 20, "shapes are uploaded as they are");
constexpr GlField kShapeFields[]{{0, 4, GL_FLOAT, offsetof(Shape, a)},
                                 {1, 4, GL_UNSIGNED_BYTE, offsetof(Shape, color)}};

// A picture together with the place of its image in the atlas, as it is uploaded.
struct PictureInstance {
  Picture picture;
  AtlasRect texels;
};
constexpr GlField kPictureFields[]{{0, 2, GL_FLOAT, offsetof(Picture, center)},
                                   {1, 4, GL_FLOAT, offsetof(Picture, half_x)},
                                   {2, 4, GL_UNSIGNED_BYTE, offsetof(Picture, tint)},
                                   {3, 4, GL_UNSIGNED_BYTE, offsetof(Picture, glow)},
                                   {4, 4, GL_UNSIGNED_BYTE, offsetof(Picture, outline)},
                                   {5, 4, GL_UNSIGNED_BYTE, offsetof(Picture, hatch)},
                                   {6, 4, GL_UNSIGNED_SHORT, offsetof(PictureInstance, texels)}};

// The programs for pictures. On a CPU, outline and hatch cost more than the picture, so pictures
// without them have a program of their own.
enum PictureProgram : std::size_t { kPlain, kMarked, kCoarse };
constexpr std::array kPictureDefines{"PLAIN", "MARKED", "COARSE"};

// The program for a picture whose image is at `texels`. Where a texel is wider than two px, the
// distances in the atlas would make the outline uneven.
PictureProgram program_of(const Picture& p, const AtlasRect& texels, float zoom) {
  if (!p.outline.a && !p.hatch.a) return kPlain;
  const Vec2 px{2 * zoom * length(p.half_x), 2 * zoom * length(p.half_y)};
  const bool is_magnified = px.x > 2 * texels.width || px.y > 2 * texels.height;
  return p.outline.a && (texels.is_soft || is_magnified) ? kCoarse : kMarked;
}

// The mapping from coordinates of instances to screen px: `(p - center) * zoom + origin`.
struct Mapping {
  Vec2 center, origin;
  float zoom = 1;
};

// The longest side, screen px, of a rectangle whose outline is drawn as a small one. Up to it, the
// fragments of its inside cost less than the triangles of a strip around it.
constexpr float kSmallOutline = 16;

// Whether the outline of a shape is small; `zoom` is screen px per unit of the shape.
bool is_small(const Shape& s, float zoom) {
  const float most = kSmallOutline / zoom;
  return std::abs(s.b.x - s.a.x) <= most && std::abs(s.b.y - s.a.y) <= most;
}

// The place of a layer's shapes in the uploaded buffer.
struct Uploaded {
  std::size_t first, plain, small;  // index of the first, number of others, of small outlines
};

std::string driver_name() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name ? name : "unknown";
}

}  // namespace

struct Renderer::Impl {
  std::array<Program, kDefines.size()> shape_programs;
  std::array<Program, kPictureDefines.size()> picture_programs;
  InstanceBatch<Shape> shape_batch{kShapeFields};
  InstanceBatch<PictureInstance> picture_batch{kPictureFields};
  Atlas atlas;
  std::vector<PictureInstance> instances;                        // by program
  std::array<std::size_t, kPictureDefines.size() + 1> begins{};  // index of each program's first
  std::vector<Uploaded> uploaded;                                // [layer]
  std::vector<Shape> shapes;                                     // of all layers, as uploaded
  std::string device = driver_name();

  Vec2 frame;  // size of the framebuffer, px

  Status build() {
    for (std::size_t k = 0; k < kDefines.size(); ++k)
      if (auto status = shape_programs[k].build(kDefines[k], kShapeVertex, kShapeFragment);
          status.failed())
        return status;
    const std::string vertex = std::string(kAtlasFunctions) + kPictureVertex;
    const std::string fragment = std::string(kAtlasFunctions) + kPictureFragment;
    for (std::size_t k = 0; k < kPictureDefines.size(); ++k)
      if (auto status = picture_programs[k].build(kPictureDefines[k], vertex, fragment);
          status.failed())
        return status;
    return {};
  }

  void upload_shapes(const DrawList& list, float zoom) {
    shapes.clear();
    uploaded.clear();
    for (std::size_t i = 0; i < list.layer_count(); ++i) {
      const Layer& layer = list[i];
      const float scale = layer.space == Layer::Space::world ? zoom : 1;
      const auto first = shapes.insert(shapes.end(), layer.shapes.begin(), layer.shapes.end());
      // std::ranges is avoided here, because clang 14 does not compile its subranges in libstdc++.
      const auto small = std::stable_partition(first, shapes.end(), [&](const Shape& s) {
        return layer.kind != Kind::outline || !is_small(s, scale);
      });
      uploaded.push_back({static_cast<std::size_t>(first - shapes.begin()),
                          static_cast<std::size_t>(small - first),
                          static_cast<std::size_t>(shapes.end() - small)});
    }
    shape_batch.upload(shapes);
  }

  void upload_pictures(const DrawList& list, const ImageSet& images, float zoom) {
    atlas.update(images);
    instances.clear();
    for (std::size_t k = 0; k < kPictureDefines.size(); ++k) {
      for (const Picture& p : list.pictures())
        if (p.image < atlas.size() && atlas[p.image].width &&
            program_of(p, atlas[p.image], zoom) == k)
          instances.push_back({p, atlas[p.image]});
      begins[k + 1] = instances.size();
    }
    picture_batch.upload(instances);
  }

  void use(const Program& program, const Mapping& m, float thickness) const {
    program.use();
    glUniform4f(program.uniform("mapping"), m.center.x, m.center.y, m.origin.x, m.origin.y);
    glUniform1f(program.uniform("zoom"), m.zoom);
    glUniform2f(program.uniform("frame"), frame.x, frame.y);
    glUniform1f(program.uniform("thickness"), thickness);
  }

  void draw_layer(const Layer& layer, const Uploaded& at, const Mapping& world) const {
    const auto draw = [&](std::size_t program, std::size_t first, std::size_t count,
                          GLsizei vertices) {
      if (count == 0) return;
      use(shape_programs[program], layer.space == Layer::Space::world ? world : Mapping{},
          layer.thickness);
      shape_batch.draw(first, count, vertices);
    };
    const bool is_strip = layer.kind == Kind::outline || layer.kind == Kind::dashed_outline;
    draw(static_cast<std::size_t>(layer.kind), at.first, at.plain, is_strip ? 10 : 4);
    draw(kSmallOutlines, at.first + at.plain, at.small, 4);
  }

  void draw_pictures(const Mapping& world, float outline) const {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, atlas.texture());
    for (std::size_t k = 0; k < kPictureDefines.size(); ++k) {
      if (begins[k] == begins[k + 1]) continue;
      use(picture_programs[k], world, outline);
      picture_batch.draw(begins[k], begins[k + 1] - begins[k]);
    }
  }

  void draw(const DrawList& list, const Camera& camera) const {
    const Mapping world{camera.center, center(camera.viewport), camera.zoom};
    const float outline = kPictureOutline * camera.line_scale;
    for (std::size_t i = 0; i <= list.layer_count(); ++i) {
      if (i == list.pictures_after()) draw_pictures(world, outline);
      if (i < list.layer_count()) draw_layer(list[i], uploaded[i], world);
    }
  }
};

void Renderer::draw(const DrawList& list, const ImageSet& images, const Camera& camera,
                    int fb_width, int fb_height, Color background) {
  glViewport(0, 0, fb_width, fb_height);
  glEnable(GL_SCISSOR_TEST);
  const FramebufferRect pane = framebuffer_rect(camera.viewport, fb_height);
  glScissor(pane.left, pane.bottom, pane.width, pane.height);
  begin_picture(background, false);
  impl_->frame = {static_cast<float>(fb_width), static_cast<float>(fb_height)};
  impl_->upload_shapes(list, camera.zoom);
  impl_->upload_pictures(list, images, camera.zoom);
  impl_->draw(list, camera);
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
  if (auto status = impl->build(); status.failed()) return status.error();
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
