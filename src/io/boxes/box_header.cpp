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

// The parts of meaning that words of column names have, one bit each.
enum Part : std::uint32_t {
  kX = 1u << 0,
  kY = 1u << 1,  // those of y are next to those of x
  kWidth = 1u << 2,
  kHeight = 1u << 3,
  kLeft = 1u << 4,
  kRight = 1u << 5,
  kTop = 1u << 6,
  kBottom = 1u << 7,
  kMin = 1u << 8,
  kMax = 1u << 9,
  kZero = 1u << 10,
  kOne = 1u << 11,
  kCenter = 1u << 12,
  kHalf = 1u << 13,
  kSize = 1u << 14,
  kThing = 1u << 15,
  kId = 1u << 16,
  kFrameNumber = 1u << 17,
  kStatic = 1u << 18,
  kIs = 1u << 19,
  kCategory = 1u << 20,
  kLayer = 1u << 21,
  kMask = 1u << 22,
  kGroup = 1u << 23,
  kCollision = 1u << 24,
  kBits = 1u << 25,
  kIndex = 1u << 26,
  kLetter = 1u << 27  // a side by one letter, which may mean something else
};
using Parts = std::uint32_t;

// The words that Box2D, planck, Matter, Godot, Unity, Phaser, pygame and trackers use.
constexpr std::pair<Parts, std::string_view> kVocabulary[] = {
    {kX, "x"},
    {kY, "y"},
    {kWidth, "width"},
    {kHeight, "height"},
    {kLeft, "left"},
    {kRight, "right"},
    {kTop, "top"},
    {kBottom, "bottom"},
    {kLeft | kTop, "tl"},
    {kRight | kBottom, "br"},
    {kMin, "min lower"},
    {kMax, "max upper 2"},
    {kZero, "0"},
    {kOne, "1"},
    {kCenter, "center centre"},
    {kX | kCenter, "cx"},
    {kY | kCenter, "cy"},
    {kHalf, "half extent extents"},
    {kX | kHalf, "hx hw"},
    {kY | kHalf, "hy hh"},
    {kSize, "size"},
    {kThing,
     "object entity body sprite track instance node collider shape bbox box bb aabb bound bounds "
     "rect pos position"},
    {kId, "id"},
    {kFrameNumber, "frame"},
    {kStatic, "static"},
    {kIs, "is"},
    {kCategory, "category"},
    {kLayer, "layer"},
    {kMask, "mask"},
    {kGroup, "group"},
    {kCollision, "collision"},
    {kBits, "bits"},
    {kIndex, "index"}};

/// The meaning of a column's name, where y is written as x.
struct Meaning {
  BoxColumn column;
  Parts needed, more;  ///< the name has all of `needed`, and may have some of `more`
};
constexpr Meaning kMeanings[] = {{BoxColumn::id, kId, kThing},
                                 {BoxColumn::frame, kFrameNumber, 0},
                                 {BoxColumn::is_static, kStatic, kIs},
                                 {BoxColumn::category, kCategory, kCollision | kBits},
                                 {BoxColumn::category, kLayer, kCollision},
                                 {BoxColumn::mask, kMask, kCollision | kBits},
                                 {BoxColumn::group, kGroup, kCollision | kIndex},
                                 {BoxColumn::x, kX, kThing},
                                 {BoxColumn::min_x, kX | kMin, kThing},
                                 {BoxColumn::max_x, kX | kMax, kThing},
                                 {BoxColumn::width, kWidth, kThing},
                                 {BoxColumn::width, kX | kSize, kThing},
                                 {BoxColumn::center_x, kX | kCenter, kThing},
                                 {BoxColumn::half_width, kWidth | kHalf, kThing},
                                 {BoxColumn::half_width, kX | kHalf, kThing | kSize}};

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
// The form of x beside width where x is said to be the center.
constexpr BoxForm kCenterForm{BoxColumn::x, BoxColumn::width, 0.5, 0.5};

