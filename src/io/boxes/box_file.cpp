// SPDX-License-Identifier: MIT
// Lines, the header and the rows of box files; then recordings in and out.
#include "io/boxes/box_file.hpp"

#include <charconv>
#include <functional>
#include <iterator>
#include <numeric>
#include <system_error>

#include <fmt/format.h>
#ifndef __cpp_lib_to_chars
#include <fast_float/fast_float.h>
#endif

#include "base/memory_end.hpp"
#include "base/number_format.hpp"
#include "base/text.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
namespace {

// Fields are views into the line; most lines have no quote, and are cut at their commas.

// A tab is none where it separates fields.
constexpr bool is_blank(char c, char separator = ',') {
  return c == ' ' || c == '\r' || (c == '\t' && separator != '\t');
}

// Where the quote of a field that begins with one is closed; doubled quotes are part of the text.
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

// One pass over the text of a CSV file; numbers by from_chars, whatever the locale.

using std::from_chars;
#ifndef __cpp_lib_to_chars  // libc++ 19 reads whole numbers alone
std::from_chars_result from_chars(const char* first, const char* last, double& value) {
  const auto [end, failure] = fast_float::from_chars(first, last, value);
  return {end, failure};
}
#endif

// from_chars knows no leading plus.
std::string_view without_plus(std::string_view text) {
  const bool skip = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return skip ? text.substr(1) : text;
}

template <class T, class... Base>
std::errc read_whole(std::string_view text, T& value, Base... base) {
  const auto [end, failure] = from_chars(text.data(), text.data() + text.size(), value, base...);
  return end == text.data() + text.size() ? failure : std::errc::invalid_argument;
}

// Of a number out of range of double: whether it is near 0 and not near infinity.
bool is_tiny(std::string_view text) {
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos) return text[exponent + 1] == '-';
  return text.substr(0, text.find('.')).find_first_of("123456789") == std::string_view::npos;
}

// From here on a number is infinite as float32.
constexpr double kTooLarge = 0x1.ffffffp127;

// from_chars calls numbers out of range that are too small as well as those that are too large;
// the small ones are 0 or denormal.
std::optional<double> read_double(std::string_view text) {
  text = without_plus(text);
  double value = 0;
  const std::errc failure = read_whole(text, value);
  if (failure == std::errc::result_out_of_range && is_tiny(text))
    return text.front() == '-' ? -0.0 : 0.0;
  if (failure != std::errc{} || !(std::abs(value) < kTooLarge)) return {};
  return value;
}

// Whether the number is the shortest text of the float: then a program that has only the float has
// written it, and nothing is lost.
bool is_text_of(float value, double number) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific)
          .ptr;
  double read = 0;
  from_chars(text.data(), end, read);
  return read == number;
}

std::string no_side(std::string_view name, std::string_view text) {
  return fmt::format("{} is '{}', it must be a finite float32 number", name, text);
}

std::string less(std::string_view name, std::string_view text, std::string_view min_name,
                 std::string_view min_text) {
  return fmt::format("{} {} is less than {} {}, max must be at least min", name, text, min_name,
                     min_text);
}

constexpr std::size_t kMinFields = 5;  // of a box

