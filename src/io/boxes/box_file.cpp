// SPDX-License-Identifier: MIT
// Reads whole recordings: rows in any order, far from zero, compressed, or a map of Tiled or LDtk.
#include "io/boxes/box_file.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/memory_end.hpp"
#include "base/text.hpp"
#include "io/archive/json.hpp"
#include "io/boxes/box_content.hpp"
#include "io/boxes/box_fields.hpp"
#include "io/boxes/box_filters.hpp"
#include "io/boxes/box_motion.hpp"
#include "io/boxes/box_rows.hpp"
#include "io/boxes/json_boxes.hpp"
#include "io/boxes/ldtk_map.hpp"
#include "io/boxes/recording_rows.hpp"
#include "io/boxes/tiled_document.hpp"
#include "io/boxes/tiled_map.hpp"
#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// The largest text that is decompressed as a whole, because it is not read block by block.
constexpr std::uint64_t kMaxPackedBoxes = std::uint64_t{1} << 30;

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

/// The bytes of a file, which may have to be decompressed.
struct BoxText {
  std::string_view bytes, file_name;
  bool is_packed;

  /// Passes the text to `take`, part by part.
  Status each_part(const TakePart& take) const {
    return is_packed ? decompress(bytes, file_name, take) : take(bytes);
  }
  /// Passes the text to `take` as a whole. Refuses one that is decompressed to more than `limit`.
  Status whole(const TakePart& take, std::uint64_t limit) const {
    if (!is_packed) return take(bytes);
    const Result<std::string> text = decompressed(std::string(bytes), file_name, limit);
    return text.failed() ? text.error() : take(*text);
  }
  /// Returns at least tiled::kBeginning bytes of the text, or all.
  std::string beginning() const {
    std::string text;
    // The error ends the reading. Another one shows when all is read.
    [[maybe_unused]] const Status enough = each_part([&](std::string_view part) -> Status {
      text += part.substr(0, tiled::kBeginning);
      return text.size() < tiled::kBeginning ? Status{} : Error{"enough"};
    });
    return text;
  }
};

using VisitRow = std::function<Status(const BoxRow&)>;

/// Reads lines of text, until one is bad or a visit fails; returns that failure.
Status read_lines(const BoxText& text, BoxRows& rows, const VisitRow& visit) {
  const auto read = [&]() -> Status {
    BoxRow row;
    for (BoxRows::Next next{}; (next = rows.next(row)) != BoxRows::Next::end;) {
      if (next != BoxRows::Next::row) return rows.status();
      if (Status status = visit(row); status.failed()) return status;
    }
    return {};
  };
  const Status status = text.each_part([&](std::string_view part) {
    rows.give(part);
    return read();
  });
  if (status.failed()) return status;
  rows.end();
  return read();
}

// Reads JSON that is one value, or a value on each line.
Status read_json(std::string_view text, std::string_view file_name, const TakeFields& take) {
  const auto ignore = [](JsonPart, std::string_view) { return Status(); };
  const std::string_view rest = tiled::without_mark(text);
  auto line = 1 + std::ranges::count(text.substr(0, text.size() - rest.size()), '\n');
  text = rest;
  const std::string_view first = text.substr(0, text.find('\n'));
  const bool is_alone = tiled::without_mark(text.substr(first.size())).empty();
  const bool has_lines = !is_alone && !walk_json(first, file_name, 1, ignore).failed();
  JsonBoxes boxes(JsonBoxes::Root::table);
  for (; !text.empty(); ++line) {
    const std::string_view value = has_lines ? take_until(text, '\n') : std::exchange(text, {});
    if (tiled::without_mark(value).empty()) continue;
    const Status status = boxes.read(value, file_name, static_cast<std::size_t>(line), take);
    if (status.failed()) return status;
  }
  return {};
}

/// Calls `visit(row)` for each row of a file, until a row is bad or a visit fails; returns that
/// failure.
Status read_rows(const BoxText& text, BoxContent content, BoxRows& rows, const VisitRow& visit) {
  if (content == BoxContent::lines) return read_lines(text, rows, visit);
  const auto take = [&](std::span<const BoxField> fields) {
    BoxRow row;
    const Status status = rows.take(fields, row);
    return status.failed() ? status : visit(row);
  };
  const Status status = text.whole(
      [&](std::string_view all) { return read_json(all, text.file_name, take); }, kMaxPackedBoxes);
  if (status.failed() || rows.has_header()) return status;
  return Error{say("{}: no box in it; each box is an object with the members {}",
                   Sentence::as_is(text.file_name), Sentence::as_is(kRequiredBoxColumns))};
}

