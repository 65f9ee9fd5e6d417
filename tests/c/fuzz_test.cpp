// SPDX-License-Identifier: MIT
// Some runs of the fuzzer of the C interface (tests/fuzz/c_api.cpp), which ends where it finds.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace phasebox::test {
namespace c_fuzz_test {

TEST(CarelessCalls, are_answered_whatever_they_ask) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    std::vector<std::uint8_t> bytes(4096);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
    EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
  }
}

}  // namespace c_fuzz_test
}  // namespace phasebox::test