constexpr bool is_open(const BoxForm& form) {
  return form.first == kCenterForm.first && form.second == kCenterForm.second;
}

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

/// Returns the parts of a text in lower case that is one known word or several, such as "minx"; 0
/// for other texts.
Parts parts_in(std::string_view text) {
  for (const auto& [parts, words] : kVocabulary)
    for (const std::string_view word : split(words, ' ')) {
      if (text == word) return parts;
      if (!text.starts_with(word)) continue;
      if (const Parts rest = parts_in(text.substr(word.size()))) return parts | rest;
    }
  return 0;
}

/// Returns the parts of a name, whose words begin at punctuation or at a capital letter after a
/// small one; 0 if it has an unknown word. The letters w, h, l, t, r and b may stand for words.
Parts parts_of(std::string_view name) {
  constexpr std::size_t kMaxName = 64;
  if (name.size() > kMaxName) return 0;
  std::string spaced;
  for (const char c : name) {
    const bool is_small = !spaced.empty() && spaced.back() >= 'a' && spaced.back() <= 'z';
    if (is_small && c >= 'A' && c <= 'Z') spaced += ' ';
    spaced += bare({&c, 1}).empty() ? ' ' : c;
  }
  spaced = lower(spaced);
  Parts parts = 0;
  for (const std::string_view word : split(spaced, ' ')) {
    if (word.empty()) continue;
    Parts part = parts_in(word);
    for (const char* letter : {"width", "height", "left", "top", "right", "bottom"})
      if (word.size() == 1 && word[0] == *letter) part = parts_in(letter) | kLetter;
    if (part == 0) return 0;
    parts |= part;
  }
  return parts & (kWidth | kHeight) ? parts & ~Parts{kLetter} : parts;
}

/// Returns the column that parts mean, once no side is left but min and max.
std::optional<BoxColumn> column_of(Parts parts) {
  const Parts of_y = parts & (kY | kHeight);
  if (of_y && parts & (kX | kWidth)) return {};
  parts = (parts & ~of_y) | of_y >> 1;
  for (const auto& [column, needed, more] : kMeanings)
    if ((parts & ~more) == needed) return of_y ? of_axis(column, 1) : column;
  return {};
}

/// Returns the column of each name, or nothing for an unknown one. Beside x0, x1 is the maximum;
/// where y points up `top` is the larger y; the letters l, t, r and b are sides where both l and t
/// are there, and x is not.
std::vector<std::optional<BoxColumn>> columns_of(Names names, bool is_y_up) {
  std::vector<Parts> all;
  for (const std::string_view name : names) all.push_back(parts_of(name));
  const auto has = [&](Parts parts) { return std::ranges::find(all, parts) != all.end(); };
  const bool has_letters = has(kLeft | kLetter) && has(kTop | kLetter) && !has(kX);
  const bool has_zero = std::ranges::any_of(all, [](Parts parts) { return parts & kZero; });
  std::vector<std::optional<BoxColumn>> columns;
  for (Parts parts : all) {
    if (has_letters) parts &= ~Parts{kLetter};
    const bool is_beside = parts & (kLeft | kRight), is_above = parts & (kTop | kBottom);
    if (is_beside != is_above) parts |= is_beside ? kX : kY;
    const Parts low = parts & kX ? kLeft : is_y_up ? kBottom : kTop;
    if (is_beside || is_above) parts |= parts & low ? kMin : kMax;
    if (parts & kZero) parts |= kMin;
    if (parts & kOne) parts |= has_zero ? kMax : kMin;
    columns.push_back(column_of(parts & ~(kLeft | kRight | kTop | kBottom | kZero | kOne)));
  }
  return columns;
}

}  // namespace

std::optional<BoxColumn> column_named(std::string_view name) {
  return columns_of({&name, 1}, false)[0];
}

