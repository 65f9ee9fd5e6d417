// SPDX-License-Identifier: MIT
// The view's focus of the lab's walk, and the words for what is left out.
#include "ui/model/xray_focus.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace phasebox {

Focus focus_of(const Xray& xray) {
  const bool is_narrow = xray.phase() == WalkPhase::narrow;
  return focus_of(xray.now(), is_narrow ? xray.state().pair : std::nullopt, xray.boxes());
}

std::vector<Aabb> path_of(const Xray& xray) {
  std::vector<Aabb> path;
  const Focus focus = focus_of(xray);
  if (xray.phase() == WalkPhase::narrow || focus.empty()) return path;
  const auto parts = xray.broad().parts();
  std::size_t at = xray.broad().part_at(xray.done_broad());
  if (at < parts.size() && !overlaps(parts[at].box, focus.bounds())) return path;
  for (; at < parts.size(); at = parts[at].parent) path.push_back(parts[at].box);
  std::ranges::reverse(path);
  return path;
}

bool shows_less(const Xray& xray, const Camera& camera) {
  return !xray.is_in_impacts() && is_crowded(xray.boxes(), camera);
}

namespace {

void add(std::string& list, std::size_t n, const std::string& what) {
  if (n > 0) list += (list.empty() ? "" : ", ") + what;
}

}  // namespace

std::string left_out(const Thinned& t, std::string_view part) {
  std::string list;
  add(list, t.parts, fmt::format("{} under {:.0f} px", counted(t.parts, part), t.side));
  add(list, t.fat, counted(t.fat, "fat AABB"));
  add(list, t.swaps, counted(t.swaps, "earlier swap"));
  if (list.empty()) return {};
  return fmt::format("Not drawn away from the event: {}. Zoom in to see them.", list);
}

std::string left_out(const Xray& xray, const Camera& camera) {
  if (!shows_less(xray, camera)) return {};
  const auto events = xray.broad().events().first(xray.done_broad());
  return left_out(thin_out(events, camera, focus_of(xray)), xray.broad().how().part);
}

}  // namespace phasebox
