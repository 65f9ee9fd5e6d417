// SPDX-License-Identifier: MIT
// Splits a text into lines, finds the header, and reads each line after it as a box.
#include "io/boxes/box_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#ifndef __cpp_lib_to_chars
#include <fast_float/fast_float.h>
#endif

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "io/boxes/box_precision.hpp"
#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// Whether a character is a blank that may stand around a field. A tab is none where it separates
// the fields.
constexpr bool is_blank(char c, char separator = ',') {
  return c == ' ' || c == '\r' || (c == '\t' && separator != '\t');
}

// Returns the position of the quote that closes a field beginning with one, or npos; a doubled
// quote is part of the text.
std::size_t closing_quote(std::string_view field) {
  for (std::size_t at = 1;; at += 2) {
    at = field.find('"', at);
    if (at == std::string_view::npos || !field.substr(at + 1).starts_with('"')) return at;
  }
}

std::string_view trimmed(std::string_view text, char separator = ',') {
  while (!text.empty() && is_blank(text.front(), separator)) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back(), separator)) text.remove_suffix(1);
  return text;
}

// Numbers are read by from_chars, which is fast and ignores the locale.

using std::from_chars;
#ifndef __cpp_lib_to_chars  // as in libc++ 19, whose from_chars reads whole numbers alone
std::from_chars_result from_chars(const char* first, const char* last, double& value) {
  const auto [end, failure] = fast_float::from_chars(first, last, value);
  return {end, failure};
}
#endif

// Returns the text without a leading plus, which from_chars does not accept.
std::string_view without_plus(std::string_view text) {
  const bool skip = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return skip ? text.substr(1) : text;
}

template <class T, class... Base>
std::errc read_whole(std::string_view text, T& value, Base... base) {
  const auto [end, failure] = from_chars(text.data(), text.data() + text.size(), value, base...);
  return end == text.data() + text.size() ? failure : std::errc::invalid_argument;
}

// Whether a number that is out of range of double is near 0 rather than near infinity.
bool is_tiny(std::string_view text) {
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos) return text[exponent + 1] == '-';
  return text.substr(0, text.find('.')).find_first_of("123456789") == std::string_view::npos;
}

// Numbers whose magnitude is at least this become infinite as float32.
constexpr double kTooLarge = 0x1.ffffffp127;

// Reads a number; nothing where the text is none, or would be infinite as float32. from_chars
// reports numbers near 0 that double cannot hold as out of range, too: those become 0.
std::optional<double> read_double(std::string_view text) {
  text = without_plus(text);
  double value = 0;
  const std::errc failure = read_whole(text, value);
  if (failure == std::errc::result_out_of_range && is_tiny(text))
    return text.front() == '-' ? -0.0 : 0.0;
  if (failure != std::errc{} || !(std::abs(value) < kTooLarge)) return {};
  return value;
}

Sentence title_of(BoxColumn column) { return Sentence::as_is(name_of(column)); }

Sentence beginning(std::string_view line) { return Sentence::as_is(fmt::format("{:.60}", line)); }

Sentence no_side(BoxColumn column, std::string_view text) {
  return say("{} is '{}', it must be a finite float32 number", title_of(column),
             Sentence::as_is(text));
}

Sentence less(BoxColumn max, std::string_view text, BoxColumn min, std::string_view min_text) {
  return say("{} {} is less than {} {}, max must be at least min", title_of(max),
             Sentence::as_is(text), title_of(min), Sentence::as_is(min_text));
}

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

constexpr std::size_t kMinFields = 5;  // at least so many fields make a line of numbers a box

