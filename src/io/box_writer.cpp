// SPDX-License-Identifier: MIT
// Frame after frame; floats as the shortest text that reads back as the same.
#include "io/box_writer.hpp"

#include <cstddef>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "io/text_file.hpp"

namespace phasebox {
namespace {

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
