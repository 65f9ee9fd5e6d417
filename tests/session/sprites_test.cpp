// SPDX-License-Identifier: MIT
// Mirrored sprites and sheets collide as they are shown, in every narrowphase and step.
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace sprites_test {

using namespace command;

/// Opaque where `rows` have a '#'.
Result<std::shared_ptr<const Image>> drawn(const std::string& name,
                                           const std::vector<std::string>& rows,
                                           ImageTraits traits = {}) {
  std::vector<std::uint8_t> rgba;
  for (const std::string& row : rows)
    for (const char c : row) {
      const std::uint8_t level = c == '#' ? 255 : 0;
      rgba.insert(rgba.end(), {200, 100, 50, level});
    }
  return make_image(name, static_cast<int>(rows[0].size()), static_cast<int>(rows.size()),
                    std::move(rgba), std::move(traits));
}

/// Two frames: a square at the left, then at the right.
std::shared_ptr<const Image> blinking(std::uint16_t steps) {
  ImageTraits second{.frame = 1, .steps_per_frame = steps};
  const auto right = *drawn("lamp", {"....##", "....##"}, std::move(second));
  return *drawn("lamp", {"##....", "##...."}, {.steps_per_frame = steps, .later = {right}});
}

Session empty_session(const char* narrowphase) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(SetCount{0}).failed());
  EXPECT_FALSE(session.apply(SelectNarrowphase{narrowphase}).failed());
  EXPECT_FALSE(session.apply(SetParam{owner_named("world"), "edges", 2}).failed());
  if (std::string_view(narrowphase) == "pixel-samples") {
    EXPECT_FALSE(session.apply(SetParam{owner_named(narrowphase), "n", 1}).failed());
  }
  return session;
}

/// Sprites fall on the border of the field.
Session heavy_session() {
  Session session = empty_session("none");
  EXPECT_FALSE(session.apply(SetParam{owner_named("world"), "edges", 0}).failed());
  for (const auto& [key, value] : {std::pair{"response", 1.0}, {"gravity-y", 600.0}})
    EXPECT_FALSE(session.apply(SetParam{Owner::response(), key, value}).failed());
  return session;
}

std::uint16_t add(Session& session, std::shared_ptr<const Image> image) {
  const auto number = static_cast<std::uint16_t>(session.images().size());
  EXPECT_FALSE(session.apply(AddImage{std::move(image)}).failed());
  return number;
}

SpriteId put(Session& session, std::uint16_t image, Vec2 at, Vec2 scale = {1, 1}) {
  Sprite sprite;
  sprite.image = image, sprite.position = at, sprite.scale = scale;
  EXPECT_FALSE(session.apply(AddSprite{sprite}).failed());
  return static_cast<SpriteId>(session.world().size() - 1);
}

/// Whether a sprite at (0, 0) covers the world pixel: by the definition of a negative scale.
bool covers(const Image& image, Vec2 scale, int x, int y) {
  const int u = scale.x < 0 ? -x - 1 : x, v = scale.y < 0 ? -y - 1 : y;
  return image.alpha_at(u + image.pivot_x, v + image.pivot_y) > 0;
}

bool meet(const Image& image, Vec2 a, Vec2 b, int dx, int dy) {
  for (int y = -8; y < 8; ++y)
    for (int x = -8; x < 8; ++x)
      if (covers(image, a, x, y) && covers(image, b, x - dx, y - dy)) return true;
  return false;
}

constexpr Vec2 kFlips[] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

TEST(Sprites, mirrored_ones_collide_pixel_by_pixel_as_a_negative_scale_says) {
  const auto image = *drawn("hook", {"##...", "#....", "#....", "###.."});
  for (const char* narrowphase : {"pixel-samples", "bit-mask", "alpha-quadtree"}) {
    SCOPED_TRACE(narrowphase);
    Session session = empty_session(narrowphase);
    const std::uint16_t number = add(session, image);
    std::map<SpriteId, bool> expected;  // by the first of two
    Vec2 at{30, 30};
    for (const Vec2 a : kFlips)
      for (const Vec2 b : kFlips)
        for (int dy = -4; dy <= 4; dy += 2)
          for (int dx = -5; dx <= 5; ++dx) {
            const SpriteId id = put(session, number, at, a);
            put(session, number, at + Vec2{static_cast<float>(dx), static_cast<float>(dy)}, b);
            expected[id] = meet(*image, a, b, dx, dy);
            at = at.x > 2000 ? Vec2{30, at.y + 40} : at + Vec2{40, 0};
          }
    session.detect();
    std::map<SpriteId, bool> found;
    for (const auto& [id, is_hit] : expected) found[id] = false;
    for (const Contact& c : session.contacts()) found[c.pair.a] = true;
    EXPECT_EQ(found, expected);
  }
}

TEST(Sprites, a_hull_is_mirrored_with_its_sprite) {
  Session session = empty_session("convex-hull");
  const std::uint16_t slope = add(session, *drawn("slope", {"#...", "##..", "###.", "####"}));
  const std::uint16_t dot = add(session, *drawn("dot", {"#"}));
  put(session, slope, {100, 100});
  put(session, slope, {200, 100}, {-1, 1});
  put(session, dot, {101, 98});
  put(session, dot, {201, 98});
  session.detect();
  ASSERT_EQ(session.contacts().size(), 1u) << "above the slope that rises to the right";
  EXPECT_EQ(session.contacts()[0].pair, (Pair{1, 3}));
}

