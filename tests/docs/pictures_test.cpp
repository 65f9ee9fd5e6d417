// SPDX-License-Identifier: MIT
// The pictures of the documentation: each is shown, no two are the same, and what the program can
// render without a window looks as it does today.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "clone.hpp"
#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "io/pictures/images.hpp"
#include "page.hpp"
#include "session/session.hpp"

namespace phasebox {
namespace pictures_test {

namespace fs = std::filesystem;

std::vector<fs::path> pictures() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(test::in_source("docs/pictures")))
    if (entry.is_regular_file()) files.push_back(entry.path().lexically_normal());
  return files;
}

/// Whether the file is there, and its heading where the target names one.
bool leads_somewhere(const fs::path& page, const std::string& target) {
  const std::size_t hash = std::min(target.find('#'), target.size());
  const fs::path file = hash == 0 ? page : page.parent_path() / target.substr(0, hash);
  if (hash == target.size() || !fs::exists(file)) return fs::exists(file);
  const auto anchors = test::Page(file).anchors();
  return std::ranges::find(anchors, target.substr(hash + 1)) != anchors.end();
}

TEST(Pictures, and_links_of_all_pages_lead_somewhere) {
  for (const std::string& name : test::page_names()) {
    const fs::path page = test::in_source(name);
    for (const std::string& target : test::Page(page).targets())
      EXPECT_TRUE(leads_somewhere(page, target)) << name << ": " << target;
  }
  const fs::path page = test::in_source("docs/tune.md");
  EXPECT_TRUE(leads_somewhere(page, "file-formats.md#searches-json"));
  EXPECT_FALSE(leads_somewhere(page, "file-formats.md#no-such-heading"));
  EXPECT_FALSE(leads_somewhere(page, "no-such-page.md"));
}

TEST(Pictures, are_all_shown_by_a_page) {
  std::set<fs::path> shown;
  for (const std::string& name : test::page_names())
    for (const std::string& target : test::Page(test::in_source(name)).targets())
      shown.insert((test::in_source(name).parent_path() / target).lexically_normal());
  for (const fs::path& picture : pictures())
    EXPECT_TRUE(shown.contains(picture)) << picture << " is shown by no page";
}

TEST(Pictures, are_all_different) {
  std::map<std::string, fs::path> seen;
  for (const fs::path& picture : pictures()) {
    const auto [other, is_new] = seen.emplace(test::content_of(picture), picture);
    EXPECT_TRUE(is_new) << picture << " is the same picture as " << other->second;
  }
}

/// Pixels that differ in a channel by more than a shade that drivers may disagree about.
std::size_t difference(const Bitmap& a, const Bitmap& b) {
  constexpr int kShade = 4;
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    int most = 0;
    for (std::size_t c = i; c < i + 4; ++c) most = std::max(most, std::abs(a.rgba[c] - b.rgba[c]));
    count += most > kShade;
  }
  return count;
}

void expect_same_picture(const fs::path& kept, const fs::path& made) {
  const auto a = load_bitmap(kept), b = load_bitmap(made);
  ASSERT_TRUE(a && b) << kept;
  ASSERT_EQ(std::pair(a->width, a->height), std::pair(b->width, b->height)) << kept;
  const std::size_t allowed = a->rgba.size() / 4 / 5000;
  EXPECT_LE(difference(*a, *b), allowed) << kept << " is stale; run docs/algorithms.sh";
}

TEST(Pictures, that_need_no_window_and_the_page_of_algorithms_are_of_today) {
  const test::TemporaryFolder folder;
  fs::copy(test::in_source("docs/algorithms.md"), folder / "algorithms.md");
  const std::string script = "PHASEBOX='" PHASEBOX_PROGRAM "' '" PHASEBOX_SOURCE_DIR
                             "/docs/algorithms.sh' '" +
                             folder.path().string() + "' >/dev/null";
  ASSERT_EQ(std::system(script.c_str()), 0) << script;
  EXPECT_TRUE(test::content_of(folder / "algorithms.md") ==
              test::content_of(test::in_source("docs/algorithms.md")))
      << "docs/algorithms.md is stale; run docs/algorithms.sh";
  EXPECT_TRUE(test::content_of(folder / "scenes.md") ==
              test::content_of(test::in_source("docs/scenes.md")))
      << "docs/scenes.md is stale; run docs/algorithms.sh";
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "pictures")) {
    if (!entry.is_regular_file()) continue;
    expect_same_picture(test::in_source("docs") / fs::relative(entry.path(), folder.path()), entry);
    ++count;
  }
  EXPECT_GT(count, broadphases().size() + narrowphases().size() + scenes().size());
}

}  // namespace pictures_test
}  // namespace phasebox
