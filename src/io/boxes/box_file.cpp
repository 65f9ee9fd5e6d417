// SPDX-License-Identifier: MIT
// Lines, the header and the rows of box files; then recordings in and out.
#include "io/boxes/box_file.hpp"

#include <charconv>
#include <functional>
#include <iterator>
#include <numeric>
#include <system_error>

#include <fmt/format.h>

#include "base/text.hpp"
#include "io/files/compressed.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
namespace {

// Fields are views into the line; most lines have no quote, and are cut at their commas.

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Where the quote of a field that begins with one is closed; doubled quotes are part of the text.
std::size_t closing_quote(std::string_view field) {
  for (std::size_t at = 1;; at += 2) {
    at = field.find('"', at);
    if (at == std::string_view::npos || !field.substr(at + 1).starts_with('"')) return at;
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Names as engines write them, and as they are mistyped.

constexpr std::array<std::string_view, kBoxColumns> kNames{
    "id", "min_x", "min_y", "max_x", "max_y", "frame", "static", "category", "mask"};
constexpr auto kRequired = std::span(kNames).first<5>();

/// Letters and digits alone, in lower case: "Min X", "min-x" and "minX" are one word.
std::string bare(std::string_view text) {
  std::string letters = lower(text);
  std::erase_if(letters, [](char c) { return !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9'); });
  return letters;
}

// What else required columns are called, in order of likelihood.
constexpr std::string_view kIdToo[] = {"objectid", "entityid", "bodyid", "object", "entity",
                                       "body",     "uid",      "index",  "name"};
constexpr std::string_view kMinXToo[] = {"minx", "xmin", "left", "x0", "x1", "lowerx"};
constexpr std::string_view kMinYToo[] = {"miny", "ymin", "top", "y0", "y1", "lowery"};
constexpr std::string_view kMaxXToo[] = {"maxx", "xmax", "right", "x2", "x1", "upperx"};
constexpr std::string_view kMaxYToo[] = {"maxy", "ymax", "bottom", "y2", "y1", "uppery"};
constexpr std::array<std::span<const std::string_view>, kRequired.size()> kOtherNames{
    kIdToo, kMinXToo, kMinYToo, kMaxXToo, kMaxYToo};

bool is_known(std::string_view name) {
  return std::ranges::find(kNames, lower(name)) != kNames.end();
}

using Names = std::vector<std::string_view>;

/// The column of the file that is probably meant by the required one; empty when none is.
std::string_view likely(std::size_t column, const Names& names) {
  for (const std::string_view other : kOtherNames[column])
    for (const std::string_view name : names)
      if (!is_known(name) && bare(name) == other) return name;
  for (const std::string_view name : names)
    if (!is_known(name) && edit_distance(lower(name), kRequired[column]) == 1) return name;
  return {};
}

bool is_like_frame(std::string_view name) {
  constexpr std::string_view kOthers[] = {"step", "steps",    "tick",      "ticks", "time",
                                          "t",    "timestep", "timestamp", "turn"};
  const std::string word = bare(name);
  return word.starts_with("frame") || edit_distance(word, "frame") == 1 ||
         std::ranges::find(kOthers, word) != std::end(kOthers);
}

std::string_view name_of(BoxColumn column) { return kNames[static_cast<std::size_t>(column)]; }

/// "id,min_x,min_y,max_x,max_y".
std::string required_box_columns() { return fmt::format("{}", fmt::join(kRequired, ",")); }

// One pass over the text of a CSV file; numbers by from_chars, whatever the locale.

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

}  // namespace

bool Lines::next(std::string_view& line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  while (take(line)) {
    is_too_long_ = line.size() > kMaxBoxLine;
    if (++number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(3);
    line = trimmed(line);
    if (!line.empty()) return true;
  }
  return false;
}

bool Lines::take(std::string_view& line) {
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
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

bool split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (;;) {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    std::size_t begin = 0;
    if (line.starts_with('"')) {
      const std::size_t close = closing_quote(line);
      if (close == std::string_view::npos) return false;
      fields.push_back(trimmed(line.substr(1, close - 1)));
      begin = close + 1;
    }
    const std::size_t comma = line.find(',', begin);
    const std::string_view text = trimmed(line.substr(begin, comma - begin));
    if (begin == 0)
      fields.push_back(text);
    else if (!text.empty())
      return false;
    if (comma == std::string_view::npos) return true;
    line.remove_prefix(comma + 1);
  }
}

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

BoxRows::Next BoxRows::next(BoxRow& row) {
  if (!has_header() && !find_header()) return error_ ? Next::bad : Next::end;
  std::string_view line;
  do {
    if (!lines_.next(line)) return Next::end;
  } while (line.front() == '#');
  error_ = read(line, row);
  if (!error_) return Next::row;
  return line == header_text_ ? Next::again : Next::bad;
}

Error BoxRows::refuse(std::size_t line, std::string_view what) const {
  return {fmt::format("{}:{}: {}", file_, line, what)};
}

Error BoxRows::no_header() const {
  return {fmt::format("{}: no header line; the first line names the columns {}", file_,
                      required_box_columns())};
}

// False while it has not come, and when it or what stands before it is refused.
bool BoxRows::find_header() {
  error_.reset();
  for (std::string_view line; !error_ && !has_header() && lines_.next(line);)
    error_ = line.front() == '#' ? take_unit(line) : read_header(line);
  return has_header();
}

Status BoxRows::read_header(std::string_view line) {
  if (is_compressed(line))
    return Error{
        fmt::format("{}: it is compressed, and what is read as it comes must be text; "
                    "leave the compression out",
                    file_)};
  if (Status error = split(line)) return error;
  if (Status error = find_columns()) return error;
  header_text_ = line;
  header_line_ = lines_.number();
  return {};
}

Status BoxRows::find_columns() {
  width_ = fields_.size();
  for (std::size_t i = 0; i < width_; ++i) {
    const auto it = std::ranges::find(kNames, lower(fields_[i]));
    if (it == kNames.end()) {  // columns of others are not ours to judge
      if (!likely_frame_ && is_like_frame(fields_[i])) likely_frame_ = fields_[i];
      continue;
    }
    std::size_t& place = place_[static_cast<std::size_t>(it - kNames.begin())];
    if (place != kMissing)
      return refuse(fmt::format("duplicate column '{}' in the header, name each column once", *it));
    place = i;
  }
  for (std::size_t c = 0; c < kRequired.size(); ++c) {
    if (place_[c] != kMissing) continue;
    const std::string_view meant = likely(c, fields_);
    return refuse(
        fmt::format("the header has no column '{}'{}, it needs {} in any order", kRequired[c],
                    meant.empty() ? "" : fmt::format("; did you mean '{}'? Rename it", meant),
                    required_box_columns()));
  }
  return {};
}

Status BoxRows::take_unit(std::string_view comment) {
  const std::optional<std::string_view> unit = unit_in(comment);
  if (!unit) return {};
  if (unit->empty() || unit->size() > kMaxUnit || !std::ranges::all_of(*unit, is_letter))
    return refuse(
        fmt::format("the unit is '{}', it must be one word of at most {} letters, as in # unit: m",
                    *unit, kMaxUnit));
  unit_ = *unit;
  return {};
}

Status BoxRows::split(std::string_view line) {
  if (lines_.is_too_long())
    return refuse(
        fmt::format("the line is longer than {} bytes, the most of a line; is this a box "
                    "file?",
                    kMaxBoxLine));
  if (split_fields(line, fields_)) return {};
  return refuse("a quote is not closed before the end of its field");
}

Status BoxRows::read(std::string_view line, BoxRow& row) {
  if (Status error = split(line)) return error;
  if (fields_.size() != width_)
    return refuse(fmt::format("{} fields, the header has {}", fields_.size(), width_));
  if (has(BoxColumn::frame))
    if (auto error = read_integer(BoxColumn::frame, row.frame)) return error;
  if (auto error = read_integer(BoxColumn::id, row.id)) return error;
  const Result<Aabb> box = read_box({field(BoxColumn::min_x), field(BoxColumn::min_y),
                                     field(BoxColumn::max_x), field(BoxColumn::max_y)});
  if (!box) return refuse(box.error().text);
  row.box = *box;
  return read_rules(row);
}

Status BoxRows::read_rules(BoxRow& row) const {
  if (has(BoxColumn::is_static))
    if (auto error = read_flag(row.is_static)) return error;
  if (has(BoxColumn::category))
    if (auto error = read_bits(BoxColumn::category, row.filter.category)) return error;
  if (has(BoxColumn::mask)) return read_bits(BoxColumn::mask, row.filter.mask);
  return {};
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

Status BoxRows::read_bits(BoxColumn column, std::uint16_t& value) const {
  const std::string_view text = field(column);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (read_whole(is_hex ? text.substr(2) : without_plus(text), value, is_hex ? 16 : 10) !=
      std::errc{})
    return refuse(
        fmt::format("{} is '{}', it must be a whole number from 0 to 65535, or 0x0 to 0xFFFF",
                    name_of(column), text));
  return {};
}

Status BoxRows::read_flag(bool& value) const {
  const std::string_view text = field(BoxColumn::is_static);
  value = text == "1" || lower(text) == "true";
  if (value || text == "0" || lower(text) == "false") return {};
  return refuse(fmt::format("{} is '{}', it must be 0 or 1, false or true",
                            name_of(BoxColumn::is_static), text));
}

void append_row(BoxRecording& trace, const BoxRow& row, const BoxRows& rows) {
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

namespace {

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
Error refuse_double(const BoxRows& rows, std::int64_t id, std::size_t line,
                    std::string_view file_name) {
  const auto& meant = rows.likely_frame();
  if (!meant)
    return rows.refuse(fmt::format(
        "id {} is already on line {}, ids must be unique; a recording of many frames has a column "
        "'frame'",
        id, line));
  return {fmt::format(
      "{}:{}: column '{}' is not known; a recording's frame column is called 'frame' (id {} stands "
      "on lines {} and {})",
      file_name, rows.header_line(), *meant, id, line, rows.line())};
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
    if (!rows.has(BoxColumn::frame)) return refuse_double(rows, row.id, it->second, file_name);
    return rows.refuse(duplicate_text(row.id, row.frame, it->second));
  });
  assert(found && "called when there is a duplicate");
  return *found;
}

Result<BoxRecording> recording_of(const Parts& parts, std::string_view file_name) {
  BoxRows rows(file_name);
  BoxRecording trace;
  Status refused = read_rows(parts, rows, [&](const BoxRow& row) -> Status {
    if (trace.ids.size() == kMaxBoxRows)
      return rows.refuse(
          fmt::format("there are more than {} boxes, the most of a recording; "
                      "record fewer frames",
                      kMaxBoxRows));
    append_row(trace, row, rows);
    return {};
  });
  trace.unit = rows.unit();
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

}  // namespace

bool names_frames(std::string_view bytes) {
  BoxRows rows({});
  const auto parts = [&](const TakePart& take) { return decompress(bytes, {}, take); };
  // The first row ends it, whatever it says.
  read_rows(parts, rows, [](const BoxRow&) -> Status { return Error{"enough"}; });
  return rows.has(BoxColumn::frame);
}

bool is_box_file(const std::filesystem::path& path) {
  const std::string name = lower(path.filename().string());
  for (const std::string_view ending : {".csv", ".csv.gz", ".csv.zst"})
    if (name.ends_with(ending)) return true;
  return is_compressed(read_beginning(path, 4));
}

Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name) {
  return recording_of([&](const TakePart& take) { return take(text); }, file_name);
}

Result<BoxRecording> decompressed_recording(std::string_view bytes, std::string_view file_name) {
  try {
    Result<BoxRecording> trace = recording_of(
        [&](const TakePart& take) { return decompress(bytes, file_name, take); }, file_name);
    if (trace || !is_compressed(bytes)) return trace;
    // A row that makes no sense may be what damage has left: then that is what is to be said.
    const TakePart ignore = [](std::string_view) { return Status{}; };
    if (Status damage = decompress(bytes, file_name, ignore)) return *std::move(damage);
    return trace;
  } catch (const std::bad_alloc&) {
    return Error{fmt::format("{}: its boxes take more than the memory left; record fewer frames",
                             file_name)};
  }
}

Result<BoxRecording> load_box_recording(const std::filesystem::path& path) {
  const Result<std::string> bytes = read_file(path, kMaxText);
  if (!bytes) return bytes.error();
  return decompressed_recording(*bytes, path.string());
}

Result<Aabb> parse_box(std::string_view text) {
  constexpr std::string_view kForm = "min_x,min_y,max_x,max_y";
  std::vector<std::string_view> fields;
  if (!split_fields(text, fields) || fields.size() != 4)
    return Error{fmt::format("'{}' is not a box; a box is {}", text, kForm)};
  return read_box({fields[0], fields[1], fields[2], fields[3]});
}

namespace {

// Frame after frame; floats as the shortest text that reads back as the same.

std::string header(const BoxRecording& recording, bool has_rows) {
  // A frame without boxes has no row to say its number.
  return fmt::format("# unit: {}\n{}id,min_x,min_y,max_x,max_y{}{}\n", recording.unit,
                     has_rows ? "frame," : "", recording.is_static.empty() ? "" : ",static",
                     recording.filters.empty() ? "" : ",category,mask");
}

void write_frame(const BoxRecording& recording, std::size_t frame, std::string& text) {
  const auto ids = recording.ids_of(frame);
  const auto boxes = recording.boxes_of(frame);
  const auto statics = recording.statics_of(frame);
  const auto filters = recording.filters_of(frame);
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const auto out = std::back_inserter(text);
    const Aabb& box = boxes[row];
    fmt::format_to(out, "{},{},{},{},{},{}", recording.frames[frame], ids[row], box.min.x,
                   box.min.y, box.max.x, box.max.y);
    if (!statics.empty()) fmt::format_to(out, ",{}", statics[row] != 0 ? 1 : 0);
    if (!filters.empty()) fmt::format_to(out, ",{},{}", filters[row].category, filters[row].mask);
    text += '\n';
  }
}

}  // namespace

std::string box_recording_text(const BoxRecording& recording) {
  std::string text = header(recording, !recording.ids.empty());
  for (std::size_t frame = 0; frame < recording.size(); ++frame)
    write_frame(recording, frame, text);
  return text;
}

Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& show) {
  std::size_t next = 0;  // the header, then the frames
  return write_file_atomically(path, [&](std::string& text) {
    if (next > show.size()) return false;
    text = next == 0 ? header(show.place(0).recording, show.rows() > 0) : std::string();
    if (next > 0) {
      const auto [recording, frame] = show.place(next - 1);
      write_frame(recording, frame, text);
    }
    ++next;
    return true;
  });
}

}  // namespace phasebox
