// SPDX-License-Identifier: MIT
// Tops are drawn as they are, so that their colors are those of the field; light falls on sides
// only.
#include "view/gl/space_shaders.hpp"

namespace phasebox {

// One piece of the outline, in half-extents of the footprint, times one solid.
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

// Soft edges of a picture run out into the color of its sides.
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

const char* const kInkFragment = kWallFragment;

// What lies behind the eye is cut off first; then the segment is widened on the screen. Depth over
// the screen is linear, so the corners may be given as they are seen.
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

}  // namespace phasebox
