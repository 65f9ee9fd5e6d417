// SPDX-License-Identifier: MIT
// The result of a check for people, and for what runs tests (JUnit XML).
#pragma once
#include <functional>
#include <span>
#include <string>

#include "contract/run.hpp"

namespace phasebox::contract {

/// Where a failure's smallest world was written; empty: it was not.
using FileOf = std::function<std::string(const CheckResult&, const PromiseResult&)>;

/// A line for each promise, then what is known of each failure.
std::string check_text(const CheckResult& result, const FileOf& file_of);

/// A test suite for each broadphase, a test case for each promise.
std::string junit_xml(std::span<const CheckResult> results, const FileOf& file_of);

}  // namespace phasebox::contract
