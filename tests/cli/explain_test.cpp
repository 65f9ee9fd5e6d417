// SPDX-License-Identifier: MIT
// `phasebox explain` tells every algorithm's frame in words, and ends where the normal run ends.
#include <algorithm>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "../io/files.hpp"
#include "core/broadphase/broadphase.hpp"
#include "core/narrowphase/narrowphase.hpp"
#include "program.hpp"

namespace phasebox {
namespace {

using nlohmann::json;
using test::Outcome;
using test::run_program;
using testing::HasSubstr;

json explained(const std::vector<std::string>& more) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "walk.json";
  std::vector<std::string> words{"explain", "--scene", "flash", "--frames", "2", "--json", file};
  words.insert(words.end(), more.begin(), more.end());
  if (std::ranges::find(more, "--events") == more.end())
    words.insert(words.end(), {"--events", "0"});
  const Outcome outcome = run_program(words);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::ifstream in(file);
  return json::parse(in, nullptr, false);
}

TEST(Explain, TellsHowRdcCutsAGroup) {
  const Outcome outcome =
      run_program({"explain", "--scene", "flash", "--set", "group-size=4", "--events", "400"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("counter 0: who opened since is a group"));
  EXPECT_THAT(outcome.out, HasSubstr("group 0: the boundaries of 60 sprites along x"));
  EXPECT_THAT(outcome.out, HasSubstr("counter back to 0: {"));
}

TEST(Explain, EveryBroadphaseEndsWithAllPairs) {
  std::string hash;
  for (const BroadphaseEntry* entry : broadphases()) {
    const json told = explained({"--broadphase", std::string(entry->id)});
    ASSERT_FALSE(told["walk"].empty()) << entry->id;
    EXPECT_EQ(told["walk"].size(), told["events"]) << entry->id;
    EXPECT_EQ(told["walk"].back()["candidates"], told["pairs"]) << entry->id;
    EXPECT_EQ(told["not_kept"], 0);
    if (hash.empty()) hash = told["state_hash"];
    EXPECT_EQ(told["state_hash"], hash) << entry->id;
  }
}

TEST(Explain, EveryNarrowphaseEndsWithAllCollisions) {
  for (const NarrowphaseEntry* entry : narrowphases()) {
    const json told = explained({"--narrow", "--narrowphase", std::string(entry->id)});
    ASSERT_FALSE(told["walk"].empty()) << entry->id;
    EXPECT_EQ(told["walk"].back()["collisions"], told["collisions"]) << entry->id;
    EXPECT_EQ(told["algorithm"], std::string(entry->title));
  }
}

TEST(Explain, FromAndEventsChooseThePart) {
  const json told = explained({"--from", "11", "--events", "5"});
  ASSERT_EQ(told["walk"].size(), 5u);
  EXPECT_EQ(told["walk"].front()["event"], 11);
  const Outcome none = run_program({"explain", "--scene", "flash", "--from", "100000000"});
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.out, HasSubstr("no such event"));
}

TEST(Explain, RefusesWhatItCannotRead) {
  const Outcome outcome = run_program({"explain", "--scene", "nowhere"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(test::is_one_line_error(outcome.err)) << outcome.err;
}

}  // namespace
}  // namespace phasebox
