// SPDX-License-Identifier: MIT
// The header of an export. That both files keep the promises of the library is tested in
// tests/export.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "collide/broadphase.hpp"
#include "io/export/two_files.hpp"

namespace phasebox {
namespace export_test {

TEST(TwoFiles, have_what_the_registry_says_of_each_parameter) {
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role == BroadphaseRole::chooser) continue;
    const auto broadphase = entry->make();
    const auto files = two_files_of(*entry, broadphase->params());
    ASSERT_TRUE(files) << files.error().text;
    for (const Param& row : broadphase->params().rows) {
      std::string member(row.key);
      std::ranges::replace(member, '-', '_');
      EXPECT_NE(files->header.find(" " + member + " = "), std::string::npos)
          << entry->id << "." << row.key;
      EXPECT_NE(files->header.find(row.help.substr(0, 30)), std::string::npos)
          << entry->id << "." << row.key;
    }
  }
}

}  // namespace export_test
}  // namespace phasebox
