// SPDX-License-Identifier: MIT
// Box recordings and scene documents become texts, and are read from them.
#include "io/record/record_values.hpp"

#include <utility>

#include "io/boxes/box_file.hpp"
#include "io/boxes/box_writer.hpp"
#include "io/scene_file.hpp"
#include "session/settings.hpp"

namespace phasebox {

void write(Json& to, const std::shared_ptr<const BoxRecording>& boxes) {
  to = boxes->ids.empty() ? std::string() : box_recording_text(*boxes);
}
void read(const Reader& at, std::shared_ptr<const BoxRecording>& boxes) {
  if (!at.is_text()) return;
  const std::string& text = *at.json().text();
  if (text.empty()) return void(boxes = no_boxes());
  Result<BoxRecording> recording = parse_box_recording(text, at.place());
  if (recording.failed()) return at.fail(recording.error());
  boxes = std::make_shared<const BoxRecording>(*std::move(recording));
}

void write(Json& to, const std::vector<BoxFrame>& frames) {
  KeptFrames kept;
  for (const BoxFrame& frame : frames) kept.add(frame);
  write(to, kept.empty() ? no_boxes() : joined(kept));
}
void read(const Reader& at, std::vector<BoxFrame>& frames) {
  std::shared_ptr<const BoxRecording> all;
  read(at, all);
  if (all) frames = frames_of(*all);
}

std::vector<BoxFrame> frames_of(const BoxRecording& all) {
  std::vector<BoxFrame> frames;
  for (std::size_t f = 0; !all.ids.empty() && f < all.size(); ++f)
    frames.push_back(single_frame(all, f));
  return frames;
}

Result<std::string> document_text(const SceneDocument& document) {
  SceneDocument own = document;
  std::erase_if(own.params, [](const ParamValue& p) { return p.owner == Owner::view(); });
  return scene_text(own, Settings().groups());
}

void read(const Reader& at, SceneDocument& document) {
  if (!at.is_text("must be the text of a scene file")) return;
  auto parsed = parse_scene(*at.json().text(), at.place(), Settings().groups());
  if (parsed.failed()) return at.fail(parsed.error());
  document = *std::move(parsed);
}

}  // namespace phasebox