// Returns the separator of a line: of comma, semicolon and tab the most frequent one; ties and
// none: the comma.
char separator_in(std::string_view line) {
  char most = ',';
  for (const char c : {';', '\t'})
    if (std::ranges::count(line, c) > std::ranges::count(line, most)) most = c;
  return most;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Returns the value of `key` in a comment such as `# unit: m`; nothing in a comment about
/// something else.
std::optional<std::string_view> value_in(std::string_view comment, std::string_view key) {
  comment = trimmed(comment.substr(1));
  if (lower(comment.substr(0, key.size())) != key) return {};
  comment = trimmed(comment.substr(key.size()));
  if (!comment.starts_with(':')) return {};
  return trimmed(comment.substr(1));
}

// Splits a line into fields, without blanks around them and without their quotes. Separators
// between quotes do not end a field. False when a quote is not closed, or text follows the closing
// one.
bool split_fields(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  fields.clear();
  for (;;) {
    while (!line.empty() && is_blank(line.front(), separator)) line.remove_prefix(1);
    std::size_t begin = 0;
    if (line.starts_with('"')) {
      const std::size_t close = closing_quote(line);
      if (close == std::string_view::npos) return false;
      fields.push_back(trimmed(line.substr(1, close - 1), separator));
      begin = close + 1;
    }
    const std::size_t end = line.find(separator, begin);
    const std::string_view text = trimmed(line.substr(begin, end - begin), separator);
    if (begin == 0)
      fields.push_back(text);
    else if (!text.empty())
      return false;
    if (end == std::string_view::npos) return true;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

bool Lines::next(std::string_view& line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  while (take(line)) {
    is_too_long_ = line.size() > kMaxBoxLine;
    if (++number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(3);
    if (!trimmed(line).empty()) return true;
  }
  return false;
}

bool Lines::take(std::string_view& line) {
  if (number_ == 0) {
    const std::size_t first = std::min(rest_.find_first_of("\r\n"), rest_.size());
    const bool is_alone = first + 1 < rest_.size() && rest_[first + 1] != '\n';
    if (is_alone && rest_[first] == '\r') end_ = '\r';
  }
  const std::size_t end = std::min(rest_.find(end_), rest_.size());
  const bool is_whole = end < rest_.size() || (has_ended_ && held_.size() + end > 0);
  line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (skips_) {
    skips_ = !is_whole;
    return is_whole && take(line);
  }
  if (!is_whole || !held_.empty()) {
    held_.append(line.substr(0, kMaxBoxLine + 1 - held_.size()));
    skips_ = !is_whole && held_.size() > kMaxBoxLine;
    if (!is_whole && !skips_) return false;
    line_ = std::exchange(held_, {});
    line = line_;
  }
  return true;
}

BoxRows::Next BoxRows::next(BoxRow& row) {
  const bool is_first = !has_header();
  if (is_first && !find_header()) return status_.failed() ? Next::bad : Next::end;
  std::string_view line;
  if (is_first) line = first_row_;
  while (line.empty() || trimmed(line).front() == '#')
    if (!lines_.next(line)) return Next::end;
  status_ = read(line, row);
  if (!status_.failed()) return Next::row;
  return line == header_text_ ? Next::again : Next::bad;
}

Error BoxRows::refuse(std::size_t line, const Sentence& what) const {
  if (counts_boxes()) return say("{}: box {}: {}", Sentence::as_is(file_), line, what);
  return say("{}:{}: {}", Sentence::as_is(file_), line, what);
}

Sentence BoxRows::place_of(std::size_t line) const {
  return counts_boxes() ? say("as box {}", line) : say("on line {}", line);
}

Error BoxRows::no_header() const {
  const Sentence file = Sentence::as_is(file_), columns = Sentence::as_is(kRequiredBoxColumns);
  if (skipped_ == 0)
    return say("{}: no header line; the first line names the columns {}", file, columns);
  return say("{}: no header line (the first is '{}'); the first line names the columns {}", file,
             beginning(first_skipped_), columns);
}

// Reads up to the header. Returns false while the header has not come, with a good `status_`, and
// when a line before it or the header itself is refused, with a failed one.
bool BoxRows::find_header() {
  status_ = {};
  for (std::string_view line; !status_.failed() && !has_header() && lines_.next(line);)
    status_ = trimmed(line).front() == '#' ? take_comment(trimmed(line)) : read_header(line);
  return has_header();
}

Status BoxRows::read_header(std::string_view line) {
  if (is_compressed(line))
    return Error{
        say("{}: it is compressed, and what is read as it comes must be text; leave the "
            "compression out",
            Sentence::as_is(file_))};
  if (line.starts_with("sep=")) {
    separator_ = line.substr(4).empty() ? ',' : line[4];
    has_separator_ = true;
    return {};
  }
  const std::string_view text = trimmed(line);
  if (text.starts_with('{') && trimmed(text.substr(1)).find_first_of("\"}") == 0)
    return read_object_header(line);
  if (!has_separator_) separator_ = separator_in(line);
  if (Status status = split(line); status.failed()) return status;
  if (line.find('\0') != line.npos)
    return Error{
        say("{}: it is no text, or text in UTF-16; save it as UTF-8", Sentence::as_is(file_))};
  const bool is_row = fields_.size() >= kMinFields &&
                      std::ranges::all_of(fields_, [&](auto f) { return number(f).has_value(); });
  if (is_row) {
    const Status status = check_skipped();
    return status.failed() ? status : read_headerless(line);
  }
  if (!is_box_header(fields_)) return skip(line);
  header_text_ = line;
  return take_names(fields_);
}

// Finds the columns by their names: the header is known where it succeeds.
Status BoxRows::take_names(std::span<const std::string_view> names) {
  auto header = box_header(names, is_y_up_, place_);
  if (header.failed()) return refuse(header.error().text);
  header_ = *std::move(header);
  if (place_ != BoxOrigin::unsaid && !header_.leaves_origin_open()) return origin_is_known(file_);
  if (!has(BoxColumn::mask)) wide_[1] = {kAllBits};
  width_ = names.size();
  header_line_ = line();
  return {};
}

// Takes the names of the first object, which is a row as well.
Status BoxRows::read_object_header(std::string_view line) {
  json_.emplace(JsonBoxes::Root::box);
  if (Status status = split(line); status.failed()) return status;
  const std::vector<std::string> names = with_sides_of_lists(named_fields_);
  const std::vector<std::string_view> all(names.begin(), names.end());
  const auto is_id = [](auto name) { return column_named(name) == BoxColumn::id; };
  if (!is_box_header(all) && std::ranges::none_of(all, is_id)) {
    json_.reset();
    names_.clear();
    return skip(line);
  }
  first_row_ = line;
  return take_names(all);
}

// Splits an object into the fields that the header has.
Status BoxRows::take_object(std::string_view line) {
  std::size_t boxes = 0;
  const Status status = json_->read(line, file_, this->line(), [&](auto fields) -> Status {
    if (++boxes > 1) return refuse("a line holds one box; write each box on a line of its own");
    return take_fields(fields);
  });
  if (status.failed() || boxes == 1) return status;
  return refuse("the line holds no box; write each box as an object");
}

// Puts fields in the order of the first row's, by their names. All rows have those that are used.
Status BoxRows::take_fields(std::span<const BoxField> fields) {
  named_fields_ = fields;
  if (names_.empty())
    for (const BoxField& field : fields) names_.emplace_back(field.name);
  fields_.assign(names_.size(), {});
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const auto& [name, text] = fields[k];
    const bool is_here = k < names_.size() && names_[k] == name;
    const auto at =
        is_here ? names_.begin() + static_cast<std::ptrdiff_t>(k) : std::ranges::find(names_, name);
    if (at != names_.end())
      fields_[static_cast<std::size_t>(at - names_.begin())] = text;
    else if (column_named(name))
      return refuse(say("'{}' is not in the first box; give all boxes the same names",
                        Sentence::as_is(name)));
  }
  return check_fields();
}

Status BoxRows::check_fields() const {
  for (const std::size_t place : header_.place)
    if (place != BoxHeader::kMissing && !fields_[place].data())
      return refuse(say("'{}' is missing, and the first box has it; give all boxes the same names",
                        Sentence::as_is(names_[place])));
  return {};
}

Status BoxRows::take(std::span<const BoxField> fields, BoxRow& row) {
  ++boxes_;
  Status status = take_fields(fields);
  if (!status.failed() && !has_header()) {
    const std::vector<std::string> names = with_sides_of_lists(fields);
    status = take_names(std::vector<std::string_view>(names.begin(), names.end()));
  }
  return status.failed() ? status : read_fields(row);
}

// Takes a first line of numbers as a row of the MOT benchmark's `gt.txt` or `det.txt`, which have
// no header.
Status BoxRows::read_headerless(std::string_view line) {
  constexpr std::size_t kMinMotFields = 6, kMotFields = 9, kMaxMotFields = 10;
  const auto is_called = [name = lower(file_)](const char* ending) {
    return name.find(ending) != std::string::npos;
  };
  // Fewer columns than the benchmark has are its first ones where the file is called as it is.
  const std::size_t min_fields = is_called(".txt") ? kMinMotFields : kMotFields;
  const bool is_mot = fields_.size() >= min_fields && fields_.size() <= kMaxMotFields;
  if (!is_mot || is_called(".csv"))
    return refuse(
        say("no header: the first line is numbers; put one that names them before it, such as {}",
            Sentence::as_is(kRequiredBoxColumns)));
  is_mot_ = true;
  header_ = mot_header(place_);
  width_ = fields_.size();
  first_row_ = line;
  header_line_ = lines_.number();
  return {};
}

// Skips a line before the header, such as output of the program that wrote the boxes; refuses too
// many of them.
Status BoxRows::skip(std::string_view line) {
  constexpr std::size_t kMaxSkipped = 100;
  if (skipped_++ == 0) first_skipped_ = trimmed(line);
  last_skipped_ = line;
  last_skipped_line_ = lines_.number();
  if (skipped_ <= kMaxSkipped) return {};
  return no_header();
}

// Refuses the line of words right above a line of as many numbers: it is a header whose names are
// unknown.
Status BoxRows::check_skipped() const {
  std::vector<std::string_view> names;
  const bool is_header =
      split_fields(last_skipped_, separator_, names) && names.size() == fields_.size() &&
      std::ranges::none_of(names, [&](auto name) { return name.empty() || number(name); });
  if (!is_header) return {};
  const auto header = box_header(names, is_y_up_);
  return header.failed() ? refuse(last_skipped_line_, header.error().text) : Status();
}

std::vector<Sentence> BoxRows::notes() const {
  std::vector<Sentence> notes;
  if (skipped_ == 1)
    notes.push_back(say("1 line before the header is skipped; the first is '{}'",
                        beginning(first_skipped_).on_one_line()));
  if (skipped_ > 1)
    notes.push_back(say("{} before the header are skipped; the first is '{}'",
                        counted(skipped_, "line"), beginning(first_skipped_).on_one_line()));
  if (is_mot_) notes.emplace_back("no header; read as MOT's frame,id,x,y,width,height");
  if (!is_mot_ && has_header() && place_ == BoxOrigin::unsaid && header_.leaves_origin_open())
    notes.emplace_back(
        say("x, y is read as the corner where both are least; --origin corner or center says it"));
  if (is_y_up_) notes.emplace_back("y points up, and is shown and saved with its sign changed");
  if (!header_.ignored.empty())
    notes.push_back(say("columns that are ignored: {}", header_.ignored).on_one_line());
  return notes;
}

Status BoxRows::take_comment(std::string_view comment) {
  if (const auto rule = value_in(comment, "rule")) {
    if (*rule != "both" && *rule != "either")
      return refuse(
          say("the rule is '{}', it must be both or either: how many of two masks must agree",
              Sentence::as_is(*rule)));
    rule_ = *rule == "both" ? FilterRule::both : FilterRule::either;
  }
  if (const auto y = value_in(comment, "y")) {
    if (*y != "up" && *y != "down")
      return refuse(say("y is '{}', it must be up or down: where it points", Sentence::as_is(*y)));
    is_y_up_ = *y == "up";
  }
  if (const auto origin = value_in(comment, "origin")) return take_origin(*origin);
  const auto unit = value_in(comment, "unit");
  return unit ? take_unit(*unit) : Status();
}

Status BoxRows::take_unit(std::string_view unit) {
  if (unit.empty() || unit.size() > kMaxUnit || !std::ranges::all_of(unit, is_letter))
    return refuse(
        say("the unit is '{}', it must be one word of at most {} letters, as in # unit: m",
            Sentence::as_is(unit), kMaxUnit));
  unit_ = unit;
  return {};
}

Status BoxRows::take_origin(std::string_view origin) {
  const std::vector<std::string_view> parts = phasebox::split(origin, ',');
  const auto x = read_double(trimmed(parts.front())), y = read_double(trimmed(parts.back()));
  if (parts.size() != 2 || !x || !y)
    return refuse(say("the origin is '{}', it must be two numbers x,y", Sentence::as_is(origin)));
  origin_ = {*x, *y};
  return {};
}

Status BoxRows::split(std::string_view line) {
  if (lines_.is_too_long())
    return refuse(say("the line is longer than {} bytes, the most of a line; is this a box file?",
                      kMaxBoxLine));
  if (json_) return take_object(line);
  if (split_fields(line, separator_, fields_)) return {};
  return refuse("a quote is not closed before the end of its field");
}

Status BoxRows::read(std::string_view line, BoxRow& row) {
  if (Status status = split(line); status.failed()) return status;
  if (fields_.size() != width_)
    return refuse(say("fields: {}, the header has {}", fields_.size(), width_));
  return read_fields(row);
}

Status BoxRows::read_fields(BoxRow& row) {
  Status status;
  if (has(BoxColumn::frame)) status = read_integer(BoxColumn::frame, row.frame);
  if (!status.failed()) status = read_integer(BoxColumn::id, row.id);
  if (status.failed()) return status;
  if ((status = read_sides(row.sides)).failed()) return status;
  if (has(BoxColumn::is_static)) status = read_flag(row.is_static);
  if (!status.failed() && has(BoxColumn::category))
    status = read_bits(BoxColumn::category, row.filter.category);
  if (!status.failed() && has(BoxColumn::mask))
    status = read_bits(BoxColumn::mask, row.filter.mask);
  if (!status.failed() && has(BoxColumn::group)) status = read_group(row.filter.group);
  return status;
}

// Reads a number. Where another character separates the fields, a comma may be its decimal point.
std::optional<double> BoxRows::number(std::string_view text) const {
  if (separator_ == ',' || text.find(',') == std::string_view::npos) return read_double(text);
  std::string with_point(text);
  std::ranges::replace(with_point, ',', '.');
  return read_double(with_point);
}

Status BoxRows::read_sides(std::array<double, 4>& sides) const {
  auto& [min_x, min_y, max_x, max_y] = sides;
  if (Status status = read_axis(0, min_x, max_x); status.failed()) return status;
  if (Status status = read_axis(1, min_y, max_y); status.failed()) return status;
  if (is_y_up_) min_y = 0.0 - std::exchange(max_y, 0.0 - min_y);
  return {};
}

Status BoxRows::read_axis(std::size_t axis, double& min, double& max) const {
  const BoxForm& form = *header_.form[axis];
  const auto columns = header_.sides(axis);
  std::array<double, 2> values{};
  for (const std::size_t k : {0u, 1u}) {
    const std::string_view text = field(columns[k]);
    const auto value = number(text);
    if (!value) return refuse(no_side(columns[k], text));
    values[k] = *value;
  }
  const auto [first, second] = values;
  min = first - form.before * second;
  max = first + form.after * second;
  if (form.is_ends()) max = second;
  if (max >= min && max < kTooLarge && min > -kTooLarge) return {};
  const std::string_view text = field(columns[1]);
  if (form.is_ends()) return refuse(less(columns[1], text, columns[0], field(columns[0])));
  return refuse(say("{} is '{}', it must be at least 0 and not that large", title_of(columns[1]),
                    Sentence::as_is(text)));
}

Status BoxRows::read_integer(BoxColumn column, std::int64_t& value) const {
  const std::string_view text = field(column);
  const std::errc failure = read_whole(without_plus(text), value);
  if (failure == std::errc{}) return {};
  const Sentence name = title_of(column), given = Sentence::as_is(text);
  if (failure == std::errc::result_out_of_range)
    return refuse(say("{} {} is too large, {}s are 64-bit signed integers", name, given, name));
  return refuse(say("{} is '{}', it must be an integer", name, given));
}

// Reads a set of 32 bits, written signed or unsigned: -1 sets all bits. One of 64 bits loses its
// upper half, which is refused where that half alone lets a mask contain a category.
Status BoxRows::read_bits(BoxColumn column, std::uint32_t& value) {
  constexpr std::size_t kMaxWide = 1000;
  const std::string_view text = field(column);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  std::uint64_t wide = 0;
  std::int32_t negative = 0;
  std::errc failure{};
  if (text.starts_with('-')) {
    failure = read_whole(text, negative);
    wide = negative == -1 ? kAllBits : static_cast<std::uint32_t>(negative);
  } else {
    failure = read_whole(is_hex ? text.substr(2) : without_plus(text), wide, is_hex ? 16 : 10);
  }
  if (failure != std::errc{})
    return refuse(
        say("{} is '{}', it must be a whole number of 32 bits: 0 to 4294967295, 0x0 to "
            "0xFFFFFFFF, or -1 for all",
            title_of(column), Sentence::as_is(text)));
  value = static_cast<std::uint32_t>(wide);
  const bool is_mask = column == BoxColumn::mask;
  std::set<std::uint64_t>& known = wide_[is_mask ? 1 : 0];
  if (wide == value || known.contains(wide)) return {};
  const auto needs_upper = [wide](std::uint64_t other) {
    const std::uint64_t common = wide & other;
    return common != 0 && static_cast<std::uint32_t>(common) == 0;
  };
  if (known.size() == kMaxWide || std::ranges::any_of(wide_[is_mask ? 0 : 1], needs_upper))
    return refuse(
        say("{} is '{}' of id {}, and its bits above the lowest 32 decide pairs; use the lowest 32",
            title_of(column), Sentence::as_is(text), Sentence::as_is(field(BoxColumn::id))));
  known.insert(wide);
  return {};
}

Status BoxRows::read_group(std::int32_t& value) const {
  const std::string_view text = field(BoxColumn::group);
  if (read_whole(without_plus(text), value) == std::errc{}) return {};
  return refuse(say("{} is '{}', it must be a whole number from -2147483648 to 2147483647",
                    title_of(BoxColumn::group), Sentence::as_is(text)));
}

Status BoxRows::read_flag(bool& value) const {
  const std::string_view text = field(BoxColumn::is_static);
  value = text == "1" || lower(text) == "true";
  if (value || text == "0" || lower(text) == "false") return {};
  return refuse(say("{} is '{}', it must be 0 or 1, false or true", title_of(BoxColumn::is_static),
                    Sentence::as_is(text)));
}

Result<Aabb> parse_box(std::string_view text, std::array<double, 2> offset) {
  constexpr std::array kColumns{BoxColumn::min_x, BoxColumn::min_y, BoxColumn::max_x,
                                BoxColumn::max_y};
  std::vector<std::string_view> fields;
  if (!split_fields(text, ',', fields) || fields.size() != kColumns.size())
    return Error{say("'{}' is not a box; a box is {}", Sentence::as_is(text),
                     Sentence::as_is("min_x,min_y,max_x,max_y"))};
  std::array<double, 4> sides{};
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const auto value = read_double(fields[k]);
    if (!value) return Error{no_side(kColumns[k], fields[k])};
    sides[k] = *value;
  }
  for (const std::size_t k : {0u, 1u})
    if (sides[k + 2] < sides[k])
      return Error{less(kColumns[k + 2], fields[k + 2], kColumns[k], fields[k])};
  return FloatLoss().rounded(sides, offset);
}

}  // namespace phasebox
