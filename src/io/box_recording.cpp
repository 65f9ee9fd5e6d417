// SPDX-License-Identifier: MIT
// One pass over the text of a CSV file; numbers by from_chars, whatever the locale. Rows go
// straight into the columns of a recording; only what does not stand in order is moved.
#include "io/box_recording.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/box_header.hpp"
#include "io/compressed.hpp"
#include "io/csv.hpp"
#include "io/text_file.hpp"

namespace phasebox {
namespace {

using Fields = std::vector<std::string_view>;

// from_chars knows no leading plus.
std::string_view without_plus(std::string_view text) {
  const bool skip = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return skip ? text.substr(1) : text;
}

template <class T, class... Base>
std::errc read_whole(std::string_view text, T& value, Base... base) {
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), value, base...);
  return end == text.data() + text.size() ? failure : std::errc::invalid_argument;
}

// Of a number out of range of double: whether it is near 0 and not near infinity.
bool is_tiny(std::string_view text) {
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos) return text[exponent + 1] == '-';
  return text.substr(0, text.find('.')).find_first_of("123456789") == std::string_view::npos;
}

// from_chars calls numbers out of range that are too small as well as those that are too large;
// the small ones are 0 or denormal.
std::optional<float> read_float(std::string_view text) {
  text = without_plus(text);
  float value = 0;
  std::errc failure = read_whole(text, value);
  if (failure == std::errc::result_out_of_range) {
    double wide = 0;
    failure = read_whole(text, wide);
    if (failure == std::errc::result_out_of_range && is_tiny(text))
      return text.front() == '-' ? -0.0f : 0.0f;
    if (std::abs(wide) > 1) return {};
    value = static_cast<float>(wide);
  }
  if (failure != std::errc{} || !std::isfinite(value)) return {};
  return value;
}

