// SPDX-License-Identifier: MIT
// Claims about how numbers are shown.
#include "base/number_format.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace number_format_test {

TEST(Format, ThousandsAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1770), "1,770");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(Format, LargeNumbersBecomeMillionsWhereRoomIsShort) {
  EXPECT_EQ(brief(9999999), "9,999,999");
  EXPECT_EQ(brief(4999950000), "5000.0 M");
}

TEST(Format, TimesAreMillisecondsWithTwoDigitsOrMicroseconds) {
  EXPECT_EQ(duration(0.42), "0.42 ms");
  EXPECT_EQ(duration(12.345), "12.35 ms");
  EXPECT_EQ(duration(99.99), "99.99 ms");
  EXPECT_EQ(duration(1017.38), "1,017 ms") << "narrow columns hold it";
  EXPECT_EQ(duration(0.1), "0.10 ms");
  EXPECT_EQ(duration(0.0996), "0.10 ms");
  EXPECT_EQ(duration(0.085), "85 µs");
  EXPECT_EQ(duration(0.0042), "4.2 µs");
  EXPECT_EQ(duration(0), "0 µs");
}

TEST(Format, TimesOfATableHaveTheUnitOfTheLongest) {
  EXPECT_EQ(duration(0.42, 9.9), "420 µs");
  EXPECT_EQ(duration(9.9, 9.9), "9,900 µs");
  EXPECT_EQ(duration(0.42, 12.3), "0.42 ms");
}

TEST(Format, ASmallShareIsNotZero) {
  EXPECT_EQ(share(143, 1770), "8.1 %");
  EXPECT_EQ(share(1, 1000000), "< 0.1 %");
  EXPECT_EQ(share(0, 1770), "0 %");
  EXPECT_EQ(share(0, 0), "0 %");
}

TEST(Format, OneIsNotMany) {
  EXPECT_EQ(counted(1, "group"), "1 group");
  EXPECT_EQ(counted(0, "group"), "0 groups");
  EXPECT_EQ(counted(1770, "group"), "1,770 groups");
}

TEST(Format, KeysReadAsWords) { EXPECT_EQ(spaced("contact-threshold"), "contact threshold"); }

TEST(Format, UnitsOfOneAreSingular) {
  EXPECT_EQ(unit_of("sprites", 1), "sprite");
  EXPECT_EQ(unit_of("sprites", 2), "sprites");
  EXPECT_EQ(unit_of("sprites", 0), "sprites");
  EXPECT_EQ(unit_of("px", 1), "px");
  EXPECT_EQ(unit_of("px/s", 1), "px/s");
}

}  // namespace number_format_test
}  // namespace phasebox
