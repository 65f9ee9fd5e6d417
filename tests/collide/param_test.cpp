// SPDX-License-Identifier: MIT
// Claims about parameter rows: all of them, of every registry.
#include "collide/param.hpp"

#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace param_test {

using ::testing::HasSubstr;

std::vector<ParamGroup> all_groups(Session& session) {
  std::vector<ParamGroup> groups = session.settings().groups();
  static std::vector<std::unique_ptr<Scene>> kept;
  for (const SceneEntry* entry : scenes()) {
    kept.push_back(entry->make());
    const ParamView view = kept.back()->params();
    groups.push_back({Owner(), entry->title, view.rows, view.object});
  }
  return groups;
}

TEST(Params, DefaultsAreTheStructsOwnAndLieInRange) {
  Session session(test_images());
  for (const ParamGroup& g : all_groups(session))
    for (const Param& row : g.rows) {
      SCOPED_TRACE(std::string(g.title) + "." + std::string(row.key));
      EXPECT_FALSE(check_value(row, row.init).failed());
      EXPECT_TRUE(g.owner == Owner::scene() || row.get(g.object) == row.init);
    }
}

TEST(Params, KeysAreKebabCaseUniqueAndExplained) {
  Session session(test_images());
  for (const ParamGroup& g : all_groups(session)) {
    std::set<std::string_view> keys;
    for (const Param& row : g.rows) {
      SCOPED_TRACE(std::string(g.title) + "." + std::string(row.key));
      EXPECT_TRUE(keys.insert(row.key).second);
      EXPECT_EQ(row.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), row.key.npos);
      EXPECT_GE(row.help.size(), 15u);
      EXPECT_EQ(row.help.back(), '.');
      EXPECT_LT(row.lo, row.hi);
    }
  }
}

TEST(Params, EveryValueReadsBackAsWritten) {
  Session session(test_images());
  for (const ParamGroup& g : all_groups(session))
    for (const Param& row : g.rows)
      for (const double value : {row.lo, row.init, row.hi}) {
        const auto read = parse_value(row, format_value(row, value));
        ASSERT_FALSE(read.failed()) << g.title << "." << row.key << " " << format_value(row, value);
        EXPECT_EQ(static_cast<float>(*read), static_cast<float>(value));
      }
}

TEST(Params, a_zero_that_stands_for_something_else_has_a_word_that_reads_back) {
  Session session(test_images());
  for (const ParamGroup& g : all_groups(session))
    for (const Param& row : g.rows) {
      SCOPED_TRACE(std::string(g.title) + "." + std::string(row.key));
      bool is_explained = false;
      for (const char* verb : {"0 takes", "0 chooses", "0 sets", "0 allows"})
        is_explained |= row.help.find(verb) != row.help.npos;
      EXPECT_EQ(is_explained, !row.zero.empty());
      if (row.zero.empty()) continue;
      EXPECT_EQ(value_text(row, 0).english(), row.zero);
      EXPECT_EQ(*parse_value(row, row.zero), 0);
      EXPECT_EQ(value_text(row, row.hi), format_value(row, row.hi));
    }
}

TEST(Params, RefusalsNameKeyValueAndRule) {
  const Param& n =
      *find_param(find_entry(narrowphases(), "pixel-samples")->make()->params().rows, "n");
  EXPECT_EQ(parse_value(n, "0").error().text, "n: '0' is not a whole number from 1 to 32 px");
  EXPECT_EQ(parse_value(n, "1.5").error().text, "n: '1.5' is not a whole number from 1 to 32 px");
  EXPECT_EQ(parse_value(n, "4px").error().text, "n: '4px' is not a whole number from 1 to 32 px");
  EXPECT_EQ(parse_value(n, "").error().text, "n: '' is not a whole number from 1 to 32 px");
  const Param& depth =
      *find_param(find_entry(broadphases(), "rdc")->make()->params().rows, "max-depth");
  EXPECT_THAT(parse_value(depth, "-1").error().text,
              HasSubstr("a whole number from 0 to 10,000 splits"));
  EXPECT_TRUE(check_value(n, std::numeric_limits<double>::quiet_NaN()).failed());
  const Param& edges = *find_param(kWorldRows, "edges");
  EXPECT_THAT(parse_value(edges, "fall").error().text, HasSubstr("bounce, wrap, open or center"));
  const Param& snap = *find_param(kWorldRows, "snap");
  EXPECT_THAT(parse_value(snap, "maybe").error().text, HasSubstr("on or off"));
}

TEST(Registries, IdsAreUniqueAndEveryLineIsExplained) {
  std::set<std::string_view> ids;
  const auto check = [&](const auto& entries) {
    for (const auto* entry : entries) {
      EXPECT_TRUE(ids.insert(entry->id).second) << entry->id;
      EXPECT_FALSE(entry->title.empty());
      EXPECT_EQ(entry->summary.back(), '.') << entry->id;
    }
  };
  check(broadphases());
  check(narrowphases());
  ids.clear();
  check(scenes());
}

}  // namespace param_test
}  // namespace phasebox
