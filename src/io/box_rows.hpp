// SPDX-License-Identifier: MIT
// The rows of a box file, one after the other, whether its text is there as a whole or comes in
// parts.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "io/box_header.hpp"
#include "io/csv.hpp"

namespace phasebox {

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
/// Sorts the rows of a frame by id; false when an id stands twice.
bool sort_frame(BoxRecording& trace, std::size_t frame);

using RowOrder = std::vector<std::size_t>;
/// Puts row `order[k]` in place `begin + k`.
void reorder_rows(BoxRecording& trace, std::size_t begin, const RowOrder& order);

/// "id 7 is already in frame 3, on line 12; ids must be unique in a frame".
std::string duplicate_text(std::int64_t id, std::int64_t frame, std::size_t line);

}  // namespace phasebox
