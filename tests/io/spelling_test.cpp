// SPDX-License-Identifier: MIT
// Claims about the edit distance of words.
#include "io/spelling.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace spelling_test {

TEST(Spelling, counts_letters_to_change_add_leave_out_or_exchange) {
  for (const auto& [a, b, distance] : {std::tuple{"frame", "frame", 0u},
                                       {"frame", "frme", 1u},
                                       {"frame", "frames", 1u},
                                       {"frame", "farme", 1u},
                                       {"frame", "fraem", 1u},
                                       {"frame", "name", 2u},
                                       {"", "abc", 3u},
                                       {"abc", "", 3u},
                                       {"", "", 0u},
                                       {"kitten", "sitting", 3u},
                                       {"ab", "ba", 1u},
                                       {"ca", "abc", 3u}}) {
    EXPECT_EQ(edit_distance(a, b), distance) << a << " " << b;
    EXPECT_EQ(edit_distance(b, a), distance) << b << " " << a;
  }
}

}  // namespace spelling_test
}  // namespace phasebox
