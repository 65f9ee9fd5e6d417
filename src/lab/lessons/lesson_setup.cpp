// SPDX-License-Identifier: MIT
// Turns a step's set-up into a scene document and commands, and checks lessons by carrying them
// out.
#include "lab/lessons/lesson_setup.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <variant>

#include "base/text.hpp"
#include "collide/registry.hpp"
#include "language/format_sentence.hpp"
#include "world/scene/placing.hpp"

namespace phasebox {
namespace {

// Keys of the parameters of the window's look, which the user chooses and no lesson changes.
constexpr std::array<std::string_view, 3> kPersonal{"theme", "grid", "legend"};

/// The sprite that a set-up places. Its image is added to the document's images if it is not there.
Result<Sprite> sprite_of(const LessonSetup::Placed& placed, const ImageSet& images,
                         SceneDocument& document) {
  const int number = images.find(placed.image);
  if (number < 0) return Error{say("there is no image '{}'", Sentence::as_is(placed.image))};
  const auto& image = images.shared(static_cast<std::size_t>(number));
  auto known = std::ranges::find(document.images, image);
  if (known == document.images.end()) known = document.images.insert(known, image);
  Sprite sprite;
  sprite.position = placed.at;
  sprite.image = static_cast<std::uint16_t>(known - document.images.begin());
  sprite.scale = placed.size.y > 0 ? Vec2{placed.size.x / static_cast<float>(image->width),
                                          placed.size.y / static_cast<float>(image->height)}
                                   : scale_to(*image, placed.size.x);
  return sprite;
}

Status check_step(const LessonStep& step, Session& session, ParamView view) {
  const ParamGroup shown{Owner::view(), "View", view.rows, view.object};
  const auto commands = setup_commands(step.setup, session, shown);
  if (commands.failed()) return Error{say("setup: {}", commands.error().text)};
  for (const Command& command : *commands) {
    const auto* param = std::get_if<command::SetParam>(&command);
    if (param && param->owner == Owner::view())
      find_param(view.rows, param->key)->set(view.object, param->value);
    else if (const Status status = session.apply(command); status.failed())
      return Error{say("setup: {}", status.error().text)};
  }
  // Beyond so many sprites it is not checked whether the goal is fulfilled, since tracing takes
  // long.
  constexpr std::size_t kMaxSeen = 3000;
  const bool is_seen = session.world().size() <= kMaxSeen;
  EventLog trace;
  if (is_seen) {
    session.detect();
    session.trace(trace);
  }
  const Counters counters = session.counters(trace);
  const LessonFacts facts{session, trace, counters, shown};
  for (const std::vector<Condition>& clause : step.goal)
    for (const Condition& c : clause)
      if (const Standing now = standing(c, facts); !now.is_known)
        return Error{say("goal: '{}': {}", Sentence::as_is(condition_text(c)), now.text)};
  if (is_seen && is_fulfilled(step.goal, facts))
    return Error{"goal: the set-up fulfills it already; ask for what the user is to change"};
  return {};
}

}  // namespace

bool is_personal(std::string_view key) {
  return std::ranges::find(kPersonal, key) != kPersonal.end();
}

Result<std::vector<Command>> setup_commands(const LessonSetup& setup, const Session& session,
                                            const ParamGroup& view) {
  auto document = setup.document ? std::make_shared<SceneDocument>(*setup.document)
                                 : std::make_shared<SceneDocument>();
  if (!setup.document) document->scene = setup.scene;
  document->title.clear();
  document->note.clear();  // the step's text takes the place of title and note
  Settings settings;
  const SceneEntry* scene = find_entry(scenes(), document->scene);
  if (scene) settings.scene.select(*scene);
  const ParamGroup of_scene = settings.group(Owner::scene());
  for (const Param& row : of_scene.rows) settings.set(of_scene.owner, row.key, row.init);
  std::vector<command::SetParam> shown;
  for (const Param& row : view.rows)
    if (!is_personal(row.key)) shown.push_back({view.owner, std::string(row.key), row.init});
  for (const ParamValue& p : document->params) {
    const auto picture = std::ranges::find(shown, p.key, &command::SetParam::key);
    if (p.owner != Owner::view())
      settings.set(p.owner, p.key, p.value);
    else if (picture != shown.end())
      picture->value = p.value;
  }

  for (const auto& [name, text] : setup.params) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const Owner owner = owner_named(name.substr(0, dot));
    const std::string key = name.substr(std::min(dot + 1, name.size()));
    const bool is_view = owner == Owner::view();
    const auto picture = std::ranges::find(shown, key, &command::SetParam::key);
    const Param* row = find_param(is_view ? view.rows : settings.group(owner).rows, key);
    if (!row || (is_view && picture == shown.end()))
      return Error{say("there is no parameter '{}' for a lesson to set{}", Sentence::as_is(name),
                       meant(name, session.settings().groups()))};
    const Result<double> value = parse_value(*row, text);
    if (value.failed()) return value.error();
    is_view ? picture->value = *value : settings.set(owner, key, *value);
  }

  if (setup.sprites) {
    // The scene's parameter "count", which a panel shows, must equal the number of sprites.
    if (find_param(of_scene.rows, "count"))
      settings.set(of_scene.owner, "count", static_cast<double>(setup.sprites->size()));
    document->sprites.emplace();
    document->cached_impulses.clear();
    document->quiet_steps.clear();
    for (const LessonSetup::Placed& placed : *setup.sprites) {
      const Result<Sprite> sprite = sprite_of(placed, session.images(), *document);
      if (sprite.failed()) return sprite.error();
      document->sprites->push_back(*sprite);
    }
  }
  const auto choose = [](std::string& id, const std::string& given, const char* usual) {
    if (!given.empty() || id.empty()) id = given.empty() ? usual : given;
  };
  choose(document->broadphase, setup.broadphase, "rdc");
  choose(document->narrowphase, setup.narrowphase, "none");
  document->params = settings.document().params;
  std::vector<Command> commands{command::OpenDocument{document}};
  commands.insert(commands.end(), shown.begin(), shown.end());
  return commands;
}

Status check_lesson(const Lesson& lesson, Session& session, ParamView view) {
  for (std::size_t i = 0; i < lesson.steps.size(); ++i)
    if (const Status status = check_step(lesson.steps[i], session, view); status.failed())
      return Error{say("step {}, {}", i + 1, status.error().text)};
  return {};
}

}  // namespace phasebox
