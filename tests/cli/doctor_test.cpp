// SPDX-License-Identifier: MIT
// `phasebox doctor`: what it says of this machine, and of one on which something is missing.
#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/version.hpp"
#include "cli/cli_test.hpp"
#include "cli/command_line.hpp"
#include "support/files.hpp"

namespace phasebox::test {
namespace doctor_test {

using testing::HasSubstr;

/// Of this process and of the programs that it starts, while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_.empty() ? ::unsetenv(name_) : ::setenv(name_, before_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

TEST(Doctor, says_what_was_found_line_by_line_and_the_remedies_below) {
  const std::string text =
      cli::findings_text({{"threads", "2"}, {"settings", "none", "make a folder"}});
  EXPECT_EQ(text, "threads   2\nsettings  none\n          ! make a folder\n");
}

TEST(Doctor, gives_reports_the_same_with_the_remedies_as_facts) {
  const auto facts =
      cli::findings_as_facts({{"threads", "2"}, {"settings", "none", "make a folder"}});
  EXPECT_THAT(facts, testing::UnorderedElementsAre(
                         testing::Pair("doctor.threads", "2"),
                         testing::Pair("doctor.settings", "none ! make a folder")));
}

TEST(Doctor, finds_the_program_and_the_machine) {
  const Outcome o = run_program({"doctor"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("phasebox "));
  EXPECT_THAT(o.out, HasSubstr(kVersion));
  for (const char* name : {"system", "vectors", "threads", "memory", "pictures"})
    EXPECT_THAT(o.out, HasSubstr(std::string("\n") + name)) << o.out;
  EXPECT_EQ(o.out.find("\nsettings") == std::string::npos, is_headless()) << o.out;
}

TEST(Doctor, without_what_it_was_built_with_says_what_to_install) {
  const std::string text = cli::findings_text(cli::findings_of_program());
  EXPECT_EQ(text.find("libhwy-dev") == std::string::npos, PHASEBOX_SIMD != 0) << text;
  EXPECT_EQ(text.find("libtbb-dev") == std::string::npos, PHASEBOX_TBB != 0) << text;
}

TEST(Doctor, without_a_driver_names_the_package_and_goes_on) {
  if (is_headless()) GTEST_SKIP() << "draws nothing";
  const Variable none("LIBGL_DRIVERS_PATH", "/nonexistent"),
      all("GBM_BACKENDS_PATH", "/nonexistent");
  const Outcome o = run_program({"doctor"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("libgl1-mesa-dri"));
  EXPECT_THAT(o.out, HasSubstr("\nsettings")) << "the rest is looked at as well";
}

TEST(Doctor, settings_that_cannot_be_kept_are_told) {
  if (is_headless()) GTEST_SKIP() << "has no settings";
  const TemporaryFolder folder;
  const std::string in_the_way = folder / "phasebox";
  test::write(in_the_way, "a file where the folder would be");
  const Variable config("XDG_CONFIG_HOME", folder / "");
  const Outcome o = run_program({"doctor"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("settings are not kept"));
}

}  // namespace doctor_test
}  // namespace phasebox::test
