// SPDX-License-Identifier: MIT
// A plug-in that compares all pairs, with a fault: the environment variable PHASEBOX_FAULT names
// it. A check must find each.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "phasebox.h"

namespace {

using Frame = phasebox_plugin_frame;
using Pair = phasebox_plugin_pair;
using Trace = phasebox_plugin_trace;
using Box = const float*;

std::string_view fault() {
  static const char* const kName = std::getenv("PHASEBOX_FAULT");
  return kName ? kName : "";
}

struct Instance {
  std::vector<Pair> pairs, known;
  std::vector<char> cells;
  bool is_known = false, is_late = false;
  std::uint32_t most = 0, frames = 0, number = 0;
};

bool touch(Box a, Box b) { return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]; }
bool has_area(Box b) { return b[2] > b[0] && b[3] > b[1]; }
bool is_point(Box b) { return b[2] == b[0] && b[3] == b[1]; }
bool is_across_a_border(Box a, Box b) {
  constexpr float kCell = 64;
  return std::floor(std::max(a[0], b[0]) / kCell) != std::floor(std::min(a[2], b[2]) / kCell) ||
         std::floor(std::max(a[1], b[1]) / kCell) != std::floor(std::min(a[3], b[3]) / kCell);
}

bool one_mask_agrees(const Frame& f, std::uint32_t a, std::uint32_t b) {
  if (f.is_static && f.is_static[a] && f.is_static[b]) return false;
  return !f.filters || (f.filters[a].mask & f.filters[b].category) != 0;
}

/// Whether a pair is found: by the rules, but for the faults that read them wrongly.
bool is_pair(const Frame& f, std::uint32_t a, std::uint32_t b) {
  Frame open = f;
  const std::string_view name = fault();
  if (name == "ignores-filters") open.filters = nullptr;
  if (name == "ignores-statics") open.is_static = nullptr;
  const bool is_eligible = name == "asks-one-mask" ? one_mask_agrees(f, a, b)
                                                   : phasebox_plugin_eligible(&open, a, b) != 0;
  const bool overlap = name == "takes-touching-for-overlap"
                           ? touch(f.boxes[a], f.boxes[b])
                           : phasebox_plugin_overlap(f.boxes[a], f.boxes[b]) != 0;
  if (name == "forgets-boxes-without-area")
    return is_eligible && overlap && has_area(f.boxes[a]) && has_area(f.boxes[b]);
  return is_eligible && overlap;
}

void search(Instance& in, const Frame& f) {
  in.pairs.clear();
  for (std::uint32_t a = 0; a < f.count; ++a)
    for (std::uint32_t b = a + 1; b < f.count; ++b)
      if (is_pair(f, a, b)) in.pairs.push_back({a, b});
}

// Faults that change the list of pairs of a frame.
void spoil(Instance& in, const Frame& f, const Trace* trace) {
  const std::string_view name = fault();
  std::vector<Pair>& pairs = in.pairs;
  const bool has_any = !pairs.empty();
  if (name == "drops-a-pair" && has_any) pairs.erase(pairs.begin());
  if (name == "doubles-a-pair" && has_any) pairs.push_back(Pair(pairs[0]));
  if (name == "doubles-at-cell-borders")
    for (std::size_t k = pairs.size(); k-- > 0;)
      if (is_across_a_border(f.boxes[pairs[k].a], f.boxes[pairs[k].b]))
        pairs.push_back(Pair(pairs[k]));
  if (name == "invents-a-pair")
    for (std::uint32_t b = 1; b < f.count; ++b)
      if (!phasebox_plugin_overlap(f.boxes[0], f.boxes[b])) {
        pairs.push_back({0, b});
        break;
      }
  if (name == "names-what-is-not-there" && has_any) pairs.push_back({0, f.count});
  if (name == "pairs-an-object-with-itself" && f.count > 0) pairs.push_back({0, 0});
  if (name == "looks-at-the-order") std::erase_if(pairs, [](Pair p) { return p.a == 0; });
  if (name == "changes-its-mind" && in.frames++ % 2 == 1 && has_any) pairs.erase(pairs.begin());
  if (name == "lists-by-instance" && in.number % 2 == 1) std::reverse(pairs.begin(), pairs.end());
  if (name == "acts-up-when-watched" && trace && f.count > 1) pairs.push_back({0, 1});
}

