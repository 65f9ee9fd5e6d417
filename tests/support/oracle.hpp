// SPDX-License-Identifier: MIT
// The truth of the contract, by short names.
#pragma once
#include "contract/true_pairs.hpp"

namespace phasebox::test {

using contract::exact_near;
using contract::exact_pairs;

}  // namespace phasebox::test
