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
/// The nearest whole number with grouped thousands: "-1,235". |value| must be below 2^64.
std::string grouped_whole(double value);
/// A whole number with grouped thousands, from ten million on in millions: "12.3 M".
std::string brief(std::uint64_t n);
/// A number with `digits` digits after the point: "0.21". `value` must be at least 0, and its
/// product with 10^digits below 2^64.
std::string rounded(double value, int digits);
/// The value rounded to `digits` significant decimal digits. 0, infinities and NaN stay.
double significant(double value, int digits);
/// A time: "85 µs" below 0.1 ms, "0.42 ms" below 100 ms, "1,234 ms" from there on. A negative time
/// is "0 µs".
std::string duration(double ms);
/// A time for a table whose longest one is given, so that all have one unit: "420 µs" where the
/// longest is below 10 ms, else "12.30 ms".
std::string duration(double ms, double longest);
/// The share of `part` in `whole`: "8.1 %". It is "0 %" if either is 0, and "< 0.1 %" for a smaller
/// share that is not 0.
std::string share(std::uint64_t part, std::uint64_t whole);
/// A number of things: "12 groups", "1 group", "1,770 boxes". The plural is `singular` with an s,
/// or es after x.
Sentence counted(std::uint64_t n, std::string_view singular);
/// A mean number of things, of at least 0, rounded to a whole number.
Sentence counted_whole(double n, std::string_view singular);
/// A rate, rounded to a whole number: "60/s"; "0/s" if it is negative.
Sentence rate(double per_second);
/// A key as words, with blanks for hyphens: "contact-threshold" is "contact threshold".
std::string spaced(std::string_view key);
/// The unit of a value. For a value of 1 a plural loses its s: "sprites" is "sprite". Symbols such
/// as "px", "ms" and "px/s" stay.
std::string unit_of(std::string_view unit, double value);

}  // namespace phasebox
