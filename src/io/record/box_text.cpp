// SPDX-License-Identifier: MIT
// From recordings to the text of a box file and back.
#include "io/record/box_text.hpp"

#include "io/box_recording.hpp"
#include "io/box_writer.hpp"
#include "io/record/fields.hpp"

namespace phasebox::record {
namespace {

std::shared_ptr<const BoxRecording> without_boxes() {
  BoxRecording recording;
  recording.frames = {0}, recording.begins = {0, 0};
  return std::make_shared<const BoxRecording>(std::move(recording));
}

template <class T>
std::vector<T> part(std::span<const T> rows) {
  return {rows.begin(), rows.end()};
}

BoxFrame frame_of(const BoxRecording& all, std::size_t frame) {
  BoxRecording one;
  one.frames = {all.frames[frame]};
  one.ids = part(all.ids_of(frame)), one.boxes = part(all.boxes_of(frame));
  one.filters = part(all.filters_of(frame)), one.is_static = part(all.statics_of(frame));
  one.begins = {0, one.ids.size()};
  one.unit = all.unit;
  return std::make_shared<const BoxRecording>(std::move(one));
}

}  // namespace

std::string box_text(const BoxRecording& recording) {
  return recording.ids.empty() ? std::string() : box_recording_text(recording);
}

std::string box_text(std::span<const BoxFrame> frames) {
  KeptFrames kept;
  for (const BoxFrame& frame : frames) kept.add(frame);
  return kept.empty() ? std::string() : box_text(*joined(kept));
}

std::shared_ptr<const BoxRecording> boxes_of_text(const std::string& text) {
  if (text.empty()) return without_boxes();
  Result<BoxRecording> recording = parse_box_recording(text, "boxes");
  if (!recording) throw BadLine{recording.error().text};
  return std::make_shared<const BoxRecording>(*std::move(recording));
}

std::vector<BoxFrame> frames_of_text(const std::string& text) {
  std::vector<BoxFrame> frames;
  if (text.empty()) return frames;
  const auto all = boxes_of_text(text);
  for (std::size_t f = 0; f < all->size(); ++f) frames.push_back(frame_of(*all, f));
  return frames;
}

}  // namespace phasebox::record