// The columns from min_x on, in their order.
Result<Aabb> read_box(const std::array<std::string_view, 4>& texts) {
  const auto name = [](std::size_t i) {
    return name_of(static_cast<BoxColumn>(static_cast<std::size_t>(BoxColumn::min_x) + i));
  };
  std::array<float, 4> v{};
  for (std::size_t i = 0; i < v.size(); ++i) {
    const std::optional<float> value = read_float(texts[i]);
    if (!value)
      return Error{
          fmt::format("{} is '{}', it must be a finite float32 number", name(i), texts[i])};
    v[i] = *value;
  }
  for (std::size_t min = 0, max = 2; min < 2; ++min, ++max)
    if (v[max] < v[min])
      return Error{fmt::format("{} {} is less than {} {}, max must be at least min", name(max),
                               texts[max], name(min), texts[min])};
  return Aabb{{v[0], v[1]}, {v[2], v[3]}};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// What a comment `# unit: m` names; none in other comments.
std::optional<std::string_view> unit_in(std::string_view comment) {
  comment = trimmed(comment.substr(1));
  constexpr std::string_view kKey = "unit";
  for (std::size_t i = 0; i < kKey.size(); ++i)
    if (i >= comment.size() || (comment[i] | 0x20) != kKey[i]) return {};
  comment = trimmed(comment.substr(kKey.size()));
  if (!comment.starts_with(':')) return {};
  return trimmed(comment.substr(1));
}

struct Row {
  std::int64_t frame = 0, id = 0;
  Aabb box;
  Filter filter;
  bool is_static = false;
};

/// The rows of a box file, in its order, until the end or the first bad line.
class Rows {
 public:
  Rows(std::string_view text, std::string_view file_name) : lines_(text), file_(file_name) {
    error_ = open();
  }
  bool next(Row& row) {
    std::string_view line;
    if (error_ || !lines_.next(line)) return false;
    error_ = read(line, row);
    return !error_;
  }
  bool has(BoxColumn column) const { return header_.has(column); }
  bool has_rules() const { return has(BoxColumn::category) || has(BoxColumn::mask); }
  const BoxHeader& header() const { return header_; }
  std::size_t header_line() const { return header_line_; }
  const std::string& unit() const { return unit_; }
  std::size_t line() const { return lines_.number(); }
  const Status& error() const { return error_; }

  template <class... Args>
  Error refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return {fmt::format("{}:{}: ", file_, lines_.number()) +
            fmt::format(format, std::forward<Args>(args)...)};
  }

 private:
  Status open() {
    Status trouble;
    std::string_view line;
    const bool has_header = lines_.next(line, [&](std::string_view comment) {
      if (!trouble) trouble = take_unit(comment);
    });
    if (trouble) return trouble;
    if (!has_header)
      return Error{fmt::format("{}: no header line; the first line names the columns {}", file_,
                               required_box_columns())};
    header_line_ = lines_.number();
    if (!split_fields(line, fields_)) return open_quote();
    if (const Status error = header_.read(fields_)) return refuse("{}", error->text);
    return {};
  }

  Status take_unit(std::string_view comment) {
    const std::optional<std::string_view> unit = unit_in(comment);
    if (!unit) return {};
    if (unit->empty() || unit->size() > kMaxUnit || !std::ranges::all_of(*unit, is_letter))
      return refuse("the unit is '{}', it must be one word of at most {} letters, as in # unit: m",
                    *unit, kMaxUnit);
    unit_ = *unit;
    return {};
  }

  Error open_quote() const { return refuse("a quote is not closed before the end of its field"); }

  std::string_view field(BoxColumn column) const { return fields_[header_.place(column)]; }

  Status read(std::string_view line, Row& row) {
    if (!split_fields(line, fields_)) return open_quote();
    if (fields_.size() != header_.width())
      return refuse("{} fields, the header has {}", fields_.size(), header_.width());
    if (has(BoxColumn::frame))
      if (auto error = read_integer(BoxColumn::frame, row.frame)) return error;
    if (auto error = read_integer(BoxColumn::id, row.id)) return error;
    const Result<Aabb> box = read_box({field(BoxColumn::min_x), field(BoxColumn::min_y),
                                       field(BoxColumn::max_x), field(BoxColumn::max_y)});
    if (!box) return refuse("{}", box.error().text);
    row.box = *box;
    return read_rules(row);
  }

  Status read_rules(Row& row) const {
    if (has(BoxColumn::is_static))
      if (auto error = read_flag(row.is_static)) return error;
    if (has(BoxColumn::category))
      if (auto error = read_bits(BoxColumn::category, row.filter.category)) return error;
    if (has(BoxColumn::mask)) return read_bits(BoxColumn::mask, row.filter.mask);
    return {};
  }

  Status read_integer(BoxColumn column, std::int64_t& value) const {
    const std::string_view text = field(column), name = name_of(column);
    const std::errc failure = read_whole(without_plus(text), value);
    if (failure == std::errc::result_out_of_range)
      return refuse("{} {} is too large, {}s are 64-bit signed integers", name, text, name);
    if (failure != std::errc{}) return refuse("{} is '{}', it must be an integer", name, text);
    return {};
  }

  Status read_bits(BoxColumn column, std::uint16_t& value) const {
    const std::string_view text = field(column);
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    if (read_whole(is_hex ? text.substr(2) : without_plus(text), value, is_hex ? 16 : 10) !=
        std::errc{})
      return refuse("{} is '{}', it must be a whole number from 0 to 65535, or 0x0 to 0xFFFF",
                    name_of(column), text);
    return {};
  }

  Status read_flag(bool& value) const {
    const std::string_view text = field(BoxColumn::is_static);
    const auto is = [&](std::string_view word) {
      return std::ranges::equal(text, word, [](char a, char b) { return (a | 0x20) == b; });
    };
    value = text == "1" || is("true");
    if (value || text == "0" || is("false")) return {};
    return refuse("{} is '{}', it must be 0 or 1, false or true", name_of(BoxColumn::is_static),
                  text);
  }

  static constexpr std::size_t kMaxUnit = 8;  // letters
  Lines lines_;
  std::string_view file_;
  BoxHeader header_;
  std::size_t header_line_ = 0;
  std::string unit_ = "px";
  Fields fields_;
  Status error_;
};

// ---- frames

/// Adds a row to the last frame, or begins the next one.
void append(BoxRecording& trace, const Row& row, const Rows& rows) {
  if (trace.frames.empty() || trace.frames.back() != row.frame) {
    trace.frames.push_back(row.frame);
    trace.begins.push_back(trace.ids.size());
  }
  trace.ids.push_back(row.id);
  trace.boxes.push_back(row.box);
  if (rows.has_rules()) trace.filters.push_back(row.filter);
  if (rows.has(BoxColumn::is_static)) trace.is_static.push_back(row.is_static ? 1 : 0);
  ++trace.begins.back();
}

using Order = std::vector<std::size_t>;

/// Puts row `order[k]` of a column in place `begin + k`.
template <class T>
void reorder(std::vector<T>& column, std::size_t begin, const Order& order) {
  if (column.empty()) return;
  std::vector<T> sorted;
  sorted.reserve(order.size());
  for (const std::size_t row : order) sorted.push_back(column[row]);
  std::ranges::copy(sorted, column.begin() + static_cast<std::ptrdiff_t>(begin));
}

