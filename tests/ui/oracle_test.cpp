// SPDX-License-Identifier: MIT
// What the status line says about the algorithm, as the oracle found it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace oracle_ui_test {

using testing::HasSubstr;

TEST(OracleInTheWindow, says_exact_of_every_broadphase) {
  HeadlessWindow window("sprites");
  for (std::size_t i = 0; i < broadphases().size(); ++i) {
    const std::string id(window.model.session.broadphase().id);
    EXPECT_THAT(window.model.ui.status, HasSubstr("· exact ·")) << id;
    EXPECT_EQ(window.model.lab.oracle.verdict().checked, window.model.session.world().size()) << id;
    window.key("j");
    window.frames(2);
  }
}

TEST(OracleInTheWindow, counts_and_marks_what_the_threshold_allows_to_be_missed) {
  HeadlessWindow window(begin_with("clusters", {{"rdc.contact-threshold", "8"}}));
  const Oracle& oracle = window.model.lab.oracle;
  window.until("allowed misses", [&] { return oracle.verdict().allowed_misses.count > 0; });
  EXPECT_EQ(oracle.marked(window.model.session.frame()).size(),
            oracle.verdict().allowed_misses.count);
  EXPECT_THAT(window.model.ui.status, HasSubstr(" allowed misses of "));
  EXPECT_EQ(oracle.verdict().false_negatives.count, 0u);
}

TEST(OracleInTheWindow, samples_many_sprites_and_says_so) {
  LaunchOptions options = begin_with("uniform");
  options.count = 6000;
  options.broadphase = "uniform-grid";
  HeadlessWindow window(options);
  const Verdict& verdict = window.model.lab.oracle.verdict();
  window.until("a sample", [&] { return verdict.checked > 0; });
  window.frames();
  EXPECT_LT(verdict.checked, 6000u);
  EXPECT_THAT(window.model.ui.status, HasSubstr("· exact ·"));
}

}  // namespace oracle_ui_test
}  // namespace phasebox
