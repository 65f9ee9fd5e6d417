// SPDX-License-Identifier: MIT
// Box recordings as CSV files (docs/file-formats.md), boxes of other programs, one frame or many:
// read as a whole or row by row as the text comes, and written.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// Whether the header of a box file, which may be compressed, has the column `frame`: a recording,
/// not a single frame.
bool names_frames(std::string_view bytes);

/// Whether a file holds boxes rather than a scene: by its name (.csv, .csv.gz, .csv.zst, in any
/// letter case), or because it is compressed by gzip or zstd, whatever its name.
bool is_box_file(const std::filesystem::path& path);

/// Reads the text of a box file; the first bad line is refused as `file:line: what, rule`. The rows
/// may stand in any order. A file without the column `frame` is one frame, number 0. O(n) for rows
/// in order.
Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name);
/// The same of the bytes of a file, which may be compressed by gzip or zstd. The text is never
/// there as a whole, so that one that is none is refused however far it would expand.
Result<BoxRecording> decompressed_recording(std::string_view bytes, std::string_view file_name);
/// The same of a file.
Result<BoxRecording> load_box_recording(const std::filesystem::path& path);

/// Reads one box as a user types it: `min_x,min_y,max_x,max_y`.
Result<Aabb> parse_box(std::string_view text);

/// Writes all frames with the columns that the recording has; read again they are the same, bit for
/// bit. In place of the file at once.
Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& show);

/// The same text of a recording by itself.
std::string box_recording_text(const BoxRecording& recording);

// ---- row by row

/// Cuts a line into its fields, each without blanks around it and without the quotes it may stand
/// in; a comma between quotes does not end a field. False when a quote is not closed before the
/// field's end.
bool split_fields(std::string_view line, std::vector<std::string_view>& fields);

/// Bytes of a line of a box file.
inline constexpr std::size_t kMaxBoxLine = std::size_t{1} << 16;

/// The text of a table, line by line, wherever it is cut into parts; blank lines are passed over.
class Lines {
 public:
  /// The next part of the text, which stays where it is until it has been read.
  void give(std::string_view part) { rest_ = part; }
  /// No part comes after the last one: its last line may have no end.
  void end() { has_ended_ = true; }
  /// The next line, without blanks at both ends; false when another part must be given first. A
  /// line that is too long comes as soon as that is known, and the rest of it does not.
  bool next(std::string_view& line);
  std::size_t number() const { return number_; }     ///< of the last line, from 1
  bool is_too_long() const { return is_too_long_; }  ///< that line

 private:
  bool take(std::string_view& line);

  std::string_view rest_;
  std::string held_, line_;  // of a line whose end has not come; the last one that was held
  bool has_ended_ = false, is_too_long_ = false, skips_ = false;
  std::size_t number_ = 0;
};

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

/// What one row says; without the column `frame` the frame is 0.
struct BoxRow {
  std::int64_t frame = 0, id = 0;
  Aabb box;
  Filter filter;
  bool is_static = false;
};

/// Boxes of all frames of a recording; they take 24 to 29 bytes each.
inline constexpr std::size_t kMaxBoxRows = 50'000'000;

/// Reads rows in the order of the text. Columns are known in any letter case, others are passed
/// over. A bad row is refused, and reading may go on after it; after a bad header it may not.
class BoxRows {
 public:
  enum class Next : std::uint8_t {
    row,
    bad,    ///< `error` says what is wrong with the line
    again,  ///< the same, but the line is the header once more
    end     ///< of the text that was given
  };

  explicit BoxRows(std::string_view file_name) : file_(file_name) { place_.fill(kMissing); }
  /// As those of Lines.
  void give(std::string_view part) { lines_.give(part); }
  void end() { lines_.end(); }
  Next next(BoxRow& row);

  bool has_header() const { return header_line_ > 0; }
  std::size_t header_line() const { return header_line_; }
  /// A column that is not known, and is probably meant to be `frame`; as it stands in the file.
  const std::optional<std::string>& likely_frame() const { return likely_frame_; }
  bool has(BoxColumn column) const { return place(column) != kMissing; }
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
  Status find_columns();
  Status take_unit(std::string_view comment);
  Status read(std::string_view line, BoxRow& row);
  Status read_rules(BoxRow& row) const;
  Status read_integer(BoxColumn column, std::int64_t& value) const;
  Status read_bits(BoxColumn column, std::uint16_t& value) const;
  Status read_flag(bool& value) const;
  std::size_t place(BoxColumn column) const { return place_[static_cast<std::size_t>(column)]; }
  std::string_view field(BoxColumn column) const { return fields_[place(column)]; }
  Status split(std::string_view line);

  static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);
  static constexpr std::size_t kMaxUnit = 8;  // letters
  Lines lines_;
  std::string file_;
  std::array<std::size_t, kBoxColumns> place_{};  // of the columns in a line
  std::size_t width_ = 0;                         // fields per line
  std::optional<std::string> likely_frame_;
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
/// f(column) for each that has a value per row.
template <class F>
void each_column(BoxRecording& trace, F f) {
  f(trace.ids), f(trace.boxes), f(trace.filters), f(trace.is_static);
}
/// Puts row `order[k]` in place `begin + k`.
void reorder_rows(BoxRecording& trace, std::size_t begin, const RowOrder& order);

/// "id 7 is already in frame 3, on line 12; ids must be unique in a frame".
std::string duplicate_text(std::int64_t id, std::int64_t frame, std::size_t line);

}  // namespace phasebox
