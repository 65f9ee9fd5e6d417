// SPDX-License-Identifier: MIT
// Suggestions for one image, from counts.
#include "lab/accuracy/image_accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "collide/narrowphase/pixels/opacity_mask.hpp"

namespace phasebox {
namespace {

std::uint64_t up_to(std::span<const std::uint64_t> parted, int inset) {
  return std::accumulate(parted.begin(), parted.begin() + inset + 1, std::uint64_t{0});
}

}  // namespace

double wilson_upper(std::uint64_t k, std::uint64_t n) {
  if (n == 0) return 1;
  constexpr double z = 1.959964;  // 95 %, both sides
  const auto cases = static_cast<double>(n);
  const double p = static_cast<double>(k) / cases, q = z * z / cases;
  return std::min(1.0,
                  (p + q / 2 + z * std::sqrt(p * (1 - p) / cases + q / (4 * cases))) / (1 + q));
}

int parting_inset(const Aabb& a, const Aabb& b) {
  const Vec2 apart = center(b) - center(a), room = (extent(a) + extent(b)) * 0.5f;
  const auto left = [](float distance, float sum) {
    return sum > 0 ? 1 - static_cast<double>(std::abs(distance)) / static_cast<double>(sum) : 0;
  };
  const double part = std::min(left(apart.x, room.x), left(apart.y, room.y));
  return static_cast<int>(std::ceil(100 * std::clamp(part, 0.0, 1.0)));
}

void ImageAccuracy::add(bool touch, int inset, const MissedBy& missed_by) {
  ++candidates;
  contacts += touch;
  ++(touch ? contacts_parted : others_parted)[static_cast<std::size_t>(inset)];
  for (std::size_t k = 0; k < missed.size(); ++k) missed[k] += missed_by[k];
}

int ImageAccuracy::suggested_n(double rate) const {
  for (int n = kMaxSampled; n > 1; --n)
    if (wilson_upper(missed[static_cast<std::size_t>(n - 1)], contacts) <= rate) return n;
  return 1;
}

int ImageAccuracy::suggested_inset(double rate) const {
  for (int inset = 100; inset > 0; --inset)
    if (wilson_upper(up_to(contacts_parted, inset), contacts) <= rate) return inset;
  return 0;
}

double ImageAccuracy::removed_by(int inset) const {
  const std::uint64_t others = candidates - contacts;
  if (others == 0) return 0;
  return static_cast<double>(up_to(others_parted, inset)) / static_cast<double>(others);
}

std::vector<ImageAccuracy> images_of(const Session& session, int alpha_threshold) {
  std::vector<bool> is_shown(session.images().size());
  for (const std::uint16_t image : session.world().images()) is_shown[image] = true;
  std::vector<ImageAccuracy> all;
  for (std::size_t i = 0; i < is_shown.size(); ++i) {
    if (!is_shown[i]) continue;
    const Image& image = session.images()[i];
    all.push_back({.name = image.name,
                   .number = static_cast<std::uint16_t>(i),
                   .safe_n = std::max(1, opaque_thickness(image, alpha_threshold))});
  }
  return all;
}

}  // namespace phasebox
