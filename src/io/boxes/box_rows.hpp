// SPDX-License-Identifier: MIT
// The rows of a box file, read in the order of the text, which may come in parts.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "collide/frame.hpp"
#include "io/boxes/box_fields.hpp"
#include "io/boxes/box_header.hpp"
#include "io/boxes/json_boxes.hpp"

namespace phasebox {

/// The longest line of a box file, in bytes.
inline constexpr std::size_t kMaxBoxLine = std::size_t{1} << 16;

/// Splits a text that comes in parts into lines, wherever the parts are cut. Blank lines are
/// skipped.
class Lines {
 public:
  /// Adds the next part of the text, which must stay in memory until it has been read.
  void give(std::string_view part) { rest_ = part; }
  /// Says that no part follows: the last line may have no line end.
  void end() { has_ended_ = true; }
  /// Gives the next line that is not blank; false when another part must be given first, or the
  /// text has ended. Lines may end in CR alone if the first one does. A line that is longer than
  /// kMaxBoxLine is returned, cut, as soon as that is known; its rest is skipped.
  bool next(std::string_view& line);
  /// of the last line returned, from 1; blank lines count
  std::size_t number() const { return number_; }
  /// whether the last line returned is longer than kMaxBoxLine
  bool is_too_long() const { return is_too_long_; }

 private:
  bool take(std::string_view& line);

  std::string_view rest_;
  // the part of a line whose end has not come yet; the last line, where it was joined of parts
  std::string held_, line_;
  bool has_ended_ = false, is_too_long_ = false, skips_ = false;
  char end_ = '\n';
  std::size_t number_ = 0;
};

/// The values of one row; without the column `frame` the frame is 0.
struct BoxRow {
  std::int64_t frame = 0, id = 0;
  /// min_x, min_y, max_x, max_y in the unit of the file; y points down
  std::array<double, 4> sides{};
  Filter filter;
  bool is_static = false;
};

/// The largest number of boxes of a recording, all frames together; each takes 24 to 37 bytes.
inline constexpr std::size_t kMaxBoxRows = 50'000'000;

/// Reads rows in the order of the text: CSV, or an object of JSON on each line. Or it takes rows
/// that are no text, one by one. Reading can continue after a bad row, but not after a bad header.
class BoxRows {
 public:
  enum class Next : std::uint8_t {
    row,
    bad,    ///< a bad row or header; `status` says what is wrong with it
    again,  ///< the line repeats the header, as where a recording begins again; as a row it is bad
    end     ///< the end of the text that was given; more may follow
  };

  explicit BoxRows(std::string_view file_name, BoxOrigin place = BoxOrigin::unsaid)
      : file_(file_name), place_(place) {}
  /// Passes the next part of the text, which must stay in memory until it has been read, to
  /// `Lines::give`.
  void give(std::string_view part) { lines_.give(part); }
  /// Says that no part follows, as `Lines::end` does.
  void end() { lines_.end(); }
  /// Reads the next row into `row`, the header before it if necessary. `row` is valid for Next::row
  /// alone.
  Next next(BoxRow& row);
  /// Reads a row of a file that is no lines of text into `row`. The names of the first one are the
  /// header. Errors then name the number of the box, from 1, and no line.
  Status take(std::span<const BoxField> fields, BoxRow& row);

  bool has_header() const { return header_line_ > 0; }
  std::size_t header_line() const { return header_line_; }
  const BoxHeader& header() const { return header_; }
  bool has(BoxColumn column) const { return header_.has(column); }
  bool has_rules() const {
    return has(BoxColumn::category) || has(BoxColumn::mask) || has(BoxColumn::group);
  }
  const std::string& unit() const { return unit_; }
  FilterRule rule() const { return rule_; }
  /// The offset that a line `# origin: x,y` asks for, which is subtracted from all boxes.
  const std::optional<std::array<double, 2>>& origin() const { return origin_; }
  /// Notes for the user about what was left out or assumed, one sentence each; complete once the
  /// header has been read.
  std::vector<Sentence> notes() const;
  /// the number of the line or of the box that was read last, from 1
  std::size_t line() const { return boxes_ > 0 ? boxes_ : lines_.number(); }
  /// whether `line` is the number of a box
  bool counts_boxes() const { return boxes_ > 0; }
  const Status& status() const { return status_; }

  /// Returns the error `file:line: what` for the line that was read last, or for a given one.
  Error refuse(const Sentence& what) const { return refuse(line(), what); }
  Error refuse(std::size_t line, const Sentence& what) const;
  /// Returns where a row is, for errors: "on line 7", or "as box 7".
  Sentence place_of(std::size_t line) const;
  /// Returns the error for a text that ends, or goes on too long, without a header.
  Error no_header() const;

 private:
  bool find_header();
  Status read_header(std::string_view line);
  Status read_headerless(std::string_view line);
  Status read_object_header(std::string_view line);
  Status take_names(std::span<const std::string_view> names);
  Status take_object(std::string_view line);
  Status take_fields(std::span<const BoxField> fields);
  Status check_fields() const;
  Status skip(std::string_view line);
  Status check_skipped() const;
  Status take_comment(std::string_view comment);
  Status take_unit(std::string_view unit);
  Status take_origin(std::string_view origin);
  Status read(std::string_view line, BoxRow& row);
  Status read_fields(BoxRow& row);
  Status read_sides(std::array<double, 4>& sides) const;
  Status read_axis(std::size_t axis, double& min, double& max) const;
  Status read_integer(BoxColumn column, std::int64_t& value) const;
  Status read_bits(BoxColumn column, std::uint32_t& value);
  Status read_group(std::int32_t& value) const;
  Status read_flag(bool& value) const;
  std::optional<double> number(std::string_view text) const;
  std::string_view field(BoxColumn column) const {
    return fields_[header_.place[static_cast<std::size_t>(column)]];
  }
  Status split(std::string_view line);

  static constexpr std::size_t kMaxUnit = 8;  // longest unit, in letters
  Lines lines_;
  std::string file_;
  BoxOrigin place_;  // what x, y beside width, height is
  BoxHeader header_;
  char separator_ = ',';
  bool has_separator_ = false;  // whether a line such as "sep=;" has set `separator_`
  std::size_t width_ = 0;       // number of fields of the header, which each row must have
  std::string header_text_;
  std::size_t header_line_ = 0;
  // number of lines before the header that are neither comments nor the header
  std::size_t skipped_ = 0;
  std::string first_skipped_, last_skipped_;
  std::size_t last_skipped_line_ = 0;
  std::string first_row_;  // the line of the header, where it is a row as well: in MOT and JSON
  bool is_mot_ = false;
  std::optional<JsonBoxes> json_;   // where each line is an object
  std::vector<std::string> names_;  // of the fields of the first row, where fields have names
  std::span<const BoxField> named_fields_;  // of the row taken last, where fields have names
  std::size_t boxes_ = 0;                   // number of rows taken that are no lines
  bool is_y_up_ = false;
  std::string unit_ = "px";
  FilterRule rule_ = FilterRule::both;
  std::optional<std::array<double, 2>> origin_;
  // categories and masks of more than 32 bits that were read so far
  std::array<std::set<std::uint64_t>, 2> wide_;
  std::vector<std::string_view> fields_;
  Status status_;
};

/// Reads one box as a user types it, `min_x,min_y,max_x,max_y`, and subtracts `offset`.
Result<Aabb> parse_box(std::string_view text, std::array<double, 2> offset = {});

}  // namespace phasebox