void reorder(BoxRecording& trace, std::size_t begin, const Order& order) {
  reorder(trace.ids, begin, order), reorder(trace.boxes, begin, order);
  reorder(trace.filters, begin, order), reorder(trace.is_static, begin, order);
}

/// Brings frames into the order of their numbers, each one's rows together.
void regroup(BoxRecording& trace) {
  Order runs(trace.size()), rows;
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
  reorder(trace, 0, rows);
  trace.frames = std::move(frames), trace.begins = std::move(begins);
}

/// Sorts the rows of a frame by id; false when an id stands twice.
bool sort_frame(BoxRecording& trace, std::size_t frame) {
  const auto ids = trace.ids_of(frame);
  if (std::ranges::adjacent_find(ids, std::ranges::greater_equal{}) == ids.end()) return true;
  Order rows(ids.size());
  std::iota(rows.begin(), rows.end(), trace.begins[frame]);
  std::ranges::sort(rows, {}, [&](std::size_t row) { return trace.ids[row]; });
  reorder(trace, trace.begins[frame], rows);
  return std::ranges::adjacent_find(ids) == ids.end();
}

/// Rows in the order of the file become frames in the order of their numbers; false when a frame
/// has an id twice.
bool put_in_order(BoxRecording& trace) {
  if (std::ranges::adjacent_find(trace.frames, std::ranges::greater{}) != trace.frames.end())
    regroup(trace);
  for (std::size_t f = 0; f < trace.size(); ++f)
    if (!sort_frame(trace, f)) return false;
  return true;
}

/// Many frames in a file without the column `frame`: it may stand there under another name.
Error refuse_double(const Rows& rows, std::int64_t id, std::size_t line,
                    std::string_view file_name) {
  const auto& meant = rows.header().likely_frame();
  if (!meant)
    return rows.refuse(
        "id {} is already on line {}, ids must be unique; a recording of many frames has a column "
        "'frame'",
        id, line);
  return {fmt::format(
      "{}:{}: column '{}' is not known; a recording's frame column is called 'frame' (id {} stands "
      "on lines {} and {})",
      file_name, rows.header_line(), *meant, id, line, rows.line())};
}

// A second reading, for which every line is kept in mind: only a file that is refused pays for it.
Error first_duplicate(std::string_view text, std::string_view file_name) {
  Rows rows(text, file_name);
  std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::size_t>> line_of;
  for (Row row; rows.next(row);) {
    const auto [it, is_new] = line_of[row.frame].emplace(row.id, rows.line());
    if (is_new) continue;
    if (!rows.has(BoxColumn::frame)) return refuse_double(rows, row.id, it->second, file_name);
    return rows.refuse("id {} is already in frame {}, on line {}; ids must be unique in a frame",
                       row.id, row.frame, it->second);
  }
  assert(false && "called when there is a duplicate");
  return {};
}

}  // namespace

bool names_frames(std::string_view text) { return Rows(text, {}).has(BoxColumn::frame); }

bool is_box_file(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  for (const std::string_view ending : {".csv", ".csv.gz", ".csv.zst"})
    if (name.ends_with(ending)) return true;
  return is_compressed(read_beginning(path, 4));
}

Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name) {
  Rows rows(text, file_name);
  BoxRecording trace;
  trace.unit = rows.unit();
  for (Row row; rows.next(row);) append(trace, row, rows);
  // What was read stands before the line that could not be read.
  if (!put_in_order(trace)) return first_duplicate(text, file_name);
  if (rows.error()) return *rows.error();
  if (!rows.has(BoxColumn::frame) && trace.frames.empty()) {
    trace.frames = {0};
    trace.begins = {0, 0};
  }
  return trace;
}

Result<BoxRecording> load_box_recording(const std::filesystem::path& path) {
  Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  const Result<std::string> text = decompressed(*std::move(bytes), path.string());
  if (!text) return text.error();
  return parse_box_recording(*text, path.string());
}

Result<Aabb> parse_box(std::string_view text) {
  constexpr std::string_view kForm = "min_x,min_y,max_x,max_y";
  Fields fields;
  if (!split_fields(text, fields) || fields.size() != 4)
    return Error{fmt::format("'{}' is not a box; a box is {}", text, kForm)};
  return read_box({fields[0], fields[1], fields[2], fields[3]});
}

}  // namespace phasebox
