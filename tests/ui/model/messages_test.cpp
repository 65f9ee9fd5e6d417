// SPDX-License-Identifier: MIT
// Claims about series of measured times and about messages.
#include <string>

#include <gtest/gtest.h>

#include "ui/model/model.hpp"
#include "ui/model/ui_state.hpp"

namespace phasebox {
namespace messages_test {

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

}  // namespace messages_test
}  // namespace phasebox
