// SPDX-License-Identifier: MIT
// Claims about the log of steps: whole lines, as they happen.
#include "io/files/step_log.hpp"

#include <algorithm>

#include <gmock/gmock.h>

#include "support/files.hpp"
#include "support/images.hpp"
#include "support/small_disk.hpp"

namespace phasebox {
namespace step_log_test {

using test::TemporaryFolder;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(StepLog, a_line_is_in_the_file_as_soon_as_the_next_step_is_made) {
  const TemporaryFolder folder;
  const std::string file = folder / "log.csv";
  Session session(test_images());
  auto log = StepLog::open(file);
  ASSERT_TRUE(log);
  const std::string header = test::content_of(file);
  EXPECT_THAT(header, StartsWith("step,scene,broadphase,"));
  EXPECT_THAT(header, EndsWith("\n"));
  for (int k = 0; k < 3; ++k) {
    ASSERT_FALSE(log->add(session, session.step(), 60));
    const std::string text = test::content_of(file);
    EXPECT_EQ(std::ranges::count(text, '\n'), 1 + k);
    EXPECT_THAT(text, EndsWith("\n"));
  }
  ASSERT_FALSE(log->close());
  EXPECT_EQ(std::ranges::count(test::content_of(file), '\n'), 4);
}

TEST(StepLog, counts_stand_only_in_the_line_of_the_step_that_was_traced) {
  const TemporaryFolder folder;
  const std::string file = folder / "log.csv";
  Session session(test_images());
  auto log = StepLog::open(file);
  ASSERT_TRUE(log);
  ASSERT_FALSE(log->add(session, session.step(), 60));
  session.step();
  log->counted(session, Counters{.box_tests = 11, .pixel_reads = 22});  // of a step not noted
  ASSERT_FALSE(log->add(session, session.step(), 60));
  log->counted(session, Counters{.box_tests = 33, .pixel_reads = 44});
  ASSERT_FALSE(log->close());
  const std::string text = test::content_of(file);
  EXPECT_THAT(text, HasSubstr(",,,60.0\n"));
  EXPECT_THAT(text, HasSubstr(",33,44,60.0\n"));
  EXPECT_EQ(text.find("11,22"), std::string::npos);
}

TEST(StepLog, a_place_that_cannot_be_written_is_named) {
  const auto log = StepLog::open("/nowhere/at/all.csv");
  ASSERT_FALSE(log);
  EXPECT_THAT(log.error().text, StartsWith("/nowhere/at/all.csv: cannot be written: "));
}

TEST(StepLog, a_full_disk_is_said_once) {
  auto log = StepLog::open("/dev/full");
  if (log) GTEST_SKIP() << "there is no full disk here";
  EXPECT_THAT(log.error().text, HasSubstr("cannot be written any further"));
}

TEST(StepLog, a_disk_that_becomes_full_leaves_whole_lines_and_says_so_once) {
  const TemporaryFolder folder;
  const std::string file = folder / "log.csv";
  Session session(test_images());
  auto log = StepLog::open(file);
  ASSERT_TRUE(log);
  std::vector<std::string> errors;
  {
    const test::SmallDisk disk(1000);
    for (int k = 0; k < 50; ++k)
      if (const Status error = log->add(session, session.step(), 60)) errors.push_back(error->text);
  }
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_THAT(errors[0], StartsWith(file + ": cannot be written any further: "));
  const std::string text = test::content_of(file);
  EXPECT_GT(text.size(), 500u);
  EXPECT_LE(text.size(), 1000u);
  EXPECT_THAT(text, EndsWith("\n"));
}

TEST(StepLog, a_log_that_was_removed_is_named_once) {
  const TemporaryFolder folder;
  const std::string file = folder / "log.csv";
  Session session(test_images());
  auto log = StepLog::open(file);
  ASSERT_TRUE(log);
  std::filesystem::remove(file);
  ASSERT_FALSE(log->add(session, session.step(), 60)) << "its line comes with the next step";
  const Status error = log->add(session, session.step(), 60);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->text, file + ": was removed while it was written, so it ends; start again");
  EXPECT_FALSE(log->add(session, session.step(), 60));
}

TEST(StepLog, an_old_log_stays_where_a_new_one_cannot_begin) {
  const TemporaryFolder folder;
  const std::string file = folder / "log.csv";
  test::write(file, "old");
  {
    const test::SmallDisk disk(10);
    EXPECT_FALSE(StepLog::open(file));
  }
  EXPECT_EQ(test::content_of(file), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

}  // namespace step_log_test
}  // namespace phasebox