// Faults of what is kept from frame to frame.
void remember(Instance& in, const Frame& f) {
  const std::string_view name = fault();
  if (name == "stale-after-a-move") {
    if (!in.is_known) in.known = in.pairs;
    in.is_known = true;
    in.pairs = in.known;
  }
  if (name == "stale-after-an-edit") {
    if (!in.is_late) in.known = in.pairs;
    in.is_late = false;
    in.pairs = in.known;
  }
  if (name == "remembers-past-a-reset") {
    if (in.most > f.count && f.count > 0) in.pairs.push_back({0, f.count - 1});
    in.most = std::max(in.most, f.count);
  }
  if (name == "allocates-each-frame") in.known = std::vector<Pair>(in.pairs);
  if (name == "allocates-when-the-world-spreads") {
    float right = 0;
    for (std::uint32_t k = 0; k < f.count; ++k) right = std::max(right, f.boxes[k][2]);
    in.cells.resize(static_cast<std::size_t>(std::min(right, 1e5f)));
  }
}

// Faults that no process survives.
void break_down(const Instance& in, const Frame& f) {
  const std::string_view name = fault();
  if (name == "crashes" && f.count >= 3) std::raise(SIGSEGV);
  static int calls = 0;
  if (name == "crashes-late" && ++calls == 200) std::raise(SIGSEGV);
  if (name == "exits" && f.is_static && f.count > 0) std::exit(3);
  if (name == "writes-wildly" && !in.pairs.empty())
    std::memset(const_cast<float(*)[4]>(f.boxes), 0, sizeof(float));
  if (name == "reads-past-the-end" && f.count > 0) {
    volatile float sum = f.boxes[f.count][0];
    sum = sum + 1;
  }
  if (name == "hangs")
    for (std::uint32_t k = 0; k < f.count; ++k)
      while (is_point(f.boxes[k])) {
        volatile int turns = 0;
        turns = turns + 1;
      }
}

// What all instances share, as no plug-in should.
std::uint32_t instances = 0;

void* create() {
  auto* in = new Instance;
  in->number = instances++;
  return in;
}
void destroy(void* instance) { delete static_cast<Instance*>(instance); }

void reset(void* instance, const Frame*) {
  auto& in = *static_cast<Instance*>(instance);
  in.is_known = in.is_late = false;
}

void edit(void* instance, const Frame*, const phasebox_plugin_edit*, std::size_t) {
  auto& in = *static_cast<Instance*>(instance);
  in.is_late = true;
  in.is_known = false;
}

void find_pairs(void* instance, const Frame* f, const phasebox_plugin_sink* sink,
                const Trace* trace) {
  auto& in = *static_cast<Instance*>(instance);
  search(in, *f);
  spoil(in, *f, trace);
  remember(in, *f);
  break_down(in, *f);
  sink->emit_many(sink->context, in.pairs.data(), in.pairs.size());
}

void query(void*, const Frame* f, const float box[4], void (*found)(void*, std::uint32_t),
           void* context, const Trace*) {
  const std::string_view name = fault();
  bool is_first = true;
  for (std::uint32_t k = 0; k < f->count; ++k) {
    if (!phasebox_plugin_overlap(f->boxes[k], box)) continue;
    if (name == "misses-what-spans-a-query" && f->boxes[k][0] < box[0]) continue;
    found(context, k);
    if (name == "finds-twice" && is_first) found(context, k);
    is_first = false;
  }
}

}  // namespace

extern "C" const phasebox_plugin_broadphase* phasebox_plugin(uint32_t host_version) {
  static const phasebox_plugin_broadphase kFaulty = [] {
    phasebox_plugin_broadphase b{};
    b.struct_size = sizeof b;
    b.version = PHASEBOX_PLUGIN_VERSION;
    b.id = "faulty";
    b.title = "Faulty";
    b.complexity = 1;
    b.param_size = sizeof(phasebox_plugin_param);
    b.create = create;
    b.destroy = destroy;
    b.reset = reset;
    b.edit = edit;
    b.find_pairs = find_pairs;
    b.query = query;
    return b;
  }();
  return host_version == PHASEBOX_PLUGIN_VERSION ? &kFaulty : nullptr;
}
