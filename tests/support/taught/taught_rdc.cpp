// SPDX-License-Identifier: MIT
// Tests of rooms above the library run with RDC as the programs have it. Those of the library, of
// its C interface and of what is exported run with the library's own.
#include "world/scene/taught_rdc.hpp"

#include <gtest/gtest.h>

namespace phasebox::test {
namespace {

class TaughtRdc : public testing::Environment {
 public:
  void SetUp() override { use_taught_rdc(); }
};

[[maybe_unused]] const testing::Environment* const kTaughtRdc =
    testing::AddGlobalTestEnvironment(new TaughtRdc);

}  // namespace
}  // namespace phasebox::test
