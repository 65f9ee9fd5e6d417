// SPDX-License-Identifier: MIT
// One pass over the text of a CSV file; numbers by from_chars, whatever the locale. Rows go
// straight into the columns of a trace; only what does not stand in order is moved.
#include "io/box_trace.hpp"

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
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/text_file.hpp"

namespace phasebox {
namespace {

enum Column : std::size_t { id, min_x, min_y, max_x, max_y, frame, count_ };
constexpr std::array<std::string_view, Column::count_> kColumns{"id",    "min_x", "min_y",
                                                                "max_x", "max_y", "frame"};
constexpr auto kRequired = std::span(kColumns).first<Column::frame>();
constexpr std::size_t kMissing = static_cast<std::size_t>(-1);

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

void split(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (;;) {
    const std::size_t comma = line.find(',');
    fields.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return;
    line.remove_prefix(comma + 1);
  }
}

// from_chars knows no leading plus.
std::string_view without_plus(std::string_view text) {
  const bool skip = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return skip ? text.substr(1) : text;
}

template <class T>
std::errc read_whole(std::string_view text, T& value) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
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

// In the order of kColumns, from min_x on.
Result<Aabb> read_box(const std::array<std::string_view, 4>& texts) {
  std::array<float, 4> v{};
  for (std::size_t i = 0; i < v.size(); ++i) {
    const std::optional<float> value = read_float(texts[i]);
    if (!value)
      return Error{fmt::format("{} is '{}', it must be a finite float32 number",
                               kColumns[Column::min_x + i], texts[i])};
    v[i] = *value;
  }
  for (std::size_t min = 0, max = 2; min < 2; ++min, ++max)
    if (v[max] < v[min])
      return Error{fmt::format("{} {} is less than {} {}, max must be at least min",
                               kColumns[Column::min_x + max], texts[max],
                               kColumns[Column::min_x + min], texts[min])};
  return Aabb{{v[0], v[1]}, {v[2], v[3]}};
}

/// The text of a table, line by line; blank lines and comments are passed over.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
  }
  bool next(std::string_view& line) {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      line = trimmed(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      if (!line.empty() && line.front() != '#') return true;
    }
    return false;
  }
  std::size_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

struct Row {
  std::int64_t frame = 0, id = 0;
  Aabb box;
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
    split(line, fields_);
    error_ = read(row);
    return !error_;
  }
  bool has_frames() const { return place_[Column::frame] != kMissing; }
  std::size_t line() const { return lines_.number(); }
  const Status& error() const { return error_; }

  template <class... Args>
  Error refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return {fmt::format("{}:{}: ", file_, lines_.number()) +
            fmt::format(format, std::forward<Args>(args)...)};
  }

 private:
  Status open() {
    place_.fill(kMissing);
    std::string_view line;
    if (!lines_.next(line))
      return Error{fmt::format("{}: no header line; the first line names the columns {}", file_,
                               fmt::join(kRequired, ","))};
    split(line, fields_);
    width_ = fields_.size();
    for (std::size_t i = 0; i < width_; ++i) {
      const auto it = std::ranges::find(kColumns, fields_[i]);
      if (it == kColumns.end()) continue;  // columns of others are not ours to judge
      std::size_t& place = place_[static_cast<std::size_t>(it - kColumns.begin())];
      if (place != kMissing)
        return refuse("column '{}' stands twice in the header, each column stands once", *it);
      place = i;
    }
    for (std::size_t c = 0; c < kRequired.size(); ++c)
      if (place_[c] == kMissing)
        return refuse("the header has no column '{}', it needs {} in any order", kColumns[c],
                      fmt::join(kRequired, ","));
    return {};
  }

  Status read(Row& row) const {
    if (fields_.size() != width_)
      return refuse("{} fields, the header has {}", fields_.size(), width_);
    if (has_frames())
      if (auto error = read_integer(Column::frame, row.frame)) return error;
    if (auto error = read_integer(Column::id, row.id)) return error;
    std::array<std::string_view, 4> texts;
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = fields_[place_[Column::min_x + i]];
    const Result<Aabb> box = read_box(texts);
    if (!box) return refuse("{}", box.error().text);
    row.box = *box;
    return {};
  }

  Status read_integer(Column column, std::int64_t& value) const {
    const std::string_view text = fields_[place_[column]], name = kColumns[column];
    const std::errc failure = read_whole(without_plus(text), value);
    if (failure == std::errc::result_out_of_range)
      return refuse("{} {} is too large, {}s are 64-bit signed integers", name, text, name);
    if (failure != std::errc{}) return refuse("{} is '{}', it must be an integer", name, text);
    return {};
  }

  Lines lines_;
  std::string_view file_;
  std::size_t width_ = 0;                            // fields per line
  std::array<std::size_t, Column::count_> place_{};  // field that holds the column
  std::vector<std::string_view> fields_;
  Status error_;
};

