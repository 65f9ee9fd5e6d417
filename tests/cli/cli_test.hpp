// SPDX-License-Identifier: MIT
// Names that the tests of all commands use: the program, its result, the folder it writes to.
#pragma once
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

}  // namespace phasebox