namespace {

/// Returns the column that an unknown name probably means; count_ for a known name, and where there
/// is no guess.
BoxColumn guess(std::string_view name) {
  if (column_named(name)) return BoxColumn::count_;
  const std::string word = bare(name);
  const auto is_near = [&](std::string_view known) {
    return known.size() > 3 && edit_distance(word, bare(known)) == 1;
  };
  for (std::size_t c = 0; c < kBoxColumns; ++c)
    if (is_near(kTitles[c])) return static_cast<BoxColumn>(c);
  for (const auto& [parts, words] : kVocabulary)
    for (const std::string_view known : split(words, ' '))
      if (const auto column = column_named(known); column && is_near(known)) return *column;
  for (const auto& [part, column] : kHints)
    if (word == part || (part.size() > 3 && word.find(part) != word.npos)) return column;
  return BoxColumn::count_;
}

Status find_columns(Names names, bool is_y_up, BoxHeader& header) {
  const auto is_title = [&](std::size_t at, BoxColumn column) {
    return bare(names[at]) == bare(name_of(column));
  };
  const auto columns = columns_of(names, is_y_up);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto column = columns[i];
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

/// Appends a name in quotes to a list of names.
void append_name(Sentence& list, std::string_view name) {
  if (!list.empty()) list += ", ";
  list += Sentence::as_is(fmt::format("'{}'", name));
}

Error missing(BoxColumn column, Names names, const BoxHeader& header) {
  const auto meant = std::ranges::find_if(names, [&](std::string_view name) {
    const BoxColumn likely = guess(name);
    const bool is_side = likely >= BoxColumn::x;
    return likely != BoxColumn::count_ && !header.has(likely) &&
           (likely == column || (is_side && column >= BoxColumn::x));
  });
  Sentence unknown;
  for (const std::string_view name : names)
    if (!column_named(name)) append_name(unknown, name);
  if (!unknown.empty()) unknown = say(" but the unknown {}", unknown);
  return say(
      "the header has no column '{}'{}, it needs {} in any order", Sentence::as_is(name_of(column)),
      meant == names.end() ? unknown : did_you_mean(*meant), Sentence::as_is(kRequiredBoxColumns));
}

Status find_form(std::size_t axis, Names names, BoxOrigin origin, BoxHeader& header) {
  const auto has = [&](BoxColumn column) { return header.has(of_axis(column, axis)); };
  const auto form =
      std::ranges::find_if(kForms, [&](const BoxForm& f) { return has(f.first) && has(f.second); });
  if (form == std::end(kForms)) {
    const BoxColumn needed = has(BoxColumn::min_x)                           ? BoxColumn::max_x
                             : has(BoxColumn::x) || has(BoxColumn::center_x) ? BoxColumn::width
                                                                             : BoxColumn::min_x;
    return missing(of_axis(needed, axis), names, header);
  }
  header.form[axis] = is_open(*form) && origin == BoxOrigin::center ? &kCenterForm : form;
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
    append_name(header.ignored, names[i]);
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

bool BoxHeader::leaves_origin_open() const { return is_open(*form[0]) && is_open(*form[1]); }

bool is_box_header(Names names) {
  const auto columns = columns_of(names, false);
  return std::ranges::count_if(columns, [](const auto& column) { return column.has_value(); }) > 1;
}

Result<BoxHeader> box_header(Names names, bool is_y_up, BoxOrigin origin) {
  BoxHeader header;
  if (Status status = find_columns(names, is_y_up, header); status.failed()) return status.error();
  if (!header.has(BoxColumn::id)) return missing(BoxColumn::id, names, header);
  for (const std::size_t axis : {0u, 1u})
    if (Status status = find_form(axis, names, origin, header); status.failed())
      return status.error();
  note_ignored(names, header);
  return header;
}

BoxHeader mot_header(BoxOrigin origin) {
  constexpr std::string_view kMot[] = {"frame", "id", "x", "y", "width", "height"};
  return *box_header(kMot, false, origin);
}

Error origin_is_known(std::string_view file_name) {
  return say("{}: only columns x, y, width, height leave open what --origin says",
             Sentence::as_is(file_name));
}

}  // namespace phasebox