// ---- frames

/// Adds a row to the last frame, or begins the next one.
void append(BoxTrace& trace, std::int64_t frame, std::int64_t id, const Aabb& box) {
  if (trace.frames.empty() || trace.frames.back() != frame) {
    trace.frames.push_back(frame);
    trace.begins.push_back(trace.ids.size());
  }
  trace.ids.push_back(id);
  trace.boxes.push_back(box);
  ++trace.begins.back();
}

/// Brings frames into the order of their numbers, each one's rows together.
BoxTrace regrouped(const BoxTrace& runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t run) { return runs.frames[run]; });
  BoxTrace trace;
  trace.ids.reserve(runs.ids.size());
  trace.boxes.reserve(runs.boxes.size());
  for (const std::size_t run : order)
    for (std::size_t row = runs.begins[run]; row < runs.begins[run + 1]; ++row)
      append(trace, runs.frames[run], runs.ids[row], runs.boxes[row]);
  return trace;
}

/// Sorts the rows of a frame by id; false when an id stands twice.
bool sort_frame(std::span<std::int64_t> ids, std::span<Aabb> boxes) {
  if (std::ranges::adjacent_find(ids, std::ranges::greater_equal{}) == ids.end()) return true;
  std::vector<std::pair<std::int64_t, Aabb>> rows;
  rows.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) rows.emplace_back(ids[i], boxes[i]);
  std::ranges::sort(rows, {}, [](const auto& row) { return row.first; });
  for (std::size_t i = 0; i < ids.size(); ++i) std::tie(ids[i], boxes[i]) = rows[i];
  return std::ranges::adjacent_find(ids) == ids.end();
}

/// Rows in the order of the file become frames in the order of their numbers; false when a frame
/// has an id twice.
bool put_in_order(BoxTrace& trace) {
  if (std::ranges::adjacent_find(trace.frames, std::ranges::greater{}) != trace.frames.end())
    trace = regrouped(trace);
  for (std::size_t f = 0; f < trace.size(); ++f) {
    const std::size_t begin = trace.begins[f], n = trace.begins[f + 1] - begin;
    if (!sort_frame(std::span(trace.ids).subspan(begin, n),
                    std::span(trace.boxes).subspan(begin, n)))
      return false;
  }
  return true;
}

// A second reading, for which every line is kept in mind: only a file that is refused pays for it.
Error first_duplicate(std::string_view text, std::string_view file_name) {
  Rows rows(text, file_name);
  std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::size_t>> line_of;
  for (Row row; rows.next(row);) {
    const auto [it, is_new] = line_of[row.frame].emplace(row.id, rows.line());
    if (is_new) continue;
    if (!rows.has_frames())
      return rows.refuse("id {} is already on line {}, ids must be unique", row.id, it->second);
    return rows.refuse("id {} is already in frame {}, on line {}; ids must be unique in a frame",
                       row.id, row.frame, it->second);
  }
  assert(false && "called when there is a duplicate");
  return {};
}

}  // namespace

bool names_frames(std::string_view text) { return Rows(text, {}).has_frames(); }

Result<BoxTrace> parse_box_trace(std::string_view text, std::string_view file_name) {
  Rows rows(text, file_name);
  BoxTrace trace;
  for (Row row; rows.next(row);) append(trace, row.frame, row.id, row.box);
  // What was read stands before the line that could not be read.
  if (!put_in_order(trace)) return first_duplicate(text, file_name);
  if (rows.error()) return *rows.error();
  if (!rows.has_frames() && trace.frames.empty()) {
    trace.frames = {0};
    trace.begins = {0, 0};
  }
  return trace;
}

Result<BoxTrace> load_box_trace(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  return parse_box_trace(*text, path.string());
}

Result<Aabb> parse_box(std::string_view text) {
  constexpr std::string_view kForm = "min_x,min_y,max_x,max_y";
  std::vector<std::string_view> fields;
  split(text, fields);
  if (fields.size() != 4) return Error{fmt::format("'{}' is not a box; a box is {}", text, kForm)};
  return read_box({fields[0], fields[1], fields[2], fields[3]});
}

}  // namespace phasebox