// Returns the error about the first duplicate id. It reads the text again and stores the line of
// every id, so that only a file that is refused pays for that.
Error first_duplicate(const BoxText& text, BoxContent content) {
  BoxRows rows(text.file_name);
  std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::size_t>> line_of;
  const Status found = read_rows(text, content, rows, [&](const BoxRow& row) -> Status {
    const auto [it, is_new] = line_of[row.frame].emplace(row.id, rows.line());
    if (is_new) return {};
    if (rows.has(BoxColumn::frame))
      return rows.refuse(duplicate_text(row.id, row.frame, rows.place_of(it->second)));
    return rows.refuse(
        say("id {} is already {}, ids must be unique; a recording of many frames has a column "
            "'frame'{}",
            row.id, rows.place_of(it->second), did_you_mean(rows.header().likely_frame)));
  });
  assert(found.failed() && "called when there is a duplicate");
  return found.error();
}

/// Reads all rows and subtracts `offset` from the boxes, or the origin that the text gives. `loss`
/// then says how precise the boxes are.
Result<BoxRecording> recording_without(const std::array<double, 2>& offset, const BoxText& text,
                                       BoxContent content, BoxOrigin origin, FloatLoss& loss) {
  BoxRows rows(text.file_name, origin);
  BoxRecording trace;
  Status refused = read_rows(text, content, rows, [&](const BoxRow& row) -> Status {
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
  if (!put_in_order(trace)) return first_duplicate(text, content);
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
Result<BoxRecording> recording_of(const BoxText& text, BoxContent content, BoxOrigin origin) {
  constexpr int kMaxReadings = 4;
  std::array<double, 2> offset{};
  for (int readings = 1;; ++readings) {
    FloatLoss loss;
    Result<BoxRecording> trace = recording_without(offset, text, content, origin, loss);
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

Result<BoxRecording> map_of(const BoxText& text, const BoxReading& reading) {
  if (reading.origin != BoxOrigin::unsaid) return origin_is_known(text.file_name);
  Result<BoxRecording> boxes = Error();
  const Status status = text.whole(
      [&](std::string_view all) {
        const std::string name(text.file_name);
        boxes = is_ldtk(all) ? ldtk_boxes(all, name, reading.solid)
                             : tiled_boxes(all, name, reading.solid);
        return Status();
      },
      tiled::kMaxMap);
  return status.failed() ? status.error() : boxes;
}

Error has_no_layers(std::string_view file_name) {
  return say("{}: only a map of Tiled or LDtk has parts that --solid can name",
             Sentence::as_is(file_name));
}

Result<BoxRecording> read_boxes(const BoxText& text, const BoxReading& reading) {
  const std::string beginning = text.beginning();
  const BoxContent content = content_of(beginning);
  if (content == BoxContent::map) return map_of(text, reading);
  if (content == BoxContent::foreign) return foreign_form(beginning, text.file_name);
  if (!reading.solid.empty()) return has_no_layers(text.file_name);
  return recording_of(text, content, reading.origin);
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
  const BoxText text{bytes, {}, is_compressed(bytes)};
  const BoxContent content = content_of(text.beginning());
  if (content == BoxContent::map || content == BoxContent::foreign) return false;
  // The first row ends the reading, as if it were refused: the header is known by then. Any other
  // error leaves `rows` without a header, so it needs no answer here.
  [[maybe_unused]] const Status enough =
      read_rows(text, content, rows, [](const BoxRow&) -> Status { return Error{"enough"}; });
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
  return is_compressed(beginning) || begins_with_boxes(beginning);
}

Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name,
                                         const BoxReading& reading) {
  return read_boxes({text, file_name, false}, reading);
}

Result<BoxRecording> decompressed_recording(std::string_view bytes, std::string_view file_name,
                                            const BoxReading& reading) {
  Result<BoxRecording> trace =
      Error{say("{}: its boxes take more than the memory left; record fewer frames",
                Sentence::as_is(file_name))};
  const auto read = [&]() -> Result<BoxRecording> {
    Result<BoxRecording> boxes = read_boxes({bytes, file_name, is_compressed(bytes)}, reading);
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
