// SPDX-License-Identifier: MIT
// Recursive dimensional clustering, written a second time on purpose.
#include "support/rdc_reference.hpp"

#include <algorithm>
#include <map>

#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace {

using Ids = std::vector<SpriteId>;

struct Span {
  float open, close;
  SpriteId id;
};

/// Neither end passes the middle.
Span interval_of(const Aabb& box, Axis axis, float t, SpriteId id) {
  const float lo = low(box, axis), hi = high(box, axis), middle = lo * 0.5f + hi * 0.5f;
  return {std::min(lo + t, middle), std::max(hi - t, middle), id};
}

/// One pass. Touching intervals are separate unless opens come first, but an interval without
/// extent opens before it closes.
std::vector<Ids> split(const Frame& f, const Ids& ids, Axis axis, const RdcSettings& settings) {
  const float t = settings.contact_threshold;
  const bool touching_joins = settings.tie_order == TieOrder::open_first;
  std::vector<Span> row;
  for (const SpriteId id : ids) row.push_back(interval_of(f.boxes[id], axis, t, id));
  std::ranges::sort(row, [](const Span& a, const Span& b) {
    return a.open != b.open ? a.open < b.open : a.id < b.id;
  });
  std::vector<Ids> groups;
  float last_close = 0;
  bool ends_in_a_point = false;
  for (const Span& i : row) {
    const bool joins =
        !groups.empty() &&
        (i.open < last_close || ((touching_joins || ends_in_a_point) && i.open == last_close));
    if (!joins) groups.emplace_back();
    groups.back().push_back(i.id);
    if (joins && i.close < last_close) continue;
    ends_in_a_point = i.open == i.close || (joins && ends_in_a_point && i.close == last_close);
    last_close = i.close;
  }
  return groups;
}

void cluster(const Frame& f, const RdcSettings& settings, Ids ids, Axis axis, int fruitless,
             Groups& out) {
  if (ids.size() <= settings.group_size || fruitless == 2) {
    std::ranges::sort(ids);
    out.push_back(std::move(ids));
    return;
  }
  const auto parts = split(f, ids, axis, settings);
  for (const Ids& part : parts)
    cluster(f, settings, part, other(axis), parts.size() > 1 ? 0 : fruitless + 1, out);
}

Axis first_axis(const Frame& f, FirstAxis asked) {
  if (asked != FirstAxis::wider) return asked == FirstAxis::x ? Axis::x : Axis::y;
  Aabb all = f.boxes[0];
  for (const Aabb& b : f.boxes) all = united(all, b);
  return all.max.x - all.min.x >= all.max.y - all.min.y ? Axis::x : Axis::y;
}

std::string describe(const Groups& groups) {
  std::string text;
  for (const Ids& ids : groups) {
    text += '{';
    for (const SpriteId id : ids) text += std::to_string(id) + ' ';
    text.back() = '}';
  }
  return text.size() > 300 ? text.substr(0, 300) + " ..." : text;
}

/// Shrunk on every side by `t`, never past the middle.
std::vector<Pair> inset_pairs(const Frame& f, float t) {
  std::vector<Aabb> boxes;
  for (const Aabb& b : f.boxes) {
    const Span x = interval_of(b, Axis::x, t, 0), y = interval_of(b, Axis::y, t, 0);
    boxes.push_back({{x.open, y.open}, {x.close, y.close}});
  }
  Frame inset = f;
  inset.boxes = boxes;
  return exact_pairs(inset);
}

}  // namespace

Groups rdc_groups(const Frame& f, const RdcSettings& settings) {
  Ids all(f.size());
  for (SpriteId i = 0; i < f.size(); ++i) all[i] = i;
  Groups groups;
  if (!all.empty()) cluster(f, settings, all, first_axis(f, settings.first_axis), 0, groups);
  std::ranges::sort(groups);
  return groups;
}

Groups logged_groups(const Recorder& log) {
  std::map<std::uint32_t, Ids> by_number;
  for (const Event& e : log.events())
    if (e.kind == EventKind::member) by_number[e.b].push_back(e.a);
  Groups groups;
  for (auto& [number, ids] : by_number) {
    std::ranges::sort(ids);
    groups.push_back(std::move(ids));
  }
  std::ranges::sort(groups);
  return groups;
}

Subject rdc_subject(const RdcSettings& settings) {
  return subject_of(*find_entry(broadphases(), "rdc"),
                    {{"group-size", static_cast<double>(settings.group_size)},
                     {"contact-threshold", static_cast<double>(settings.contact_threshold)},
                     {"tie-order", static_cast<double>(settings.tie_order)},
                     {"first-axis", static_cast<double>(settings.first_axis)}});
}

Violations check_rdc(const Subject& subject, const RdcSettings& settings, const BoxWorld& world) {
  const Frame f = world.frame();
  const float t = settings.contact_threshold;
  const std::string where = subject.label + " on " + world.label() + ", threshold " +
                            std::to_string(t) + ", group size " +
                            std::to_string(settings.group_size);
  const auto rdc = subject.make();
  rdc->reset(f);
  Recorder log(1'000'000);
  const auto found = pairs_of(*rdc, f, &log), exact = exact_pairs(f);
  Violations out = compare(found, exact, t <= 0, f, where);
  if (t > 0)
    for (const std::string& missing : compare(found, inset_pairs(f, t), true, f, where))
      if (missing.find("missing") != std::string::npos)
        out.push_back("of the inset boxes: " + missing);
  const Groups groups = logged_groups(log);
  const Groups expected = rdc_groups(f, settings);
  if (groups != expected)
    out.push_back(where + ": groups are " + describe(groups) + ", not " + describe(expected));
  return out;
}

}  // namespace phasebox::test
