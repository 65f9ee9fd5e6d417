// SPDX-License-Identifier: MIT
// Opening and saving: scenes, images, recordings, plug-ins, lessons; and the picker of files.
#include "ui/model/files/files.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "io/boxes/box_file.hpp"
#include "io/export/two_files.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"
#include "io/scene_file.hpp"
#include "lab/study_subject.hpp"
#include "plugin/plugin_list.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/live_feed.hpp"

namespace phasebox::ui {

extern const ActionRow reload_plugins_action;  // actions/action_rows.cpp

namespace {

const char* default_name(FilePicker::Mode mode) {
  if (mode == FilePicker::Mode::save_boxes) return "boxes.csv";
  if (mode == FilePicker::Mode::save_lesson) return "lesson.json";
  return mode == FilePicker::Mode::save ? "scene.json" : "";
}

void open_scene(ApplicationModel& model, const std::filesystem::path& file) {
  const Result<std::string> text = read_file(file, kMaxSceneFile);
  if (!text) return model.warn(text.error().text);
  if (is_lesson(*text)) {
    if (const Status error = begin_lesson(model, absolute_path(file))) model.warn(error->text);
    return;
  }
  Result<SceneDocument> loaded = parse_scene(*text, file.string(), model.groups());
  if (!loaded) return model.warn(loaded.error().text);
  const auto document = std::make_shared<const SceneDocument>(*std::move(loaded));
  if (!open_document(model, document, absolute_path(file))) return;
  remember_file(model, absolute_path(file));
  model.note(fmt::format("Opened {}", file.filename().string()));
}

void add_picture(ApplicationModel& model, const Result<std::shared_ptr<const Image>>& image) {
  if (!image) return model.warn(image.error().text);
  const std::size_t number = model.session.images().size();
  if (!model.apply(command::AddImage{*image})) return;
  model.ui.launch_image = static_cast<std::uint16_t>(number);
  model.note(fmt::format("Picture '{}', {} x {} px: drag on empty ground to launch it",
                         (*image)->name, (*image)->width, (*image)->height));
}

void open_recording(ApplicationModel& model, const std::filesystem::path& file) {
  Result<BoxRecording> loaded = load_box_recording(file);
  if (!loaded) return model.warn(loaded.error().text);
  const auto trace = std::make_shared<const BoxRecording>(*std::move(loaded));
  if (!model.apply(command::OpenRecording{trace, file.filename().string(), absolute_path(file)}))
    return;
  remember_file(model, absolute_path(file));
  model.note(fmt::format("Opened {}: {} of recorded boxes", file.filename().string(),
                         counted(trace->size(), "frame")));
  tell_notes(model);
}

// While the game runs, each frame makes another recording.
void save_recording(ApplicationModel& model, const std::filesystem::path& file) {
  const RecordingPlayback& show = *model.session.show();
  if (const Status error = save_box_recording(file, show)) return model.warn(error->text);
  remember_file(model, absolute_path(file));
  model.note(fmt::format("Saved {}: {}", file.string(), counted(show.size(), "frame")));
  if (!model.live || !model.live->is_shown(model.session))
    model.session.recording_saved_as(file.filename().string(), absolute_path(file));
}

// All that was measured, counted or drawn is of the code before.
void use_plugins(ApplicationModel& model) {
  model.session.renew_broadphases();
  model.lab.renew_broadphases();
  model.forget_trace();
  model.phases.clear();
  model.changed = true;
}

void open_plugin(ApplicationModel& model, const std::filesystem::path& file) {
  model.lab.stop_studies();
  if (model.autosave) model.autosave->wait();  // it reads the registry
  const auto loaded = model.plugins->load(absolute_path(file));
  if (!loaded) return model.warn(loaded.error().text);
  use_plugins(model);
  if (!model.apply(command::SelectBroadphase{std::string((*loaded)->id)})) return;
  model.note(fmt::format("Loaded {} from {}; {} loads it again", (*loaded)->title,
                         file.filename().string(),
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

std::string printable(std::string_view name) { return phasebox::printable(name, {}, 3); }

void FilePicker::show(Mode how, const std::filesystem::path& where) {
  mode = how;
  name = default_name(how);
  then_quits = false;
  enter(where);
}

bool FilePicker::lists(const Entry& entry) const {
  return mode != Mode::open || contains_words(entry.name, filter);
}

void FilePicker::enter(const std::filesystem::path& where) {
  wants_focus = true;
  filter.clear();
  std::error_code error;
  const auto absolute = std::filesystem::weakly_canonical(where, error);
  folder = error ? where : absolute;
  entries.clear();
  trouble.clear();
  auto at = std::filesystem::directory_iterator(folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    std::error_code unreadable;  // a dangling link is no reason to stop
    const bool is_folder = at->is_directory(unreadable);
    const std::string entry = at->path().filename().string();
    if (entry.starts_with('.') || (!is_folder && kind_of(at->path()) == FileKind::other)) continue;
    entries.push_back({entry, is_folder});
  }
  if (error) trouble = "This folder cannot be read: " + error.message();
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return a.is_folder != b.is_folder
               ? a.is_folder
               : std::pair(lower(a.name), a.name) < std::pair(lower(b.name), b.name);
  });
}

std::filesystem::path FilePicker::file() const {
  std::filesystem::path path = folder / name;
  if (saves() && mode != Mode::save_boxes && kind_of(path) != FileKind::scene) path += ".json";
  if (mode == Mode::save_boxes && !lower(name).ends_with(".csv")) path += ".csv";
  return path;
}

std::optional<std::filesystem::path> FilePicker::take() {
  wants_focus = true;
  if (name.empty()) return {};
  std::error_code error;
  if (mode == Mode::open && !std::filesystem::exists(folder / name, error)) {
    const auto is_listed = [this](const Entry& entry) { return lists(entry); };
    const auto only = std::ranges::find_if(entries, is_listed);
    if (std::ranges::count_if(entries, is_listed) == 1) name = only->name;
  }
  const std::filesystem::path typed = folder / name;
  if (std::filesystem::is_directory(typed, error)) {
    enter(typed);
    name = default_name(mode);
    return {};
  }
  const std::filesystem::path path = file();
  const bool exists = std::filesystem::exists(picture_file(path), error);
  const bool has_folder = std::filesystem::is_directory(picture_file(path).parent_path(), error);
  trouble.clear();
  if (!has_folder)
    trouble = fmt::format("There is no folder {}; choose one of the list",
                          printable(path.parent_path().string()));
  else if (mode == Mode::open && !exists)
    trouble = fmt::format("There is no file or folder '{}' here; choose one of the list",
                          printable(name));
  if (!trouble.empty()) return {};
  return path;
}

void open_file(ApplicationModel& model, const std::filesystem::path& file) {
  switch (kind_of(file)) {
    case FileKind::picture: return add_picture(model, load_image(file));
    case FileKind::scene: return open_scene(model, file);
    case FileKind::recording: return open_recording(model, file);
    case FileKind::plugin: return open_plugin(model, file);
    case FileKind::other: break;
  }
  if (is_box_file(file)) return open_recording(model, file);  // compressed, under any name
  model.warn(fmt::format(
      "{}: Phasebox opens scenes and lessons (.json), pictures (.png, .jpg), box recordings "
      "({}) and plug-ins (.so)",
      file.filename().string(), kBoxFileEndings));
}

void cut_picture(ApplicationModel& model, std::uint16_t image, const std::string& options) {
  const Image& from = model.session.images()[image];
  const Result<PictureSource> source = parse_picture_source(from.name + "," + options);
  if (!source) return model.warn(source.error().text);
  add_picture(model, image_of(*source, picture_of(from).first.look));
}

void save_file(ApplicationModel& model, const std::filesystem::path& file) {
  if (model.session.show() && kind_of(file) == FileKind::recording)
    return save_recording(model, file);
  SceneDocument document = document_of(model);
  if (const Status error = save_scene_file(file, document, model.groups()))
    return model.warn(error->text);
  model.session.saved_as(
      {absolute_path(file), std::make_shared<const SceneDocument>(std::move(document))});
  remember_file(model, absolute_path(file));
  model.note(fmt::format("Saved {}", file.string()));
}

std::string window_title(const ApplicationModel& model) {
  const Session& session = model.session;
  const bool is_unsaved = session.has_unsaved();
  std::string name = session.show()
                         ? std::string(session.show()->name())
                         : std::filesystem::path(session.file().path).filename().string();
  if (name.empty() && session.title().empty() && !is_unsaved) return "Phasebox";
  if (!session.show() && !session.title().empty()) name = session.title();
  if (name.empty()) name = session.scene().title;
  return name + (is_unsaved ? "* - Phasebox" : " - Phasebox");
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

void tell_notes(ApplicationModel& model) {
  if (const RecordingPlayback* show = model.session.show())
    for (const std::string& note : show->origin()->notes)
      model.note(fmt::format("{}: {}", show->name(), note));
}

void drop_file(ApplicationModel& model, const std::filesystem::path& file, Vec2 at) {
  if (model.ui.has_modal()) return;
  const std::size_t images = model.session.images().size();
  open_file(model, file);
  const bool is_picture = model.session.images().size() > images && !model.session.show();
  if (is_picture && kind_of(file) == FileKind::picture && contains(model.camera.viewport, at))
    launch(model, model.camera.to_world(at), {});
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
  if (const Status error = save_png(file, picture.width, picture.height, picture.rgba))
    return model.warn(error->text);
  model.note(fmt::format("Saved {}", file.string()));
}

void save_data(ApplicationModel& model, const std::string& name, const std::string& ending,
               const std::string& text) {
  const auto file = numbered_file(name, ending);
  if (const Status error = write_file_atomically(file, text))
    model.warn(error->text);
  else
    model.note(fmt::format("Saved {}", file.string()));
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
  const Status error = save_record(file, record_facts(model), *model.record, model.session);
  if (error) return model.warn(error->text);
  model.note(
      fmt::format("Saved {}. It has all that was done here so far, with the images that were "
                  "opened; attach it to your report",
                  file.string()));
}

void export_cpp(ApplicationModel& model, const Contestant& contestant) {
  const Result<TwoFiles> files = two_files_of(*contestant.entry, contestant.make()->params());
  if (!files) return model.warn(files.error().text);
  const auto folder = numbered_file(std::string(contestant.entry->id), "");
  if (const Status error = write_two_files(*files, folder)) return model.warn(error->text);
  model.note(fmt::format("Saved {0}.hpp and {0}.cpp in {1}", files->name, folder.string()));
}

void reload_plugins(ApplicationModel& model) {
  const auto entries = model.plugins->entries();
  if (entries.empty())
    return model.note("There is no plug-in to load again; open one (.so), or start with --plugin");
  model.lab.stop_studies();
  std::string done;
  for (const BroadphaseEntry* entry : entries) {
    if (const Status error = model.plugins->reload(*entry))
      model.warn(fmt::format("{}; {} stays as it was", error->text, entry->title));
    else
      done += fmt::format("{}{}", done.empty() ? "" : ", ", entry->title);
  }
  if (done.empty()) return;
  use_plugins(model);
  model.note("Loaded again: " + done, "plugin");
}

// ---- lessons

namespace {

namespace fs = std::filesystem;

Status read_scene(const ApplicationModel& model, LessonSetup& setup, const fs::path& folder) {
  const bool is_here = setup.scene.starts_with('{');
  if (!is_here && !setup.scene.ends_with(".json")) return {};
  Result<SceneDocument> scene = is_here ? parse_scene(setup.scene, "scene", model.groups())
                                        : load_scene_file(folder / setup.scene, model.groups());
  if (!scene) return scene.error();
  setup.document = std::make_shared<const SceneDocument>(*std::move(scene));
  setup.scene = setup.document->scene;
  return {};
}

// In a session and a view of its own, as at another user's.
Status check(const ApplicationModel& model, const Lesson& lesson) {
  Session session(builtin_images());
  session.limit_pairs(ApplicationModel::kMaxPairs);
  ViewOptions view = model.view;
  return check_lesson(lesson, session, {&view, view_rows()});
}

Result<Lesson> load_lesson(const ApplicationModel& model, const fs::path& file) {
  const Result<std::string> text = read_file(file, kMaxLessonFile);
  if (!text) return text.error();
  const std::string name = file.string();
  const LessonFile one{name, *text};
  Result<std::vector<Lesson>> all = parse_lessons({&one, 1});
  if (!all) return all.error();
  Lesson lesson = std::move(all->front());
  if (lesson.id == name) lesson.id = absolute_path(file);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i)
    if (const Status error = read_scene(model, lesson.steps[i].setup, file.parent_path()))
      return Error{fmt::format("{}: step {}, setup: {}", name, i + 1, error->text)};
  if (const Status error = check(model, lesson)) return Error{name + ": " + error->text};
  return lesson;
}

// ---- writing

// Scene files have a line for each sprite; here as well.
Result<std::string> lesson_text(const Lesson& lesson, std::span<const ParamGroup> groups) {
  std::string steps;
  for (const LessonStep& step : lesson.steps) {
    const Result<std::string> scene = scene_text(*step.setup.document, groups);
    if (!scene) return scene.error();
    Json goal;
    for (const auto& clause : step.goal) goal.push_back(condition_text(clause.front()));
    steps += fmt::format(R"({}
    {{
      "text": {},
      "hint": {},
      "goal": {},
      "setup": {{"paused": {}, "launch": {}, "scene": {}}}
    }})",
                         steps.empty() ? "" : ",", json_text(step.text.en), json_text(step.hint.en),
                         json_text(goal), step.setup.paused, step.setup.launch, *scene);
  }
  return fmt::format("{{\n  \"title\": {},\n  \"steps\": [{}\n  ]\n}}\n",
                     json_text(lesson.title.en), steps);
}

// ---- recording

using Offers = std::vector<LessonDraft::Offer>;

void offer_settings(const ApplicationModel& model, const SceneDocument& begun, Offers& offers) {
  const SceneDocument now = document_of(model);
  const auto offer = [&](std::string name, std::string value) {
    offers.push_back({{std::move(name), Relation::equal, std::move(value)}, true, true});
  };
  if (now.broadphase != begun.broadphase) offer("broadphase", now.broadphase);
  if (now.narrowphase != begun.narrowphase) offer("narrowphase", now.narrowphase);
  for (const ParamValue& p : now.params) {
    const auto before = std::ranges::find_if(begun.params, [&](const ParamValue& other) {
      return other.owner == p.owner && other.key == p.key;
    });
    const bool is_own = p.owner == Owner::view() && is_personal(p.key);
    const bool is_count = p.owner == Owner::scene() && p.key == "count";  // a fact
    if (before == begun.params.end() || before->value == p.value || is_own || is_count) continue;
    const Param* row = find_param(param_group(model.session, model.view, p.owner).rows, p.key);
    offer(full_name(p.owner, p.key), format_value(*row, p.value));
  }
}

// Of the frame traced last.
LessonDraft::Facts facts_now(const ApplicationModel& model) {
  return facts_of({model.session, model.trace, model.counters, view_group(model.view)});
}

void offer_facts(const LessonDraft& draft, const LessonDraft::Facts& now, Offers& offers) {
  for (std::size_t k = 0; k < now.size(); ++k) {
    const auto& [name, value] = now[k];
    if (value == draft.facts[k].second) continue;
    const bool is_count = name == "sprites";
    const Relation relation = name == "steps" ? Relation::at_least : Relation::equal;
    offers.push_back({{std::string(name), relation, fmt::format("{}", value)}, is_count, is_count});
  }
  // A drag changes counts alone: the one that is most likely meant.
  if (std::ranges::any_of(offers, &LessonDraft::Offer::is_setting) || offers.empty()) return;
  const auto of = [&](std::string_view name) {
    return std::ranges::find(offers, name, [](const auto& o) { return o.condition.name; });
  };
  for (const char* name : {"collisions", "groups", "candidates"})
    if (of(name) != offers.end()) return void(of(name)->is_chosen = true);
  offers.front().is_chosen = true;
}

std::string trouble_with(const ApplicationModel& model, const LessonDraft& draft) {
  const LessonStep& step = draft.step;
  if (draft.stage != DraftStage::recorded)
    return "Set up the step, record it, and stop the recording";
  if (step.text.en.empty()) return "Type what the student is to do";
  if (step.goal.empty()) return "Check at least one condition";
  if (const std::string other = draft.start.other_change(model.session, step.goal); !other.empty())
    return fmt::format("Also changed: {}. Check it too, or record the step again without it",
                       other);
  Lesson lesson = draft.lesson;
  lesson.steps.push_back(step);
  const Status error = check(model, lesson);
  return error ? error->text : "";
}

}  // namespace

bool is_lesson(std::string_view text) {
  const Result<Json> json = parse_json(text, "", 1, JsonReal::float64);
  return json && json->find("steps");
}

bool is_lesson_file(const fs::path& file) {
  if (kind_of(file) != FileKind::scene) return false;
  const Result<std::string> text = read_file(file, kMaxSceneFile);
  return text && is_lesson(*text);
}

Status begin_lesson(ApplicationModel& model, const std::string& id_or_file) {
  std::string id = id_or_file;
  if (id.ends_with(".json") || id.find('/') != id.npos) {
    Result<Lesson> lesson = load_lesson(model, id);
    if (!lesson) return lesson.error();
    remember_file(model, absolute_path(id));
    id = lesson->id;
    model.lab.lessons.add(*std::move(lesson));
  }
  if (Status error = model.lab.apply(lesson::Open{id}, model.session)) return error;
  set_up_lesson(model);
  return {};
}

void list_lessons(ApplicationModel& model, const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> files;
  auto at = fs::directory_iterator(folder, failed);
  for (; !failed && at != fs::directory_iterator(); at.increment(failed))
    if (at->path().extension() == ".json") files.push_back(at->path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    Result<Lesson> lesson = load_lesson(model, file);
    lesson ? model.lab.lessons.add(*std::move(lesson)) : model.warn(lesson.error().text);
  }
}

void set_up_step(ApplicationModel& model) {
  SceneDocument begun = document_of(model);
  begun.title.clear(), begun.note.clear();
  LessonDraft& draft = model.ui.draft;
  LessonSetup& setup = draft.step.setup;
  setup = {};
  setup.scene = begun.scene;
  setup.paused = std::exchange(begun.paused, false);
  setup.document = std::make_shared<const SceneDocument>(std::move(begun));
  draft.facts = facts_now(model);
  model.ui.shows_panel() = true;  // what the student is to change
  draft.offers.clear(), draft.trouble.clear();
  draft.stage = DraftStage::set_up;
}

void record_step(ApplicationModel& model) {
  LessonDraft& draft = model.ui.draft;
  const auto commands = setup_commands(draft.step.setup, model.session, view_group(model.view));
  if (!commands) return void(draft.trouble = commands.error().text);
  const SceneFile file = model.session.file();
  for (const Command& command : *commands) model.apply(command);
  model.session.came_from(file, true);
  model.paused = draft.step.setup.paused;
  draft.start = {document_of(model), model.session.steps()};
  std::ranges::find(draft.facts, "steps", &LessonDraft::Fact::first)->second = draft.start.steps;
  draft.offers.clear(), draft.trouble.clear();
  draft.stage = DraftStage::records;
}

void stop_recording(ApplicationModel& model) {
  LessonDraft& draft = model.ui.draft;
  model.paused = true;  // what there is now is what the step asks for
  offer_settings(model, draft.start.begun, draft.offers);
  offer_facts(draft, facts_now(model), draft.offers);
  if (draft.offers.empty()) draft.trouble = "Nothing has changed; record the step again";
  draft.stage = DraftStage::recorded;
}

void add_step(ApplicationModel& model) {
  LessonDraft& draft = model.ui.draft;
  draft.step.goal.clear();
  for (const LessonDraft::Offer& offer : draft.offers)
    if (offer.is_chosen) draft.step.goal.push_back({offer.condition});
  draft.trouble = trouble_with(model, draft);
  if (!draft.trouble.empty()) return;
  draft.step.setup.launch = model.session.world().size() > draft.start.begun.sprites->size();
  draft.lesson.steps.push_back(std::exchange(draft.step, {}));
  draft.offers.clear();
  draft.stage = DraftStage::nothing;
}

void save_lesson(ApplicationModel& model, const fs::path& file) {
  LessonDraft& draft = model.ui.draft;
  if (draft.lesson.title.en.empty()) draft.lesson.title.en = file.stem().string();
  const Result<std::string> text = lesson_text(draft.lesson, model.groups());
  if (!text) return model.warn(fmt::format("{}: {}", file.string(), text.error().text));
  if (const Status error = write_file_atomically(file, *text)) return model.warn(error->text);
  Result<Lesson> lesson = load_lesson(model, file);
  if (!lesson) return model.warn(lesson.error().text);
  model.note(fmt::format("Saved {}: {}", file.string(), counted(lesson->steps.size(), "step")));
  model.lab.lessons.add(*std::move(lesson));
  remember_file(model, absolute_path(file));
  draft = {};
}

}  // namespace phasebox::ui
