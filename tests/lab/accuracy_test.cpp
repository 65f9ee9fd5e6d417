// SPDX-License-Identifier: MIT
// Claims about the accuracy of n-sampling.
#include "lab/accuracy.hpp"

#include <chrono>
#include <numeric>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/narrowphase/pixels/thickness.hpp"
#include "lab/lab.hpp"
#include "lab/study_subject.hpp"
#include "support/recordings.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace accuracy_test {

using testing::HasSubstr;

AccuracyResult measured(const Session& session, AccuracyOptions options) {
  return finished(*options.work(clone_session(session)));
}

TEST(Accuracy, n_of_one_misses_nothing_and_no_n_invents_a_contact) {
  Session session = in_scene("clusters", 200);
  const AccuracyResult r = measured(session, {.contacts = 1500});
  EXPECT_GE(r.contacts, 1500u);
  EXPECT_GE(r.candidates, r.contacts);
  EXPECT_EQ(r.of(1).missed, 0u);
  for (int n = 1; n <= kMaxSampled; ++n) EXPECT_EQ(r.of(n).false_hits, 0u) << n;
  EXPECT_GT(r.of(16).missed, 0u) << "samples 16 px apart lose something";
  EXPECT_LT(r.of(2).reads, r.of(1).reads);
  EXPECT_LT(r.of(16).reads, r.of(4).reads);
}

TEST(Accuracy, depths_sum_to_the_whole_and_thin_contacts_are_missed_most) {
  Session session = in_scene("clusters", 200);
  const AccuracyResult r = measured(session, {.contacts = 3000});
  const auto sum = [](const auto& bins) {
    return std::accumulate(bins.begin(), bins.end(), std::uint64_t{0});
  };
  EXPECT_EQ(sum(r.contacts_by_depth), r.contacts);
  for (int n = 1; n <= kMaxSampled; ++n)
    EXPECT_EQ(sum(r.of(n).missed_by_depth), r.of(n).missed) << n;
  const auto share = [&](std::size_t bin) {
    return static_cast<double>(r.of(6).missed_by_depth[bin]) /
           static_cast<double>(r.contacts_by_depth[bin]);
  };
  ASSERT_GT(r.contacts_by_depth[0], 20u);
  ASSERT_GT(r.contacts_by_depth[2], 20u);
  EXPECT_GT(share(0), share(2));
}

TEST(Accuracy, is_what_the_narrowphase_itself_finds_and_reads) {
  Session session = in_scene("sprites");
  for (const int n : {1, 3, 7}) {
    EXPECT_FALSE(session.apply(command::SelectNarrowphase{"pixel-samples"}).failed());
    EXPECT_FALSE(
        session.apply(command::SetParam{owner_named("pixel-samples"), "n", static_cast<double>(n)})
            .failed());
    session.detect();
    EventLog trace;
    session.trace(trace);
    const std::size_t hits = session.contacts().size();
    const std::uint64_t reads = session.counters(trace).pixel_reads;
    const std::uint64_t rejects = session.counters(trace).circle_rejects;
    const auto meter = AccuracyOptions{.contacts = 1'000'000}.work(clone_session(session));
    ASSERT_TRUE(meter->advance());  // the frame as it stands
    const AccuracyResult r = meter->result();
    EXPECT_EQ(r.contacts - r.of(n).missed, hits) << n;
    EXPECT_EQ(r.of(n).reads, reads) << n;
    EXPECT_EQ(r.circle_rejects, rejects) << n;
    EXPECT_GT(rejects, 0u) << "round sprites meet corner to corner";
  }
}

