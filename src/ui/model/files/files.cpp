// SPDX-License-Identifier: MIT
// Opens and saves files.
#include "ui/model/files/files.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "io/boxes/box_file.hpp"
#include "io/boxes/box_writer.hpp"
#include "io/export/two_files.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/atlas.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"
#include "io/scene_file.hpp"
#include "lab/machine.hpp"
#include "language/format_sentence.hpp"
#include "plugin/plugin_list.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/lesson_files.hpp"
#include "ui/model/live_feed.hpp"

namespace phasebox::ui {

extern const ActionRow reload_plugins_action;  // defined in actions/action_rows.cpp

namespace {

void open_scene(ApplicationModel& model, const std::filesystem::path& file) {
  bool has_lesson = false;
  const auto read = [&](const std::string& text) {
    Result<SceneDocument> scene = parse_scene(text, file.string(), model.groups());
    has_lesson = scene.failed() && is_lesson(text);
    return scene;
  };
  Result<SceneDocument> loaded = opened(file, kMaxSceneFile, read);
  if (has_lesson) {
    if (const Status status = begin_lesson(model, absolute_path(file)); status.failed())
      model.warn(status.error().text);
    return;
  }
  if (loaded.failed()) return model.warn(loaded.error().text);
  const auto document = std::make_shared<const SceneDocument>(*std::move(loaded));
  if (!open_document(model, document, absolute_path(file))) return;
  remember_file(model, absolute_path(file));
  model.note(say("Opened {}", Sentence::as_is(file.filename().string())));
}

// Adds an image and chooses it for the next launch; false, and a warning, where it is refused.
bool add_image(ApplicationModel& model, const std::shared_ptr<const Image>& image) {
  const std::size_t number = model.session.images().size();
  if (!model.apply(command::AddImage{image})) return false;
  model.ui.launch_image = static_cast<std::uint16_t>(number);
  return true;
}

void add_picture(ApplicationModel& model, const Result<std::shared_ptr<const Image>>& image) {
  if (image.failed()) return model.warn(image.error().text);
  if (!add_image(model, *image)) return;
  model.note(say("Picture '{}', {} x {} px: drag on empty ground to launch it",
                 Sentence::as_is((*image)->name), (*image)->width, (*image)->height));
}

// Adds the sprites of a file. The first one is chosen.
void add_pictures(ApplicationModel& model, const std::filesystem::path& file) {
  const auto pictures = load_pictures(file);
  if (pictures.failed()) return model.warn(pictures.error().text);
  for (std::size_t k = pictures->size() - 1; k > 0; --k)
    if (!add_image(model, (*pictures)[k])) return;
  add_picture(model, pictures->front());
  if (pictures->size() > 1)
    model.note(say("Opened {}: {}, of which the first is chosen",
                   Sentence::as_is(file.filename().string()),
                   counted(pictures->size(), "picture")));
}

void open_recording(ApplicationModel& model, const std::filesystem::path& file,
                    const BoxReading& reading = {}) {
  Result<BoxRecording> loaded = load_box_recording(file, reading);
  if (loaded.failed()) return model.warn(loaded.error().text);
  const auto trace = std::make_shared<const BoxRecording>(*std::move(loaded));
  if (!model.apply(command::OpenRecording{trace, file.filename().string(), absolute_path(file)}))
    return;
  model.paused = false;
  remember_file(model, absolute_path(file));
  model.note(say("Opened {}: {} of recorded boxes", Sentence::as_is(file.filename().string()),
                 counted(trace->size(), "frame")));
  tell_notes(model);
  answer_recording(model);
}

// Saves the recording that plays. While its game runs the recording stays unsaved, because each
// frame changes it.
void save_recording(ApplicationModel& model, const std::filesystem::path& file) {
  const RecordingPlayback& show = *model.session.playback();
  if (const Status status = save_box_recording(file, show); status.failed())
    return model.warn(status.error().text);
  remember_file(model, absolute_path(file));
  model.note_file(
      say("Saved {}: {}", Sentence::as_is(file.string()), counted(show.size(), "frame")), file);
  if (!model.live || !model.live->is_shown(model.session))
    model.session.recording_saved_as(file.filename().string(), absolute_path(file));
}

// Makes session and studies use the plug-ins' new code, and forgets what the old code measured,
// counted and drew.
void use_plugins(ApplicationModel& model) {
  model.session.renew_broadphases();
  model.lab.renew_broadphases();
  model.forget_trace();
  model.detection.phases.clear();
  model.detection.changed = true;
}

void open_plugin(ApplicationModel& model, const std::filesystem::path& file) {
  model.lab.stop();
  // The thread that saves may still read the list of broadphases, which loading changes.
  if (model.outputs.autosave) model.outputs.autosave->wait();
  const auto loaded = model.plugins->load(absolute_path(file));
  if (loaded.failed()) return model.warn(loaded.error().text);
  use_plugins(model);
  model.ui.leave_welcome();
  if (!model.apply(command::SelectBroadphase{std::string((*loaded)->id)})) return;
  model.note(say("Loaded {} from {}; {} loads it again", (*loaded)->title,
                 Sentence::as_is(file.filename().string()),
                 key_or_menu(reload_plugins_action, model.ui.keys)));
}

}  // namespace

FileKind kind_of(const std::filesystem::path& file) {
  const std::string name = lower(picture_file(file).filename().string());
  const auto ends_in = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  if (ends_in(".json")) return FileKind::scene;
  if (ends_in(".png", ".jpg", ".jpeg")) return FileKind::picture;
  if (has_box_name(file)) return FileKind::recording;
  if (is_plugin_file(file)) return FileKind::plugin;
  return FileKind::other;
}

FileKind content_kind(const std::filesystem::path& file) {
  const FileKind kind = kind_of(file);
  return kind == FileKind::scene && is_atlas_file(file) ? FileKind::picture : kind;
}

std::string printable(std::string_view name) {
  std::string shown = phasebox::printable(name, {}, 3);
  for (std::size_t at; (at = shown.find("##")) != shown.npos;) shown.insert(at + 1, " ");
  return shown;
}

void open_file(ApplicationModel& model, const std::filesystem::path& file) {
  if (is_box_file(file)) return open_recording(model, file);
  switch (content_kind(file)) {
    case FileKind::picture: return add_pictures(model, file);
    case FileKind::scene: return open_scene(model, file);
    case FileKind::plugin: return open_plugin(model, file);
    case FileKind::recording:
    case FileKind::other: break;
  }
  model.warn(say(
      "{}: Phasebox opens scenes and lessons (.json), pictures (.png, .jpg), box recordings "
      "({}) and plug-ins (.so)",
      Sentence::as_is(file.filename().string()), Sentence::as_is(std::string(kBoxFileEndings))));
}

void switch_solid(ApplicationModel& model, std::size_t part) {
  const RecordingPlayback* show = model.session.playback();
  if (!show || part >= show->origin()->solid.size()) return;
  BoxRecording changed;
  changed.solid = show->origin()->solid;
  changed.solid[part].second = !changed.solid[part].second;
  open_recording(model, std::string(show->path()), reading_of(changed));
}

void cut_picture(ApplicationModel& model, std::uint16_t image, const std::string& options) {
  const Image& from = model.session.images()[image];
  // The image gets the name of a file without its ending; the name itself may have a dot in it.
  const Result<PictureSource> source = parse_picture_options(from.name + ".png", options);
  if (source.failed()) return model.warn(source.error().text);
  add_picture(model, image_of(*source, picture_of(from).first.look));
}

void save_file(ApplicationModel& model, const std::filesystem::path& file) {
  if (model.session.playback() && kind_of(file) == FileKind::recording)
    return save_recording(model, file);
  SceneDocument document = document_of(model);
  if (const Status status = save_scene_file(file, document, model.groups()); status.failed())
    return model.warn(status.error().text);
  model.session.saved_as(
      {absolute_path(file), std::make_shared<const SceneDocument>(std::move(document))});
  remember_file(model, absolute_path(file));
  model.note_file(say("Saved {}", Sentence::as_is(file.string())), file);
}

Sentence document_name(const ApplicationModel& model) {
  const Session& session = model.session;
  if (session.playback()) return Sentence::as_is(session.playback()->name());
  const Settings& settings = session.settings();
  if (!settings.scene_title.empty()) return Sentence::as_is(settings.scene_title);
  const std::string file = std::filesystem::path(session.file().path).filename().string();
  return file.empty() ? Sentence(settings.scene->title) : Sentence::as_is(file);
}

std::string window_title(const ApplicationModel& model) {
  const Session& session = model.session;
  const bool is_unsaved = session.has_unsaved();
  if (!session.playback() && session.settings().scene_title.empty() &&
      session.file().path.empty() && !is_unsaved)
    return "Phasebox";
  return document_name(model).english() + (is_unsaved ? "* - Phasebox" : " - Phasebox");
}

void remember_file(ApplicationModel& model, const std::string& path) {
  constexpr std::size_t kMax = 8;
  std::vector<std::string>& recent = model.ui.recent;
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  recent.resize(std::min(recent.size(), kMax));
}

SceneDocument document_of(const ApplicationModel& model) {
  SceneDocument document = model.session.document();
  document.paused = model.paused;
  for (const Param& row : view_rows())
    document.params.push_back({Owner::view(), std::string(row.key), row.get(&model.view)});
  return document;
}

bool open_document(ApplicationModel& model, const std::shared_ptr<const SceneDocument>& document,
                   const std::string& file) {
  if (!model.apply(command::OpenDocument{document, file})) return false;
  for (const ParamValue& p : document->params)
    if (p.owner == Owner::view()) model.apply(command::SetParam{p.owner, p.key, p.value});
  model.paused |= document->paused;
  model.ui.dismissed_note.clear();
  model.show_whole_field();
  return true;
}

void answer_recording(ApplicationModel& model) {
  const UiState& ui = model.ui;
  const bool is_wanted = ui.answers_recordings && !ui.lecture && !ui.is_embedded && !ui.pairs_asked;
  if (!is_wanted || !model.session.playback() || most_at_once(model.session) == 0) return;
  model.study(command::StartTuning{.grows = true});
  model.ui.tool = "tune";
}

void tell_notes(ApplicationModel& model) {
  if (const RecordingPlayback* show = model.session.playback())
    for (const Sentence& note : show->origin()->notes)
      model.note(say("{}: {}", Sentence::as_is(show->name()), note));
}

void drop_file(ApplicationModel& model, const std::filesystem::path& file, Vec2 at) {
  model.ui.is_dragged_over = false;
  if (model.ui.has_modal()) return;
  const std::size_t images = model.session.images().size();
  open_file(model, file);
  const bool is_picture = model.session.images().size() > images && !model.session.playback();
  if (is_picture && content_kind(file) == FileKind::picture &&
      contains(model.field.camera.viewport, at))
    launch(model, model.field.camera.to_world(at), {});
}

std::filesystem::path numbered_file(const std::string& name, const std::string& ending) {
  std::filesystem::path file;
  std::error_code none;
  for (int number = 1; file.empty() || std::filesystem::exists(file, none); ++number)
    file = std::filesystem::current_path(none) / fmt::format("phasebox-{}{:03}{}{}",
                                                             name.empty() ? "" : name + "-", number,
                                                             ending.empty() ? "" : ".", ending);
  return file;
}

void save_picture(ApplicationModel& model, const std::string& name, const Bitmap& picture) {
  if (picture.rgba.empty()) return model.warn("There is nothing to take a picture of");
  const auto file = numbered_file(name, "png");
  if (const Status status = save_png(file, picture.width, picture.height, picture.rgba);
      status.failed())
    return model.warn(status.error().text);
  model.note_file(say("Saved {}", Sentence::as_is(file.string())), file);
}

void save_data(ApplicationModel& model, const std::string& name, const std::string& ending,
               const std::string& text) {
  const auto file = numbered_file(name, ending);
  if (const Status status = write_file_atomically(file, text); status.failed())
    model.warn(status.error().text);
  else
    model.note_file(say("Saved {}", Sentence::as_is(file.string())), file);
}

std::map<std::string, std::string> record_facts(const ApplicationModel& model) {
  std::map<std::string, std::string> facts = machine_facts();
  facts.insert(model.machine.begin(), model.machine.end());
  for (const Param& row : view_rows())
    facts["view." + std::string(row.key)] = format_value(row, row.get(&model.view));
  for (const BroadphaseEntry* entry : model.plugins->entries())
    facts["plug-in." + std::string(entry->id)] = entry->title;
  return facts;
}

void save_report(ApplicationModel& model) {
  const auto file = numbered_file("report", "jsonl");
  const Status status =
      save_record(file, record_facts(model), *model.outputs.record, model.session);
  if (status.failed()) return model.warn(status.error().text);
  model.note_file(
      say("Saved {}. It has all that was done here so far, with the images that were opened; "
          "attach it to your report",
          Sentence::as_is(file.string())),
      file);
}

void export_cpp(ApplicationModel& model, const Contestant& contestant) {
  const Result<TwoFiles> files = two_files_of(*contestant.entry, contestant.make()->params());
  if (files.failed()) return model.warn(files.error().text);
  const auto folder = numbered_file(std::string(contestant.entry->id), "");
  if (const Status status = write_two_files(*files, folder); status.failed())
    return model.warn(status.error().text);
  model.note_file(say("Saved {0}.hpp and {0}.cpp in {1}", Sentence::as_is(files->name),
                      Sentence::as_is(folder.string())),
                  folder);
}

void reload_plugins(ApplicationModel& model) {
  const auto entries = model.plugins->entries();
  if (entries.empty())
    return model.note("There is no plug-in to load again; open one (.so), or start with --plugin");
  model.lab.stop();
  std::vector<Sentence> done;
  for (const BroadphaseEntry* entry : entries) {
    if (const Status status = model.plugins->reload(*entry); status.failed())
      model.warn(say("{}; {} stays as it was", status.error().text, entry->title));
    else
      done.emplace_back(entry->title);
  }
  if (done.empty()) return;
  use_plugins(model);
  model.note(say("Loaded again: {}", joined(done, ", ")), "plugin");
}

}  // namespace phasebox::ui
