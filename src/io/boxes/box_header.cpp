// SPDX-License-Identifier: MIT
// The header of a box file: which column is which, by the names that engines use, and guesses for
// names that are misspelled.
#include "io/boxes/box_header.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, kBoxColumns> kTitles{
    "id",    "frame", "static",     "category", "mask",  "group", "x",      "min_x", "max_x",
    "width", "cx",    "half_width", "y",        "min_y", "max_y", "height", "cy",    "half_height"};

// [column] The names that Box2D, planck, Matter, Godot, Unity, Phaser, pygame and trackers use, in
// lower case and without punctuation.
constexpr std::array<std::string_view, kBoxColumns> kWords{
    "id objectid entityid bodyid spriteid trackid",
    "frame",
    "static isstatic",
    "category categorybits layer collisionlayer collisioncategory",
    "mask maskbits collisionmask",
    "group groupindex collisiongroup",
    "x posx positionx",
    "minx xmin left x0 x1 lowerx bbleft",
    "maxx xmax right x2 upperx",
    "width w sizex bbwidth",
    "cx centerx centrex xcenter",
    "halfwidth hw halfx hx extentx extentsx",
    "y posy positiony",
    "miny ymin top y0 y1 lowery bbtop",
    "maxy ymax bottom y2 uppery",
    "height h sizey bbheight",
    "cy centery centrey ycenter",
    "halfheight hh halfy hy extenty extentsy"};

// Parts of names that suggest a column but may mean something else; used only to say "did you
// mean".
constexpr std::pair<std::string_view, BoxColumn> kHints[] = {
    {"frame", BoxColumn::frame},      {"step", BoxColumn::frame},
    {"tick", BoxColumn::frame},       {"time", BoxColumn::frame},
    {"turn", BoxColumn::frame},       {"t", BoxColumn::frame},
    {"static", BoxColumn::is_static}, {"immovable", BoxColumn::is_static},
    {"categ", BoxColumn::category},   {"layer", BoxColumn::category},
    {"mask", BoxColumn::mask},        {"group", BoxColumn::group},
    {"object", BoxColumn::id},        {"entity", BoxColumn::id},
    {"body", BoxColumn::id},          {"uid", BoxColumn::id},
    {"index", BoxColumn::id},         {"name", BoxColumn::id}};

constexpr BoxForm kForms[] = {{BoxColumn::min_x, BoxColumn::max_x, 0, 0},
                              {BoxColumn::min_x, BoxColumn::width, 0, 1},
                              {BoxColumn::max_x, BoxColumn::width, 1, 0},
                              {BoxColumn::center_x, BoxColumn::half_width, 1, 1},
                              {BoxColumn::center_x, BoxColumn::width, 0.5, 0.5},
                              {BoxColumn::x, BoxColumn::width, 0, 1},
                              {BoxColumn::x, BoxColumn::half_width, 1, 1},
                              {BoxColumn::x, BoxColumn::max_x, 0, 0}};

constexpr BoxColumn of_axis(BoxColumn column, std::size_t axis) {
  constexpr auto kStep =
      static_cast<std::size_t>(BoxColumn::y) - static_cast<std::size_t>(BoxColumn::x);
  return static_cast<BoxColumn>(static_cast<std::size_t>(column) + axis * kStep);
}

