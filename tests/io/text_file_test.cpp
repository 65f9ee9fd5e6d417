// SPDX-License-Identifier: MIT
// Files are read whole and replaced at once.
#include "io/text_file.hpp"

#include <gmock/gmock.h>

#include "files.hpp"

namespace phasebox {
namespace {

using testing::HasSubstr;

TEST(TextFile, what_is_written_is_read_back_byte_for_byte) {
  const test::TemporaryFolder folder;
  const std::string content("a\0b\r\n\xFF", 6);
  EXPECT_FALSE(write_file_atomically(folder / "f", content));
  const auto read = read_file(folder / "f");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, content);
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

TEST(TextFile, missing_files_folders_and_unwritable_places_are_errors_that_name_the_path) {
  const test::TemporaryFolder folder;
  const auto missing = read_file(folder / "missing");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().text,
              HasSubstr((folder / "missing").string() + ": cannot be opened"));
  const auto as_file = read_file(folder.path());
  ASSERT_FALSE(as_file);
  EXPECT_THAT(as_file.error().text, HasSubstr("cannot be read"));
  for (const auto& path : {folder / "no/such/place", folder.path()}) {
    const Status error = write_file_atomically(path, "x");
    ASSERT_TRUE(error) << path;
    EXPECT_THAT(error->text, HasSubstr(path.string() + ": cannot be written"));
  }
}

TEST(TextFile, lines_are_counted_from_one) {
  EXPECT_EQ(line_at("a\nb\nc", 0), 1u);
  EXPECT_EQ(line_at("a\nb\nc", 2), 2u);
  EXPECT_EQ(line_at("a\nb\nc", 99), 3u);
}

}  // namespace
}  // namespace phasebox
