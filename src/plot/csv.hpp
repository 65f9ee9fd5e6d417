// SPDX-License-Identifier: MIT
// Text in tables for spreadsheets.
#pragma once
#include <string>
#include <string_view>

namespace phasebox {

/// A cell of a CSV file: in double quotes where its text needs them (RFC 4180).
std::string csv_cell(std::string_view text);

}  // namespace phasebox
