// SPDX-License-Identifier: MIT
// Box files as CSV text: lines and fields, the header, and the rows one after the other, whether
// the text is there as a whole or comes in parts.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "collide/box_recording.hpp"

namespace phasebox {

// Lines and fields of CSV text, without copies.

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Cuts a line into its fields, each without blanks around it and without the quotes it may stand
/// in; a comma between quotes does not end a field. False when a quote is not closed before the
/// field's end.
bool split_fields(std::string_view line, std::vector<std::string_view>& fields);

/// The text of a table, line by line; blank lines and comments are passed over.
class Lines {
 public:
  /// The next part of the text, which ends with a line; what came before has been read.
  void give(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    rest_ = text;
    if (number_ == 0 && rest_.starts_with(kByteOrderMark))
      rest_.remove_prefix(kByteOrderMark.size());
  }
  bool next(std::string_view& line) {
    return next(line, [](std::string_view) {});
  }
  /// Calls `passed` with every comment on the way, from its '#' on.
  template <class Passed>
  bool next(std::string_view& line, Passed passed) {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      line = trimmed(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      if (line.empty()) continue;
      if (line.front() != '#') return true;
      passed(line);
    }
    return false;
  }
  std::size_t number() const { return number_; }  ///< of the last line, from 1

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

// The header of a box file: which column stands where, and what those that are not known may mean.

/// Columns of a box file; the first five are required.
enum class BoxColumn : std::uint8_t {
  id,
  min_x,
  min_y,
  max_x,
  max_y,
  frame,
  is_static,
  category,
  mask,
  count_
};
inline constexpr std::size_t kBoxColumns = static_cast<std::size_t>(BoxColumn::count_);
std::string_view name_of(BoxColumn column);

/// "id,min_x,min_y,max_x,max_y".
std::string required_box_columns();

/// Where the columns stand. Names are known in any letter case; other columns are passed over.
class BoxHeader {
 public:
  BoxHeader() { place_.fill(kMissing); }
  /// Takes the names as they stand in the file. The error has no place in front.
  Status read(const std::vector<std::string_view>& names);

  bool has(BoxColumn column) const { return place(column) != kMissing; }
  std::size_t place(BoxColumn column) const { return place_[static_cast<std::size_t>(column)]; }
  std::size_t width() const { return width_; }  ///< fields per line
  /// A column that is not known, and is probably meant to be `frame`; as it stands in the file.
  const std::optional<std::string>& likely_frame() const { return likely_frame_; }

 private:
  static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);
  std::array<std::size_t, kBoxColumns> place_{};
  std::size_t width_ = 0;
  std::optional<std::string> likely_frame_;
};

// The rows of a box file, one after the other, whether its text is there as a whole or comes in
// parts.

/// What one row says; without the column `frame` the frame is 0.
struct BoxRow {
  std::int64_t frame = 0, id = 0;
  Aabb box;
  Filter filter;
  bool is_static = false;
};

/// Bytes of a line of a box file.
inline constexpr std::size_t kMaxBoxLine = std::size_t{1} << 16;
/// Boxes of all frames of a recording; they take 24 to 29 bytes each.
inline constexpr std::size_t kMaxBoxRows = 50'000'000;

/// Reads rows in the order of the text. A bad row is refused, and reading may go on after it; after
/// a bad header it may not.
class BoxRows {
 public:
  enum class Next : std::uint8_t {
    row,
    bad,    ///< `error` says what is wrong with the line
    again,  ///< the same, but the line is the header once more
    end     ///< of the text that was given
  };

  explicit BoxRows(std::string_view file_name) : file_(file_name) {}
  /// The next part of the text: whole lines, which stay where they are until they have been read.
  void give(std::string_view text) { lines_.give(text); }
  Next next(BoxRow& row);

  bool has_header() const { return header_line_ > 0; }
  const BoxHeader& header() const { return header_; }
  std::size_t header_line() const { return header_line_; }
  bool has(BoxColumn column) const { return header_.has(column); }
  bool has_rules() const { return has(BoxColumn::category) || has(BoxColumn::mask); }
  const std::string& unit() const { return unit_; }
  std::size_t line() const { return lines_.number(); }  ///< of the last row, from 1
  const Status& error() const { return error_; }

  /// `file:line: what`, of the last line or of another one.
  Error refuse(std::string_view what) const { return refuse(line(), what); }
  Error refuse(std::size_t line, std::string_view what) const;
  Error no_header() const;

 private:
  bool find_header();
  Status read_header(std::string_view line);
  Status take_unit(std::string_view comment);
  Status read(std::string_view line, BoxRow& row);
  Status read_rules(BoxRow& row) const;
  Status read_integer(BoxColumn column, std::int64_t& value) const;
  Status read_bits(BoxColumn column, std::uint16_t& value) const;
  Status read_flag(bool& value) const;
  std::string_view field(BoxColumn column) const { return fields_[header_.place(column)]; }
  Error open_quote() const;

  static constexpr std::size_t kMaxUnit = 8;  // letters
  Lines lines_;
  std::string file_;
  BoxHeader header_;
  std::string header_text_;
  std::size_t header_line_ = 0;
  std::string unit_ = "px";
  std::vector<std::string_view> fields_;
  Status error_;
};

/// The columns from min_x on, in their order.
Result<Aabb> read_box(const std::array<std::string_view, 4>& texts);

/// Adds a row to the last frame, or begins the next one.
void append_row(BoxRecording& trace, const BoxRow& row, const BoxRows& rows);
/// Sorts the rows of a frame by id; false for duplicate ids.
bool sort_frame(BoxRecording& trace, std::size_t frame);

using RowOrder = std::vector<std::size_t>;
/// Puts row `order[k]` in place `begin + k`.
void reorder_rows(BoxRecording& trace, std::size_t begin, const RowOrder& order);

/// "id 7 is already in frame 3, on line 12; ids must be unique in a frame".
std::string duplicate_text(std::int64_t id, std::int64_t frame, std::size_t line);

}  // namespace phasebox
