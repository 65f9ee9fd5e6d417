// SPDX-License-Identifier: MIT
// Trials: what is told of them, how they are written, and how they become small.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/os/child.hpp"
#include "base/stopwatch.hpp"
#include "contract/check_run.hpp"
#include "contract/checks.hpp"
#include "contract/trial.hpp"
#include "io/boxes/box_file.hpp"

namespace phasebox::test {
namespace trials_test {

using contract::Trial;
using contract::TrialFrame;

/// Follows edits by the book, and remembers whether boxes are where they should be.
class Bookkeeper : public Broadphase {
 public:
  ParamView params() override { return {}; }
  void reset(const Frame& f) override { objects_ = f.size(); }
  void edit(const Frame& f, std::span<const Edit> edits) override {
    for (const Edit& e : edits) {
      if (e.kind == Edit::Kind::add) {
        is_sound_ &= e.id == objects_++;
      } else {
        is_sound_ &= e.id < objects_ && e.moved_from == --objects_;
        ++removed_;
      }
    }
    is_sound_ &= objects_ == f.size();
  }
  void find_pairs(const Frame& f, PairSink&, Recorder*) override {
    is_sound_ &= objects_ == f.size();
  }

  bool is_sound_ = true;
  std::size_t objects_ = 0, removed_ = 0;
};

Bookkeeper told(const Trial& trial) {
  Bookkeeper books;
  for (contract::Player player(trial); !player.is_over();) {
    player.advance();
    player.tell(books);
    PairSink pairs;
    books.find_pairs(player.frame(), pairs, nullptr);
  }
  return books;
}

TEST(Trials, edits_account_for_every_object_with_and_without_transients) {
  Trial trial = contract::world_life(contract::Happening::arrivals, 40, 120, 3);
  trial.has_transients = false;
  const Bookkeeper plain = told(trial);
  trial.has_transients = true;
  const Bookkeeper transient = told(trial);
  EXPECT_TRUE(plain.is_sound_);
  EXPECT_TRUE(transient.is_sound_);
  EXPECT_GT(plain.removed_, 50u);
  EXPECT_EQ(transient.removed_, 2 * plain.removed_);
}

TEST(Trials, transients_change_no_number) {
  Trial plain = contract::world_life(contract::Happening::arrivals, 30, 60, 5), transient = plain;
  plain.has_transients = false, transient.has_transients = true;
  contract::Player a(plain), b(transient);
  while (!a.is_over()) {
    a.advance(), b.advance();
    ASSERT_TRUE(std::ranges::equal(a.frame().boxes, b.frame().boxes)) << "frame " << a.number();
  }
}

TEST(Trials, what_is_written_is_read_again_and_is_a_box_recording) {
  Trial trial = contract::world_life(contract::Happening::everything, 12, 110, 11);
  trial.frames[97].sets = {{"cell-size", 0.1}, {"depth", 3}};
  trial.frames[3] = {};  // all are gone
  for (const std::string_view name : {"denormals", "signed zeros", "largest floats"}) {
    TrialFrame more = contract::frame_of(contract::make_world(name));
    more.filters.resize(more.size()), more.is_static.resize(more.size());
    more.is_reset = true;
    trial.frames.push_back(more);
  }
  const contract::TrialFile file{trial,
                                 {"lives", "what\nhappened", "phasebox check --world x.csv"}};
  const std::string text = contract::trial_text(file);
  const auto read = contract::parse_trial(text, "x.csv");
  ASSERT_FALSE(read.failed()) << read.error().text;
  EXPECT_EQ(read->trial, trial);
  EXPECT_EQ(read->note.promise, "lives");
  const auto recording = parse_box_recording(text, "x.csv");
  ASSERT_FALSE(recording.failed()) << recording.error().text;
  EXPECT_EQ(recording->size(), trial.frames.size() - 1);
}

TEST(Trials, settings_of_the_first_frame_are_written_and_read) {
  const std::string text =
      "# check-frames: 2\n# check-reset: 0 group-size=1\nframe,id,min_x,min_y,max_x,max_y\n";
  const auto read = contract::parse_trial(text, "t.csv");
  ASSERT_FALSE(read.failed()) << read.error().text;
  ASSERT_EQ(read->trial.frames.front().sets.size(), 1u);
  const auto again = contract::parse_trial(contract::trial_text(*read), "t.csv");
  ASSERT_FALSE(again.failed()) << again.error().text;
  EXPECT_EQ(again->trial.frames, read->trial.frames);
}

TEST(Trials, an_empty_world_is_written_and_read) {
  const contract::TrialFile file{contract::still_trial(contract::make_world("empty")), {}};
  const auto read = contract::parse_trial(contract::trial_text(file), "empty.csv");
  ASSERT_FALSE(read.failed()) << read.error().text;
  EXPECT_EQ(read->trial, file.trial);
}

TEST(Trials, a_damaged_line_of_a_check_is_named) {
  const std::string head = "frame,id,min_x,min_y,max_x,max_y\n";
  for (const char* line :
       {"# check-frames: 0\n", "# check-frames: many\n", "# check-seed: -\n",
        "# check-frames: 2\n# check-reset: 2\n", "# check-frames: 2\n# check-reset: 1 cell\n"}) {
    const auto read = contract::parse_trial(line + head, "bad.csv");
    ASSERT_TRUE(read.failed()) << line;
    EXPECT_NE(read.error().text.english().find("bad.csv:"), std::string::npos) << read.error().text;
  }
  const auto beyond =
      contract::parse_trial("# check-frames: 2\n" + head + "2,0,0,0,1,1\n", "bad.csv");
  EXPECT_TRUE(beyond.failed());
}

TEST(Trials, a_few_bytes_do_not_make_more_frames_than_are_allowed) {
  const auto frames = [](std::size_t n) {
    return contract::parse_trial(
        "# check-frames: " + std::to_string(n) + "\nframe,id,min_x,min_y,max_x,max_y\n", "t.csv");
  };
  const auto most = frames(contract::kMaxTrialFrames);
  ASSERT_FALSE(most.failed());
  EXPECT_EQ(most->trial.frames.size(), contract::kMaxTrialFrames);
  EXPECT_TRUE(frames(contract::kMaxTrialFrames + 1).failed());
}

TEST(Trials, shrink_leaves_what_a_failure_needs_and_nothing_else) {
  const Trial trial = contract::world_life(contract::Happening::everything, 60, 120, 2);
  std::size_t attempts = 0;
  // Two frames, the later with a static and a moving object that overlap.
  const auto fails = [&](const Trial& t) {
    ++attempts;
    if (t.frames.size() < 2) return false;
    const TrialFrame& last = t.frames.back();
    for (const Pair p : contract::exact_pairs(contract::world_of(t, t.frames.size() - 1).frame()))
      if (!last.is_static.empty() && last.is_static[p.a] != last.is_static[p.b]) return true;
    return false;
  };
  ASSERT_TRUE(fails(trial));
  const Trial small = contract::shrink(trial, fails);
  EXPECT_TRUE(fails(small));
  EXPECT_EQ(small.frames.size(), 2u);
  EXPECT_EQ(small.frames[0].size(), 0u);
  ASSERT_EQ(small.frames[1].size(), 2u);
  EXPECT_TRUE(small.frames[1].filters.empty());
  for (const Aabb& b : small.frames[1].boxes)
    for (const float v : {b.min.x, b.min.y, b.max.x, b.max.y})
      EXPECT_TRUE(v == static_cast<float>(static_cast<int>(v)) && v >= 0 && v < 10) << v;
  EXPECT_LT(attempts, 2000u);
}

TEST(Trials, shrink_finds_the_two_that_fewer_objects_hide) {
  const Trial trial = contract::world_life(contract::Happening::teleports, 60, 5, 2);
  // Objects 3 and 47 alone, or among so many.
  const auto fails = [](const Trial& t) {
    return std::ranges::any_of(t.frames, [](const TrialFrame& f) {
      const auto has = [&](std::int64_t id) { return std::ranges::find(f.ids, id) != f.ids.end(); };
      return has(3) && has(47) && (f.size() == 2 || f.size() >= 27);
    });
  };
  ASSERT_TRUE(fails(trial));
  const Trial small = contract::shrink(trial, fails);
  EXPECT_EQ(small.max_boxes(), 2u);
}

TEST(Trials, shrink_ends_where_order_and_simple_numbers_pull_apart) {
  const Trial trial = contract::world_life(contract::Happening::everything, 60, 120, 2);
  std::size_t attempts = 0;
  // Some object that ends beyond 15 px: ordinal numbers do not do, those of a hundred each do.
  const auto fails = [&](const Trial& t) {
    if (++attempts > 5000) return false;
    return std::ranges::any_of(t.frames, [](const TrialFrame& f) {
      return std::ranges::any_of(f.boxes, [](const Aabb& b) { return b.max.x > 15; });
    });
  };
  const Trial small = contract::shrink(trial, fails);
  EXPECT_LT(attempts, 2000u);
  ASSERT_EQ(small.max_boxes(), 1u);
  EXPECT_EQ(small.frames.size(), 1u);
}

TEST(Trials, the_true_pairs_many_boxes_is_that_of_the_definition) {
  Random random(4);
  auto world = contract::world_of("many", contract::random_boxes(random, 4500, 600, 600, 12));
  for (int k = 0; k < 50; ++k)
    world.boxes[static_cast<std::size_t>(k)].max = world.boxes[static_cast<std::size_t>(k)].min;
  EXPECT_EQ(contract::true_pairs(world.frame()), contract::exact_pairs(world.frame()));
}

os::ChildEnd child(const std::function<std::string()>& work) {
  const Stopwatch watch;
  return os::run_in_child(work, [&] { return watch.ms(false) < 500; });
}

using Kind = os::ChildEnd::Kind;

TEST(Children, however_they_end_is_known) {
  const auto done = child([] { return std::string(100'000, 'x'); });
  EXPECT_EQ(done.kind, Kind::done);
  EXPECT_EQ(done.result, std::string(100'000, 'x'));
  const auto killed = child([]() -> std::string {
    std::fputs("first\nlast words\n", stderr);
    std::abort();
  });
  EXPECT_EQ(killed.kind, Kind::signal);
  EXPECT_EQ(killed.number, SIGABRT);
  EXPECT_EQ(killed.stderr_line, "last words");
  const auto left = child([]() -> std::string { ::_exit(0); });
  EXPECT_EQ(left.kind, Kind::exited);
  EXPECT_EQ(left.number, 0);
  EXPECT_EQ(child([] { return ::pause(), std::string(); }).kind, Kind::killed);
}

}  // namespace trials_test
}  // namespace phasebox::test
