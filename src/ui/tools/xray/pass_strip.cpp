// SPDX-License-Identifier: MIT
// Draws the boundaries of a pass along an axis, with the number of open boxes as a curve.
#include <algorithm>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/tools/xray/panes.hpp"
#include "ui/tools/xray/strip.hpp"

namespace phasebox::ui {
namespace {

// Makes the strip of a pass. Its ticks are the boundaries that were sorted or, if a sweep walks
// along them afterward, the steps of the sweep. Those of the first `done` events of the walk are
// done. The number of open boxes is made from the events, so it equals the algorithm's own.
Strip strip_of(const Walk& walk, const WalkPass& pass, std::size_t done) {
  Strip strip;
  strip.axis = pass.axis;
  strip.counts = walk.how().counts_boundaries || pass.has_order;
  const EventKind walked = pass.has_order ? EventKind::order : EventKind::boundary;
  std::uint32_t open = 0;
  std::vector<std::uint8_t> is_open;
  for (std::size_t k = pass.begin; k < pass.end; ++k) {
    const Event& e = walk.events()[k];
    if (e.kind != walked || e.axis != pass.axis) continue;
    if (e.a >= is_open.size()) is_open.resize(e.a + 1, 0);
    Tick tick{.at = low(e.box, pass.axis), .is_done = k < done, .sprite = e.a};
    tick.opens = walked == EventKind::boundary ? e.b != 0 : is_open[e.a] == 0;
    is_open[e.a] = tick.opens;
    open = walked == EventKind::order ? e.b : open + (tick.opens ? 1u : 0u - 1u);
    tick.count = open;
    if (tick.is_done) strip.now = open;
    if (tick.is_done && strip.counts) strip.here = tick.at;
    strip.most = std::max(strip.most, open);
    strip.ticks.push_back(tick);
  }
  return strip;
}

void draw_curve(const Gui& gui, ImDrawList& list, const Strip& strip) {
  const ImU32 fill = gui.ink(Role::sweep, 0.35f);
  const ImU32 line = gui.ink(Role::sweep, 1);
  float x = strip.min.x, y = strip.base;
  for (const Tick& tick : strip.ticks) {
    if (!tick.is_done) break;
    const float to = strip.x(tick.at);
    if (y < strip.base) list.AddRectFilled({x, y}, {to, strip.base}, fill);
    list.AddLine({x, y}, {to, y}, line, gui.px(1.5f));
    const float next = strip.base - static_cast<float>(tick.count) * strip.per_open;
    list.AddLine({to, y}, {to, next}, line, gui.px(1.5f));
    x = to;
    y = next;
  }
}

// Marks the stretches behind done boundaries at which no box is open. These are the gaps at which
// RDC cuts a group, and the voids of a sweep.
void draw_gaps(const Gui& gui, ImDrawList& list, const Strip& strip) {
  const ImU32 ink = gui.ink(Role::final_group);
  for (std::size_t k = 0; k + 1 < strip.ticks.size(); ++k) {
    if (!strip.ticks[k].is_done || strip.ticks[k].count > 0) continue;
    const float from = strip.x(strip.ticks[k].at), to = strip.x(strip.ticks[k + 1].at);
    const float x = (from + to) / 2;
    list.AddRectFilled({from, strip.min.y}, {std::max(to, from + 1), strip.base},
                       gui.ink(Role::final_group, 0.2f));
    for (float y = strip.min.y; y < strip.base; y += gui.px(8))
      list.AddLine({x, y}, {x, std::min(y + gui.px(5), strip.base)}, ink, gui.px(2));
  }
}

Sentence title_of(const Walk& walk, const Strip& strip, bool is_short) {
  const char* axis = strip.axis == Axis::x ? "x" : "y";
  const std::string all = grouped(strip.ticks.size());
  if (!strip.counts)
    return is_short ? say("{}: {}", axis, all) : say("boundaries along {}: {}", axis, all);
  if (is_short) return say("{}: {} of {}", axis, strip.now, strip.most);
  return walk.how().counts_boundaries
             ? say("boundaries along {} · counter {} of {} at most", axis, strip.now, strip.most)
             : say("sweep along {} · open {} of {} at most", axis, strip.now, strip.most);
}

}  // namespace

void draw_pass_strip(const Gui& gui, const Xray& xray) {
  const Walk& walk = xray.broad();
  const std::size_t done = xray.done_broad();
  const WalkPass* pass = done == 0 ? walk.pass(walk.size()) : walk.pass(done - 1);
  if (!pass || done == 0)
    return text_wrapped(gui, "The boundaries of each pass appear here.", Role::text_dim);
  Strip strip = strip_of(walk, *pass, done);
  if (strip.ticks.empty() && pass->has_order) return;
  lay_out(strip);
  // While the user guesses what comes next, boundaries yet to come would give the answer away.
  if (xray.guesses()) std::erase_if(strip.ticks, [](const Tick& tick) { return !tick.is_done; });
  Sentence title = title_of(walk, strip, false);
  if (text_width(title) > ImGui::GetContentRegionAvail().x) title = title_of(walk, strip, true);
  text(gui, title, Role::text_dim);
  place(strip, gui.ui.scale);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (strip.counts) draw_gaps(gui, list, strip);
  if (strip.counts) draw_curve(gui, list, strip);
  if (!strip.counts && xray.state().line) strip.here = low(*xray.state().line, strip.axis);
  draw_axis(gui, list, xray, strip);
}

}  // namespace phasebox::ui
