// SPDX-License-Identifier: MIT
// Files are read whole and replaced at once.
#include "io/files/text_file.hpp"

#include <gmock/gmock.h>

#include "support/files.hpp"
#include "support/small_disk.hpp"

namespace phasebox {
namespace text_file_test {

using testing::HasSubstr;

TEST(TextFile, what_is_written_is_read_back_byte_for_byte) {
  const test::TemporaryFolder folder;
  const std::string content("a\0b\r\n\xFF", 6);
  EXPECT_FALSE(write_file_atomically(folder / "f", content));
  const auto read = read_file(folder / "f", 1 << 20);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, content);
}

TEST(TextFile, one_that_is_too_large_is_refused_in_one_line) {
  const test::TemporaryFolder folder;
  test::write(folder / "f", std::string(1001, 'x'));
  EXPECT_TRUE(read_file(folder / "f", 1001));
  const auto refused = read_file(folder / "f", 1000);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text, HasSubstr("larger than 1000 bytes, the most that is read"));
  // What says nothing of its size is read no further than that.
  EXPECT_FALSE(read_file("/dev/zero", 1 << 20));
}

TEST(TextFile, sizes_are_named_by_the_largest_unit_that_divides_them) {
  EXPECT_EQ(size_text(std::uint64_t{4} << 30), "4 GiB");
  EXPECT_EQ(size_text(std::uint64_t{512} << 20), "512 MiB");
  EXPECT_EQ(size_text(1000), "1000 bytes");
}