// Returns the letters, in lower case, and digits of a name, so that "Min X", "min-x" and "minX" are
// one word.
std::string bare(std::string_view text) {
  std::string letters = lower(text);
  std::erase_if(letters, [](char c) { return !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9'); });
  return letters;
}

/// Returns the first column, in the order of BoxColumn, with a known name for which `is(name)`
/// holds.
template <class Is>
std::optional<BoxColumn> column_where(Is is) {
  for (std::size_t c = 0; c < kBoxColumns; ++c)
    for (const std::string_view word : split(kWords[c], ' '))
      if (is(word)) return static_cast<BoxColumn>(c);
  return {};
}

std::optional<BoxColumn> column_named(std::string_view name) {
  return column_where([word = bare(name)](std::string_view known) { return known == word; });
}

/// Returns the column that a name means beside the other names `all` of its header: beside x0, x1
/// is the maximum, and where y points up `top` is the larger y.
std::optional<BoxColumn> column_named(std::string_view name, Names all, bool is_y_up) {
  const std::string word = bare(name);
  const auto has = [&](std::string_view other) {
    return std::ranges::any_of(all, [&](std::string_view n) { return bare(n) == other; });
  };
  if (word == "x1" && has("x0")) return BoxColumn::max_x;
  if (word == "y1" && has("y0")) return BoxColumn::max_y;
  if (is_y_up && word == "top") return BoxColumn::max_y;
  if (is_y_up && word == "bottom") return BoxColumn::min_y;
  return column_named(name);
}

/// Returns the column that an unknown name probably means; count_ for a known name, and where there
/// is no guess.
BoxColumn guess(std::string_view name) {
  if (column_named(name)) return BoxColumn::count_;
  const std::string word = bare(name);
  const auto near = column_where(
      [&](std::string_view known) { return known.size() > 3 && edit_distance(word, known) == 1; });
  if (near) return *near;
  for (const auto& [part, column] : kHints)
    if (word == part || (part.size() > 3 && word.find(part) != word.npos)) return column;
  return BoxColumn::count_;
}

Status find_columns(Names names, bool is_y_up, BoxHeader& header) {
  const auto is_title = [&](std::size_t at, BoxColumn column) {
    return bare(names[at]) == bare(name_of(column));
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto column = column_named(names[i], names, is_y_up);
    if (!column) continue;
    std::size_t& place = header.place[static_cast<std::size_t>(*column)];
    const bool is_rule = *column >= BoxColumn::is_static && *column <= BoxColumn::group;
    if (place == BoxHeader::kMissing) {
      place = i;
    } else if (is_rule || (is_title(i, *column) && is_title(place, *column))) {
      return Error{say("duplicate column '{}' in the header, name each column once",
                       Sentence::as_is(name_of(*column)))};
    } else if (is_title(i, *column)) {
      place = i;
    }
    if (*column == BoxColumn::category) header.has_layers = bare(names[i]) == "layer";
  }
  return {};
}

Error missing(BoxColumn column, Names names, const BoxHeader& header) {
  const auto meant = std::ranges::find_if(names, [&](std::string_view name) {
    const BoxColumn likely = guess(name);
    const bool is_side = likely >= BoxColumn::x;
    return likely != BoxColumn::count_ && !header.has(likely) &&
           (likely == column || (is_side && column >= BoxColumn::x));
  });
  return say("the header has no column '{}'{}, it needs {} in any order",
             Sentence::as_is(name_of(column)),
             did_you_mean(meant == names.end() ? std::string_view() : *meant),
             Sentence::as_is(kRequiredBoxColumns));
}

Status find_form(std::size_t axis, Names names, BoxHeader& header) {
  const auto has = [&](BoxColumn column) { return header.has(of_axis(column, axis)); };
  const auto form =
      std::ranges::find_if(kForms, [&](const BoxForm& f) { return has(f.first) && has(f.second); });
  if (form == std::end(kForms)) {
    const BoxColumn needed = has(BoxColumn::min_x)                           ? BoxColumn::max_x
                             : has(BoxColumn::x) || has(BoxColumn::center_x) ? BoxColumn::width
                                                                             : BoxColumn::min_x;
    return missing(of_axis(needed, axis), names, header);
  }
  header.form[axis] = form;
  return {};
}

void note_ignored(Names names, BoxHeader& header) {
  std::vector<BoxColumn> used;
  for (std::size_t c = 0; c < static_cast<std::size_t>(BoxColumn::x); ++c)
    used.push_back(static_cast<BoxColumn>(c));
  for (const std::size_t axis : {0u, 1u})
    for (const BoxColumn side : header.sides(axis)) used.push_back(side);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto is_here = [&](BoxColumn c) {
      return header.place[static_cast<std::size_t>(c)] == i;
    };
    if (std::ranges::any_of(used, is_here)) continue;
    const BoxColumn meant = guess(names[i]);
    const bool is_likely = meant < BoxColumn::x && !header.has(meant);
    if (is_likely && meant == BoxColumn::frame && header.likely_frame.empty())
      header.likely_frame = names[i];
    if (!header.ignored.empty()) header.ignored += ", ";
    header.ignored += Sentence::as_is(fmt::format("'{}'", names[i]));
    if (is_likely) header.ignored += say(" (did you mean '{}'?)", Sentence::as_is(name_of(meant)));
  }
}

}  // namespace

Sentence did_you_mean(std::string_view name) {
  return name.empty() ? Sentence() : say("; did you mean '{}'? Rename it", Sentence::as_is(name));
}

std::string_view name_of(BoxColumn column) { return kTitles[static_cast<std::size_t>(column)]; }

std::array<BoxColumn, 2> BoxHeader::sides(std::size_t axis) const {
  return {of_axis(form[axis]->first, axis), of_axis(form[axis]->second, axis)};
}

bool is_box_header(Names names) {
  return std::ranges::count_if(names, [](auto name) { return column_named(name).has_value(); }) > 1;
}

Result<BoxHeader> box_header(Names names, bool is_y_up) {
  BoxHeader header;
  if (Status status = find_columns(names, is_y_up, header); status.failed()) return status.error();
  if (!header.has(BoxColumn::id)) return missing(BoxColumn::id, names, header);
  for (const std::size_t axis : {0u, 1u})
    if (Status status = find_form(axis, names, header); status.failed()) return status.error();
  note_ignored(names, header);
  return header;
}

BoxHeader mot_header() {
  constexpr std::string_view kMot[] = {"frame", "id", "x", "y", "width", "height"};
  return *box_header(kMot, false);
}

}  // namespace phasebox
