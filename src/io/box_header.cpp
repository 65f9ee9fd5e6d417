// SPDX-License-Identifier: MIT
// Names as engines write them, and as they are mistyped.
#include "io/box_header.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "io/spelling.hpp"

namespace phasebox {
namespace {

constexpr std::array<std::string_view, kBoxColumns> kNames{
    "id", "min_x", "min_y", "max_x", "max_y", "frame", "static", "category", "mask"};
constexpr auto kRequired = std::span(kNames).first<5>();

std::string lower(std::string_view text) {
  std::string low(text);
  for (char& c : low)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return low;
}

/// Letters and digits alone, in lower case: "Min X", "min-x" and "minX" are one word.
std::string bare(std::string_view text) {
  std::string letters = lower(text);
  std::erase_if(letters, [](char c) { return !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9'); });
  return letters;
}

// What else required columns are called, in order of likelihood.
constexpr std::string_view kIdToo[] = {"objectid", "entityid", "bodyid", "object", "entity",
                                       "body",     "uid",      "index",  "name"};
constexpr std::string_view kMinXToo[] = {"minx", "xmin", "left", "x0", "x1", "lowerx"};
constexpr std::string_view kMinYToo[] = {"miny", "ymin", "top", "y0", "y1", "lowery"};
constexpr std::string_view kMaxXToo[] = {"maxx", "xmax", "right", "x2", "x1", "upperx"};
constexpr std::string_view kMaxYToo[] = {"maxy", "ymax", "bottom", "y2", "y1", "uppery"};
constexpr std::array<std::span<const std::string_view>, kRequired.size()> kOtherNames{
    kIdToo, kMinXToo, kMinYToo, kMaxXToo, kMaxYToo};

bool is_known(std::string_view name) {
  return std::ranges::find(kNames, lower(name)) != kNames.end();
}

using Names = std::vector<std::string_view>;

/// The column of the file that is probably meant by the required one; empty when none is.
std::string_view likely(std::size_t column, const Names& names) {
  for (const std::string_view other : kOtherNames[column])
    for (const std::string_view name : names)
      if (!is_known(name) && bare(name) == other) return name;
  for (const std::string_view name : names)
    if (!is_known(name) && edit_distance(lower(name), kRequired[column]) == 1) return name;
  return {};
}

bool is_like_frame(std::string_view name) {
  constexpr std::string_view kOthers[] = {"step", "steps",    "tick",      "ticks", "time",
                                          "t",    "timestep", "timestamp", "turn"};
  const std::string word = bare(name);
  return word.starts_with("frame") || edit_distance(word, "frame") == 1 ||
         std::ranges::find(kOthers, word) != std::end(kOthers);
}

}  // namespace

std::string_view name_of(BoxColumn column) { return kNames[static_cast<std::size_t>(column)]; }

std::string required_box_columns() { return fmt::format("{}", fmt::join(kRequired, ",")); }

Status BoxHeader::read(const Names& names) {
  place_.fill(kMissing);
  width_ = names.size();
  for (std::size_t i = 0; i < width_; ++i) {
    const auto it = std::ranges::find(kNames, lower(names[i]));
    if (it == kNames.end()) {  // columns of others are not ours to judge
      if (!likely_frame_ && is_like_frame(names[i])) likely_frame_ = names[i];
      continue;
    }
    std::size_t& place = place_[static_cast<std::size_t>(it - kNames.begin())];
    if (place != kMissing)
      return Error{
          fmt::format("column '{}' stands twice in the header, each column stands once", *it)};
    place = i;
  }
  for (std::size_t c = 0; c < kRequired.size(); ++c) {
    if (place_[c] != kMissing) continue;
    const std::string_view meant = likely(c, names);
    return Error{
        fmt::format("the header has no column '{}'{}, it needs {} in any order", kRequired[c],
                    meant.empty() ? "" : fmt::format("; did you mean '{}'? Rename it", meant),
                    required_box_columns())};
  }
  return {};
}

}  // namespace phasebox
