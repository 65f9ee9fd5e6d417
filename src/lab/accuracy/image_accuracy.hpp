// SPDX-License-Identifier: MIT
// Which n and which inset one image allows.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/accuracy/delay.hpp"

namespace phasebox {

/// The upper end of the interval that holds the true share with a confidence of 95 % when `k` of
/// `n` cases were counted (E. Wilson, 1927); 1 of no cases.
double wilson_upper(std::uint64_t k, std::uint64_t n);

/// Which n missed a contact: [n - 1].
using MissedBy = std::array<bool, kMaxSampled>;

/// The smallest whole inset, percent, at which two overlapping boxes no longer overlap when both
/// are made so much smaller about their middles; 100 parts all.
int parting_inset(const Aabb& a, const Aabb& b);

/// What the candidates of an image's sprites showed.
struct ImageAccuracy {
  std::string name;
  std::uint16_t number = 0;  ///< in the session's images
  int safe_n = 1;            ///< of the image as it is, neither turned nor scaled
  std::uint64_t candidates = 0, contacts = 0;
  std::array<std::uint64_t, kMaxSampled> missed{};  ///< contacts, by n
  /// Contacts, and candidates that do not touch, by the inset that parts their boxes.
  std::array<std::uint64_t, 101> contacts_parted{}, others_parted{};

  void add(bool touch, int inset, const MissedBy& missed_by);

  /// The largest n whose misses keep within the rate, at the upper bound of 95 %; 1 when none does.
  int suggested_n(double rate) const;
  /// The largest inset that loses no more contacts than that rate, by the same bound; 0 when none.
  int suggested_inset(double rate) const;
  /// Of the candidates that do not touch, 0 to 1, those which that inset rejects.
  double removed_by(int inset) const;
};

/// Those that sprites of the session show, in order of their number, nothing counted yet.
std::vector<ImageAccuracy> images_of(const Session& session, int alpha_threshold);

}  // namespace phasebox
