// SPDX-License-Identifier: MIT
// `phasebox check`: exit codes, the table, the files, and a failure that opens and repeats.
#include <cstdlib>

#include "cli_test.hpp"

namespace phasebox {
namespace check_cli_test {

using test::content_of;
using test::is_one_line_error;
using test::write;

constexpr const char* kFaults = PHASEBOX_TEST_PLUGINS "/faults.so";

class Check : public testing::Test {
 protected:
  ~Check() override { ::unsetenv("PHASEBOX_FAULT"); }

  Outcome check(std::vector<std::string> more) const {
    std::vector<std::string> words{"check", "--out", folder_.path().string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }

  TemporaryFolder folder_;
};

TEST_F(Check, a_broadphase_that_keeps_every_promise_ends_with_0) {
  const std::string junit = folder_ / "result.xml";
  const Outcome got = check({"--broadphase", "sort-and-sweep", "--worlds", "12", "--junit", junit});
  EXPECT_EQ(got.code, 0) << got.out << got.err;
  EXPECT_EQ(got.err, "");
  EXPECT_THAT(got.out, HasSubstr("sort-and-sweep (Sort and sweep): 12 worlds from seed 1"));
  EXPECT_THAT(got.out, HasSubstr("exact pairs"));
  EXPECT_THAT(got.out, Not(HasSubstr("BROKEN")));
  const std::string xml = content_of(junit);
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"sort-and-sweep\" tests=\"9\" failures=\"0\""));
  EXPECT_THAT(xml, HasSubstr("classname=\"phasebox.check.sort-and-sweep\" name=\"exact-pairs\""));
  EXPECT_EQ(folder_.entries(), 1u) << "nothing but the report is written";
}

TEST_F(Check, a_failure_is_written_opens_and_repeats) {
  ::setenv("PHASEBOX_FAULT", "drops-a-pair", 1);
  const std::string junit = folder_ / "result.xml";
  const Outcome got =
      check({"--plugin", kFaults, "--worlds", "5", "--limit", "2", "--junit", junit});
  EXPECT_EQ(got.code, 1) << got.out << got.err;
  EXPECT_THAT(got.out, HasSubstr("BROKEN: exact pairs."));
  EXPECT_THAT(got.out, HasSubstr("smallest world: 2 boxes"));
  EXPECT_THAT(content_of(junit), HasSubstr("<failure message="));
  EXPECT_THAT(content_of(junit), Not(HasSubstr("failures=\"0\"")));

  const std::string world = folder_ / "faulty-exact-pairs.csv";
  EXPECT_THAT(got.out, HasSubstr("repeat: phasebox check --plugin " + std::string(kFaults) +
                                 " --limit 2 --world " + world));
  const Outcome again =
      run_program({"check", "--plugin", kFaults, "--broadphase", "faulty", "--world", world});
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("1 pair missing"));
  ::setenv("PHASEBOX_FAULT", "none", 1);
  EXPECT_EQ(run_program({"check", "--plugin", kFaults, "--world", world}).code, 0);
  const Outcome pairs = run_program({"pairs", world, "--broadphase", "quadtree"});
  EXPECT_EQ(pairs.code, 0) << pairs.err;
  EXPECT_EQ(pairs.out, "frame,a,b\n0,0,1\n");
  const Outcome scene = run_program({"why", "--boxes", world, "--sprite", "0", "--frames", "0"});
  EXPECT_EQ(scene.code, 0) << scene.err;
}

TEST_F(Check, a_plugin_that_crashes_is_a_verdict_and_no_end) {
  ::setenv("PHASEBOX_FAULT", "crashes", 1);
  const Outcome got =
      check({"--plugin", kFaults, "--worlds", "6", "--limit", "2", "--seconds", "30"});
  EXPECT_EQ(got.code, 1) << got.out << got.err;
  EXPECT_THAT(got.out,
              HasSubstr("signal 11 (Segmentation fault) in find_pairs in world 5 ('all identical' "
                        "(seed 1)), frame 0"));
  EXPECT_THAT(got.out, HasSubstr("smallest world: 3 boxes"));
}

TEST_F(Check, the_examples_of_plugins_keep_every_promise) {
  for (const char* name : {"naive_grid", "sample"}) {
    const std::string file = std::string(PHASEBOX_TEST_PLUGINS "/") + name + ".so";
    const Outcome got = check({"--plugin", file, "--worlds", "12"});
    EXPECT_EQ(got.code, 0) << got.out << got.err;
  }
}

