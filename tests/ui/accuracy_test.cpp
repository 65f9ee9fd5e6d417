// SPDX-License-Identifier: MIT
// The tool "Accuracy": measured, applied, canceled.
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace accuracy_ui_test {

TEST(AccuracyInTheWindow, measures_and_its_suggestion_is_applied) {
  HeadlessWindow window(begin_with("sprites", {{"pixel-samples.n", "9"}}));
  const AccuracyStudy& study = window.model.lab.accuracy;
  window.key("y");
  window.click_widget("accuracy.start");
  EXPECT_TRUE(study.is_running());
  window.until(
      "the end", [&] { return !study.is_running(); }, HeadlessWindow::kManyFrames);
  window.frames();
  AccuracyResult result = study.result_or_empty();
  EXPECT_GE(result.contacts, 5000u);
  result.options.rate = window.model.ui.accuracy.rate;
  const int n = result.suggestion();
  EXPECT_GE(n, 1);
  EXPECT_LT(n, 9) << "5 % are missed long before that";
  EXPECT_TRUE(window.shows("plot.accuracy-missed"));
  window.click_widget("accuracy.apply");
  EXPECT_EQ(window.param("pixel-samples", "n"), n);
  window.key("Ctrl+Z");
  EXPECT_EQ(window.param("pixel-samples", "n"), 9);
}

TEST(AccuracyInTheWindow, an_images_own_n_and_inset_are_used_and_taken_back) {
  HeadlessWindow window(begin_with("flash"));
  const Session& session = window.model.session;
  const AccuracyStudy& study = window.model.lab.accuracy;
  window.key("y");
  window.click_widget("accuracy.start");
  window.until(
      "the end", [&] { return !study.is_running(); }, HeadlessWindow::kManyFrames);
  window.click_widget("accuracy.page.frames until seen");
  window.frames(2);
  EXPECT_TRUE(window.shows("plot.accuracy-delay"));
  EXPECT_GT(study.result_or_empty().delays.collisions, 0u);
  window.click_widget("accuracy.page.by image");
  window.frames(2);
  const ImageAccuracy image = study.result_or_empty().images.front();
  const double rate = window.model.ui.accuracy.rate;
  window.click_widget("accuracy." + image.name + ".n");
  ASSERT_GT(session.frame().tuning.size(), image.number);
  EXPECT_EQ(session.frame().tuning[image.number].n, image.suggested_n(rate));
  window.click_widget("accuracy." + image.name + ".inset");
  EXPECT_EQ(static_cast<int>(session.frame().tuning[image.number].inset),
            image.suggested_inset(rate));
  window.frames(2);
  window.click_widget("accuracy." + image.name + ".clear");
  EXPECT_TRUE(session.frame().tuning.empty());
  window.key("Ctrl+Z");
  EXPECT_EQ(session.frame().tuning[image.number].n, image.suggested_n(rate));
}

TEST(AccuracyInTheWindow, cancel_keeps_what_was_found) {
  HeadlessWindow window(begin_with(
      "sprites",
      {{"scene.min-size", "200"}, {"scene.max-size", "250"}}));  // many pixels: it takes a while
  const AccuracyStudy& study = window.model.lab.accuracy;
  window.key("y");
  window.click_widget("accuracy.start");
  window.until(
      "some contacts", [&] { return study.result_or_empty().contacts > 0; },
      HeadlessWindow::kManyFrames);
  ASSERT_TRUE(study.is_running());
  window.click_widget("accuracy.stop");
  EXPECT_FALSE(study.is_running());
  EXPECT_GT(study.result_or_empty().contacts, 0u);
}

}  // namespace accuracy_ui_test
}  // namespace phasebox
