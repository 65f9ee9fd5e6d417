// SPDX-License-Identifier: MIT
// Pairs of drawn sprites whose boxes overlap, and the plain loop over their pixels: what
// narrowphases are measured on and beside.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "collide/narrowphase.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "world/transform.hpp"

namespace phasebox::sprite_pairs {

inline constexpr int kImages = 96, kThreshold = 128;

/// Sides of images, px.
struct Sides {
  int smallest, largest;
};

/// An outline of random spokes that touches all sides, some with a hole: bulges and notches like
/// those of drawn sprites, opaque on about a third of the image.
class Outline {
 public:
  explicit Outline(Random& random) : hole_(random.below(4) == 0 ? random.uniform(0.2f, 0.5f) : 0) {
    const int spokes = 5 + static_cast<int>(random.below(12));
    for (int k = 0; k < spokes; ++k) {
      const Rotation r = rotation(2 * kPi * static_cast<float>(k) / static_cast<float>(spokes));
      const float reach = random.uniform(0.2f, 1);
      corners_.push_back(Vec2{r.c, r.s} * (reach * reach));
    }
    fill_square();
  }
  /// `p` from -1 to 1 on both axes.
  bool covers(Vec2 p) const { return is_within(p) && !(hole_ > 0 && is_within(p * (1 / hole_))); }

 private:
  void fill_square() {
    Aabb bounds{corners_[0], corners_[0]};
    for (const Vec2 p : corners_) bounds = united(bounds, {p, p});
    const Vec2 size = extent(bounds), middle = center(bounds);
    for (Vec2& p : corners_) p = (p - middle) * Vec2{2 / size.x, 2 / size.y};
  }
  bool is_within(Vec2 p) const {
    bool inside = false;
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      const Vec2 a = corners_[k], b = corners_[(k + 1) % corners_.size()];
      if ((a.y > p.y) == (b.y > p.y)) continue;
      if (p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
    }
    return inside;
  }

  std::vector<Vec2> corners_;
  float hole_;
};

inline std::shared_ptr<const Image> drawn(Random& random, Sides sides) {
  const auto side = [&] {
    const int choices = sides.largest - sides.smallest + 1;
    return sides.smallest + static_cast<int>(random.below(static_cast<std::uint32_t>(choices)));
  };
  const int width = side(), height = side();
  const Outline outline(random);
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto across = [](int k, int n) {
        return (static_cast<float>(k) + 0.5f) * 2 / static_cast<float>(n) - 1;
      };
      const bool opaque = outline.covers({across(x, width), across(y, height)});
      rgba.insert(rgba.end(), {200, 180, 90, static_cast<std::uint8_t>(opaque ? 255 : 0)});
    }
  return *make_image("drawn", width, height, std::move(rgba));
}

/// The mean share of pixels that are opaque.
inline double mean_fill(const ImageSet& images) {
  double sum = 0;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const auto& alpha = images[i].alpha;
    sum += static_cast<double>(
               std::ranges::count_if(alpha, [](std::uint8_t a) { return a >= kThreshold; })) /
           static_cast<double>(alpha.size());
  }
  return sum / static_cast<double>(images.size());
}

/// Pairs of sprites (2k, 2k + 1) whose images' rectangles overlap.
class Course {
 public:
  Course(std::size_t pairs, std::uint64_t seed, Sides sides, bool turned) {
    Random random(seed);
    for (int k = 0; k < kImages; ++k) images_.add(drawn(random, sides));
    while (pairs_.size() < pairs) add_pair(random, turned);
    transforms_.resize(world_.size());
    boxes_.resize(world_.size());
    place_sprites(world_, images_, {}, transforms_, boxes_);
  }

  Frame frame() const { return frame_of(world_, images_, transforms_, boxes_); }
  std::span<const Pair> pairs() const { return pairs_; }
  const ImageSet& images() const { return images_; }

 private:
  void add_pair(Random& random, bool turned) {
    Sprite a, b;
    for (Sprite* s : {&a, &b}) {
      s->image = static_cast<std::uint16_t>(random.below(kImages));
      if (!turned) continue;
      s->angle = random.uniform(-kPi, kPi);
      s->scale = Vec2{1, 1} * random.uniform(0.5f, 2);
    }
    const auto place = [&] {
      return Vec2{std::round(random.uniform(0, 1280)), std::round(random.uniform(0, 720))};
    };
    a.position = place();
    const auto reach = [](float p, float q) { return (p + q) * 0.5f; };
    const Aabb at_a = box(a), at_b = box(b);
    const Vec2 span{reach(extent(at_a).x, extent(at_b).x), reach(extent(at_a).y, extent(at_b).y)};
    b.position = a.position + Vec2{std::round(random.uniform(-span.x, span.x)),
                                   std::round(random.uniform(-span.y, span.y))};
    if (!overlaps(box(a), box(b))) return;
    pairs_.push_back(
        {static_cast<SpriteId>(world_.size()), static_cast<SpriteId>(world_.size() + 1)});
    world_.add(a);
    world_.add(b);
  }
  Aabb box(const Sprite& s) const {
    return translated(volume_box(images_[s.image], Volume::tight, rotation(s.angle), s.scale),
                      s.position);
  }

  ImageSet images_;
  World world_;
  std::vector<Transform> transforms_;
  std::vector<Aabb> boxes_;
  std::vector<Pair> pairs_;
};

/// Every pixel of the overlap, by the straightforward loop over RGBA.
class NaiveLoop : public Narrowphase {
 public:
  ParamView params() override { return {}; }
  void confirm(const Frame& f, std::span<const Pair> candidates, Sink<Contact>& out,
               Recorder*) override {
    for (const Pair pair : candidates) {
      const PixelView a = pixel_view(f, pair.a), b = pixel_view(f, pair.b);
      Contact contact{.pair = pair, .point = {}, .normal = {}};
      const PixelRect overlap = intersection(pixel_rect(f, pair.a, a), pixel_rect(f, pair.b, b));
      const bool plain = a.is_plain() && b.is_plain();
      if (plain ? plain_hit(a, b, overlap, contact) : turned_hit(a, b, overlap, contact))
        out.push(contact);
    }
  }

 private:
  static bool plain_hit(const PixelView& a, const PixelView& b, const PixelRect& r, Contact& c) {
    const Image &p = a.image(), &q = b.image();
    for (int y = r.y0; y < r.y1; ++y)
      for (int x = r.x0; x < r.x1; ++x) {
        const int at_p = ((y - a.top()) * p.width + (x - a.left())) * 4 + 3;
        const int at_q = ((y - b.top()) * q.width + (x - b.left())) * 4 + 3;
        if (p.rgba[static_cast<std::size_t>(at_p)] < kThreshold) continue;
        if (q.rgba[static_cast<std::size_t>(at_q)] < kThreshold) continue;
        return hit(x, y, c);
      }
    return false;
  }
  static bool turned_hit(const PixelView& a, const PixelView& b, const PixelRect& r, Contact& c) {
    for (int y = r.y0; y < r.y1; ++y)
      for (int x = r.x0; x < r.x1; ++x)
        if (a.alpha(x, y) >= kThreshold && b.alpha(x, y) >= kThreshold) return hit(x, y, c);
    return false;
  }
  static bool hit(int x, int y, Contact& c) {
    c.point = {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
    return true;
  }
};

}  // namespace phasebox::sprite_pairs
