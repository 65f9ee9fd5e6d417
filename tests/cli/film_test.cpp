// SPDX-License-Identifier: MIT
// `phasebox render --animate`: a picture for every so many steps, in a file that plays.

#include "cli_test.hpp"

namespace phasebox {
namespace film_test {

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

Outcome animate(const std::string& file, std::vector<std::string> more) {
  std::vector<std::string> words{"render", "--scene",   "flash-demo", "--size",
                                 "160x90", "--animate", file};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

TEST(Film, has_a_picture_for_every_so_many_steps) {
  if (test::is_headless()) GTEST_SKIP() << "this program cannot draw";
  const TemporaryFolder folder;
  const std::string film = folder / "film.webp";
  const Outcome o = animate(film, {"--frames", "31", "--every", "5"});
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(occurrences(test::content_of(film), "ANMF"), 7u) << "of steps 1, 6, ... 31";
}

TEST(Film, of_a_walk_ends_with_the_picture_of_the_frame) {
  if (test::is_headless()) GTEST_SKIP() << "this program cannot draw";
  const TemporaryFolder folder;
  const std::string film = folder / "walk.webp";
  ASSERT_EQ(animate(film, {"--frames", "10", "--walk", "--set", "collisions=off"}).code, 0);
  const std::string bytes = test::content_of(film);
  EXPECT_GE(occurrences(bytes, "ANMF"), 10u) << "pictures that are alike are one";
}

TEST(Film, of_a_walk_by_pace_has_a_picture_for_each_event) {
  if (test::is_headless()) GTEST_SKIP() << "this program cannot draw";
  const TemporaryFolder folder;
  const std::string film = folder / "walk.webp";
  const auto walk = [&](const char* count) {
    return animate(film, {"--frames", "1", "--count", count, "--walk", "--pace", "0.5"});
  };
  const Outcome many = walk("2000");
  EXPECT_EQ(many.code, 2);
  EXPECT_THAT(many.err, HasSubstr("--pace: a picture for each of"));
  EXPECT_FALSE(std::filesystem::exists(film));
  ASSERT_EQ(walk("4").code, 0);
  EXPECT_GE(occurrences(test::content_of(film), "ANMF"), 10u) << "the number differs in each";
}

TEST(Film, twice_is_the_same) {
  if (test::is_headless()) GTEST_SKIP() << "this program cannot draw";
  const TemporaryFolder folder;
  for (const char* name : {"a.webp", "b.webp"})
    ASSERT_EQ(animate(folder / name, {"--frames", "30"}).code, 0);
  EXPECT_EQ(test::content_of(folder / "a.webp"), test::content_of(folder / "b.webp"));
}

TEST(Film, refuses_what_it_cannot_write_before_anything_runs) {
  if (test::is_headless()) GTEST_SKIP() << "this program cannot draw";
  const TemporaryFolder folder;
  const std::tuple<std::string, std::vector<std::string>, std::string> cases[] = {
      {"film.png", {}, "film.png: an animated picture is a .webp file"},
      {"film.webp", {"--every", "0"}, "--every: '0' is not a whole number from 1 to 1,000"},
      {"film.webp",
       {"--frames", "100000"},
       "at most 3,000: choose fewer --frames or a larger --eve"},
      {"film.webp", {"--out", folder / "film.webp"}, "film.webp"},
      {"no/film.webp", {}, "no/film.webp: cannot be written"}};
  for (const auto& [file, more, expected] : cases) {
    const Outcome o = animate(folder / file, more);
    EXPECT_EQ(o.code, 2) << o.err;
    EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
    EXPECT_THAT(o.err, HasSubstr(expected));
    EXPECT_FALSE(std::filesystem::exists(folder / file)) << o.err;
  }
}

}  // namespace film_test
}  // namespace phasebox