TEST_F(Check, time_may_end_it_before_all_worlds_were_seen) {
  const Outcome got = check({"--broadphase", "rdc", "--worlds", "1000000", "--seconds", "1.5"});
  const bool had_time = got.out.find("NOT CHECKED") == std::string::npos;
  EXPECT_EQ(got.code, had_time ? 0 : 1) << got.out << got.err;
  EXPECT_THAT(got.out, HasSubstr("stopped before all worlds were seen"));
}

TEST_F(Check, promises_without_any_time_are_not_kept) {
  const std::string junit = folder_ / "check.xml";
  const Outcome got =
      check({"--broadphase", "rdc", "--worlds", "1000000", "--seconds", "0.001", "--junit", junit});
  EXPECT_EQ(got.code, 1) << got.out << got.err;
  EXPECT_THAT(got.out, HasSubstr("NOT CHECKED: 9 promises; give more --seconds"));
  EXPECT_THAT(test::content_of(junit), HasSubstr("<skipped message=\"not checked: no time\"/>"));
}

TEST_F(Check, what_happens_after_other_worlds_alone_leaves_its_world) {
  ::setenv("PHASEBOX_FAULT", "crashes-late", 1);
  const Outcome got = check({"--plugin", kFaults, "--limit", "2", "--seconds", "60"});
  EXPECT_EQ(got.code, 1) << got.out << got.err;
  EXPECT_THAT(got.out, HasSubstr("it does not happen again alone"));
  const std::string world = folder_ / "faulty-exact-pairs.csv";
  EXPECT_THAT(got.out, HasSubstr("its world: " + world));
  EXPECT_THAT(test::content_of(world), HasSubstr("in find_pairs in world"));
  ::unsetenv("PHASEBOX_FAULT");
  EXPECT_EQ(run_program({"check", "--plugin", kFaults, "--world", world}).code, 0);
}

TEST_F(Check, any_box_recording_is_a_world) {
  const std::string world = PHASEBOX_SOURCE_DIR "/examples/trace.csv";
  const Outcome got = check({"--broadphase", "rdc", "--world", world});
  EXPECT_EQ(got.code, 0) << got.out << got.err;
  EXPECT_THAT(got.out, HasSubstr("exact pairs"));
  EXPECT_EQ(folder_.entries(), 0u);
  // Parameters that another broadphase has are no matter.
  const std::string foreign = folder_ / "foreign.csv";
  write(foreign,
        "# check-frames: 2\n# check-reset: 1 no-such=3 group-size=-5\nframe,id,min_x,min_y,"
        "max_x,max_y\n1,0,0,0,1,1\n");
  EXPECT_EQ(check({"--broadphase", "rdc", "--world", foreign}).code, 0);
}

TEST_F(Check, a_setting_stays_as_it_is_given) {
  const Outcome got =
      check({"--broadphase", "rdc", "--set", "contact-threshold=5", "--worlds", "4"});
  EXPECT_EQ(got.code, 0) << got.out << got.err;
}

TEST_F(Check, bad_input_is_one_line_and_2) {
  const std::string bad = folder_ / "bad.csv";
  write(bad, "# check-frames: 0\nid,min_x,min_y,max_x,max_y\n");
  const std::string unknown = folder_ / "unknown.csv";
  write(unknown, "# check-promise: luck\nid,min_x,min_y,max_x,max_y\n");
  const std::vector<std::vector<std::string>> all{
      {"--broadphase", "octree"},
      {"--broadphase", "rdc", "--set", "no-such=1"},
      {"--broadphase", "rdc", "--set", "group-size=0"},
      {"--worlds", "0"},
      {"--seconds", "-1"},
      {"--limit", "0"},
      {"--plugin", folder_ / "missing.so"},
      {"--broadphase", "rdc", "--world", bad},
      {"--broadphase", "rdc", "--world", unknown},
      {"--broadphase", "rdc", "--world", folder_ / "missing.csv"},
      {"--broadphase", "rdc", "--junit", folder_ / "no/such.xml"},
  };
  for (const auto& words : all) {
    const Outcome got = check(words);
    EXPECT_EQ(got.code, 2) << words.back() << got.out;
    EXPECT_TRUE(is_one_line_error(got.err)) << got.err;
  }
  expect_refused({"check", "--out", folder_ / "none"}, "");
}

}  // namespace check_cli_test
}  // namespace phasebox
