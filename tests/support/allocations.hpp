// SPDX-License-Identifier: MIT
// Counts what a test allocates: linking this replaces operator new and delete of the whole program.
#pragma once
#include <cstdint>

namespace phasebox::test {

/// Calls of any operator new by this thread so far. Take the difference around the code in
/// question.
std::uint64_t allocations();

}  // namespace phasebox::test