// The one that is there most often.
char separator_in(std::string_view line) {
  char most = ',';
  for (const char c : {';', '\t'})
    if (std::ranges::count(line, c) > std::ranges::count(line, most)) most = c;
  return most;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// What a comment `# unit: m` says of that key; none in other comments.
std::optional<std::string_view> value_in(std::string_view comment, std::string_view key) {
  comment = trimmed(comment.substr(1));
  if (lower(comment.substr(0, key.size())) != key) return {};
  comment = trimmed(comment.substr(key.size()));
  if (!comment.starts_with(':')) return {};
  return trimmed(comment.substr(1));
}

double far_middle(std::vector<float> places) {
  const auto quarter = [&](std::size_t k) {
    const auto at = places.begin() + static_cast<std::ptrdiff_t>((places.size() - 1) * k / 4);
    std::ranges::nth_element(places, at);
    return static_cast<double>(*at);
  };
  const double low = quarter(1), middle = quarter(2), high = quarter(3);
  constexpr double kFar = 4;
  return std::abs(middle) > kFar * (high - low) ? middle : 0;
}

// Rows go straight into the columns of a recording; only what does not stand in order is moved.

/// Brings frames into the order of their numbers, each one's rows together.
void regroup(BoxRecording& trace) {
  RowOrder runs(trace.size()), rows;
  std::iota(runs.begin(), runs.end(), std::size_t{0});
  std::ranges::stable_sort(runs, {}, [&](std::size_t run) { return trace.frames[run]; });
  rows.reserve(trace.ids.size());
  std::vector<std::int64_t> frames;
  std::vector<std::size_t> begins{0};
  for (const std::size_t run : runs) {
    if (frames.empty() || frames.back() != trace.frames[run])
      frames.push_back(trace.frames[run]), begins.push_back(begins.back());
    for (std::size_t row = trace.begins[run]; row < trace.begins[run + 1]; ++row)
      rows.push_back(row);
    begins.back() = rows.size();
  }
  reorder_rows(trace, 0, rows);
  trace.frames = std::move(frames), trace.begins = std::move(begins);
}

/// Rows in the file's order become frames in numbers' order; false when an id is twice in one.
bool put_in_order(BoxRecording& trace) {
  if (std::ranges::adjacent_find(trace.frames, std::ranges::greater{}) != trace.frames.end())
    regroup(trace);
  for (std::size_t f = 0; f < trace.size(); ++f)
    if (!sort_frame(trace, f)) return false;
  return true;
}

/// Gives a text part by part, as often as it is called.
using Parts = std::function<Status(const TakePart&)>;

/// Calls `visit(row)`, which gives a status, for each row of the text, until one is refused.
template <class Visit>
Status read_rows(const Parts& parts, BoxRows& rows, Visit visit) {
  const auto read = [&]() -> Status {
    BoxRow row;
    for (BoxRows::Next next{}; (next = rows.next(row)) != BoxRows::Next::end;) {
      if (next != BoxRows::Next::row) return rows.error();
      if (Status error = visit(row)) return error;
    }
    return {};
  };
  const Status error = parts([&](std::string_view part) { return rows.give(part), read(); });
  if (error) return error;
  rows.end();
  return read();
}

// A second reading, for which every line is kept in mind: only a file that is refused pays for it.
Error first_duplicate(const Parts& parts, std::string_view file_name) {
  BoxRows rows(file_name);
  std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::size_t>> line_of;
  const Status found = read_rows(parts, rows, [&](const BoxRow& row) -> Status {
    const auto [it, is_new] = line_of[row.frame].emplace(row.id, rows.line());
    if (is_new) return {};
    if (rows.has(BoxColumn::frame))
      return rows.refuse(duplicate_text(row.id, row.frame, it->second));
    return rows.refuse(fmt::format(
        "id {} is already on line {}, ids must be unique; a recording of many frames has a column "
        "'frame'{}",
        row.id, it->second, did_you_mean(rows.header().likely_frame)));
  });
  assert(found && "called when there is a duplicate");
  return *found;
}

/// Reads all rows without this offset, or the one that the text asks for; `loss` says how well.
Result<BoxRecording> recording_without(const std::array<double, 2>& offset, const Parts& parts,
                                       std::string_view file_name, FloatLoss& loss) {
  BoxRows rows(file_name);
  BoxRecording trace;
  Status refused = read_rows(parts, rows, [&](const BoxRow& row) -> Status {
    if (trace.ids.size() == kMaxBoxRows)
      return rows.refuse(
          fmt::format("there are more than {} boxes, the most of a recording; "
                      "record fewer frames",
                      kMaxBoxRows));
    if (trace.ids.empty()) trace.offset = rows.origin().value_or(offset);
    append_row(trace, row, rows, loss);
    return {};
  });
  trace.unit = rows.unit(), trace.rule = rows.rule(), trace.notes = rows.notes();
  // What was read stands before the line that could not be read.
  if (!put_in_order(trace)) return first_duplicate(parts, file_name);
  if (refused) return *std::move(refused);
  if (!rows.has_header()) return rows.no_header();
  if (!rows.has(BoxColumn::frame) && trace.frames.empty()) {
    trace.frames = {0};
    trace.begins = {0, 0};
  }
  return trace;
}

// Read again only where float32 is too coarse: each time the rest of the way is smaller.
Result<BoxRecording> recording_of(const Parts& parts, std::string_view file_name) {
  constexpr int kMaxReadings = 4;
  std::array<double, 2> offset{};
  for (int reading = 1;; ++reading) {
    FloatLoss loss;
    Result<BoxRecording> trace = recording_without(offset, parts, file_name, loss);
    if (!trace || !loss.is_notable()) return trace;
    const std::array<double, 2> more = far_offset(trace->boxes);
    if (reading == kMaxReadings || more == std::array<double, 2>{} || trace->offset != offset) {
      trace->notes.push_back(loss.note(trace->unit));
      return trace;
    }
    offset[0] += more[0], offset[1] += more[1];
  }
}

// Frame after frame; floats as the shortest text that reads back as the same.

bool has_groups(std::span<const Filter> filters) {
  return std::ranges::any_of(filters, [](const Filter& f) { return f.group != 0; });
}

bool is_far(const BoxRecording& recording) { return recording.offset != std::array<double, 2>{}; }

/// The sides as the file says them: of a far world as doubles, which hold both parts.
std::string sides_text(const BoxRecording& recording, const Aabb& box) {
  const auto [x, y] = recording.offset;
  if (!is_far(recording))
    return fmt::format("{},{},{},{}", box.min.x, box.min.y, box.max.x, box.max.y);
  const auto whole = [](float told, double offset) { return static_cast<double>(told) + offset; };
  return fmt::format("{},{},{},{}", whole(box.min.x, x), whole(box.min.y, y), whole(box.max.x, x),
                     whole(box.max.y, y));
}

std::string header(const BoxRecording& recording, bool has_rows, bool groups) {
  // A frame without boxes has no row to say its number.
  return fmt::format(
      "# unit: {}\n{}{}{}{}{}{}{}\n", recording.unit,
      recording.rule == FilterRule::either ? "# rule: either\n" : "",
      is_far(recording) ? fmt::format("# origin: {}\n", fmt::join(recording.offset, ",")) : "",
      has_rows ? "frame," : "", kRequiredBoxColumns, recording.is_static.empty() ? "" : ",static",
      recording.filters.empty() ? "" : ",category,mask", groups ? ",group" : "");
}

void write_frame(const BoxRecording& recording, std::size_t frame, bool groups, std::string& text,
                 bool names_frames = true) {
  const auto ids = recording.ids_of(frame);
  const auto boxes = recording.boxes_of(frame);
  const auto statics = recording.statics_of(frame);
  const auto filters = recording.filters_of(frame);
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const auto out = std::back_inserter(text);
    if (names_frames) fmt::format_to(out, "{},", recording.frames[frame]);
    fmt::format_to(out, "{},{}", ids[row], sides_text(recording, boxes[row]));
    if (!statics.empty()) fmt::format_to(out, ",{}", statics[row] != 0 ? 1 : 0);
    if (!filters.empty()) fmt::format_to(out, ",{},{}", filters[row].category, filters[row].mask);
    if (groups) fmt::format_to(out, ",{}", filters[row].group);
    text += '\n';
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

BoxRows::Next BoxRows::next(BoxRow& row) {
  const bool is_first = !has_header();
  if (is_first && !find_header()) return error_ ? Next::bad : Next::end;
  std::string_view line;
  if (is_first) line = first_row_;
  while (line.empty() || trimmed(line).front() == '#')
    if (!lines_.next(line)) return Next::end;
  error_ = read(line, row);
  if (!error_) return Next::row;
  return line == header_text_ ? Next::again : Next::bad;
}

Error BoxRows::refuse(std::size_t line, std::string_view what) const {
  return {fmt::format("{}:{}: {}", file_, line, what)};
}

Error BoxRows::no_header() const {
  return {fmt::format("{}: no header line{}; the first line names the columns {}", file_,
                      skipped_ == 0 ? "" : fmt::format(" (the first is '{:.60}')", first_skipped_),
                      kRequiredBoxColumns)};
}

// False while it has not come, and when it or what stands before it is refused.
bool BoxRows::find_header() {
  error_.reset();
  for (std::string_view line; !error_ && !has_header() && lines_.next(line);)
    error_ = trimmed(line).front() == '#' ? take_comment(trimmed(line)) : read_header(line);
  return has_header();
}

Status BoxRows::read_header(std::string_view line) {
  if (is_compressed(line))
    return Error{
        fmt::format("{}: it is compressed, and what is read as it comes must be text; "
                    "leave the compression out",
                    file_)};
  if (line.starts_with("sep=")) {
    separator_ = line.substr(4).empty() ? ',' : line[4];
    has_separator_ = true;
    return {};
  }
  if (!has_separator_) separator_ = separator_in(line);
  if (Status error = split(line)) return error;
  if (line.find('\0') != line.npos)
    return Error{fmt::format("{}: it is no text, or text in UTF-16; save it as UTF-8", file_)};
  const bool is_row = fields_.size() >= kMinFields &&
                      std::ranges::all_of(fields_, [&](auto f) { return number(f).has_value(); });
  if (is_row) return read_headerless(line);
  if (!is_box_header(fields_)) return skip(line);
  auto header = box_header(fields_, is_y_up_);
  if (!header) return refuse(header.error().text);
  header_ = *std::move(header);
  width_ = fields_.size();
  header_text_ = line;
  header_line_ = lines_.number();
  return {};
}

// As `gt.txt` and `det.txt` of the MOT benchmark are.
Status BoxRows::read_headerless(std::string_view line) {
  constexpr std::size_t kMotFields = 9, kMaxMotFields = 10;
  const bool is_mot = fields_.size() >= kMotFields && fields_.size() <= kMaxMotFields;
  if (!is_mot || lower(file_).find(".csv") != std::string::npos)
    return refuse(fmt::format(
        "no header: the first line is numbers; put one that names them before it, such as {}",
        kRequiredBoxColumns));
  header_ = mot_header();
  width_ = fields_.size();
  is_mot_ = true;
  first_row_ = line;
  header_line_ = lines_.number();
  return {};
}

// What a program says before it writes boxes.
Status BoxRows::skip(std::string_view line) {
  constexpr std::size_t kMaxSkipped = 100;
  if (skipped_++ == 0) first_skipped_ = trimmed(line);
  if (skipped_ <= kMaxSkipped) return {};
  return no_header();
}

std::vector<std::string> BoxRows::notes() const {
  std::vector<std::string> notes;
  if (skipped_ > 0)
    notes.push_back(one_line(fmt::format("{} before the header {} skipped; the first is '{:.60}'",
                                         counted(skipped_, "line"), skipped_ == 1 ? "is" : "are",
                                         first_skipped_)));
  if (is_mot_) notes.emplace_back("no header; read as MOT's frame,id,x,y,width,height");
  if (is_y_up_) notes.emplace_back("y points up, and is shown and saved with its sign changed");
  if (!header_.ignored.empty())
    notes.push_back(one_line("columns that are ignored: " + header_.ignored));
  return notes;
}

Status BoxRows::take_comment(std::string_view comment) {
  if (const auto rule = value_in(comment, "rule")) {
    if (*rule != "both" && *rule != "either")
      return refuse(fmt::format(
          "the rule is '{}', it must be both or either: how many of two masks must agree", *rule));
    rule_ = *rule == "both" ? FilterRule::both : FilterRule::either;
  }
  if (const auto y = value_in(comment, "y")) {
    if (*y != "up" && *y != "down")
      return refuse(fmt::format("y is '{}', it must be up or down: where it points", *y));
    is_y_up_ = *y == "up";
  }
  if (const auto origin = value_in(comment, "origin")) return take_origin(*origin);
  const auto unit = value_in(comment, "unit");
  return unit ? take_unit(*unit) : Status();
}

Status BoxRows::take_unit(std::string_view unit) {
  if (unit.empty() || unit.size() > kMaxUnit || !std::ranges::all_of(unit, is_letter))
    return refuse(
        fmt::format("the unit is '{}', it must be one word of at most {} letters, as in # unit: m",
                    unit, kMaxUnit));
  unit_ = unit;
  return {};
}

Status BoxRows::take_origin(std::string_view origin) {
  const std::vector<std::string_view> parts = phasebox::split(origin, ',');
  const auto x = read_double(trimmed(parts.front())), y = read_double(trimmed(parts.back()));
  if (parts.size() != 2 || !x || !y)
    return refuse(fmt::format("the origin is '{}', it must be two numbers x,y", origin));
  origin_ = {*x, *y};
  return {};
}

Status BoxRows::split(std::string_view line) {
  if (lines_.is_too_long())
    return refuse(
        fmt::format("the line is longer than {} bytes, the most of a line; is this a box "
                    "file?",
                    kMaxBoxLine));
  if (split_fields(line, separator_, fields_)) return {};
  return refuse("a quote is not closed before the end of its field");
}

Status BoxRows::read(std::string_view line, BoxRow& row) {
  if (Status error = split(line)) return error;
  if (fields_.size() != width_)
    return refuse(fmt::format("fields: {}, the header has {}", fields_.size(), width_));
  Status error;
  if (has(BoxColumn::frame)) error = read_integer(BoxColumn::frame, row.frame);
  if (!error) error = read_integer(BoxColumn::id, row.id);
  if (error) return error;
  if ((error = read_sides(row.sides))) return error;
  if (has(BoxColumn::is_static)) error = read_flag(row.is_static);
  if (!error && has(BoxColumn::category))
    error = read_bits(BoxColumn::category, row.filter.category);
  if (!error && has(BoxColumn::mask)) error = read_bits(BoxColumn::mask, row.filter.mask);
  if (!error && has(BoxColumn::group)) error = read_group(row.filter.group);
  return error;
}

// A comma stands for the point where it does not separate fields.
std::optional<double> BoxRows::number(std::string_view text) const {
  if (separator_ == ',' || text.find(',') == std::string_view::npos) return read_double(text);
  std::string with_point(text);
  std::ranges::replace(with_point, ',', '.');
  return read_double(with_point);
}

Status BoxRows::read_sides(std::array<double, 4>& sides) const {
  auto& [min_x, min_y, max_x, max_y] = sides;
  if (Status error = read_axis(0, min_x, max_x)) return error;
  if (Status error = read_axis(1, min_y, max_y)) return error;
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
    if (!value) return refuse(no_side(name_of(columns[k]), text));
    values[k] = *value;
  }
  const auto [first, second] = values;
  min = first - form.before * second, max = first + form.after * second;
  if (form.is_ends()) max = second;
  if (max >= min && max < kTooLarge && min > -kTooLarge) return {};
  const std::string_view name = name_of(columns[1]), text = field(columns[1]);
  if (!form.is_ends())
    return refuse(fmt::format("{} is '{}', it must be at least 0 and not that large", name, text));
  return refuse(less(name, text, name_of(columns[0]), field(columns[0])));
}

Status BoxRows::read_integer(BoxColumn column, std::int64_t& value) const {
  const std::string_view text = field(column), name = name_of(column);
  const std::errc failure = read_whole(without_plus(text), value);
  if (failure == std::errc::result_out_of_range)
    return refuse(
        fmt::format("{} {} is too large, {}s are 64-bit signed integers", name, text, name));
  if (failure != std::errc{})
    return refuse(fmt::format("{} is '{}', it must be an integer", name, text));
  return {};
}

// 32 bits, as signed or unsigned numbers: -1 are all.
Status BoxRows::read_bits(BoxColumn column, std::uint32_t& value) const {
  const std::string_view text = field(column);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  std::int64_t wide = 0;
  const std::errc failure =
      read_whole(is_hex ? text.substr(2) : without_plus(text), wide, is_hex ? 16 : 10);
  if (failure != std::errc{} || wide < (is_hex ? 0 : -2147483648LL) || wide > 4294967295LL)
    return refuse(
        fmt::format("{} is '{}', it must be a whole number of 32 bits: 0 to 4294967295, 0x0 to "
                    "0xFFFFFFFF, or -1 for all",
                    name_of(column), text));
  value = static_cast<std::uint32_t>(wide);
  return {};
}

Status BoxRows::read_group(std::int32_t& value) const {
  const std::string_view text = field(BoxColumn::group);
  if (read_whole(without_plus(text), value) == std::errc{}) return {};
  return refuse(
      fmt::format("group is '{}', it must be a whole number from -2147483648 to 2147483647", text));
}

Status BoxRows::read_flag(bool& value) const {
  const std::string_view text = field(BoxColumn::is_static);
  value = text == "1" || lower(text) == "true";
  if (value || text == "0" || lower(text) == "false") return {};
  return refuse(fmt::format("{} is '{}', it must be 0 or 1, false or true",
                            name_of(BoxColumn::is_static), text));
}

Aabb FloatLoss::rounded(const std::array<double, 4>& sides, const std::array<double, 2>& offset) {
  const double width = sides[2] - sides[0], height = sides[3] - sides[1];
  for (const double side : {width, height})
    if (side > 0) smallest_ = std::min(smallest_, side);
  std::array<float, 4> kept{};
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const double told = sides[k] - offset[k % 2];
    kept[k] = static_cast<float>(told);
    const double moved = std::abs(told - static_cast<double>(kept[k]));
    // Looked at closely only where it matters.
    if (moved > moved_ && moved > kNotable * smallest_ && !is_text_of(kept[k], told))
      moved_ = moved;
  }
  return {{kept[0], kept[1]}, {kept[2], kept[3]}};
}

