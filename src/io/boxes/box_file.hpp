// SPDX-License-Identifier: MIT
// Box recordings as CSV files (docs/file-formats.md), boxes of other programs, one frame or many:
// read as a whole or row by row as the text comes, and written.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// What a column says. Two columns of each axis give the sides of a box.
enum class BoxColumn : std::uint8_t {
  id,
  frame,
  is_static,
  category,
  mask,
  group,
  x,  ///< the side min_x beside a width or max_x, the center beside half a width
  min_x,
  max_x,
  width,
  center_x,
  half_width,
  y,  // of the other axis, in the same order
  min_y,
  max_y,
  height,
  center_y,
  half_height,
  count_
};
inline constexpr std::size_t kBoxColumns = static_cast<std::size_t>(BoxColumn::count_);

/// "min_x": the name that is always understood.
std::string_view name_of(BoxColumn column);

/// The names of the five columns that boxes are written with.
inline constexpr std::string_view kRequiredBoxColumns = "id,min_x,min_y,max_x,max_y";

/// How two columns give the sides of an axis.
struct BoxForm {
  BoxColumn first, second;  ///< of the axis x
  double before, after;     ///< min = first - before * second, max = first + after * second
  bool is_ends() const { return second == BoxColumn::max_x; }  ///< the two are min and max
};

/// Where the columns are.
struct BoxHeader {
  static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);

  std::array<std::size_t, kBoxColumns> place;  ///< [column] in a row, or kMissing
  std::array<const BoxForm*, 2> form{};        ///< of x and y
  std::string ignored;                         ///< "'hp', 'catgory' (did you mean 'category'?)"
  std::string likely_frame;                    ///< probably meant to be `frame`, as it stands there

  BoxHeader() { place.fill(kMissing); }
  bool has(BoxColumn column) const { return place[static_cast<std::size_t>(column)] != kMissing; }
  /// The columns of the form of an axis, 0 or 1.
  std::array<BoxColumn, 2> sides(std::size_t axis) const;
};

/// "; did you mean 'minx'? Rename it"; empty where there is no name.
std::string did_you_mean(std::string_view name);

/// Whether names are those of a header: two of them are known.
bool is_box_header(std::span<const std::string_view> names);

/// Names are known in any letter case and spelling (`Min X`, `minX`), others are ignored. Refuses a
/// duplicate column and one that is missing, with a guess. `is_y_up`: `top` is the larger y.
Result<BoxHeader> box_header(std::span<const std::string_view> names, bool is_y_up);

/// Rows of the MOT benchmark (motchallenge.net), headless: frame, id, x, y, width, height and more.
BoxHeader mot_header();

/// Whether a box file, which may be compressed, has the column `frame`: it is a recording.
bool names_frames(std::string_view bytes);

/// Endings of the names of box files.
inline constexpr std::string_view kBoxFileEndings = ".csv, .tsv, .csv.gz, .csv.zst, .tmx, .tmj";

/// Whether a file holds boxes, not a scene, by its name in any case (endings, gt.txt and det.txt).
bool has_box_name(const std::filesystem::path& path);
/// The same, or because it is compressed by gzip or zstd, whatever its name.
bool is_box_file(const std::filesystem::path& path);

/// Reads the text of a box file or of a Tiled map; the first bad line is refused as `file:line:
/// what, rule`. The rows may stand in any order. A file without the column `frame` is one frame,
/// number 0. Boxes far from zero are told without an offset. O(n) for rows in order.
Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name);
/// The same of the bytes of a file, which may be compressed by gzip or zstd. The text is never
/// there as a whole, so that one that is none is refused however far it would expand.
Result<BoxRecording> decompressed_recording(std::string_view bytes, std::string_view file_name);
/// The same of a file.
Result<BoxRecording> load_box_recording(const std::filesystem::path& path);

/// Whether a text may be a map of the editor Tiled (doc.mapeditor.org): it begins as XML or JSON.
bool is_tiled_map(std::string_view text);
/// One frame. Objects become boxes around them, with their ids; points and texts are left out.
/// Tiles become static boxes where they are solid: by shapes of Tiled's collision editor, by a
/// property `collides` or `solid` of the tile or of its layer, or by such a name of the layer.
/// Tilesets of their own files are looked for beside `file_name`. Refuses in one line what is no
/// orthogonal map.
Result<BoxRecording> tiled_boxes(std::string_view text, const std::string& file_name);

/// Reads one box as a user types it, `min_x,min_y,max_x,max_y`, told without `offset`.
Result<Aabb> parse_box(std::string_view text, std::array<double, 2> offset = {});

/// Writes all frames with the columns they have, bit for bit, in place of the file at once.
Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& show);

/// The same text of a recording by itself; of one frame it may be without the column `frame`.
std::string box_recording_text(const BoxRecording& recording, bool names_frames = true);

/// The lines before the rows of a recording that begins with this frame, and the rows of a frame,
/// for a file that is written as a program goes; with groups wherever there are filters.
std::string box_head_text(const BoxRecording& first);
std::string box_rows_text(const BoxRecording& frame);

// ---- row by row

/// Cuts a line into its fields, each without blanks around it and without the quotes it may stand
/// in; separators between quotes do not end a field. False when a quote is not closed in it.
bool split_fields(std::string_view line, char separator, std::vector<std::string_view>& fields);

/// Bytes of a line of a box file.
inline constexpr std::size_t kMaxBoxLine = std::size_t{1} << 16;

