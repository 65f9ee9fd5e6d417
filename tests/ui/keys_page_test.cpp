// SPDX-License-Identifier: MIT
// The page of keys shows the keys that there are.
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/registry.hpp"

namespace phasebox {
namespace keys_page_test {

TEST(Keys, their_page_shows_the_action_table) {
  std::ifstream file(PHASEBOX_SOURCE_DIR "/docs/keys.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), testing::HasSubstr(key_table_markdown()))
      << "put this between the markers of docs/keys.md:\n"
      << key_table_markdown();
}

}  // namespace keys_page_test
}  // namespace phasebox