TEST(Sprites, what_leans_left_falls_as_what_leans_right_seen_in_a_mirror) {
  Session session = heavy_session();
  const std::uint16_t hook = add(session, *drawn("hook", {"####", "#...", "#...", "#..."}));
  put(session, hook, {300, 700}, {8, 8});
  put(session, hook, {600, 700}, {-8, 8});
  for (int k = 0; k < 120; ++k) session.step();
  const auto at = session.world().positions();
  const auto turned = session.world().angles();
  EXPECT_NEAR(at[0].x - 300, 600 - at[1].x, 0.05);
  EXPECT_NEAR(at[0].y, at[1].y, 0.05);
  EXPECT_NEAR(turned[0], -turned[1], 0.01);
  EXPECT_GT(std::abs(turned[0]), 0.01f) << "it does tip";
}

TEST(Sprites, a_sheet_collides_with_the_frame_that_is_shown_in_the_step) {
  for (const NarrowphaseEntry* narrowphase : narrowphases()) {
    SCOPED_TRACE(narrowphase->id);
    Session session = empty_session(std::string(narrowphase->id).c_str());
    session.keep_frames();
    const std::uint16_t lamp = add(session, blinking(3));
    const std::uint16_t dot = add(session, make_solid_image("dot", 2, 2));
    for (int phase = 0; phase < 2; ++phase)
      for (const float flip : {1.0f, -1.0f}) {
        const Vec2 at{100.0f + 100 * static_cast<float>(phase), 200 + 100 * flip};
        put(session, static_cast<std::uint16_t>(lamp + phase), at, {flip, 1});
        put(session, dot, at + Vec2{2, 0});  // at the right
      }
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t step = 0; step < 14; ++step) {
      if (step == 0)
        session.detect();
      else
        session.step();
      std::vector<Pair> found, expected;
      for (const Contact& c : session.contacts()) found.push_back(c.pair);
      for (SpriteId i = 0; i < 4; ++i) {
        const bool is_second = (step / 3 + i / 2) % 2 == 1, is_mirrored = i % 2 == 1;
        if (is_second != is_mirrored) expected.push_back({2 * i, 2 * i + 1});
      }
      EXPECT_EQ(found, expected) << "step " << step;
      hashes.push_back(session.hash());
    }
    for (const std::uint64_t step : {2u, 9u, 5u}) {
      ASSERT_FALSE(session.apply(SeekStep{step}).failed());
      session.detect();
      EXPECT_EQ(session.hash(), hashes[step]);
    }
    EXPECT_EQ(hash_after(session, 3), hashes[8]) << "and on from there";
  }
}

TEST(Sprites, of_a_document_are_the_same_again_in_the_session_and_in_another) {
  Session session = empty_session("bit-mask");
  const std::uint16_t lamp = add(session, blinking(4));
  put(session, lamp, {100, 100}, {-2, 3});
  put(session, static_cast<std::uint16_t>(lamp + 1), {104, 100}, {1, -1});
  put(session, 0, {140, 100}, {-1, -1});
  ASSERT_FALSE(session.apply(TuneImage{session.world().images()[0], {.inset = 30}}).failed());
  for (int k = 0; k < 4; ++k) session.step();
  const auto document = std::make_shared<const SceneDocument>(session.document());
  ASSERT_EQ(document->images.size(), 3u) << "two frames and a picture, not mirrored";
  EXPECT_EQ((*document->sprites)[0].scale, (Vec2{-2, 3}));
  EXPECT_EQ(document->images[(*document->sprites)[0].image]->frame, 1) << "as it is now";
  const std::size_t images = session.images().size();
  ASSERT_FALSE(session.apply(OpenDocument{document}).failed());
  EXPECT_EQ(session.images().size(), images) << "all of them are known";
  Session other(test_images());
  ASSERT_FALSE(other.apply(OpenDocument{document}).failed());
  EXPECT_EQ(tuning_of(other.frame(), 0), ImageTuning{.inset = 30});
  EXPECT_EQ(tuning_of(other.frame(), 1), ImageTuning{.inset = 30}) << "it is of the picture";
  EXPECT_EQ(*other.document().sprites, *document->sprites);
  EXPECT_EQ(hash_after(session, 9), hash_after(other, 9));
}

TEST(Sprites, are_mirrored_by_no_more_images_than_there_is_room_for) {
  Session session(test_images());
  const auto large = make_solid_image("large", kMaxImageSide, kMaxImageSide);
  for (int k = 0; k < 5; ++k) ASSERT_FALSE(session.apply(AddImage{large}).failed());
  Sprite sprite;
  sprite.image = static_cast<std::uint16_t>(session.images().size() - 1);
  sprite.scale = {-1, 1};
  const Status refused = session.apply(AddSprite{sprite});
  ASSERT_TRUE(refused.failed());
  EXPECT_NE(refused.error().text.english().find("pixels of all images are too many"),
            std::string::npos);
  SceneDocument document = session.document();
  document.images = {large};
  sprite.image = 0;
  document.sprites = {sprite};
  EXPECT_TRUE(session.apply(OpenDocument{std::make_shared<SceneDocument>(document)}).failed());
}

TEST(Sprites, that_change_their_frame_do_not_sleep) {
  Session session = heavy_session();
  put(session, add(session, make_solid_image("block", 20, 20)), {300, 690});
  for (int k = 0; k < 200; ++k) session.step();
  EXPECT_FALSE(session.world().quiet_steps().empty()) << "it rests";
  put(session, add(session, blinking(5)), {100, 100});
  for (int k = 0; k < 200; ++k) session.step();
  for (const std::uint8_t quiet : session.world().quiet_steps())
    EXPECT_LT(quiet, World::kStepsToSleep);
}

}  // namespace sprites_test
}  // namespace phasebox