std::string FloatLoss::note(std::string_view unit) const {
  return fmt::format(
      "float32 moves sides by up to {:.2g} {}, and the smallest box has {:.2g} {}; "
      "pairs may be lost",
      moved_, unit, smallest_, unit);
}

std::array<double, 2> far_offset(std::span<const Aabb> boxes) {
  if (boxes.empty()) return {};
  std::vector<float> x, y;
  for (const Aabb& box : boxes) x.push_back(box.min.x), y.push_back(box.min.y);
  return {far_middle(std::move(x)), far_middle(std::move(y))};
}

void append_row(BoxRecording& trace, const BoxRow& row, const BoxRows& rows, FloatLoss& loss) {
  if (trace.frames.empty() || trace.frames.back() != row.frame) {
    trace.frames.push_back(row.frame);
    trace.begins.push_back(trace.ids.size());
  }
  trace.ids.push_back(row.id);
  trace.boxes.push_back(loss.rounded(row.sides, trace.offset));
  if (rows.has_rules()) trace.filters.push_back(row.filter);
  if (rows.has(BoxColumn::is_static)) trace.is_static.push_back(row.is_static ? 1 : 0);
  ++trace.begins.back();
}

void reorder_rows(BoxRecording& trace, std::size_t begin, const RowOrder& order) {
  each_column(trace, [&]<class T>(std::vector<T>& column) {
    if (column.empty()) return;
    std::vector<T> sorted;
    sorted.reserve(order.size());
    for (const std::size_t row : order) sorted.push_back(column[row]);
    std::ranges::copy(sorted, column.begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

bool sort_frame(BoxRecording& trace, std::size_t frame) {
  const auto ids = trace.ids_of(frame);
  if (std::ranges::adjacent_find(ids, std::ranges::greater_equal{}) == ids.end()) return true;
  RowOrder rows(ids.size());
  std::iota(rows.begin(), rows.end(), trace.begins[frame]);
  std::ranges::sort(rows, {}, [&](std::size_t row) { return trace.ids[row]; });
  reorder_rows(trace, trace.begins[frame], rows);
  return std::ranges::adjacent_find(ids) == ids.end();
}

std::string duplicate_text(std::int64_t id, std::int64_t frame, std::size_t line) {
  return fmt::format("id {} is already in frame {}, on line {}; ids must be unique in a frame", id,
                     frame, line);
}

bool names_frames(std::string_view bytes) {
  BoxRows rows({});
  const auto parts = [&](const TakePart& take) { return decompress(bytes, {}, take); };
  // The first row ends it, whatever it says.
  read_rows(parts, rows, [](const BoxRow&) -> Status { return Error{"enough"}; });
  return rows.has(BoxColumn::frame);
}

bool has_box_name(const std::filesystem::path& path) {
  const std::string name = lower(path.filename().string());
  if (name == "gt.txt" || name == "det.txt") return true;
  std::string_view endings = kBoxFileEndings;
  while (!endings.empty())
    if (name.ends_with(trimmed(take_until(endings, ',')))) return true;
  return false;
}

bool is_box_file(const std::filesystem::path& path) {
  return has_box_name(path) || is_compressed(read_beginning(path, 4));
}

Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name) {
  if (is_tiled_map(text)) return tiled_boxes(text, std::string(file_name));
  return recording_of([&](const TakePart& take) { return take(text); }, file_name);
}

Result<BoxRecording> decompressed_recording(std::string_view bytes, std::string_view file_name) {
  Result<BoxRecording> trace = Error{
      fmt::format("{}: its boxes take more than the memory left; record fewer frames", file_name)};
  const auto read = [&]() -> Result<BoxRecording> {
    if (is_tiled_map(bytes)) return tiled_boxes(bytes, std::string(file_name));
    Result<BoxRecording> boxes = recording_of(
        [&](const TakePart& take) { return decompress(bytes, file_name, take); }, file_name);
    if (boxes || !is_compressed(bytes)) return boxes;
    // A row that makes no sense may be what damage has left: then that is what is to be said.
    const TakePart ignore = [](std::string_view) { return Status{}; };
    if (Status damage = decompress(bytes, file_name, ignore)) return *std::move(damage);
    return boxes;
  };
  fits_in_memory([&] { trace = read(); });
  return trace;
}

Result<BoxRecording> load_box_recording(const std::filesystem::path& path) {
  const Result<std::string> bytes = read_file(path, kMaxText);
  if (!bytes) return bytes.error();
  return decompressed_recording(*bytes, path.string());
}

Result<Aabb> parse_box(std::string_view text, std::array<double, 2> offset) {
  constexpr std::array kColumns{BoxColumn::min_x, BoxColumn::min_y, BoxColumn::max_x,
                                BoxColumn::max_y};
  std::vector<std::string_view> fields;
  if (!split_fields(text, ',', fields) || fields.size() != kColumns.size())
    return Error{fmt::format("'{}' is not a box; a box is min_x,min_y,max_x,max_y", text)};
  std::array<double, 4> sides{};
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const auto value = read_double(fields[k]);
    if (!value) return Error{no_side(name_of(kColumns[k]), fields[k])};
    sides[k] = *value;
  }
  for (const std::size_t k : {0u, 1u})
    if (sides[k + 2] < sides[k])
      return Error{less(name_of(kColumns[k + 2]), fields[k + 2], name_of(kColumns[k]), fields[k])};
  return FloatLoss().rounded(sides, offset);
}

std::string box_recording_text(const BoxRecording& recording, bool names_frames) {
  const bool groups = has_groups(recording.filters);
  std::string text = header(recording, names_frames && !recording.ids.empty(), groups);
  for (std::size_t frame = 0; frame < recording.size(); ++frame)
    write_frame(recording, frame, groups, text, names_frames);
  return text;
}

std::string box_head_text(const BoxRecording& first) {
  return header(first, true, !first.filters.empty());
}

std::string box_rows_text(const BoxRecording& frame) {
  std::string text;
  for (std::size_t k = 0; k < frame.size(); ++k)
    write_frame(frame, k, !frame.filters.empty(), text);
  return text;
}

Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& played) {
  RecordingPlayback show = played;
  show.sweep(false);
  std::size_t next = 0;  // the header, then the frames
  bool groups = false;
  for (std::size_t k = 0; k < show.size() && !groups; ++k) {
    const auto [recording, frame] = show.place(k);
    groups = has_groups(recording.filters_of(frame));
  }
  return write_file_atomically(path, [&](std::string& text) {
    if (next > show.size()) return false;
    text = next == 0 ? header(show.place(0).recording, show.rows() > 0, groups) : std::string();
    if (next > 0) {
      const auto [recording, frame] = show.place(next - 1);
      write_frame(recording, frame, groups, text);
    }
    ++next;
    return true;
  });
}

}  // namespace phasebox
