// SPDX-License-Identifier: MIT
// Claims about contestants: every value that a search tries may be set.
#include <gmock/gmock.h>

#include "collide/registry.hpp"
#include "lab/tune/tune_report.hpp"
#include "lab/tune/tune_search.hpp"

namespace phasebox {
namespace tried_settings_test {

using testing::ElementsAre;
using testing::HasSubstr;

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }
const Param& row(std::string_view id, std::string_view key) {
  return *find_param(rows_of(*entry(id)), key);
}

TEST(TriedSettings, every_value_tried_may_be_set_and_is_not_the_default) {
  for (const BroadphaseEntry* e : broadphases())
    for (const Param& r : rows_of(*e))
      for (const double side : {0.5, 20.0, 90'000.0}) {
        SCOPED_TRACE(std::string(e->id) + "." + std::string(r.key));
        std::vector<double> values = coarse_values(r, side, 5);
        EXPECT_TRUE(r.tune.scale != TuneRange::Scale::none || values.empty());
        EXPECT_TRUE(std::ranges::is_sorted(values));
        for (const double v : coarse_values(r, side, 5))
          for (const double part : {0.5, 0.25})
            for (const double near : values_around(r, v, side, 5, part)) values.push_back(near);
        for (const double v : values) EXPECT_FALSE(check_value(r, v)) << v;
        for (const double v : coarse_values(r, side, 5)) EXPECT_NE(v, r.init);
      }
}

TEST(TriedSettings, most_algorithms_have_something_to_tune) {
  for (const BroadphaseEntry* e : broadphases())
    EXPECT_EQ(tuned_rows({.entry = e}, {}).empty(), e->id == "brute-force" || e->id == "auto")
        << e->id;
}

TEST(TriedSettings, coarse_values_are_equal_ratios_or_equal_steps) {
  EXPECT_THAT(coarse_values(row("quadtree", "max-objects"), 1, 6),
              ElementsAre(2, 4, 8, 16, 32, 64));
  EXPECT_THAT(coarse_values(row("quadtree", "looseness"), 1, 5), ElementsAre(1.3f, 1.5, 1.8f, 2));
  EXPECT_THAT(coarse_values(row("uniform-grid", "cell-size"), 20, 6),
              ElementsAre(10, 20, 40, 80, 160, 320));
  EXPECT_THAT(coarse_values(row("kd-tree", "split"), 1, 5), ElementsAre(0));
}

TEST(TriedSettings, refining_goes_half_a_step_and_not_from_automatic) {
  EXPECT_THAT(values_around(row("quadtree", "max-objects"), 16, 1, 6, 0.5), ElementsAre(11, 23));
  EXPECT_TRUE(values_around(row("uniform-grid", "cell-size"), 0, 20, 5, 0.5).empty());
  EXPECT_TRUE(values_around(row("kd-tree", "split"), 1, 20, 5, 0.5).empty());
}

TEST(TriedSettings, cpp_lines_name_the_entry_and_every_setting) {
  Contestant c{.entry = entry("kd-tree")};
  c.set(row("kd-tree", "split"), 0);
  c.set(row("kd-tree", "leaf-size"), 12);
  const std::string code = cpp_lines(c);
  EXPECT_THAT(code, HasSubstr("find_entry(phasebox::broadphases(), \"kd-tree\")->make()"));
  EXPECT_THAT(code,
              HasSubstr("find_param(params.rows, \"split\")->set(params.object, 0);  // median"));
  EXPECT_THAT(code, HasSubstr("find_param(params.rows, \"leaf-size\")->set(params.object, 12);\n"));
}

}  // namespace tried_settings_test
}  // namespace phasebox
