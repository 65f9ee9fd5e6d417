// SPDX-License-Identifier: MIT
// Scenes, pictures and recorded boxes in and out of the window.
#include <fmt/format.h>

#include "app/desk.hpp"
#include "io/box_recording.hpp"
#include "io/images.hpp"
#include "io/scene_file.hpp"
#include "io/text_file.hpp"
#include "ui/format.hpp"

namespace phasebox {
namespace {

void open_scene(Desk& desk, const std::filesystem::path& file) {
  Result<SceneDocument> loaded = load_scene_file(file, desk.groups());
  if (!loaded) return desk.warn(loaded.error().text);
  const auto document = std::make_shared<const SceneDocument>(*std::move(loaded));
  if (!desk.apply(command::OpenDocument{document, absolute_path(file)})) return;
  for (const ParamValue& p : document->params)
    if (p.owner == "view") desk.apply(command::SetParam{p.owner, p.key, p.value});
  desk.file = file;
  desk.unsaved = false;
  desk.show_whole_field();
  desk.note(fmt::format("Opened {}", file.filename().string()));
}

void open_picture(Desk& desk, const std::filesystem::path& file) {
  const auto image = load_image(file);
  if (!image) return desk.warn(image.error().text);
  if (!desk.apply(command::AddImage{*image})) return;
  desk.ui.launch_image = static_cast<std::uint16_t>(desk.session.images().size() - 1);
  desk.note(fmt::format("Picture '{}', {} x {} px: drag on empty ground to launch it",
                        (*image)->name, (*image)->width, (*image)->height));
}

void open_recording(Desk& desk, const std::filesystem::path& file) {
  Result<BoxRecording> loaded = load_box_recording(file);
  if (!loaded) return desk.warn(loaded.error().text);
  const auto trace = std::make_shared<const BoxRecording>(*std::move(loaded));
  if (!desk.apply(command::OpenRecording{trace, file.filename().string(), absolute_path(file)})) return;
  desk.file.reset();
  desk.unsaved = false;
  desk.note(fmt::format("Opened {}: {} of recorded boxes", file.filename().string(),
                        counted(trace->size(), "frame")));
}

}  // namespace

void open_file(Desk& desk, const std::filesystem::path& file) {
  switch (kind_of(file)) {
    case FileKind::picture: return open_picture(desk, file);
    case FileKind::scene: return open_scene(desk, file);
    case FileKind::recording: return open_recording(desk, file);
    case FileKind::other: break;
  }
  if (is_box_file(file)) return open_recording(desk, file);  // compressed, under any name
  desk.warn(
      fmt::format("{}: Phasebox opens scenes (.json), pictures (.png, .jpg) and box "
                  "recordings (.csv, .csv.gz, .csv.zst)",
                  file.filename().string()));
}

void save_file(Desk& desk, const std::filesystem::path& file) {
  SceneDocument document = desk.session.document();
  for (const Param& row : kViewRows)
    document.params.push_back({"view", std::string(row.key), row.get(&desk.view)});
  if (const Status error = save_scene_file(file, document, desk.groups()))
    return desk.warn(error->text);
  desk.session.saved_as(
      {absolute_path(file), std::make_shared<const SceneDocument>(std::move(document))});
  desk.file = file;
  desk.unsaved = false;
  desk.note(fmt::format("Saved {}", file.string()));
}

}  // namespace phasebox
