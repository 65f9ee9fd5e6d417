// SPDX-License-Identifier: MIT
// Names that the tests of all commands use: the program, its result, the folder it writes to.
#pragma once
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "support/files.hpp"

namespace phasebox {

using nlohmann::json;
using test::Outcome;
using test::run_program;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

/// The program does nothing but to say on one line what is wrong, with that in it.
inline void expect_refused(const std::vector<std::string>& words, const std::string& part,
                           const std::string& input = {}) {
  const Outcome o = run_program(words, input);
  EXPECT_EQ(o.code, 2) << testing::PrintToString(words);
  EXPECT_EQ(o.out, "") << testing::PrintToString(words);
  EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
  EXPECT_THAT(o.err, HasSubstr(part)) << testing::PrintToString(words);
}

}  // namespace phasebox
