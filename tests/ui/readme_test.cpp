// SPDX-License-Identifier: MIT
// The README shows the keys that there are.
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/actions.hpp"

namespace phasebox {
namespace {

TEST(Readme, ItsKeyTableIsTheActionTable) {
  std::ifstream file(PHASEBOX_SOURCE_DIR "/README.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), testing::HasSubstr(key_table_markdown()))
      << "put this between the README's key markers:\n"
      << key_table_markdown();
}

}  // namespace
}  // namespace phasebox
