// SPDX-License-Identifier: MIT
// Text files: whole, line by line while a program runs, and after it was killed.
#include "io/files/text_file.hpp"

#include <algorithm>
#include <csignal>
#include <functional>
#include <set>
#include <variant>

#include <gmock/gmock.h>
#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>

#include "support/small_disk.hpp"
#endif

#include "base/random.hpp"
#include "io/boxes/box_file.hpp"
#include "io/files/step_log.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"
#include "io/scene_file.hpp"
#include "support/allocations.hpp"
#include "support/files.hpp"
#include "support/images.hpp"

namespace phasebox {

// Files are read whole and replaced at once.

namespace text_file_test {

using testing::HasSubstr;

TEST(TextFile, what_is_written_is_read_back_byte_for_byte) {
  const test::TemporaryFolder folder;
  const std::string content("a\0b\r\n\xFF", 6);
  EXPECT_FALSE(write_file_atomically(folder / "f", content).failed());
  const auto read = read_file(folder / "f", 1 << 20);
  ASSERT_FALSE(read.failed());
  EXPECT_EQ(*read, content);
}

TEST(TextFile, one_that_is_too_large_is_refused_in_one_line) {
  const test::TemporaryFolder folder;
  test::write(folder / "f", std::string(1001, 'x'));
  EXPECT_FALSE(read_file(folder / "f", 1001).failed());
  const auto refused = read_file(folder / "f", 1000);
  ASSERT_TRUE(refused.failed());
  EXPECT_THAT(refused.error().text, HasSubstr("larger than 1000 bytes, the most that is read"));
}

TEST(TextFile, one_that_does_not_fit_in_memory_is_refused_whatever_it_is_opened_as) {
  const test::TemporaryFolder folder;
  const auto file = folder / "large";
  test::write(file, std::string(200'000, 'x'));
  const auto expect_refused = [](const auto& opened) {
    ASSERT_TRUE(opened.failed());
    EXPECT_THAT(opened.error().text, HasSubstr("large: it takes more than the memory left"));
  };
  const test::LargestAllocation little(100'000);
  expect_refused(load_box_recording(file));
  expect_refused(load_scene_file(file, {}));
  expect_refused(load_bitmap(file));
  expect_refused(load_image(file));
  expect_refused(load_record(file));
}

TEST(TextFile, what_the_standard_library_throws_while_one_is_opened_is_an_error) {
  const test::TemporaryFolder folder;
  test::write(folder / "f", "x");
  const std::pair<std::function<void()>, const char*> planted[] = {
      {[] { throw std::bad_alloc(); }, "f: it takes more than the memory left"},
      {[] { throw std::length_error("planted"); }, "f: it takes more than the memory left"},
      {[] { throw std::filesystem::filesystem_error("planted", {}); }, "f: cannot be opened"},
      {[] { throw std::bad_variant_access(); }, "f: cannot be opened"}};
  for (const auto& fault : planted) {
    const auto read = [&fault](const std::string& bytes) {
      fault.first();
      return Result<std::string>(bytes);
    };
    EXPECT_THAT(opened(folder / "f", 1, read).error().text, HasSubstr(fault.second));
  }
}

TEST(TextFile, zeros_are_refused_before_they_are_read) {
  const test::TemporaryFolder folder;
  test::write(folder / "f", "");
  std::filesystem::resize_file(folder / "f",
                               std::uintmax_t{2} << 30);  // without blocks on the disk
  const test::HeapPeak peak;
  const auto refused = read_file(folder / "f", std::uint64_t{4} << 30);
  ASSERT_TRUE(refused.failed());
  EXPECT_THAT(refused.error().text, HasSubstr("f: begins with zeros"));
  EXPECT_LT(peak.bytes(), std::size_t{1} << 20);
}

TEST(TextFile, an_old_file_is_replaced_and_nothing_else_is_left_behind) {
  const test::TemporaryFolder folder;
  test::write(folder / "f", "old and longer");
  EXPECT_FALSE(write_file_atomically(folder / "f", "new").failed());
  EXPECT_EQ(test::content_of(folder / "f"), "new");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TextFile, writers_of_one_file_do_not_disturb_each_other) {
  const test::TemporaryFolder folder;
  const auto file = folder / "f";
  const auto next = [&, first = true](std::string& part) mutable {
    if (!std::exchange(first, false)) return false;
    EXPECT_FALSE(write_file_atomically(file, "inner").failed())
        << "while the outer one is not finished";
    part = "outer";
    return true;
  };
  ASSERT_FALSE(write_file_atomically(file, next).failed());
  EXPECT_EQ(test::content_of(file), "outer");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TextFile, names_as_long_as_the_system_allows_are_written) {
  const test::TemporaryFolder folder;
  const auto file = folder / std::string(255, 'n');
  ASSERT_FALSE(write_file_atomically(file, "long").failed());
  EXPECT_EQ(test::content_of(file), "long");
}

TEST(TextFile, missing_files_folders_and_unwritable_places_are_errors_that_name_the_path) {
  const test::TemporaryFolder folder;
  const auto missing = read_file(folder / "missing", 1 << 20);
  ASSERT_TRUE(missing.failed());
  EXPECT_THAT(missing.error().text,
              HasSubstr((folder / "missing").string() + ": cannot be opened"));
  const auto as_file = read_file(folder.path(), 1 << 20);
  ASSERT_TRUE(as_file.failed());
  EXPECT_THAT(as_file.error().text, HasSubstr(folder.path().string() + ": cannot be "));
  for (const auto& path : {folder / "no/such/place", folder.path()}) {
    const Status status = write_file_atomically(path, "x");
    ASSERT_TRUE(status.failed()) << path;
    EXPECT_THAT(status.error().text, HasSubstr(path.string() + ": cannot be written"));
  }
}

// ---- before long work

TEST(Outputs, a_place_that_can_be_written_is_left_as_it_is) {
  const test::TemporaryFolder folder;
  test::write(folder / "old", "kept");
  EXPECT_FALSE(check_writable(folder / "old").failed());
  EXPECT_FALSE(check_writable(folder / "new").failed());
  EXPECT_FALSE(check_writable("/dev/null").failed());
  EXPECT_EQ(test::content_of(folder / "old"), "kept");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(Outputs, folders_missing_folders_and_places_without_a_right_are_refused) {
  const test::TemporaryFolder folder;
  const Status is_folder = check_writable(folder.path());
  ASSERT_TRUE(is_folder.failed());
  EXPECT_THAT(is_folder.error().text,
              HasSubstr(folder.path().string() + ": cannot be written: it is a folder"));
  const Status missing = check_writable(folder / "no" / "f");
  ASSERT_TRUE(missing.failed());
  EXPECT_THAT(missing.error().text, HasSubstr("there is no folder " + (folder / "no").string()));
  test::write(folder / "file", "");
  EXPECT_TRUE(check_writable(folder / "file" / "f").failed()) << "a file is no folder";
  if (!std::filesystem::exists("/proc/version")) return;
  EXPECT_TRUE(check_writable("/proc/f").failed()) << "no process writes there";
  EXPECT_TRUE(write_file_atomically("/proc/f", "x").failed()) << "as found out before";
}

TEST(Outputs, the_file_that_is_read_is_never_written_over) {
  const test::TemporaryFolder folder;
  test::write(folder / "trace.csv", "id");
  const std::string file = (folder / "trace.csv").string();
  const OutputFile output{"--csv", file};
  const Status status = check_outputs({&output, 1}, file);
  ASSERT_TRUE(status.failed());
  EXPECT_EQ(status.error().text, "--csv: " + file + " is the file that is read; name another one");
}

TEST(Outputs, an_error_names_its_option) {
  const OutputFile output{"--svg", "/no/such/folder/x.svg"};
  const Status status = check_outputs({&output, 1});
  ASSERT_TRUE(status.failed());
  EXPECT_THAT(status.error().text,
              testing::StartsWith("--svg: /no/such/folder/x.svg: cannot be written"));
}

// Claims about the log of steps: whole lines, as they happen.

using test::TemporaryFolder;
using testing::EndsWith;
using testing::StartsWith;

class StepLogTest : public testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::string file_ = (folder_ / "log.csv").string();
  Session session_{test_images()};
};

TEST_F(StepLogTest, a_line_is_in_the_file_as_soon_as_the_next_step_is_made) {
  auto log = StepLog::open(file_);
  ASSERT_FALSE(log.failed());
  const std::string header = test::content_of(file_);
  EXPECT_THAT(header, StartsWith("step,scene,broadphase,"));
  EXPECT_THAT(header, EndsWith("\n"));
  for (int k = 0; k < 3; ++k) {
    ASSERT_FALSE(log->add(session_, session_.step(), 60).failed());
    const std::string text = test::content_of(file_);
    EXPECT_EQ(std::ranges::count(text, '\n'), 1 + k);
    EXPECT_THAT(text, EndsWith("\n"));
  }
  ASSERT_FALSE(log->close().failed());
  EXPECT_EQ(std::ranges::count(test::content_of(file_), '\n'), 4);
}

TEST_F(StepLogTest, counts_stand_only_in_the_line_of_the_step_that_was_traced) {
  auto log = StepLog::open(file_);
  ASSERT_FALSE(log.failed());
  ASSERT_FALSE(log->add(session_, session_.step(), 60).failed());
  session_.step();
  log->counted(session_, Counters{.box_tests = 11, .pixel_reads = 22});  // of a step not noted
  ASSERT_FALSE(log->add(session_, session_.step(), 60).failed());
  log->counted(session_, Counters{.box_tests = 33, .pixel_reads = 44});
  ASSERT_FALSE(log->close().failed());
  const std::string text = test::content_of(file_);
  EXPECT_THAT(text, HasSubstr(",,,60.0\n"));
  EXPECT_THAT(text, HasSubstr(",33,44,60.0\n"));
  EXPECT_EQ(text.find("11,22"), std::string::npos);
}

#ifndef _WIN32  // links, permissions, devices, names and full disks of POSIX, and its signals

TEST(Paths, are_the_same_from_every_folder) {
  EXPECT_EQ(absolute_path("/a/b.csv"), "/a/b.csv");
  EXPECT_EQ(absolute_path("/a/./b.csv"), "/a/b.csv");
  EXPECT_EQ(absolute_path("b.csv"), (std::filesystem::current_path() / "b.csv").string());
  EXPECT_EQ(absolute_path("/a/../b.csv"), "/a/../b.csv") << "a may be a link";
}

TEST_F(StepLogTest, a_log_that_was_removed_is_named_once) {
  auto log = StepLog::open(file_);
  ASSERT_FALSE(log.failed());
  std::filesystem::remove(file_);
  ASSERT_FALSE(log->add(session_, session_.step(), 60).failed())
      << "its line comes with the next step";
  const Status status = log->add(session_, session_.step(), 60);
  ASSERT_TRUE(status.failed());
  EXPECT_EQ(status.error().text,
            file_ + ": was removed while it was written, so it ends; start again");
  EXPECT_FALSE(log->add(session_, session_.step(), 60).failed());
}

TEST(TextFile, a_link_stays_a_link) {
  const test::TemporaryFolder folder;
  test::write(folder / "target", "old");
  std::filesystem::create_symlink(folder / "target", folder / "link");
  EXPECT_FALSE(write_file_atomically(folder / "link", "new").failed());
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(test::content_of(folder / "target"), "new");
}

TEST(TextFile, what_says_nothing_of_its_size_is_read_no_further_than_is_allowed) {
  EXPECT_TRUE(read_file("/dev/zero", 1 << 20).failed());
}

TEST(TextFile, a_device_is_written_through_and_stays_a_device) {
  EXPECT_FALSE(write_file_atomically("/dev/null", "gone").failed());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(TextFile, a_full_device_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const Status status = write_file_atomically("/dev/full", "too much");
  ASSERT_TRUE(status.failed());
  EXPECT_THAT(status.error().text, HasSubstr("/dev/full: cannot be written"));
}

TEST(TextFile, a_full_disk_leaves_the_old_file_and_nothing_else) {
  const test::TemporaryFolder folder;
  test::write(folder / "f", "old");
  Status status;
  {
    const test::SmallDisk disk(100'000);
    status = write_file_atomically(folder / "f", std::string(300'000, 'x'));
  }
  ASSERT_TRUE(status.failed());
  EXPECT_THAT(status.error().text,
              testing::StartsWith((folder / "f").string() + ": cannot be written: "));
  EXPECT_EQ(test::content_of(folder / "f"), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TextFile, a_private_file_stays_private) {
  using std::filesystem::perms;
  const test::TemporaryFolder folder;
  test::write(folder / "f", "old");
  std::filesystem::permissions(folder / "f", perms::owner_read | perms::owner_write);
  ASSERT_FALSE(write_file_atomically(folder / "f", "new").failed());
  EXPECT_EQ(std::filesystem::status(folder / "f").permissions(),
            perms::owner_read | perms::owner_write);
}

TEST(Outputs, two_options_never_share_a_file_however_it_is_written) {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink(folder / "a", folder / "link");
  const std::string a = folder / "a", link = folder / "link", b = folder / "b",
                    around = folder.path() / "." / "a";
  const auto refused = [](const std::string& first, const std::string& second) {
    const OutputFile files[] = {{"--json", first}, {"--empty", ""}, {"--csv", second}};
    return check_outputs(files);
  };
  EXPECT_FALSE(refused(a, b).failed());
  for (const std::string& other : {a, around}) {
    const Status status = refused(a, other);
    ASSERT_TRUE(status.failed()) << other;
    EXPECT_EQ(status.error().text, "--csv: " + other + " is the file of --json; name another one");
  }
  test::write(a, "old");
  EXPECT_TRUE(refused(a, link).failed());
  EXPECT_FALSE(refused("/dev/null", "/dev/null").failed());
  EXPECT_EQ(test::content_of(a), "old");
}

TEST_F(StepLogTest, a_disk_that_becomes_full_leaves_whole_lines_and_says_so_once) {
  auto log = StepLog::open(file_);
  ASSERT_FALSE(log.failed());
  std::vector<std::string> errors;
  {
    const test::SmallDisk disk(1000);
    for (int k = 0; k < 50; ++k)
      if (const Status status = log->add(session_, session_.step(), 60); status.failed())
        errors.push_back(status.error().text);
  }
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_THAT(errors[0], StartsWith(file_ + ": cannot be written any further: "));
  const std::string text = test::content_of(file_);
  EXPECT_GT(text.size(), 500u);
  EXPECT_LE(text.size(), 1000u);
  EXPECT_THAT(text, EndsWith("\n"));
}

TEST_F(StepLogTest, an_old_log_stays_where_a_new_one_cannot_begin) {
  test::write(file_, "old");
  {
    const test::SmallDisk disk(10);
    EXPECT_TRUE(StepLog::open(file_).failed());
  }
  EXPECT_EQ(test::content_of(file_), "old");
  EXPECT_EQ(folder_.entries(), 1u);
}

// A process that is killed while it writes leaves the old file or the new one, and no litter.

constexpr int kKills = 70;  // of each kind of file

/// Runs `work` again and again in a child, which is killed at a random moment after it began.
void kill_during(const std::function<void()>& work, Random& random) {
  int begun[2];
  ASSERT_EQ(::pipe(begun), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (::write(begun[1], "b", 1) != 1) ::_exit(1);
    for (;;) work();
  }
  char byte = 0;
  EXPECT_EQ(::read(begun[0], &byte, 1), 1);
  const auto microseconds = static_cast<useconds_t>(random.below(20'000));
  ::usleep(microseconds);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  ::close(begun[0]), ::close(begun[1]);
}

/// Kills it so often, and looks at the folder after each time.
void kill_often(const std::function<void()>& work, const std::function<void()>& look) {
  Random random(1);
  for (int k = 0; k < kKills && !testing::Test::HasFailure(); ++k) {
    SCOPED_TRACE(k);
    kill_during(work, random);
    look();
  }
}

TEST(Killed, while_it_saves_leaves_the_old_scene_or_the_new_one) {
  const test::TemporaryFolder folder;
  Session small(test_images()), large(test_images());
  ASSERT_FALSE(large.apply(command::SetCount{3000}).failed());
  const std::set<std::string> whole{*scene_text(small.document(), small.settings().groups()),
                                    *scene_text(large.document(), large.settings().groups())};
  const auto file = folder / "scene.json";
  ASSERT_FALSE(save_scene_file(file, small.document(), small.settings().groups()).failed());
  const auto save = [&] {
    EXPECT_FALSE(save_scene_file(file, large.document(), large.settings().groups()).failed());
    EXPECT_FALSE(save_scene_file(file, small.document(), small.settings().groups()).failed());
  };
  kill_often(save, [&] {
    EXPECT_TRUE(whole.contains(test::content_of(file)));
    EXPECT_LE(folder.entries(), 2u) << "the file, and one that was not finished";
  });
  ASSERT_FALSE(save_scene_file(file, small.document(), small.settings().groups()).failed());
  EXPECT_EQ(folder.entries(), 1u) << "what was left is taken over";
}

TEST(Killed, while_it_logs_leaves_whole_lines_up_to_a_page) {
  const test::TemporaryFolder folder;
  const auto file = folder / "log.csv";
  Session session(test_images());
  const auto work = [&] {
    auto log = StepLog::open(file);
    if (log.failed()) ::_exit(1);
    for (int k = 0; k < 200; ++k)
      if (log->add(session, session.step(), 60).failed()) ::_exit(1);
    if (log->close().failed()) ::_exit(1);
  };
  work();
  const std::string first = test::content_of(file);
  const auto commas = std::ranges::count(first.substr(0, first.find('\n')), ',');
  kill_often(work, [&] {
    std::string text = test::content_of(file);
    // The kernel ends a write of a process that is killed at the end of a page of the file.
    const std::size_t end = text.rfind('\n') + 1;
    ASSERT_TRUE(end == text.size() || text.size() % 4096 == 0)
        << text.size() << ": " << text.substr(end);
    text.resize(end);
    EXPECT_EQ(std::ranges::count(text, ','), commas * std::ranges::count(text, '\n'));
    EXPECT_LE(folder.entries(), 2u);
  });
}

#endif
}  // namespace text_file_test
}  // namespace phasebox
