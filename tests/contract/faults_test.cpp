// SPDX-License-Identifier: MIT
// Faults in a plug-in: each is found by a check, made small, and fails again from its file.
#include <cstdlib>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "contract/check_run.hpp"
#include "support/allocations.hpp"
#include "support/files.hpp"

namespace phasebox::test {
namespace faults_test {

using contract::CheckOptions;
using contract::CheckResult;
using contract::PromiseResult;

constexpr const char* kPlugin = PHASEBOX_TEST_PLUGINS "/faults.so";

/// A fault, the first promise that it may break, and what the report says.
struct Fault {
  const char *name, *promise, *said;
};

void PrintTo(const Fault& fault, std::ostream* to);
void PrintTo(const Fault& fault, std::ostream* to) { *to << fault.name; }

CheckOptions options() {
  CheckOptions options;
  options.worlds = contract::worlds_in_a_round();
  options.limit = 5;
  options.heap = {&allocations, nullptr};
  options.stops_at_first = true;
  return options;
}

const PromiseResult* first_failure(const CheckResult& result) {
  for (const PromiseResult& r : result.promises)
    if (r.failure) return &r;
  return nullptr;
}

class Faults : public testing::TestWithParam<Fault> {
 protected:
  Faults() { ::setenv("PHASEBOX_FAULT", GetParam().name, 1); }
  ~Faults() override { ::unsetenv("PHASEBOX_FAULT"); }
};

TEST_P(Faults, is_found_and_shrunk_to_four_boxes_that_fail_again) {
  const auto source = contract::source_of_plugin(kPlugin);
  CheckOptions options = faults_test::options();
  if (GetParam().name == std::string_view("hangs")) options.limit = 1;
  const auto result = contract::run_check(source, options);
  ASSERT_FALSE(result.failed()) << result.error().text;
  const PromiseResult* broken = first_failure(*result);
  ASSERT_NE(broken, nullptr) << "no promise was broken";
  EXPECT_EQ(broken->promise->id, GetParam().promise);
  EXPECT_NE(broken->failure->text.find(GetParam().said), std::string::npos)
      << broken->failure->text;
  const contract::TrialFile& small = broken->failure->smallest;
  ASSERT_FALSE(small.trial.frames.empty()) << broken->failure->text;
  EXPECT_LE(small.trial.max_boxes(), 4u) << contract::trial_text(small);

  const auto read = contract::parse_trial(contract::trial_text(small), "small.csv");
  ASSERT_FALSE(read.failed()) << read.error().text << contract::trial_text(small);
  EXPECT_EQ(read->trial, small.trial);
  const auto again = contract::run_check(source, options, &*read);
  ASSERT_FALSE(again.failed()) << again.error().text;
  const PromiseResult* repeated = first_failure(*again);
  ASSERT_NE(repeated, nullptr) << contract::trial_text(small);
  EXPECT_EQ(repeated->promise->id, GetParam().promise);
}

constexpr Fault kFaults[] = {
    {"drops-a-pair", "exact-pairs", "1 pair missing"},
    {"doubles-a-pair", "exact-pairs", "given more than once"},
    {"doubles-at-cell-borders", "exact-pairs", "given more than once"},
    {"invents-a-pair", "exact-pairs", "invented"},
    {"names-what-is-not-there", "exact-pairs", "refused"},
    {"pairs-an-object-with-itself", "exact-pairs", "refused"},
    {"stale-after-a-move", "lives", "in motion"},
    {"stale-after-an-edit", "lives", "in motion"},
    {"remembers-past-a-reset", "exact-pairs", "invented"},
    {"ignores-filters", "exact-pairs", "invented"},
    {"ignores-statics", "exact-pairs", "invented"},
    {"asks-one-mask", "exact-pairs", "invented"},
    {"takes-touching-for-overlap", "exact-pairs", "invented"},
    {"forgets-boxes-without-area", "exact-pairs", "missing"},
    {"allocates-each-frame", "allocations", "allocation"},
    {"allocates-when-the-world-spreads", "allocations", "allocation"},
    {"looks-at-the-order", "exact-pairs", "missing"},
    {"changes-its-mind", "exact-pairs", "missing"},
    {"lists-by-instance", "same-again", "different lists"},
    {"acts-up-when-watched", "traced", "the traced run"},
    {"misses-what-spans-a-query", "queries", "a scan"},
    {"finds-twice", "queries", "a scan"},
    {"crashes", "exact-pairs", "signal 11"},
    {"exits", "exact-pairs", "exit code 3"},
    {"writes-wildly", "exact-pairs", "signal"},
    {"reads-past-the-end", "exact-pairs", "signal"},
    {"hangs", "exact-pairs", "no answer within 1 s"},
};

std::string test_name(const testing::TestParamInfo<Fault>& info) {
  std::string name(info.param.name);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Faults, testing::ValuesIn(kFaults), test_name);

TEST(Checks, one_without_a_fault_keeps_every_promise) {
  const auto result = contract::run_check(contract::source_of_plugin(kPlugin), options());
  ASSERT_FALSE(result.failed()) << result.error().text;
  EXPECT_EQ(result->id, "faulty");
  EXPECT_TRUE(result->is_kept()) << first_failure(*result)->failure->text;
  EXPECT_TRUE(result->is_complete);
}

TEST(Checks, a_file_that_is_no_plugin_is_bad_input) {
  const TemporaryFolder folder;
  write(folder / "text.so", "no shared object");
  const std::string file = folder / "text.so";
  const auto result = contract::run_check(contract::source_of_plugin(file), options());
  ASSERT_TRUE(result.failed());
  EXPECT_NE(result.error().text.english().find(file), std::string::npos) << result.error().text;
}

}  // namespace faults_test
}  // namespace phasebox::test
