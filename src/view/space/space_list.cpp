// SPDX-License-Identifier: MIT
// The lists of the last frame lend their memory to the next. Outlines: pixel edges are followed
// into loops, and loops thinned out (D. Douglas, T. Peucker, "Algorithms for the Reduction of the
// Number of Points Required to Represent a Digitized Line", 1973).
#include "view/space/space_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace phasebox {
namespace {

ImageTone tone_of(std::shared_ptr<const Image> image) {
  std::uint64_t sum[3] = {}, weight = 0;
  std::uint8_t most = 0;
  for (std::size_t i = 0; i < image->alpha.size(); ++i) {
    const std::uint8_t alpha = image->alpha[i];
    for (std::size_t c = 0; c < 3; ++c)
      sum[c] += static_cast<std::uint64_t>(image->rgba[4 * i + c]) * alpha;
    weight += alpha;
    most = std::max(most, alpha);
  }
  const auto mean = [&](std::uint64_t s) {
    return static_cast<std::uint8_t>(s / std::max<std::uint64_t>(weight, 1));
  };
  const float cut = static_cast<float>(most) / 255 / 2;
  return {std::move(image), {mean(sum[0]), mean(sum[1]), mean(sum[2])}, cut};
}

}  // namespace

void SpaceList::clear() {
  floor_wires.clear(), solids.clear(), plates.clear(), wires.clear(), labels.clear();
  boxes = false, walls = true;
}

const ImageTone& SpaceList::tone(const ImageSet& images, std::size_t image) {
  if (tones.size() < images.size()) tones.resize(images.size());
  if (tones[image].image != images.shared(image)) tones[image] = tone_of(images.shared(image));
  return tones[image];
}

namespace {

// Directions along pixel edges, each a quarter turn to the right of the one before.
constexpr std::array<Vec2, 4> kWays{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

// How far `p` lies from the line, or from its end where it has no length.
float distance(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const float reach = length(along);
  return reach > 0 ? std::abs(cross(along, p - a)) / reach : length(p - a);
}

void thin(std::span<const Vec2> line, float tolerance, std::vector<Vec2>& out) {
  std::size_t furthest = 0;
  float most = tolerance;
  for (std::size_t i = 1; i + 1 < line.size(); ++i)
    if (const float d = distance(line[i], line.front(), line.back()); d > most)
      most = d, furthest = i;
  if (furthest == 0) return out.push_back(line.back());
  thin(line.first(furthest + 1), tolerance, out);
  thin(line.subspan(furthest), tolerance, out);
}

// A loop that ends where it begins has no straight line to compare with: it is cut in two at the
// point furthest from its start.
std::vector<Vec2> thinned(const std::vector<Vec2>& loop, float tolerance) {
  std::size_t middle = 0;
  for (std::size_t i = 1; i < loop.size(); ++i)
    if (length_squared(loop[i] - loop[0]) > length_squared(loop[middle] - loop[0])) middle = i;
  std::vector<Vec2> out{loop.front()};
  const std::span<const Vec2> all(loop);
  thin(all.first(middle + 1), tolerance, out);
  thin(all.subspan(middle), tolerance, out);
  return out;
}

class Walk {
 public:
  explicit Walk(const Image& image)
      : image_(image),
        most_(*std::ranges::max_element(image.alpha)),
        taken_(4 * static_cast<std::size_t>(image.width + 1) *
               static_cast<std::size_t>(image.height + 1)) {}

  std::vector<OutlinePiece> run() {
    for (int y = 0; y <= image_.height; ++y)
      for (int x = 0; x <= image_.width; ++x)
        for (std::size_t way = 0; way < 4; ++way)
          if (is_edge(x, y, way) && !taken(x, y, way)) add(loop(x, y, way));
    return std::move(pieces_);
  }

 private:
  bool is_opaque(int x, int y) const {
    if (x < 0 || y < 0 || x >= image_.width || y >= image_.height) return false;
    const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) +
                   static_cast<std::size_t>(x);
    return 2 * image_.alpha[i] > most_;
  }

  // Whether the edge that leaves a lattice point that way has the area on its right and none on its
  // left.
  bool is_edge(int x, int y, std::size_t way) const {
    switch (way) {
      case 0: return is_opaque(x, y) && !is_opaque(x, y - 1);
      case 1: return is_opaque(x - 1, y) && !is_opaque(x, y);
      case 2: return is_opaque(x - 1, y - 1) && !is_opaque(x - 1, y);
      default: return is_opaque(x, y - 1) && !is_opaque(x - 1, y - 1);
    }
  }

  std::uint8_t& taken(int x, int y, std::size_t way) {
    const auto row = static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width + 1);
    return taken_[4 * (row + static_cast<std::size_t>(x)) + way];
  }

  // Corners only. Where two areas touch at a point, a right turn stays with the same one.
  std::vector<Vec2> loop(int x, int y, std::size_t way) {
    std::vector<Vec2> corners;
    std::size_t before = 4;
    while (!taken(x, y, way)) {
      if (way != before) corners.push_back({static_cast<float>(x), static_cast<float>(y)});
      taken(x, y, way) = 1;
      x += static_cast<int>(kWays[way].x), y += static_cast<int>(kWays[way].y);
      before = way;
      for (const std::size_t turn : {1u, 0u, 3u})
        if (is_edge(x, y, (before + turn) % 4)) {
          way = (before + turn) % 4;
          break;
        }
    }
    corners.push_back(corners.front());
    return corners;
  }

  void add(const std::vector<Vec2>& loop) {
    const float side = static_cast<float>(std::max(image_.width, image_.height));
    const std::vector<Vec2> points = thinned(loop, std::max(std::min(0.8f, side / 10), side / 40));
    const Vec2 half{static_cast<float>(image_.width) / 2, static_cast<float>(image_.height) / 2};
    const auto place = [half](Vec2 p) { return Vec2{p.x / half.x - 1, p.y / half.y - 1}; };
    for (std::size_t i = 1; i < points.size(); ++i)
      pieces_.push_back({place(points[i - 1]), place(points[i])});
  }

  const Image& image_;
  int most_;  // alpha
  std::vector<std::uint8_t> taken_;
  std::vector<OutlinePiece> pieces_;
};

}  // namespace

std::vector<OutlinePiece> outline_of(const Image& image) { return Walk(image).run(); }

}  // namespace phasebox
