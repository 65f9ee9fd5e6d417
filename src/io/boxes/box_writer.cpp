// SPDX-License-Identifier: MIT
// Writes the header and the rows of box recordings.
#include "io/boxes/box_writer.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "io/boxes/box_header.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
namespace {

bool has_groups(std::span<const Filter> filters) {
  return std::ranges::any_of(filters, [](const Filter& f) { return f.group != 0; });
}

bool is_far(const BoxRecording& recording) { return recording.offset != std::array<double, 2>{}; }

/// Returns the sides as text, as they stood in the file. With an offset they are doubles, which
/// hold the sum exactly enough to read back the same floats.
std::string sides_text(const BoxRecording& recording, const Aabb& box) {
  const auto [x, y] = recording.offset;
  if (!is_far(recording))
    return fmt::format("{},{},{},{}", box.min.x, box.min.y, box.max.x, box.max.y);
  const auto whole = [](float told, double offset) { return static_cast<double>(told) + offset; };
  return fmt::format("{},{},{},{}", whole(box.min.x, x), whole(box.min.y, y), whole(box.max.x, x),
                     whole(box.max.y, y));
}

std::string header(const BoxRecording& recording, bool has_rows, bool groups) {
  // Without a row there is none that could give a frame's number, so the column is left out.
  return fmt::format(
      "# unit: {}\n{}{}{}{}{}{}{}\n", recording.unit,
      recording.rule == FilterRule::either ? "# rule: either\n" : "",
      is_far(recording) ? fmt::format("# origin: {}\n", fmt::join(recording.offset, ",")) : "",
      has_rows ? "frame," : "", kRequiredBoxColumns, recording.is_static.empty() ? "" : ",static",
      recording.filters.empty() ? "" : ",category,mask", groups ? ",group" : "");
}

void write_frame(const BoxRecording& recording, std::size_t frame, bool groups, std::string& text,
                 bool names_frames = true) {
  const auto ids = recording.ids_of(frame);
  const auto boxes = recording.boxes_of(frame);
  const auto statics = recording.statics_of(frame);
  const auto filters = recording.filters_of(frame);
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const auto out = std::back_inserter(text);
    if (names_frames) fmt::format_to(out, "{},", recording.frames[frame]);
    fmt::format_to(out, "{},{}", ids[row], sides_text(recording, boxes[row]));
    if (!statics.empty()) fmt::format_to(out, ",{}", statics[row] != 0 ? 1 : 0);
    if (!filters.empty()) fmt::format_to(out, ",{},{}", filters[row].category, filters[row].mask);
    if (groups) fmt::format_to(out, ",{}", filters[row].group);
    text += '\n';
  }
}

}  // namespace

std::string box_recording_text(const BoxRecording& recording, bool names_frames) {
  const bool groups = has_groups(recording.filters);
  std::string text = header(recording, names_frames && !recording.ids.empty(), groups);
  for (std::size_t frame = 0; frame < recording.size(); ++frame)
    write_frame(recording, frame, groups, text, names_frames);
  return text;
}

std::string box_head_text(const BoxRecording& first) {
  return header(first, true, !first.filters.empty());
}

std::string box_rows_text(const BoxRecording& frame) {
  std::string text;
  for (std::size_t k = 0; k < frame.size(); ++k)
    write_frame(frame, k, !frame.filters.empty(), text);
  return text;
}

Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& played) {
  RecordingPlayback show = played;
  show.sweep(false);
  std::size_t next = 0;  // 0: the header; k + 1: frame k
  bool groups = false;
  for (std::size_t k = 0; k < show.size() && !groups; ++k) {
    const auto [recording, frame] = show.place(k);
    groups = has_groups(recording.filters_of(frame));
  }
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
