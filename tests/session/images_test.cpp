// SPDX-License-Identifier: MIT
// Claims about the images of a session: how their pixels are read, what each has of its own.
#include "support/images.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/limits.hpp"
#include "session/session.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace images_test {

using ::testing::HasSubstr;
using namespace command;

TEST(Session, circles_before_pixels_save_reads_and_change_no_state) {
  struct Seen {
    std::uint64_t hash;
    Counters counters;
    std::vector<Stage> stages;
  };
  const auto seen = [](bool with) {
    Session session = in_scene("clusters");
    EXPECT_FALSE(session.apply(SetParam{owner_named("pixel-samples"), "n", 1}).failed());
    EXPECT_FALSE(
        session.apply(SetParam{owner_named("pixel-samples"), "circle-reject", with ? 1.0 : 0.0})
            .failed());
    const std::uint64_t hash = hash_after(session, 20);
    EventLog trace;
    session.trace(trace);
    const Counters counters = session.counters(trace);
    return Seen{hash, counters, stages_of(counters, session.settings().compares_circles())};
  };
  const Seen with = seen(true), without = seen(false);
  EXPECT_EQ(with.hash, without.hash);
  EXPECT_EQ(without.counters.circle_rejects, 0u);
  EXPECT_GT(with.counters.circle_rejects, 0u);
  EXPECT_LT(with.counters.pixel_reads, without.counters.pixel_reads);
  ASSERT_EQ(with.stages.size(), 4u);
  ASSERT_EQ(without.stages.size(), 3u) << "no stage where circles are not compared";
  for (std::size_t k = 1; k < 4; ++k) EXPECT_LE(with.stages[k].pairs, with.stages[k - 1].pairs);
  EXPECT_EQ(with.stages[1].pairs - with.stages[2].pairs, with.counters.circle_rejects);
  EXPECT_EQ(with.stages.back().pairs, without.stages.back().pairs);
}

TEST(Session, holds_so_many_pixels_of_all_images_and_no_more) {
  Session session(test_images());
  const auto large = make_solid_image("large", kMaxImageSide, kMaxImageSide);
  auto document = std::make_shared<SceneDocument>(session.document());
  document->images.assign(6, large);
  const std::size_t before = session.images().size();
  const Status refused = session.apply(OpenDocument{document});
  ASSERT_TRUE(refused.failed());
  EXPECT_NE(refused.error().text.english().find("pixels of all images are too many"),
            std::string::npos);
  EXPECT_EQ(session.images().size(), before);
  for (int k = 0; k < 5; ++k) EXPECT_FALSE(session.apply(AddImage{large}).failed());
  EXPECT_TRUE(session.apply(AddImage{large}).failed());
  EXPECT_LE(session.images().pixels(), kMaxImagePixels);
}

TEST(Session, knows_the_images_of_a_document_again_when_names_are_shared) {
  Session session(test_images());
  auto document = std::make_shared<SceneDocument>(session.document());
  document->images = {make_solid_image("one", 2, 2), make_solid_image("one", 3, 3)};
  for (Sprite& sprite : *document->sprites) sprite.image = 1;
  ASSERT_FALSE(session.apply(OpenDocument{document}).failed());
  const std::size_t once = session.images().size();
  ASSERT_FALSE(session.apply(OpenDocument{document}).failed());
  EXPECT_EQ(session.images().size(), once);
}

TEST(Session, jitter_is_another_in_every_step_and_the_same_in_each) {
  Session session = in_scene("clusters");
  session.keep_frames();
  EXPECT_FALSE(session.apply(SetParam{owner_named("pixel-samples"), "n", 12}).failed());
  EXPECT_FALSE(session.apply(SetParam{owner_named("pixel-samples"), "jitter", 1}).failed());
  std::vector<std::uint64_t> hashes;
  for (int k = 0; k < 8; ++k) hashes.push_back(hash_after(session, 1));
  Session other = in_scene("clusters");
  EXPECT_FALSE(other.apply(SetParam{owner_named("pixel-samples"), "n", 12}).failed());
  EXPECT_NE(hash_after(other, 8), hashes.back()) << "other contacts are missed";
  for (const std::uint64_t step : {3u, 7u, 2u}) {
    EXPECT_FALSE(session.apply(SeekStep{step}).failed());
    session.detect();
    EXPECT_EQ(session.hash(), hashes[step - 1]) << "step " << step;
  }
  EXPECT_EQ(hash_after(session, 4), hashes[5]) << "and on from there";
}

TEST(Session, an_image_has_an_n_and_an_inset_of_its_own_until_undo) {
  Session session = in_scene("clusters");
  EXPECT_FALSE(session.apply(SetParam{owner_named("pixel-samples"), "n", 1}).failed());
  session.detect();
  const std::size_t all = session.contacts().size();
  const std::uint16_t image = session.world().images()[0];
  EXPECT_FALSE(session.apply(TuneImage{image, {.n = 32}}).failed());
  session.detect();
  EXPECT_LT(session.contacts().size(), all);
  EXPECT_FALSE(session.apply(TuneImage{image, {.n = 32, .inset = 25}}).failed());
  const SceneDocument document = session.document();
  EXPECT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(tuning_of(session.frame(), 0), ImageTuning{.n = 32});
  EXPECT_FALSE(session.apply(Undo{}).failed());
  EXPECT_TRUE(session.frame().tuning.empty());
  session.detect();
  EXPECT_EQ(session.contacts().size(), all);
  EXPECT_FALSE(session.apply(Redo{}).failed());
  EXPECT_EQ(tuning_of(session.frame(), 0), ImageTuning{.n = 32});
  EXPECT_FALSE(session.apply(OpenDocument{std::make_shared<SceneDocument>(document)}).failed());
  EXPECT_EQ(tuning_of(session.frame(), 0), (ImageTuning{.n = 32, .inset = 25}));
  EXPECT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(tuning_of(session.frame(), 0), ImageTuning{.n = 32});
}

TEST(Session, an_image_takes_no_n_or_inset_out_of_range) {
  Session session = in_scene("clusters");
  EXPECT_TRUE(session.apply(TuneImage{60'000, {.n = 3}}).failed());
  EXPECT_TRUE(session.apply(TuneImage{0, {.n = 33}}).failed());
  EXPECT_TRUE(session.apply(TuneImage{0, {.n = -1}}).failed());
  EXPECT_TRUE(session.apply(TuneImage{0, {.inset = 101}}).failed());
  EXPECT_TRUE(
      session.apply(TuneImage{0, {.inset = std::numeric_limits<float>::quiet_NaN()}}).failed());
  EXPECT_TRUE(session.frame().tuning.empty());
  EXPECT_FALSE(session.history().can_undo()) << "nothing was done";
}

}  // namespace images_test
}  // namespace phasebox
