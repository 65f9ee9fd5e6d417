// SPDX-License-Identifier: MIT
// Claims about lines of text in pictures.
#include <gmock/gmock.h>

#include "plot/plot.hpp"

namespace phasebox {
namespace wrap_test {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PlotWrap, breaks_between_words_and_divides_only_what_is_too_long) {
  EXPECT_THAT(wrapped("one two three", 20), ElementsAre("one two three"));
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("a hierarchical-grid", 8), ElementsAre("a", "hierarch", "ical-gri", "d"));
  EXPECT_THAT(wrapped("", 5), IsEmpty());
  EXPECT_THAT(wrapped("x", 0), ElementsAre("x"));
}

TEST(PlotWrap, counts_letters_not_bytes) {
  EXPECT_EQ(letters("µs"), 2u);
  EXPECT_THAT(wrapped("µµµµ", 2), ElementsAre("µµ", "µµ"));
}

}  // namespace wrap_test
}  // namespace phasebox
