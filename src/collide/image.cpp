// SPDX-License-Identifier: MIT
// Derives an image's shape from its pixels: opaque bounds, convex hull, enclosing circles.
#include "collide/image.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace phasebox {
namespace {

// Returns the corners of the leftmost and the rightmost opaque pixel of each row, px relative to
// the pivot. The corners of the convex hull are among them. Opaque is any alpha above 0.
std::vector<Vec2> row_ends(const Image& image) {
  std::vector<Vec2> points;
  for (int y = 0; y < image.height; ++y) {
    const auto* row = image.alpha.data() + static_cast<std::ptrdiff_t>(y) * image.width;
    const auto* end = row + image.width;
    const auto is_opaque = [](std::uint8_t a) { return a > 0; };
    const auto* first = std::find_if(row, end, is_opaque);
    if (first == end) continue;
    const auto* last = end;
    while (!is_opaque(last[-1])) --last;
    const auto left = static_cast<float>(first - row - image.pivot_x);
    const auto right = static_cast<float>(last - row - image.pivot_x);
    const auto top = static_cast<float>(y - image.pivot_y);
    for (const float edge : {top, top + 1}) {
      points.push_back({left, edge});
      points.push_back({right, edge});
    }
  }
  return points;
}

// Computes the convex hull by Andrew's monotone chain ("Another efficient algorithm for convex
// hulls in two dimensions", 1979). O(n log n).
std::vector<Vec2> convex_hull(std::vector<Vec2> points) {
  std::ranges::sort(points, [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Vec2> hull;
  const auto append = [&](Vec2 p, std::size_t keep) {
    while (hull.size() >= keep + 2 &&
           cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
      hull.pop_back();
    hull.push_back(p);
  };
  for (const Vec2 p : points) append(p, 0);
  const std::size_t lower = hull.size() - 1;
  for (auto it = points.rbegin() + 1; it != points.rend(); ++it) append(*it, lower);
  hull.pop_back();
  return hull;
}

Circle circle_through(Vec2 a, Vec2 b) {
  const Vec2 middle = (a + b) * 0.5f;
  return {middle, length(a - middle)};
}

Circle circle_through(Vec2 a, Vec2 b, Vec2 c) {
  const Vec2 u = b - a, v = c - a;
  const float twice_area = 2 * cross(u, v);
  if (twice_area == 0) return circle_through(a, c);
  const float uu = length_squared(u), vv = length_squared(v);
  const Vec2 offset{(v.y * uu - u.y * vv) / twice_area, (u.x * vv - v.x * uu) / twice_area};
  return {a + offset, length(offset)};
}

bool covers(const Circle& circle, Vec2 p) {
  return length(p - circle.center) <= circle.radius * 1.00001f;
}

// Computes the smallest enclosing circle by an iterative form of Welzl's algorithm ("Smallest
// enclosing disks", 1991). Expected O(h) after the shuffle, whose seed is fixed.
Circle smallest_circle(std::vector<Vec2> points) {
  Random random(7);
  for (std::size_t i = points.size(); i > 1; --i)
    std::swap(points[i - 1], points[random.below(static_cast<std::uint32_t>(i))]);
  Circle best{points[0], 0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (covers(best, points[i])) continue;
    best = {points[i], 0};
    for (std::size_t j = 0; j < i; ++j) {
      if (covers(best, points[j])) continue;
      best = circle_through(points[i], points[j]);
      for (std::size_t k = 0; k < j; ++k)
        if (!covers(best, points[k])) best = circle_through(points[i], points[j], points[k]);
    }
  }
  best.radius *= 1.00001f;  // points within the tolerance of `covers` must be inside the circle
  return best;
}

void derive_shape(Image& image) {
  std::vector<Vec2> ends = row_ends(image);
  image.is_empty = ends.empty();
  // A shape with an area keeps all that computes with shapes in its range. It meets nothing:
  // narrowphases and the response ask whether an image is empty.
  if (image.is_empty) ends = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  image.hull = convex_hull(std::move(ends));
  image.opaque = {image.hull[0], image.hull[0]};
  for (const Vec2 p : image.hull) {
    image.opaque = united(image.opaque, {p, p});
    image.reach = std::max(image.reach, length(p));
  }
  image.enclosing = smallest_circle(image.hull);
}

Flips combined(Flips a, Flips b) { return {a.x != b.x, a.y != b.y}; }
std::size_t index_of(Flips flips) { return (flips.x ? 1u : 0u) + (flips.y ? 2u : 0u); }

std::vector<std::uint8_t> alpha_of(std::span<const std::uint8_t> rgba) {
  std::vector<std::uint8_t> alpha(rgba.size() / 4);
  for (std::size_t i = 0; i < alpha.size(); ++i) alpha[i] = rgba[i * 4 + 3];
  return alpha;
}

Status check_image(const std::string& name, int width, int height, std::size_t bytes) {
  const std::vector<Sentence> given{Sentence::as_is(name), Sentence::as_is(width),
                                    Sentence::as_is(height)};
  const auto side_ok = [](int side) { return side >= 1 && side <= kMaxImageSide; };
  if (!side_ok(width) || !side_ok(height))
    return Error{Sentence("{}: an image has 1 to 4096 px per side, this one is {} x {}", given)};
  if (bytes != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4)
    return Error{Sentence("{}: the pixels do not fill {} x {} RGBA values", given)};
  return {};
}

}  // namespace

Result<std::shared_ptr<const Image>> make_image(std::string name, int width, int height,
                                                std::vector<std::uint8_t> rgba,
                                                ImageTraits traits) {
  if (auto status = check_image(name, width, height, rgba.size()); status.failed())
    return status.error();
  auto image = std::make_shared<Image>();
  image->name = std::move(name);
  image->width = width;
  image->height = height;
  image->pivot_x = width / 2;
  image->pivot_y = height / 2;
  image->rgba = std::move(rgba);
  image->alpha = traits.alpha.empty() ? alpha_of(image->rgba) : std::move(traits.alpha);
  image->frame = traits.frame;
  image->steps_per_frame = traits.steps_per_frame;
  image->later = std::move(traits.later);
  if (!traits.may_be_empty &&
      std::ranges::all_of(image->alpha, [](std::uint8_t a) { return a == 0; }))
    return Error{Sentence("{}: every pixel is transparent; a sprite needs at least one that is not",
                          {Sentence::as_is(image->name)})};
  derive_shape(*image);
  return std::shared_ptr<const Image>(std::move(image));
}

std::vector<std::uint8_t> mirrored(std::span<const std::uint8_t> rows, int width, int bytes,
                                   Flips flips) {
  const auto pixel = static_cast<std::size_t>(bytes), n = rows.size() / pixel;
  const auto w = static_cast<std::size_t>(width);
  std::vector<std::uint8_t> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t x = i % w, y = i / w;
    const std::size_t from = (flips.y ? n / w - 1 - y : y) * w + (flips.x ? w - 1 - x : x);
    const auto* p = rows.data() + from * pixel;
    out.insert(out.end(), p, p + pixel);
  }
  return out;
}

std::shared_ptr<const Image> mirrored(const Image& image, Flips flips) {
  auto made = std::make_shared<Image>();
  made->name = image.name;
  made->width = image.width;
  made->height = image.height;
  made->rgba = mirrored(image.rgba, image.width, 4, flips);
  made->alpha = mirrored(image.alpha, image.width, 1, flips);
  made->pivot_x = flips.x ? image.width - image.pivot_x : image.pivot_x;
  made->pivot_y = flips.y ? image.height - image.pivot_y : image.pivot_y;
  made->flips = combined(image.flips, flips);
  made->frame = image.frame;
  made->steps_per_frame = image.steps_per_frame;
  for (const auto& frame : image.later) made->later.push_back(mirrored(*frame, flips));
  derive_shape(*made);
  return made;
}

bool same_picture(const Image& a, const Image& b) {
  return a.width == b.width && a.flips == b.flips && a.frame == b.frame &&
         a.steps_per_frame == b.steps_per_frame && a.rgba == b.rgba && a.alpha == b.alpha &&
         std::ranges::equal(a.later, b.later,
                            [](const auto& p, const auto& q) { return same_picture(*p, *q); });
}

std::shared_ptr<const Image> make_solid_image(std::string name, int width, int height) {
  assert(width >= 1 && height >= 1 && width <= kMaxImageSide && height <= kMaxImageSide);
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  return *make_image(std::move(name), width, height, std::vector<std::uint8_t>(pixels * 4, 255));
}

void ImageSet::append(std::shared_ptr<const Image> image, std::uint16_t picture) {
  assert(image && images_.size() + image->later.size() < 65535 && "image numbers are 16 bits");
  pixels_ += pixels_of(*image);
  is_animated_ |= image->steps_per_frame > 0;
  has_empty_ |= image->is_empty;
  for (const auto& frame : image->later) has_empty_ |= frame->is_empty;
  images_.push_back(image);
  images_.insert(images_.end(), image->later.begin(), image->later.end());
  pictures_.resize(images_.size(), picture);
  flips_.resize(images_.size(), {picture});
}

std::uint16_t ImageSet::add(std::shared_ptr<const Image> image) {
  const auto number = static_cast<std::uint16_t>(images_.size());
  append(std::move(image), number);
  return number;
}

int ImageSet::find_mirrored(std::uint16_t i, Flips flips) const {
  const Flips wanted = combined(images_[i]->flips, flips);
  const std::uint16_t first = flips_[pictures_[i]][index_of(wanted)];
  return wanted && first == 0 ? -1 : first + images_[i]->frame;
}

std::uint16_t ImageSet::add_mirrored(std::uint16_t i, Flips flips) {
  if (find_mirrored(i, flips) < 0) {
    const std::uint16_t picture = pictures_[i];
    const Flips wanted = combined(images_[i]->flips, flips);
    flips_[picture][index_of(wanted)] = static_cast<std::uint16_t>(images_.size());
    append(mirrored(*images_[picture], wanted), picture);
  }
  return static_cast<std::uint16_t>(find_mirrored(i, flips));
}

std::uint16_t ImageSet::next_frame(std::uint16_t i) const {
  const std::uint16_t frame = images_[i]->frame;
  const std::size_t next = std::size_t{i} + 1;
  if (next < size() && images_[next]->frame == frame + 1) return static_cast<std::uint16_t>(next);
  return static_cast<std::uint16_t>(i - frame);
}

int ImageSet::find(std::string_view name) const {
  for (std::size_t i = 0; i < images_.size(); ++i)
    if (images_[i]->name == name) return static_cast<int>(i);
  return -1;
}

int ImageSet::find_same(const Image& image) const {
  const auto it =
      std::ranges::find_if(images_, [&](const auto& other) { return same_picture(*other, image); });
  return it == images_.end() ? -1 : static_cast<int>(it - images_.begin());
}

}  // namespace phasebox
