// SPDX-License-Identifier: MIT
// A process that is killed while it writes leaves the old file or the new one, and no litter.
#include <algorithm>
#include <csignal>
#include <functional>
#include <set>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "io/export/two_files.hpp"
#include "io/files/step_log.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"
#include "support/files.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace kill_test {

constexpr int kKills = 70;  // of each kind of file

/// Runs `work` again and again in a child, which is killed at a random moment after the first time
/// has begun.
void kill_during(const std::function<void()>& work, Random& random) {
  int begun[2];
  ASSERT_EQ(::pipe(begun), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (::write(begun[1], "b", 1) != 1) ::_exit(1);
    for (;;) work();
  }
  char byte = 0;
  EXPECT_EQ(::read(begun[0], &byte, 1), 1);
  const auto microseconds = static_cast<useconds_t>(random.below(20'000));
  ::usleep(microseconds);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  ::close(begun[0]), ::close(begun[1]);
}

/// Kills it so often, and looks at the folder after each time.
void kill_often(const std::function<void()>& work, const std::function<void()>& look) {
  Random random(1);
  for (int k = 0; k < kKills && !testing::Test::HasFailure(); ++k) {
    SCOPED_TRACE(k);
    kill_during(work, random);
    look();
  }
}

TEST(Killed, while_it_saves_leaves_the_old_scene_or_the_new_one) {
  const test::TemporaryFolder folder;
  Session small(test_images()), large(test_images());
  ASSERT_FALSE(large.apply(command::SetCount{3000}));
  const std::set<std::string> whole{*scene_text(small.document(), small.groups()),
                                    *scene_text(large.document(), large.groups())};
  const auto file = folder / "scene.json";
  ASSERT_FALSE(save_scene_file(file, small.document(), small.groups()));
  const auto save = [&] {
    save_scene_file(file, large.document(), large.groups());
    save_scene_file(file, small.document(), small.groups());
  };
  kill_often(save, [&] {
    EXPECT_TRUE(whole.contains(test::content_of(file)));
    EXPECT_LE(folder.entries(), 2u) << "the file, and one that was not finished";
  });
  ASSERT_FALSE(save_scene_file(file, small.document(), small.groups()));
  EXPECT_EQ(folder.entries(), 1u) << "what was left is taken over";
}

TEST(Killed, while_it_exports_leaves_old_or_new_files) {
  const test::TemporaryFolder folder;
  std::set<std::string> headers, sources;
  std::vector<TwoFiles> all;
  for (const char* id : {"uniform-grid", "quadtree"}) {
    const BroadphaseEntry* entry = find_entry(broadphases(), id);
    ASSERT_TRUE(entry) << id;
    const auto broadphase = entry->make();
    auto files = two_files_of(*entry, broadphase->params(), "same");
    ASSERT_TRUE(files);
    headers.insert(files->header), sources.insert(files->source);
    all.push_back(*std::move(files));
  }
  ASSERT_FALSE(write_two_files(all[0], folder / "game"));
  const auto work = [&] {
    write_two_files(all[1], folder / "game");
    write_two_files(all[0], folder / "game");
  };
  kill_often(work, [&] {
    EXPECT_TRUE(headers.contains(test::content_of(folder / "game" / "same.hpp")));
    EXPECT_TRUE(sources.contains(test::content_of(folder / "game" / "same.cpp")));
    std::filesystem::directory_iterator entries(folder / "game");
    EXPECT_LE(std::distance(entries, {}), 4);
  });
}

TEST(Killed, while_it_logs_leaves_whole_lines_up_to_a_page) {
  const test::TemporaryFolder folder;
  const auto file = folder / "log.csv";
  Session session(test_images());
  const auto work = [&] {
    auto log = StepLog::open(file);
    if (!log) ::_exit(1);
    for (int k = 0; k < 200; ++k) log->add(session, session.step(), 60);
    log->close();
  };
  work();
  const std::string first = test::content_of(file);
  const auto commas = std::ranges::count(first.substr(0, first.find('\n')), ',');
  kill_often(work, [&] {
    std::string text = test::content_of(file);
    // The kernel ends a write of a process that is killed at the end of a page of the file.
    const std::size_t end = text.rfind('\n') + 1;
    ASSERT_TRUE(end == text.size() || text.size() % 4096 == 0)
        << text.size() << ": " << text.substr(end);
    text.resize(end);
    EXPECT_EQ(std::ranges::count(text, ','), commas * std::ranges::count(text, '\n'));
    EXPECT_LE(folder.entries(), 2u);
  });
}

}  // namespace kill_test
}  // namespace phasebox
