// SPDX-License-Identifier: MIT
// Numbers, units and plurals as a user reads them. They ignore the locale and are the same
// everywhere.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/sentence.hpp"

namespace phasebox {

/// A whole number with grouped thousands: "1,234,567".
std::string grouped(std::uint64_t n);
/// The nearest whole number with grouped thousands: "-1,235".
std::string grouped_whole(double value);
/// A whole number with grouped thousands, but in millions from ten million on: "12.3 M".
std::string brief(std::uint64_t n);
/// A number with `digits` digits after the point: "0.21". It must be from 0 to 1e15.
std::string rounded(double value, int digits);
/// The nearest number of `digits` significant digits; 0 and what is not finite stay.
double significant(double value, int digits);
/// A time: "0.42 ms", or "85 µs" below 0.1 ms.
std::string duration(double ms);
/// A share: "8.1 %"; "0 %" if `whole` is 0; "< 0.1 %" rather than a false zero.
std::string share(std::uint64_t part, std::uint64_t whole);
/// A number of things: "12 groups", "1 group", "1,770 groups".
Sentence counted(std::uint64_t n, std::string_view singular);
/// A rate: "60/s".
Sentence rate(double per_second);
/// A key as words: "contact-threshold" is "contact threshold".
std::string spaced(std::string_view key);
/// The unit of a value, in the singular for 1: "sprites", "sprite"; "px" and "px/s" stay.
std::string unit_of(std::string_view unit, double value);

}  // namespace phasebox
