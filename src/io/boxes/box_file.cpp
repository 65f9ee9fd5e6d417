// SPDX-License-Identifier: MIT
// Reads whole recordings: rows in any order, far from zero, compressed, or a map of Tiled or LDtk.
#include "io/boxes/box_file.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/memory_end.hpp"
#include "base/text.hpp"
#include "io/boxes/box_filters.hpp"
#include "io/boxes/box_motion.hpp"
#include "io/boxes/box_rows.hpp"
#include "io/boxes/ldtk_map.hpp"
#include "io/boxes/recording_rows.hpp"
#include "io/boxes/tiled_document.hpp"
#include "io/boxes/tiled_map.hpp"
#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

/// Sorts frames by number and joins the rows of each, which may be scattered over the file.
void regroup(BoxRecording& trace) {
  RowOrder runs(trace.size()), rows;
  std::iota(runs.begin(), runs.end(), std::size_t{0});
  std::ranges::stable_sort(runs, {}, [&](std::size_t run) { return trace.frames[run]; });
  rows.reserve(trace.ids.size());
  std::vector<std::int64_t> frames;
  std::vector<std::size_t> begins{0};
  for (const std::size_t run : runs) {
    if (frames.empty() || frames.back() != trace.frames[run]) {
      frames.push_back(trace.frames[run]);
      begins.push_back(begins.back());
    }
    for (std::size_t row = trace.begins[run]; row < trace.begins[run + 1]; ++row)
      rows.push_back(row);
    begins.back() = rows.size();
  }
  reorder_rows(trace, 0, rows);
  trace.frames = std::move(frames);
  trace.begins = std::move(begins);
}

/// Sorts frames by number and their rows by id; false when an id occurs twice in a frame.
bool put_in_order(BoxRecording& trace) {
  if (std::ranges::adjacent_find(trace.frames, std::ranges::greater{}) != trace.frames.end())
    regroup(trace);
  if (number_detections(trace)) trace.notes.push_back(detections_note());
  for (std::size_t f = 0; f < trace.size(); ++f)
    if (!sort_frame(trace, f)) return false;
  return true;
}

/// A function that passes the whole text, part by part and from its beginning, to the function that
/// it gets.
using TextParts = std::function<Status(const TakePart&)>;

/// Calls `visit(row)` for each row of the text, until a row is bad or a visit fails; returns that
/// failure.
template <class Visit>
Status read_rows(const TextParts& parts, BoxRows& rows, Visit visit) {
  const auto read = [&]() -> Status {
    BoxRow row;
    for (BoxRows::Next next{}; (next = rows.next(row)) != BoxRows::Next::end;) {
      if (next != BoxRows::Next::row) return rows.status();
      if (Status status = visit(row); status.failed()) return status;
    }
    return {};
  };
  const Status status = parts([&](std::string_view part) {
    rows.give(part);
    return read();
  });
  if (status.failed()) return status;
  rows.end();
  return read();
}

// Returns the error about the first duplicate id. It reads the text again and stores the line of
// every id, so that only a file that is refused pays for that.
Error first_duplicate(const TextParts& parts, std::string_view file_name) {
  BoxRows rows(file_name);
  std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::size_t>> line_of;
  const Status found = read_rows(parts, rows, [&](const BoxRow& row) -> Status {
    const auto [it, is_new] = line_of[row.frame].emplace(row.id, rows.line());
    if (is_new) return {};
    if (rows.has(BoxColumn::frame))
      return rows.refuse(duplicate_text(row.id, row.frame, it->second));
    return rows.refuse(
        say("id {} is already on line {}, ids must be unique; a recording of many frames has a "
            "column 'frame'{}",
            row.id, it->second, did_you_mean(rows.header().likely_frame)));
  });
  assert(found.failed() && "called when there is a duplicate");
  return found.error();
}

/// Reads all rows and subtracts `offset` from the boxes, or the origin that the text gives. `loss`
/// then says how precise the boxes are.
Result<BoxRecording> recording_without(const std::array<double, 2>& offset, const TextParts& parts,
                                       std::string_view file_name, BoxOrigin origin,
                                       FloatLoss& loss) {
  BoxRows rows(file_name, origin);
  BoxRecording trace;
  Status refused = read_rows(parts, rows, [&](const BoxRow& row) -> Status {
    if (trace.ids.size() == kMaxBoxRows)
      return rows.refuse(
          say("there are more than {} boxes, the most of a recording; record fewer frames",
              kMaxBoxRows));
    if (trace.ids.empty()) trace.offset = rows.origin().value_or(offset);
    append_row(trace, row, rows, loss);
    return {};
  });
  trace.unit = rows.unit();
  trace.rule = rows.rule();
  trace.is_centered = origin == BoxOrigin::center;
  trace.notes = rows.notes();
  // A duplicate among the rows read so far comes before the line that failed, so it is reported
  // first.
  if (!put_in_order(trace)) return first_duplicate(parts, file_name);
  if (refused.failed()) return refused.error();
  if (!rows.has_header()) return rows.no_header();
  if (rows.header().has_layers) trace.notes.push_back(layers_note(read_as_layers(trace.filters)));
  if (const Sentence note = meets_nothing_note(trace); !note.empty()) trace.notes.push_back(note);
  for (const Sentence& note : motion_notes(trace)) trace.notes.push_back(note);
  if (!rows.has(BoxColumn::frame) && trace.frames.empty()) {
    trace.frames = {0};
    trace.begins = {0, 0};
  }
  return trace;
}

