// SPDX-License-Identifier: MIT
// Sets up, records, checks and writes the steps of a lesson.
#include "ui/model/files/lesson_draft.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "io/files/text_file.hpp"
#include "io/scene_file.hpp"
#include "lab/lessons/lesson_setup.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/files/lesson_files.hpp"

namespace phasebox::ui {
namespace {

// Writes a lesson as JSON, with one line for each sprite as in scene files.
Result<std::string> lesson_text(const Lesson& lesson, std::span<const ParamGroup> groups) {
  std::string steps;
  for (const LessonStep& step : lesson.steps) {
    const Result<std::string> scene = scene_text(*step.setup.document, groups);
    if (scene.failed()) return scene.error();
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

using Offers = std::vector<LessonDraft::Offer>;

void offer_settings(const ApplicationModel& model, const LessonStart& start, Offers& offers) {
  const SceneDocument& begun = start.begun;
  const SceneDocument now = document_of(model);
  const auto offer = [&](std::string name, std::string value) {
    offers.push_back({{std::move(name), Relation::equal, std::move(value)}, true, true});
  };
  if (now.broadphase != begun.broadphase) offer("broadphase", now.broadphase);
  if (now.narrowphase != begun.narrowphase) offer("narrowphase", now.narrowphase);
  for (const auto& [rule, collide] : rules_of(model.session))
    if (const auto before = std::ranges::find(start.rules, rule, &LessonDraft::Rule::first);
        before != start.rules.end() && before->second != collide)
      offer(rule, collide ? "on" : "off");
  for (const ParamValue& p : now.params) {
    const auto before = std::ranges::find_if(begun.params, [&](const ParamValue& other) {
      return other.owner == p.owner && other.key == p.key;
    });
    const bool is_own = p.owner == Owner::view() && is_personal(p.key);
    // The number of sprites is offered by offer_facts().
    const bool is_count = p.owner == Owner::scene() && p.key == "count";
    if (before == begun.params.end() || before->value == p.value || is_own || is_count) continue;
    const Param* row = find_param(param_group(model.session, model.view, p.owner).rows, p.key);
    offer(full_name(p.owner, p.key), format_value(*row, p.value));
  }
}

// Returns the counts of the frame whose event log was taken last.
LessonDraft::Facts facts_now(const ApplicationModel& model) {
  return facts_of({model.session, model.traced.log, model.traced.counters, view_group(model.view)});
}

void offer_facts(const LessonDraft& draft, const LessonDraft::Facts& now, Offers& offers) {
  for (std::size_t k = 0; k < now.size(); ++k) {
    const auto& [name, value] = now[k];
    if (value == draft.facts[k].second) continue;
    const bool is_count = name == "sprites";
    const Relation relation = name == "steps" ? Relation::at_least : Relation::equal;
    offers.push_back({{std::string(name), relation, fmt::format("{}", value)}, is_count, is_count});
  }
  // A drag, for example, changes no setting, so only counts are offered; then the one that the user
  // most likely means is chosen.
  if (std::ranges::any_of(offers, &LessonDraft::Offer::is_setting) || offers.empty()) return;
  const auto of = [&](std::string_view name) {
    return std::ranges::find(offers, name, [](const auto& o) { return o.condition.name; });
  };
  for (const char* name : {"collisions", "groups", "candidates"})
    if (of(name) != offers.end()) return void(of(name)->is_chosen = true);
  offers.front().is_chosen = true;
}

Sentence trouble_with(const ApplicationModel& model, const LessonDraft& draft) {
  const LessonStep& step = draft.step;
  if (draft.stage != DraftStage::recorded)
    return "Set up the step, record it, and stop the recording";
  if (step.text.en.empty()) return "Type what the student is to do";
  if (step.goal.empty()) return "Check at least one condition";
  if (const Sentence other = draft.start.other_change(model.session, step.goal); !other.empty())
    return say("Also changed: {}. Check it too, or record the step again without it", other);
  Lesson lesson = draft.lesson;
  lesson.steps.push_back(step);
  const Status status = check(model, lesson);
  return status.failed() ? status.error().text : Sentence();
}

}  // namespace

void set_up_step(ApplicationModel& model) {
  SceneDocument begun = document_of(model);
  begun.title.clear();
  begun.note.clear();
  LessonDraft& draft = model.ui.own<LessonDraft>();
  LessonSetup& setup = draft.step.setup;
  setup = {};
  setup.scene = begun.scene;
  begun.paused = false;  // the step begins paused, whether or not the scene runs now
  setup.document = std::make_shared<const SceneDocument>(std::move(begun));
  draft.facts = facts_now(model);
  model.ui.shows_panel() = true;  // it holds what the student is to change
  draft.offers.clear();
  draft.trouble = {};
  draft.stage = DraftStage::set_up;
}

void record_step(ApplicationModel& model) {
  LessonDraft& draft = model.ui.own<LessonDraft>();
  const auto commands = setup_commands(draft.step.setup, model.session, view_group(model.view));
  if (commands.failed()) return void(draft.trouble = commands.error().text);
  const SceneFile file = model.session.file();
  for (const Command& command : *commands) model.apply(command);
  model.session.came_from(file, true);
  model.paused = draft.step.setup.paused;
  draft.start = {document_of(model), model.session.steps(), rules_of(model.session)};
  std::ranges::find(draft.facts, "steps", &LessonDraft::Fact::first)->second = draft.start.steps;
  draft.offers.clear();
  draft.trouble = {};
  draft.stage = DraftStage::records;
}

void stop_recording(ApplicationModel& model) {
  LessonDraft& draft = model.ui.own<LessonDraft>();
  model.paused = true;  // the goal is the state at this moment
  offer_settings(model, draft.start, draft.offers);
  offer_facts(draft, facts_now(model), draft.offers);
  if (draft.offers.empty()) draft.trouble = "Nothing has changed; record the step again";
  draft.stage = DraftStage::recorded;
}

void add_step(ApplicationModel& model) {
  LessonDraft& draft = model.ui.own<LessonDraft>();
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

void save_lesson(ApplicationModel& model, const std::filesystem::path& file) {
  LessonDraft& draft = model.ui.own<LessonDraft>();
  if (draft.lesson.title.en.empty()) draft.lesson.title.en = file.stem().string();
  const Result<std::string> text = lesson_text(draft.lesson, model.groups());
  if (text.failed())
    return model.warn(say("{}: {}", Sentence::as_is(file.string()), text.error().text));
  if (const Status status = write_file_atomically(file, *text); status.failed())
    return model.warn(status.error().text);
  Result<Lesson> lesson = load_lesson(model, file);
  if (lesson.failed()) return model.warn(lesson.error().text);
  model.note_file(
      say("Saved {}: {}", Sentence::as_is(file.string()), counted(lesson->steps.size(), "step")),
      file);
  model.lab.lessons.add(*std::move(lesson));
  remember_file(model, absolute_path(file));
  draft = {};
}

}  // namespace phasebox::ui
