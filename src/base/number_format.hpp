// SPDX-License-Identifier: MIT
// Numbers, units and plurals as a user reads them; without the locale, so the same everywhere.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace phasebox {

/// "1,234,567".
std::string grouped(std::uint64_t n);
/// The nearest whole number: "-1,235".
std::string grouped_whole(double value);
/// The same as `grouped`, but "12.3 M" from ten million on.
std::string brief(std::uint64_t n);
/// Not negative, below 1e15; with `digits` digits after the point: "0.21".
std::string rounded(double value, int digits);
/// The nearest number of so many significant digits; 0 and what is not finite stay.
double significant(double value, int digits);
/// "0.42 ms", or "85 µs" below 0.1 ms.
std::string duration(double ms);
/// "8.1 %"; "0 %" of nothing; "< 0.1 %" rather than a false zero.
std::string share(std::uint64_t part, std::uint64_t whole);
/// "12 groups", "1 group", "1,770 groups".
std::string counted(std::uint64_t n, std::string_view singular);
/// "60/s".
std::string rate(double per_second);
/// A key as words: "contact-threshold" is "contact threshold".
std::string spaced(std::string_view key);
/// The unit of a value, in the singular for 1: "sprites", "sprite"; "px" and "px/s" stay.
std::string unit_of(std::string_view unit, double value);

}  // namespace phasebox