/// The text of a table, line by line, wherever it is cut into parts; blank lines are passed over.
class Lines {
 public:
  /// The next part of the text, which stays where it is until it has been read.
  void give(std::string_view part) { rest_ = part; }
  /// No part comes after the last one: its last line may have no end.
  void end() { has_ended_ = true; }
  /// The next line; false when another part must be given first. Lines may end in CR alone where
  /// the first one does. A line that is too long comes as soon as that is known, without its rest.
  bool next(std::string_view& line);
  std::size_t number() const { return number_; }     ///< of the last line, from 1
  bool is_too_long() const { return is_too_long_; }  ///< that line

 private:
  bool take(std::string_view& line);

  std::string_view rest_;
  std::string held_, line_;  // of a line whose end has not come; the last one that was held
  bool has_ended_ = false, is_too_long_ = false, skips_ = false;
  char end_ = '\n';
  std::size_t number_ = 0;
};

/// What one row says; without the column `frame` the frame is 0.
struct BoxRow {
  std::int64_t frame = 0, id = 0;
  std::array<double, 4> sides{};  ///< min_x, min_y, max_x, max_y; y points down
  Filter filter;
  bool is_static = false;
};

/// Boxes of all frames of a recording; they take 24 to 37 bytes each.
inline constexpr std::size_t kMaxBoxRows = 50'000'000;

/// Reads rows in the text's order, also after a bad one that is refused; not after a bad header.
class BoxRows {
 public:
  enum class Next : std::uint8_t {
    row,
    bad,    ///< `error` says what is wrong with the line
    again,  ///< the same, but the line is the header once more
    end     ///< of the text that was given
  };

  explicit BoxRows(std::string_view file_name) : file_(file_name) {}
  /// As those of Lines.
  void give(std::string_view part) { lines_.give(part); }
  void end() { lines_.end(); }
  Next next(BoxRow& row);

  bool has_header() const { return header_line_ > 0; }
  std::size_t header_line() const { return header_line_; }
  const BoxHeader& header() const { return header_; }
  bool has(BoxColumn column) const { return header_.has(column); }
  bool has_rules() const {
    return has(BoxColumn::category) || has(BoxColumn::mask) || has(BoxColumn::group);
  }
  const std::string& unit() const { return unit_; }
  FilterRule rule() const { return rule_; }
  /// What `# origin: x,y` asks boxes to be told without.
  const std::optional<std::array<double, 2>>& origin() const { return origin_; }
  /// What was left out or taken for granted, a sentence each; complete with the header.
  std::vector<std::string> notes() const;
  std::size_t line() const { return lines_.number(); }  ///< of the last row, from 1
  const Status& error() const { return error_; }

  /// `file:line: what`, of the last line or of another one.
  Error refuse(std::string_view what) const { return refuse(line(), what); }
  Error refuse(std::size_t line, std::string_view what) const;
  Error no_header() const;

 private:
  bool find_header();
  Status read_header(std::string_view line);
  Status read_headerless(std::string_view line);
  Status skip(std::string_view line);
  Status take_comment(std::string_view comment);
  Status take_unit(std::string_view unit);
  Status take_origin(std::string_view origin);
  Status read(std::string_view line, BoxRow& row);
  Status read_sides(std::array<double, 4>& sides) const;
  Status read_axis(std::size_t axis, double& min, double& max) const;
  Status read_integer(BoxColumn column, std::int64_t& value) const;
  Status read_bits(BoxColumn column, std::uint32_t& value) const;
  Status read_group(std::int32_t& value) const;
  Status read_flag(bool& value) const;
  std::optional<double> number(std::string_view text) const;
  std::string_view field(BoxColumn column) const {
    return fields_[header_.place[static_cast<std::size_t>(column)]];
  }
  Status split(std::string_view line);

  static constexpr std::size_t kMaxUnit = 8;  // letters
  Lines lines_;
  std::string file_;
  BoxHeader header_;
  char separator_ = ',';
  bool has_separator_ = false;  // a line "sep=;" has said so
  std::size_t width_ = 0;       // fields per line
  std::string header_text_;
  std::size_t header_line_ = 0;
  std::size_t skipped_ = 0;  // lines before the header that are none
  std::string first_skipped_;
  std::string first_row_;  // that came in place of a header
  bool is_mot_ = false, is_y_up_ = false;
  std::string unit_ = "px";
  FilterRule rule_ = FilterRule::both;
  std::optional<std::array<double, 2>> origin_;
  std::vector<std::string_view> fields_;
  Status error_;
};

/// What float32 does to boxes far from zero.
class FloatLoss {
 public:
  /// A box of these sides, told without `offset`.
  Aabb rounded(const std::array<double, 4>& sides, const std::array<double, 2>& offset);
  /// Whether a side has moved by more than 1 % of the smallest box.
  bool is_notable() const { return moved_ > kNotable * smallest_; }
  std::string note(std::string_view unit) const;

 private:
  static constexpr double kNotable = 0.01;
  double moved_ = 0, smallest_ = std::numeric_limits<double>::infinity();
};

/// How much further from zero most boxes are than they are apart; 0 on an axis where that is
/// nothing unusual. Told without it they are near zero.
std::array<double, 2> far_offset(std::span<const Aabb> boxes);

/// Adds a row to the last frame, or begins the next one.
void append_row(BoxRecording& trace, const BoxRow& row, const BoxRows& rows, FloatLoss& loss);
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
