// SPDX-License-Identifier: MIT
// One pass over the text of a CSV file; numbers by from_chars, whatever the locale.
#include "io/box_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "io/text_file.hpp"

namespace phasebox {
namespace {

enum Column : std::size_t { id, min_x, min_y, max_x, max_y, count_ };
constexpr std::array<std::string_view, Column::count_> kColumns{"id", "min_x", "min_y", "max_x",
                                                                "max_y"};
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

// from_chars calls numbers out of range that are too small as well as those that are too large;
// the small ones are 0 or denormal.
std::optional<float> read_float(std::string_view text) {
  text = without_plus(text);
  float value = 0;
  std::errc failure = read_whole(text, value);
  if (failure == std::errc::result_out_of_range) {
    double wide = 0;
    failure = read_whole(text, wide);
    if (failure == std::errc::result_out_of_range && text.find("e-") != std::string_view::npos)
      return text.front() == '-' ? -0.0f : 0.0f;
    if (std::abs(wide) > 1) return {};
    value = static_cast<float>(wide);
  }
  if (failure != std::errc{} || !std::isfinite(value)) return {};
  return value;
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

class Parser {
 public:
  Parser(std::string_view text, std::string_view file_name) : lines_(text), file_(file_name) {}

  Result<BoxTable> run() {
    std::string_view line;
    if (!lines_.next(line))
      return Error{fmt::format("{}: no header line; the first line names the columns {}", file_,
                               fmt::join(kColumns, ","))};
    split(line, fields_);
    if (auto error = read_header()) return *std::move(error);
    while (lines_.next(line)) {
      split(line, fields_);
      if (auto error = read_row()) return *std::move(error);
    }
    return std::move(table_);
  }

 private:
  template <class... Args>
  Error refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return {fmt::format("{}:{}: ", file_, lines_.number()) +
            fmt::format(format, std::forward<Args>(args)...)};
  }

  Status read_header() {
    width_ = fields_.size();
    place_.fill(kMissing);
    for (std::size_t i = 0; i < width_; ++i) {
      const auto it = std::ranges::find(kColumns, fields_[i]);
      if (it == kColumns.end()) continue;  // columns of others are not ours to judge
      std::size_t& place = place_[static_cast<std::size_t>(it - kColumns.begin())];
      if (place != kMissing)
        return refuse("column '{}' stands twice in the header, each column stands once", *it);
      place = i;
    }
    for (std::size_t c = 0; c < kColumns.size(); ++c)
      if (place_[c] == kMissing)
        return refuse("the header has no column '{}', it needs {} in any order", kColumns[c],
                      fmt::join(kColumns, ","));
    return {};
  }

  Status read_row() {
    if (fields_.size() != width_)
      return refuse("{} fields, the header has {}", fields_.size(), width_);
    if (auto error = read_id()) return error;
    std::array<float, Column::count_> v{};
    for (std::size_t c = Column::min_x; c < Column::count_; ++c) {
      const std::string_view text = fields_[place_[c]];
      const std::optional<float> value = read_float(text);
      if (!value)
        return refuse("{} is '{}', it must be a finite float32 number", kColumns[c], text);
      v[c] = *value;
    }
    if (v[max_x] < v[min_x]) return refuse_inverted(max_x, min_x);
    if (v[max_y] < v[min_y]) return refuse_inverted(max_y, min_y);
    table_.boxes.push_back({{v[min_x], v[min_y]}, {v[max_x], v[max_y]}});
    return {};
  }

  Error refuse_inverted(Column max, Column min) const {
    return refuse("{} {} is less than {} {}, max must be at least min", kColumns[max],
                  fields_[place_[max]], kColumns[min], fields_[place_[min]]);
  }

  Status read_id() {
    const std::string_view text = fields_[place_[Column::id]];
    std::int64_t value = 0;
    const std::errc failure = read_whole(without_plus(text), value);
    if (failure == std::errc::result_out_of_range)
      return refuse("id {} is too large, ids are 64-bit signed integers", text);
    if (failure != std::errc{}) return refuse("id is '{}', it must be an integer", text);
    const auto [it, is_new] = line_of_id_.emplace(value, lines_.number());
    if (!is_new)
      return refuse("id {} is already on line {}, ids must be unique", value, it->second);
    table_.ids.push_back(value);
    return {};
  }

  Lines lines_;
  std::string_view file_;
  std::size_t width_ = 0;                            // fields per line
  std::array<std::size_t, Column::count_> place_{};  // field that holds the column
  std::vector<std::string_view> fields_;
  std::unordered_map<std::int64_t, std::size_t> line_of_id_;
  BoxTable table_;
};

}  // namespace

Result<BoxTable> parse_boxes(std::string_view text, std::string_view file_name) {
  return Parser(text, file_name).run();
}

Result<BoxTable> load_boxes(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  return parse_boxes(*text, path.string());
}

}  // namespace phasebox
