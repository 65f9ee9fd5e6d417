// SPDX-License-Identifier: MIT
// Queries, and whether their answers are true.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "contract/checks.hpp"

namespace phasebox::contract {

/// Boxes to query: outside on every side, all, points, slivers, copies of objects, random ones.
std::vector<Aabb> questions(const Frame& frame, Random& random);

/// The first few that a broadphase, which has seen the frame, answers wrongly.
Violations ask_all(Broadphase& broadphase, const Frame& frame, std::span<const Aabb> asked,
                   const std::string& where);

}  // namespace phasebox::contract
