// SPDX-License-Identifier: MIT
// Numbers, series and messages as the window shows them.
#include "ui/format.hpp"

#include <gtest/gtest.h>

#include "ui/messages.hpp"
#include "ui/series.hpp"

namespace phasebox {
namespace format_test {

TEST(Format, ThousandsAreGrouped) {
  EXPECT_EQ(thousands(0), "0");
  EXPECT_EQ(thousands(999), "999");
  EXPECT_EQ(thousands(1770), "1,770");
  EXPECT_EQ(thousands(1234567), "1,234,567");
  EXPECT_EQ(thousands(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(Format, LargeNumbersBecomeMillionsWhereRoomIsShort) {
  EXPECT_EQ(brief(9999999), "9,999,999");
  EXPECT_EQ(brief(4999950000), "4999.9 M");
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

TEST(Series, MedianOfTheLastSecond) {
  Series series;
  EXPECT_FALSE(series.median(0));
  for (const double v : {5.0, 1.0, 3.0, 4.0}) series.push(v, 0);
  EXPECT_FALSE(series.median(0)) << "four values are no median";
  series.push(2, 0.5);
  EXPECT_EQ(series.median(0.5), 3);
  for (int i = 0; i < 6; ++i) series.push(9, 2);
  EXPECT_EQ(series.median(2), 9) << "what is older than a second does not count";
  series.clear();
  EXPECT_FALSE(series.median(2)) << "after a change nothing is known";
}

TEST(Series, SlowStepsGiveTheMedianOfTheLastFive) {
  Series series;
  for (int i = 0; i < 9; ++i) series.push(i, 10.0 * i);
  EXPECT_EQ(series.median(80), 6);
}

TEST(Series, KeepsTheLastValues) {
  Series series;
  for (std::size_t i = 0; i < Series::kLength + 3; ++i) series.push(static_cast<double>(i), 0);
  EXPECT_EQ(series.size(), Series::kLength);
  EXPECT_EQ(series[0], 3);
}

TEST(Messages, AToastLastsFiveSecondsAndTheLogKeepsIt) {
  MessageLog log;
  log.say(Message::Kind::note, "hello", 10);
  EXPECT_TRUE(MessageLog::is_toast(log.all().back(), 14.9));
  EXPECT_FALSE(MessageLog::is_toast(log.all().back(), 15.1));
  EXPECT_EQ(log.all().size(), 1u);
}

TEST(Messages, SayingItAgainWhileItStandsDoesNotPileUp) {
  MessageLog log;
  log.say(Message::Kind::note, "there is nothing to undo", 1);
  log.say(Message::Kind::note, "there is nothing to undo", 3);
  ASSERT_EQ(log.all().size(), 1u);
  EXPECT_TRUE(MessageLog::is_toast(log.all().back(), 7));
  log.say(Message::Kind::note, "there is nothing to undo", 20);
  EXPECT_EQ(log.all().size(), 2u);
}

TEST(Messages, ANewerWordOnTheSameTopicTakesThePlace) {
  MessageLog log;
  log.say(Message::Kind::note, "Theme: flash", 1, "theme");
  log.say(Message::Kind::note, "Theme: dark", 2, "theme");
  ASSERT_EQ(log.all().size(), 1u);
  EXPECT_EQ(log.all().back().text, "Theme: dark");
  log.say(Message::Kind::note, "n = 2", 3, "n");
  log.say(Message::Kind::note, "Theme: flash", 4, "theme");
  EXPECT_EQ(log.all().size(), 3u);
}

TEST(Messages, TheLogForgetsTheOldest) {
  MessageLog log;
  for (std::size_t i = 0; i < MessageLog::kLimit + 5; ++i)
    log.say(Message::Kind::note, std::to_string(i), 0);
  EXPECT_EQ(log.all().size(), MessageLog::kLimit);
  EXPECT_EQ(log.all().front().text, "5");
}

TEST(Format, UnitsOfOneAreSingular) {
  EXPECT_EQ(unit_of("sprites", 1), "sprite");
  EXPECT_EQ(unit_of("sprites", 2), "sprites");
  EXPECT_EQ(unit_of("sprites", 0), "sprites");
  EXPECT_EQ(unit_of("px", 1), "px");
  EXPECT_EQ(unit_of("px/s", 1), "px/s");
}

}  // namespace format_test
}  // namespace phasebox
