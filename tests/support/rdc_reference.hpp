// SPDX-License-Identifier: MIT
// Which groups recursive dimensional clustering must find, by the rules and nothing else.
#pragma once
#include <cstdint>
#include <vector>

#include "collide/broadphase/rdc/rdc_clustering.hpp"
#include "support/checks.hpp"

namespace phasebox::test {

struct RdcSettings {
  std::uint32_t group_size = 1;
  float contact_threshold = 0;
  TieOrder tie_order = TieOrder::close_first;  ///< close-first or open-first
  FirstAxis first_axis = FirstAxis::x;
};

/// Final groups: members ascending, groups in ascending order of their first member.
using Groups = std::vector<std::vector<SpriteId>>;

/// By plain recursion; a group is final after two passes in a row without a split.
Groups rdc_groups(const Frame& frame, const RdcSettings& settings);
/// The final groups in a log of RDC, in the order of their first members.
Groups logged_groups(const Recorder& log);

/// An RDC with these parameters, as a subject for the checks.
Subject rdc_subject(const RdcSettings& settings);

/// The traced groups are those of the rules; the pairs lie between those of the boxes inset by the
/// threshold and the exact ones, and are exact where it is not above 0. For worlds without statics.
Violations check_rdc(const Subject& subject, const RdcSettings& settings, const BoxWorld& world);

}  // namespace phasebox::test
