// SPDX-License-Identifier: MIT
// Claims about what a study is about: its text, its options for a shell, its clone.
#include "lab/study_subject.hpp"

#include <array>
#include <cstdio>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "lab/shell_word.hpp"
#include "support/recordings.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {

// Claims about commands that are printed for a shell.

namespace shell_test {

TEST(Shell, plain_words_stay_as_they_are) {
  for (const char* word : {"uniform", "/tmp/a-b_c.csv", "scene.count=12", "50%"})
    EXPECT_EQ(shell_word(word), word);
}

#ifdef _WIN32
TEST(Shell, names_with_folders_and_spaces_are_quoted_as_windows_reads_them) {
  EXPECT_EQ(shell_word("C:\\my games\\it's.csv"), "\"C:\\my games\\it's.csv\"");
}
#else
/// What a shell makes of a word: printed byte for byte.
std::string through_shell(const std::string& word) {
  std::string out;
  FILE* pipe = ::popen(("printf %s " + word).c_str(), "r");
  if (!pipe) return "no shell";
  std::array<char, 256> block{};
  for (std::size_t n; (n = std::fread(block.data(), 1, block.size(), pipe)) > 0;)
    out.append(block.data(), n);
  ::pclose(pipe);
  return out;
}

TEST(Shell, a_shell_gives_every_word_back) {
  for (const char* word : {"two words", "it's", "$HOME", "`id`", "a;b", "\"q\"", "*",
                           "tab\tnewline\n.", "back\\slash", "é µ", "#", "a'b''c", "!x", "~"})
    EXPECT_EQ(through_shell(shell_word(word)), word);
  EXPECT_EQ(shell_word(""), "''");
}
#endif

}  // namespace shell_test

// Claims about shadow instances of a session.

namespace clone_test {

TEST(Clone, is_named_after_the_file) {
  Session session = in_scene("mixed-sizes");
  session.saved_as({"/games/level3.json", nullptr});
  EXPECT_EQ(subject_of(clone_session(session)).title, subject_of(session).title);
  EXPECT_NE(subject_of(session).title, "mixed-sizes");
}

TEST(Clone, goes_the_same_way_in_every_scene) {
  for (const SceneEntry* scene : scenes()) {
    Session session = in_scene(std::string(scene->id));
    ASSERT_FALSE(session.apply(command::SelectBroadphase{"quadtree"}).failed());
    for (int i = 0; i < 5; ++i) session.step();
    Session other = clone_session(session);
    EXPECT_EQ(other.hash(), session.hash()) << scene->id;
    EXPECT_EQ(other.settings().broadphase->id, "quadtree");
    for (int i = 0; i < 10; ++i) session.step(), other.step();
    EXPECT_EQ(other.hash(), session.hash()) << scene->id;
  }
}

TEST(Clone, jitters_alike_and_has_each_images_own_n) {
  Session session = in_scene("clusters");
  for (const auto& [key, value] : {std::pair{"n", 12.0}, std::pair{"jitter", 1.0}})
    ASSERT_FALSE(
        session.apply(command::SetParam{owner_named("pixel-samples"), key, value}).failed());
  const std::uint16_t image = session.world().images()[0];
  ASSERT_FALSE(session.apply(command::TuneImage{image, {.n = 9, .inset = 25}}).failed());
  for (int i = 0; i < 5; ++i) session.step();
  Session other = clone_session(session);
  EXPECT_EQ(tuning_of(other.frame(), 0), (ImageTuning{.n = 9, .inset = 25}));
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(other.hash(), session.hash()) << i;
    session.step(), other.step();
  }
}

TEST(Clone, plays_the_same_recording_from_the_same_frame) {
  const auto trace = std::make_shared<const BoxRecording>(test::shooter(1, 4, 3));
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::OpenRecording{trace, "four frames"}).failed());
  session.step();
  Session other = clone_session(session);
  ASSERT_TRUE(other.playback());
  EXPECT_EQ(other.playback()->frame(), session.playback()->frame());
  for (int i = 0; i < 6; ++i) {
    session.step(), other.step();
    EXPECT_EQ(other.hash(), session.hash()) << i;
  }
}

}  // namespace clone_test

// Claims about how a study names what it is about.

