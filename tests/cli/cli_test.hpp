// SPDX-License-Identifier: MIT
// What every test of a command names: the program, what it gave back, where it writes.
#pragma once
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "../io/files.hpp"
#include "program.hpp"

namespace phasebox {

using nlohmann::json;
using test::Outcome;
using test::run_program;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

}  // namespace phasebox