TEST(Accuracy, of_each_image_sums_up_and_names_what_is_safe) {
  Session session = in_scene("sprites");
  const AccuracyResult r = measured(session, {.contacts = 2000});
  std::uint64_t contacts = 0;
  ASSERT_GT(r.images.size(), 1u);
  for (const ImageAccuracy& image : r.images) {
    contacts += image.contacts;
    EXPECT_EQ(image.name, session.images()[image.number].name);
    EXPECT_EQ(image.safe_n, opaque_thickness(session.images()[image.number], 128));
    EXPECT_EQ(image.missed[0], 0u) << "n = 1 misses nothing";
    EXPECT_GE(image.removed_by(100), 1.0);
  }
  EXPECT_GE(contacts, r.contacts) << "each counts for both of its images";
  EXPECT_LE(contacts, 2 * r.contacts);
}

TEST(Accuracy, suggests_for_an_image_what_keeps_within_the_rate) {
  ImageAccuracy image;
  for (int k = 0; k < 10'000; ++k) {
    MissedBy missed{};
    for (std::size_t n = 4; n <= kMaxSampled; ++n) missed[n - 1] = k < 200;
    image.add(true, k < 50 ? 10 : 40, missed);
    image.add(false, k < 7'000 ? 20 : 60, {});
  }
  EXPECT_EQ(image.suggested_n(0.01), 3) << "2 % are missed from n = 4 on";
  EXPECT_EQ(image.suggested_n(0.05), kMaxSampled);
  EXPECT_EQ(image.suggested_inset(0.01), 39) << "0.5 % are lost from 10 on, all from 40 on";
  EXPECT_EQ(image.suggested_inset(0.001), 9);
  EXPECT_NEAR(image.removed_by(39), 0.7, 1e-9);
  EXPECT_EQ(ImageAccuracy{}.suggested_n(0.05), 1) << "nothing is known";
  EXPECT_EQ(ImageAccuracy{}.suggested_inset(0.05), 0);
}

TEST(Accuracy, boxes_part_at_the_inset_that_is_named) {
  const auto at = [](float x, float y, float width, float height) {
    return Aabb{{x, y}, {x + width, y + height}};
  };
  EXPECT_EQ(parting_inset(at(0, 0, 20, 20), at(15, 0, 20, 20)), 25) << "10 + 10 is 15 at 25 %";
  EXPECT_EQ(parting_inset(at(0, 0, 20, 20), at(0, 0, 20, 20)), 100);
  EXPECT_EQ(parting_inset(at(0, 0, 20, 20), at(2, 19, 20, 40)), 4) << "the nearer axis parts them";
}

TEST(Accuracy, sprites_that_stand_still_are_counted_once) {
  Session session = in_scene("lesson");
  EXPECT_FALSE(session.apply(command::SetStatic{{0, 1, 2, 3}, true}).failed());
  session.detect();
  const AccuracyResult r = measured(session, {.contacts = 1000});
  EXPECT_LE(r.candidates, 6u);
  EXPECT_LT(r.frames, 100u) << "it ends where no new contacts appear";
}

// A picture of 20 x 20 px whose two frames, opaque in another half each, take turns every 6 steps.
std::shared_ptr<const Image> blinking() {
  const auto half = [](int from) {
    std::vector<std::uint8_t> rgba(20 * 20 * 4);
    for (std::size_t k = 0; k < rgba.size(); k += 4)
      rgba[k + 3] = static_cast<int>(k / 4 % 20) / 10 == from ? 255 : 0;
    return rgba;
  };
  ImageTraits traits{.steps_per_frame = 6};
  traits.later = {*make_image("half", 20, 20, half(1), {.frame = 1, .steps_per_frame = 6})};
  return *make_image("half", 20, 20, half(0), std::move(traits));
}

TEST(Accuracy, sprites_that_stand_still_are_counted_again_when_they_show_another_picture) {
  Session session = in_scene("lesson");
  EXPECT_FALSE(session.apply(command::SetCount{0}).failed());
  EXPECT_FALSE(session.apply(command::AddImage{blinking()}).failed());
  const auto image = static_cast<std::uint16_t>(session.images().size() - 2);
  for (const float x : {100.0f, 106.0f}) {
    Sprite sprite;
    sprite.position = {x, 100};
    sprite.image = image;
    sprite.volume = Volume::fixed;
    EXPECT_FALSE(session.apply(command::AddSprite{sprite}).failed());
  }
  session.detect();
  ASSERT_EQ(session.pairs().size(), 1u);
  const AccuracyResult r = measured(session, {.contacts = 1000, .max_frames = 120});
  EXPECT_GT(r.candidates, 10u);
}

TEST(Accuracy, suggests_the_largest_n_within_the_rate_and_less_on_little_data) {
  AccuracyResult r;
  r.options.rate = 0.01;
  r.candidates = r.contacts = 10'000;
  for (int n = 2; n <= kMaxSampled; ++n)
    r.rows[static_cast<std::size_t>(n - 1)].missed = static_cast<std::uint64_t>(20 * (n - 1));
  EXPECT_EQ(r.suggestion(), 5) << "80 of 10,000 are 0.8 %, at most 1 % by the bound; 100 are not";
  r.contacts = 100;
  for (AccuracyRow& row : r.rows) row.missed = 0;
  EXPECT_EQ(r.suggestion(), 1) << "no miss in 100 does not show 1 %";
  EXPECT_THAT(describe(r), HasSubstr("too few"));
  r.contacts = 400;
  EXPECT_EQ(r.suggestion(), kMaxSampled);
  r.options.rate = 0;
  EXPECT_EQ(r.suggestion(), 1);
}

TEST(Accuracy, wilson_bounds_are_those_of_the_books) {
  EXPECT_NEAR(wilson_upper(0, 10), 0.2775, 5e-4);
  EXPECT_NEAR(wilson_upper(5, 10), 0.7634, 5e-4);
  EXPECT_NEAR(wilson_upper(10, 10), 1, 1e-9);
  EXPECT_EQ(wilson_upper(0, 0), 1);
}

TEST(Accuracy, the_same_scene_gives_the_same_numbers) {
  Session first = in_scene("clusters"), second = in_scene("clusters");
  const AccuracyResult a = measured(first, {.contacts = 500}),
                       b = measured(second, {.contacts = 500});
  EXPECT_EQ(a.contacts, b.contacts);
  for (int n = 1; n <= kMaxSampled; ++n) {
    EXPECT_EQ(a.of(n).missed, b.of(n).missed);
    EXPECT_EQ(a.of(n).reads, b.of(n).reads);
  }
}

void wait_for_end(const Lab& lab) {
  for (int i = 0; i < 2000 && lab.accuracy.is_running(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

TEST(Accuracy, runs_beside_the_session_and_leaves_it_alone) {
  Session session = in_scene("clusters");
  session.step();
  const std::uint64_t before = session.hash();
  Lab lab;
  ASSERT_FALSE(lab.apply(AccuracyOptions{.contacts = 300}, session).failed());
  wait_for_end(lab);
  EXPECT_FALSE(lab.accuracy.is_running());
  ASSERT_TRUE(lab.accuracy.result());
  EXPECT_GE(lab.accuracy.result()->contacts, 300u);
  EXPECT_EQ(lab.accuracy.result()->scene, subject_text(session, SubjectCount::named));
  EXPECT_EQ(session.hash(), before);
  EXPECT_EQ(session.settings().narrowphase->id, "pixel-samples");
}

TEST(Accuracy, refuses_what_cannot_be_measured) {
  Session session = in_scene("clusters");
  Lab lab;
  EXPECT_TRUE(lab.apply(AccuracyOptions{.rate = 1.5}, session).failed());
  EXPECT_TRUE(lab.apply(AccuracyOptions{.contacts = 0}, session).failed());
  const auto recording = std::make_shared<const BoxRecording>(test::shooter(1, 2, 2));
  ASSERT_FALSE(session.apply(command::OpenRecording{recording, "two frames"}).failed());
  const Status status = lab.apply(AccuracyOptions{}, session);
  ASSERT_TRUE(status.failed());
  EXPECT_THAT(status.error().text, HasSubstr("no pixels"));
}

}  // namespace accuracy_test
}  // namespace phasebox
