// SPDX-License-Identifier: MIT
// Lessons read and checked before anything changes; steps recorded as what differs afterward.
#include "ui/model/files/lesson_files.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"

namespace phasebox::ui {
namespace {

namespace fs = std::filesystem;
using Stage = LessonDraft::Stage;

// ---- reading

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
  std::vector<std::string_view> tools;
  for (const ToolRow* tool : model.tools) tools.push_back(tool->action.id);
  return check_lesson(lesson, session, {&view, view_rows()}, tools);
}

Result<Lesson> load_lesson(const ApplicationModel& model, const fs::path& file) {
  const Result<std::string> text = read_file(file, kMaxLessonFile);
  if (!text) return text.error();
  const std::string name = file.string();
  const LessonFile one{name, *text};
  Result<std::vector<Lesson>> all = parse_lessons({&one, 1});
  if (!all) return all.error();
  Lesson lesson = std::move(all->front());
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
  if (draft.stage != Stage::recorded) return "Set up the step, record it, and stop the recording";
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
  return std::min(text.find("\"steps\""), text.find("\"setup\"")) < text.find("\"phasebox\"");
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
  std::ranges::sort(files, natural_less, [](const fs::path& file) { return file.string(); });
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
  draft.offers.clear(), draft.trouble.clear();
  draft.stage = Stage::set_up;
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
  draft.stage = Stage::records;
}

void stop_recording(ApplicationModel& model) {
  LessonDraft& draft = model.ui.draft;
  model.paused = true;  // what there is now is what the step asks for
  offer_settings(model, draft.start.begun, draft.offers);
  offer_facts(draft, facts_now(model), draft.offers);
  if (draft.offers.empty()) draft.trouble = "Nothing has changed; record the step again";
  draft.stage = Stage::recorded;
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
  draft.stage = Stage::nothing;
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