namespace subject_test {

using namespace command;

void apply(Session& session, const Command& command) {
  const Status status = session.apply(command);
  ASSERT_FALSE(status.failed()) << status.error().text;
}

SubjectWatch watch_of(const Session& session) {
  SubjectWatch watch;
  watch.begin(session);
  return watch;
}

std::shared_ptr<const BoxRecording> two_frames() {
  return std::make_shared<const BoxRecording>(test::shooter(1, 2, 2));
}

std::shared_ptr<const SceneDocument> saved(const Session& session) {
  return std::make_shared<const SceneDocument>(session.document());
}

TEST(Subject, a_scene_is_named_with_count_and_seed) {
  Session session = in_scene("mixed");
  apply(session, SetParam{owner_named("scene"), "count", 1500});
  apply(session, SetParam{owner_named("world"), "seed", 9});
  const Subject s = subject_of(session);
  EXPECT_EQ(s.title, "mixed");
  EXPECT_EQ(s.name, "scene mixed, 1,500 sprites, seed 9");
}

TEST(Subject, a_recording_is_named_by_its_file) {
  Session session = in_scene("sprites");
  apply(session, OpenRecording{two_frames(), "my game.csv", "/tmp/my game.csv"});
  const Subject s = subject_of(session);
  EXPECT_EQ(s.title, "my game.csv");
  EXPECT_EQ(s.name, "my game.csv, 2 frames");
}

TEST(Subject, a_scene_file_is_named) {
  Session session = in_scene("sprites");
  apply(session, OpenDocument{saved(in_scene("mixed")), "/home/a b/x.json"});
  EXPECT_THAT(subject_of(session).name, testing::StartsWith("x.json, "));
}

TEST(Subject, in_every_scene_steps_and_algorithms_change_nothing) {
  for (const SceneEntry* scene : scenes()) {
    Session session = in_scene(std::string(scene->id));
    const SubjectWatch watch = watch_of(session);
    for (int k = 0; k < 20; ++k) session.step();
    apply(session, SelectBroadphase{"quadtree"});
    apply(session, SetParam{owner_named("quadtree"), "max-objects", 7});
    EXPECT_FALSE(watch.has_changed(session)) << scene->id;
    EXPECT_EQ(subject_of(session).signature, watch.subject().signature) << scene->id;
  }
}

TEST(SubjectWatch, says_when_population_or_settings_have_changed) {
  const std::vector<Command> changes{SetParam{owner_named("scene"), "count", 61},
                                     SetParam{owner_named("world"), "seed", 5},
                                     SetParam{owner_named("world"), "snap", 1},
                                     SetParam{owner_named("response"), "response", 1},
                                     SetParam{owner_named("scene"), "min-size", 20},
                                     RemoveSprites{{2}},
                                     CloneSprites{{0, 1}, {5, 5}},
                                     SetStatic{{4}, true},
                                     SetFilter{{1}, 2, 1, 0, 0},
                                     FilterCategories{1, 1, false},
                                     SetVolume{{0}, Volume::circle},
                                     LoadScene{"mixed"},
                                     OpenRecording{two_frames(), "drift.csv", "/tmp/drift.csv"}};
  for (std::size_t k = 0; k < changes.size(); ++k) {
    Session session = in_scene("sprites");
    const SubjectWatch watch = watch_of(session);
    EXPECT_EQ(watch.sentence(session), "Found for scene sprites, 60 sprites, seed 1.");
    apply(session, changes[k]);
    EXPECT_TRUE(watch.has_changed(session)) << title_of(changes[k]).english();
    EXPECT_EQ(watch.sentence(session),
              "Found for scene sprites, 60 sprites, seed 1; the scene has changed since.");
    apply(session, Undo{});
    EXPECT_FALSE(watch.has_changed(session)) << "undone: " << title_of(changes[k]).english();
  }
}

TEST(SubjectWatch, playing_a_recording_is_no_change) {
  Session session = in_scene("sprites");
  apply(session, OpenRecording{two_frames(), "drift.csv", "/tmp/drift.csv"});
  const SubjectWatch watch = watch_of(session);
  session.step();
  apply(session, SeekRecording{1});
  EXPECT_FALSE(watch.has_changed(session));
}

std::string words(const Session& session) { return subject_text(session, SubjectCount::named); }

TEST(SubjectWords, names_scene_count_and_seed_and_changes_with_each) {
  Session session(test_images());
  const std::string first = words(session);
  EXPECT_EQ(first, "Sprites, 60 sprites, seed 1");
  ASSERT_FALSE(session.apply(command::SetCount{61}).failed());
  EXPECT_EQ(words(session), "Sprites, 61 sprites, seed 1");
  EXPECT_EQ(subject_text(session, SubjectCount::left_out), "Sprites, seed 1");
  ASSERT_FALSE(session.apply(command::Undo{}).failed());
  EXPECT_EQ(words(session), first);
  ASSERT_FALSE(session.apply(command::SetParam{owner_named("world"), "seed", 2}).failed());
  EXPECT_EQ(words(session), "Sprites, 60 sprites, seed 2");
  ASSERT_FALSE(session.apply(command::SetCount{1}).failed());
  EXPECT_EQ(words(session), "Sprites, 1 sprite, seed 2");
}

}  // namespace subject_test
}  // namespace phasebox
