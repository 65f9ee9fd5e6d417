// SPDX-License-Identifier: MIT
// Space to screen and back; how the pointer moves the eye. Lists reuse the last frame's memory.
// Outlines: pixel edges become loops, thinned out (D. Douglas, T. Peucker, "Algorithms for the
// Reduction of the Number of Points Required to Represent a Digitized Line", 1973).
#include "view/space/space_list.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace phasebox {
namespace {

constexpr float kDegree = 3.14159265358979f / 180;
constexpr float kTurnPerPx = 0.4f;  // degrees

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

// A loop has no straight line to compare with: it is cut at the point furthest from its start.
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
  bool is_opaque(int x, int y) const { return 2 * image_.alpha_at(x, y) > most_; }

  // Whether the edge that leaves a lattice point that way has the area on its right only.
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

Ground Ground::of(const Aabb& field) {
  const auto middle = [](float a, float b) {
    return (static_cast<double>(a) + static_cast<double>(b)) / 2;
  };
  const double width = static_cast<double>(field.max.x) - static_cast<double>(field.min.x);
  const double height = static_cast<double>(field.max.y) - static_cast<double>(field.min.y);
  const double longer = std::max(width, height);
  Ground g;
  g.center_x = middle(field.min.x, field.max.x);
  g.center_y = middle(field.min.y, field.max.y);
  g.px = longer > 0 ? longer / kSide : 1;
  g.half = {static_cast<float>(width / g.px / 2), static_cast<float>(height / g.px / 2)};
  return g;
}

std::array<Vec3, 3> OrbitCamera::axes() const {
  const float cy = std::cos(yaw * kDegree), sy = std::sin(yaw * kDegree);
  const float cp = std::cos(pitch * kDegree), sp = std::sin(pitch * kDegree);
  const Vec3 right{cy, 0, -sy}, into{-sy * cp, -sp, -cy * cp};
  return {right, cross(right, into), into};
}

float OrbitCamera::focal() const {
  const Vec2 size = extent(viewport);
  return std::max(std::min(size.x, size.y), 1.0f) / 2 / std::tan(kFieldOfView / 2 * kDegree);
}

std::array<float, 16> OrbitCamera::matrix() const {
  const auto [right, up, into] = axes();
  const Vec3 e = eye();
  const Vec2 size = extent(viewport);
  const float sx = 2 * focal() / std::max(size.x, 1.0f), sy = 2 * focal() / std::max(size.y, 1.0f);
  const float n = near_plane(), f = far_plane();
  const float a = (f + n) / (f - n), b = -2 * f * n / (f - n);
  const float er = -dot(e, right), eu = -dot(e, up), ei = -dot(e, into);
  return {right.x * sx, up.x * sy, into.x * a, into.x, right.y * sx, up.y * sy, into.y * a, into.y,
          right.z * sx, up.z * sy, into.z * a, into.z, er * sx,      eu * sy,   ei * a + b, ei};
}

std::optional<Vec2> OrbitCamera::to_screen(Vec3 p) const {
  const auto [right, up, into] = axes();
  const Vec3 d = p - eye();
  const float away = dot(d, into);
  if (!(away >= near_plane())) return {};
  return center(viewport) + Vec2{dot(d, right), -dot(d, up)} * (focal() / away);
}

void OrbitCamera::orbit(Vec2 screen_delta) {
  yaw = std::remainder(yaw - screen_delta.x * kTurnPerPx, 360.0f);
  pitch = std::clamp(pitch + screen_delta.y * kTurnPerPx, kMinPitch, kMaxPitch);
}

void OrbitCamera::pan(Vec2 screen_delta) {
  // Seen flat, a px upwards is far over the ground; the drag must not throw the view away.
  constexpr float kFlattest = 0.25f;
  const float cy = std::cos(yaw * kDegree), sy = std::sin(yaw * kDegree);
  const float unit = distance / focal();
  const float across = -screen_delta.x * unit;
  const float ahead = screen_delta.y * unit / std::max(std::sin(pitch * kDegree), kFlattest);
  target.x = std::clamp(target.x + cy * across - sy * ahead, -kReach, kReach);
  target.z = std::clamp(target.z - sy * across - cy * ahead, -kReach, kReach);
}

void OrbitCamera::zoom_at(Vec2 screen, float factor) {
  const Ray look = ray(screen);
  Vec3 fixed = target;
  if (look.along.y < 0) {
    const float t = -look.from.y / look.along.y;
    if (t < 4 * distance) fixed = look.at(t);
  }
  const float wanted = std::clamp(distance / factor, kMinDistance, kMaxDistance);
  const float part = wanted / distance;
  const Vec3 to = fixed + (target - fixed) * part;
  target = {std::clamp(to.x, -kReach, kReach), to.y, std::clamp(to.z, -kReach, kReach)};
  distance = wanted;
}

// Centers what is seen and goes as near as it fits, a few times over: each corrects the other.
void OrbitCamera::fit(const Ground& ground, float height) {
  constexpr float kFilled = 0.96f;  // of the pane
  target = {}, distance = 2 * static_cast<float>(Ground::kSide);
  const Vec2 room = extent(viewport) * kFilled;
  if (!(room.x > 1 && room.y > 1)) return;
  for (int k = 0; k < 12; ++k) {
    constexpr float kFar = std::numeric_limits<float>::max();
    Aabb seen{{kFar, kFar}, {-kFar, -kFar}};
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 p{corner & 1 ? ground.half.x : -ground.half.x, corner & 2 ? height : 0,
                   corner & 4 ? ground.half.y : -ground.half.y};
      if (const auto at = to_screen(p)) seen = united(seen, {*at, *at});
    }
    const Vec2 size = extent(seen);
    pan(center(viewport) - center(seen));
    const float scale = std::max({size.x / room.x, size.y / room.y, 0.1f});
    distance = std::clamp(distance * scale, kMinDistance, kMaxDistance);
  }
}

const ImageTone& SpaceList::tone(const ImageSet& images, std::size_t image) {
  if (tones.size() < images.size()) tones.resize(images.size());
  if (tones[image].image != images.shared(image)) tones[image] = tone_of(images.shared(image));
  return tones[image];
}

std::vector<OutlinePiece> outline_of(const Image& image) { return Walk(image).run(); }

}  // namespace phasebox
