// SPDX-License-Identifier: MIT
// For each broadphase of the library, what it is good and bad for.
#pragma once
#include <span>
#include <string_view>

#include "base/sentence.hpp"

namespace phasebox {

/// Says what the broadphase `id` is good and bad for: "Good for ...; bad for ...".
struct AlgorithmAdvice {
  std::string_view id;
  const char* words;
};

/// The advice on all broadphases of the library.
std::span<const AlgorithmAdvice> algorithm_advice();

/// The advice on the broadphase with that id; empty for one that the library does not have, such as
/// that of a plug-in.
Sentence advice_on(std::string_view id);

}  // namespace phasebox
