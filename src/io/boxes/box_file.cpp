// SPDX-License-Identifier: MIT
// Box recordings in and out.
#include "io/boxes/box_file.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <new>
#include <numeric>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/boxes/box_rows.hpp"
#include "io/files/compressed.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
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
  trace.unit = rows.unit(), trace.rule = rows.rule();
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
  std::string name = path.filename().string();
  for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
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

bool has_groups(std::span<const Filter> filters) {
  return std::ranges::any_of(filters, [](const Filter& f) { return f.group != 0; });
}

std::string header(const BoxRecording& recording, bool has_rows, bool groups) {
  // A frame without boxes has no row to say its number.
  return fmt::format("# unit: {}\n{}{}id,min_x,min_y,max_x,max_y{}{}{}\n", recording.unit,
                     recording.rule == FilterRule::either ? "# rule: either\n" : "",
                     has_rows ? "frame," : "", recording.is_static.empty() ? "" : ",static",
                     recording.filters.empty() ? "" : ",category,mask", groups ? ",group" : "");
}

void write_frame(const BoxRecording& recording, std::size_t frame, bool groups, std::string& text) {
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
    if (groups) fmt::format_to(out, ",{}", filters[row].group);
    text += '\n';
  }
}

}  // namespace

std::string box_recording_text(const BoxRecording& recording) {
  const bool groups = has_groups(recording.filters);
  std::string text = header(recording, !recording.ids.empty(), groups);
  for (std::size_t frame = 0; frame < recording.size(); ++frame)
    write_frame(recording, frame, groups, text);
  return text;
}

Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& show) {
  std::size_t next = 0;  // the header, then the frames
  bool groups = false;
  for (std::size_t k = 0; k < show.size() && !groups; ++k)
    groups = has_groups(show.place(k).recording.filters);
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