TEST(TextFile, an_old_file_is_replaced_and_nothing_else_is_left_behind) {
  const test::TemporaryFolder folder;
  test::write(folder / "f", "old and longer");
  EXPECT_FALSE(write_file_atomically(folder / "f", "new"));
  EXPECT_EQ(test::content_of(folder / "f"), "new");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TextFile, a_link_stays_a_link) {
  const test::TemporaryFolder folder;
  test::write(folder / "target", "old");
  std::filesystem::create_symlink(folder / "target", folder / "link");
  EXPECT_FALSE(write_file_atomically(folder / "link", "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(test::content_of(folder / "target"), "new");
}

TEST(TextFile, a_device_is_written_through_and_stays_a_device) {
  EXPECT_FALSE(write_file_atomically("/dev/null", "gone"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(TextFile, a_full_device_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const Status error = write_file_atomically("/dev/full", "too much");
  ASSERT_TRUE(error);
  EXPECT_THAT(error->text, HasSubstr("/dev/full: cannot be written"));
}

TEST(TextFile, a_full_disk_leaves_the_old_file_and_nothing_else) {
  const test::TemporaryFolder folder;
  test::write(folder / "f", "old");
  Status error;
  {
    const test::SmallDisk disk(100'000);
    error = write_file_atomically(folder / "f", std::string(300'000, 'x'));
  }
  ASSERT_TRUE(error);
  EXPECT_THAT(error->text, testing::StartsWith((folder / "f").string() + ": cannot be written: "));
  EXPECT_EQ(test::content_of(folder / "f"), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TextFile, a_private_file_stays_private) {
  using std::filesystem::perms;
  const test::TemporaryFolder folder;
  test::write(folder / "f", "old");
  std::filesystem::permissions(folder / "f", perms::owner_read | perms::owner_write);
  ASSERT_FALSE(write_file_atomically(folder / "f", "new"));
  EXPECT_EQ(std::filesystem::status(folder / "f").permissions(),
            perms::owner_read | perms::owner_write);
}

TEST(TextFile, writers_of_one_file_do_not_disturb_each_other) {
  const test::TemporaryFolder folder;
  const auto file = folder / "f";
  const auto next = [&, first = true](std::string& part) mutable {
    if (!std::exchange(first, false)) return false;
    EXPECT_FALSE(write_file_atomically(file, "inner")) << "while the outer one is not finished";
    part = "outer";
    return true;
  };
  ASSERT_FALSE(write_file_atomically(file, next));
  EXPECT_EQ(test::content_of(file), "outer");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TextFile, names_as_long_as_the_system_allows_are_written) {
  const test::TemporaryFolder folder;
  const auto file = folder / std::string(255, 'n');
  ASSERT_FALSE(write_file_atomically(file, "long"));
  EXPECT_EQ(test::content_of(file), "long");
}

TEST(TextFile, missing_files_folders_and_unwritable_places_are_errors_that_name_the_path) {
  const test::TemporaryFolder folder;
  const auto missing = read_file(folder / "missing", 1 << 20);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().text,
              HasSubstr((folder / "missing").string() + ": cannot be opened"));
  const auto as_file = read_file(folder.path(), 1 << 20);
  ASSERT_FALSE(as_file);
  EXPECT_THAT(as_file.error().text, HasSubstr("cannot be read"));
  for (const auto& path : {folder / "no/such/place", folder.path()}) {
    const Status error = write_file_atomically(path, "x");
    ASSERT_TRUE(error) << path;
    EXPECT_THAT(error->text, HasSubstr(path.string() + ": cannot be written"));
  }
}

// ---- before long work

TEST(Outputs, a_place_that_can_be_written_is_left_as_it_is) {
  const test::TemporaryFolder folder;
  test::write(folder / "old", "kept");
  EXPECT_FALSE(check_writable(folder / "old"));
  EXPECT_FALSE(check_writable(folder / "new"));
  EXPECT_FALSE(check_writable("/dev/null"));
  EXPECT_EQ(test::content_of(folder / "old"), "kept");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(Outputs, folders_missing_folders_and_places_without_a_right_are_refused) {
  const test::TemporaryFolder folder;
  const Status is_folder = check_writable(folder.path());
  ASSERT_TRUE(is_folder);
  EXPECT_THAT(is_folder->text,
              HasSubstr(folder.path().string() + ": cannot be written: it is a folder"));
  const Status missing = check_writable(folder / "no" / "f");
  ASSERT_TRUE(missing);
  EXPECT_THAT(missing->text, HasSubstr("there is no folder " + (folder / "no").string()));
  test::write(folder / "file", "");
  EXPECT_TRUE(check_writable(folder / "file" / "f")) << "a file is no folder";
  if (!std::filesystem::exists("/proc/version")) return;
  EXPECT_TRUE(check_writable("/proc/f")) << "no process writes there";
  EXPECT_TRUE(write_file_atomically("/proc/f", "x")) << "as found out before";
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
  EXPECT_FALSE(refused(a, b));
  for (const std::string& other : {a, around}) {
    const Status error = refused(a, other);
    ASSERT_TRUE(error) << other;
    EXPECT_EQ(error->text, "--csv: " + other + " is the file of --json; name another one");
  }
  test::write(a, "old");
  EXPECT_TRUE(refused(a, link));
  EXPECT_FALSE(refused("/dev/null", "/dev/null"));
  EXPECT_EQ(test::content_of(a), "old");
}

TEST(Outputs, the_file_that_is_read_is_never_written_over) {
  const test::TemporaryFolder folder;
  test::write(folder / "trace.csv", "id");
  const std::string file = folder / "trace.csv";
  const OutputFile output{"--csv", file};
  const Status error = check_outputs({&output, 1}, file);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->text, "--csv: " + file + " is the file that is read; name another one");
}

TEST(Outputs, an_error_names_its_option) {
  const OutputFile output{"--svg", "/no/such/folder/x.svg"};
  const Status error = check_outputs({&output, 1});
  ASSERT_TRUE(error);
  EXPECT_THAT(error->text, testing::StartsWith("--svg: /no/such/folder/x.svg: cannot be written"));
}

TEST(Paths, are_the_same_from_every_folder) {
  EXPECT_EQ(absolute_path("/a/b.csv"), "/a/b.csv");
  EXPECT_EQ(absolute_path("/a/./b.csv"), "/a/b.csv");
  EXPECT_EQ(absolute_path("b.csv"), (std::filesystem::current_path() / "b.csv").string());
  EXPECT_EQ(absolute_path("/a/../b.csv"), "/a/../b.csv") << "a may be a link";
}

TEST(TextFile, lines_are_counted_from_one) {
  EXPECT_EQ(line_at("a\nb\nc", 0), 1u);
  EXPECT_EQ(line_at("a\nb\nc", 2), 2u);
  EXPECT_EQ(line_at("a\nb\nc", 99), 3u);
}

}  // namespace text_file_test
}  // namespace phasebox