// Reads a recording. Where float32 is too coarse it reads again with an offset near the boxes, at
// most kMaxReadings times, since each reading finds a better offset. The last loss becomes a note.
Result<BoxRecording> recording_of(const TextParts& parts, std::string_view file_name,
                                  const BoxReading& reading) {
  constexpr int kMaxReadings = 4;
  std::array<double, 2> offset{};
  for (int readings = 1;; ++readings) {
    FloatLoss loss;
    Result<BoxRecording> trace = recording_without(offset, parts, file_name, reading.origin, loss);
    if (trace.failed() || !loss.is_notable()) return trace;
    const std::array<double, 2> more = far_offset(trace->boxes);
    if (readings == kMaxReadings || more == std::array<double, 2>{} || trace->offset != offset) {
      trace->notes.push_back(loss.note(trace->unit));
      return trace;
    }
    offset[0] += more[0];
    offset[1] += more[1];
  }
}

// Returns the beginning of the text in these bytes, which may be compressed: at least
// tiled::kBeginning bytes of it, or all.
std::string beginning_of(std::string_view bytes) {
  if (!is_compressed(bytes)) return std::string(bytes.substr(0, tiled::kBeginning));
  std::string text;
  // The error ends the reading. Another one shows when all is read.
  [[maybe_unused]] const Status enough =
      decompress(bytes, {}, [&](std::string_view part) -> Status {
        text += part;
        return text.size() < tiled::kBeginning ? Status{} : Error{"enough"};
      });
  return text;
}

// Whether a text is read as a map: any XML or JSON is, so that the error says what it is not.
bool reads_as_map(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && (text[first] == '<' || text[first] == '{');
}

Result<BoxRecording> map_of(std::string_view bytes, std::string_view file_name,
                            const BoxReading& reading) {
  const std::string name(file_name);
  const auto read = [&](std::string_view text) {
    return is_ldtk(text) ? ldtk_boxes(text, name, reading.solid)
                         : tiled_boxes(text, name, reading.solid);
  };
  if (reading.origin != BoxOrigin::unsaid) return origin_is_known(file_name);
  if (!is_compressed(bytes)) return read(bytes);
  const Result<std::string> text = decompressed(std::string(bytes), file_name, tiled::kMaxMap);
  return text.failed() ? text.error() : read(*text);
}

Error has_no_layers(std::string_view file_name) {
  return say("{}: only a map of Tiled or LDtk has parts that --solid can name",
             Sentence::as_is(file_name));
}

}  // namespace

BoxReading reading_of(const BoxRecording& recording) {
  BoxReading reading;
  for (const auto& [word, is_solid] : recording.solid)
    if (is_solid) reading.solid.push_back(word);
  if (reading.solid.empty() && !recording.solid.empty()) reading.solid = {"none"};
  if (recording.is_centered) reading.origin = BoxOrigin::center;
  return reading;
}

bool names_frames(std::string_view bytes) {
  BoxRows rows(".txt");  // a name with which each form that has no header is read
  const auto parts = [&](const TakePart& take) { return decompress(bytes, {}, take); };
  // The first row ends the reading, as if it were refused: the header is known by then. Any other
  // error leaves `rows` without a header, so it needs no answer here.
  [[maybe_unused]] const Status enough =
      read_rows(parts, rows, [](const BoxRow&) -> Status { return Error{"enough"}; });
  return rows.has(BoxColumn::frame);
}

bool has_box_name(const std::filesystem::path& path) {
  const std::string name = lower(path.filename().string());
  if (name == "gt.txt" || name == "det.txt") return true;
  for (std::string_view endings = kBoxFileEndings; !endings.empty();) {
    const std::string_view ending = take_until(endings, ',');
    if (name.ends_with(ending.substr(ending.find('.')))) return true;
  }
  return false;
}

bool is_box_file(const std::filesystem::path& path) {
  if (has_box_name(path)) return true;
  const std::string beginning = read_beginning(path, tiled::kBeginning);
  return is_compressed(beginning) || tiled::is_map(beginning) || is_ldtk(beginning);
}

Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name,
                                         const BoxReading& reading) {
  if (reads_as_map(text)) return map_of(text, file_name, reading);
  if (!reading.solid.empty()) return has_no_layers(file_name);
  return recording_of([&](const TakePart& take) { return take(text); }, file_name, reading);
}

Result<BoxRecording> decompressed_recording(std::string_view bytes, std::string_view file_name,
                                            const BoxReading& reading) {
  Result<BoxRecording> trace =
      Error{say("{}: its boxes take more than the memory left; record fewer frames",
                Sentence::as_is(file_name))};
  const auto read = [&]() -> Result<BoxRecording> {
    if (reads_as_map(beginning_of(bytes))) return map_of(bytes, file_name, reading);
    if (!reading.solid.empty()) return has_no_layers(file_name);
    Result<BoxRecording> boxes =
        recording_of([&](const TakePart& take) { return decompress(bytes, file_name, take); },
                     file_name, reading);
    if (!boxes.failed() || !is_compressed(bytes)) return boxes;
    // Damaged compression may show first as a bad row. Then the damage is the error that helps.
    const TakePart ignore = [](std::string_view) { return Status{}; };
    if (Status damage = decompress(bytes, file_name, ignore); damage.failed())
      return damage.error();
    return boxes;
  };
  fits_in_memory([&] { trace = read(); });
  return trace;
}

Result<BoxRecording> load_box_recording(const std::filesystem::path& path,
                                        const BoxReading& reading) {
  return opened(path, kMaxText, [&](const std::string& bytes) {
    return decompressed_recording(bytes, path.string(), reading);
  });
}

}  // namespace phasebox
