// SPDX-License-Identifier: MIT
// Ties impacts to the lines of pseudocode that they carry out.
#include "world/dynamics/impulse_code.hpp"

#include <array>

namespace phasebox {
namespace {

constexpr auto kCode = std::to_array<CodeLine>({
    {"the swept AABB of each sprite over the step"},
    {"the broadphase finds the candidate pairs"},
    {"resting contacts: small impulses till none sinks"},
    {"a heap of the times of impact of all pairs"},
    {"while the earliest lies within the step:"},
    {"  move its two sprites there"},
    {"  compression: push till they approach no more"},
    {"  restitution: e times that push once more"},
    {"  friction across, mu times the push at most"},
    {"  find the times of their pairs again"},
    {"move all sprites to the end of the step"},
});
constexpr std::size_t kRest = 2, kCompression = 6, kRestitution = 7;

}  // namespace

std::span<const CodeLine> impulse_code() { return kCode; }

std::size_t impulse_line(const Impact& impact) {
  constexpr float kParted = 1e-3f;  // px per step; after plastic impacts the rest is rounding
  if (impact.rests && impact.time == 0) return kRest;
  return impact.rests || impact.after < kParted ? kCompression : kRestitution;
}

}  // namespace phasebox
