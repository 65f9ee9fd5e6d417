// SPDX-License-Identifier: MIT
// Reads lessons from files, checks and begins them.
#include "ui/model/files/lesson_files.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"
#include "lab/lessons/lesson_parser.hpp"
#include "lab/lessons/lesson_setup.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/open_lesson.hpp"

namespace phasebox::ui {
namespace {

namespace fs = std::filesystem;

Status read_scene(const ApplicationModel& model, LessonSetup& setup) {
  if (!setup.scene.starts_with('{')) return {};
  Result<SceneDocument> scene = parse_scene(setup.scene, "scene", model.groups());
  if (scene.failed()) return scene.error();
  setup.document = std::make_shared<const SceneDocument>(*std::move(scene));
  setup.scene = setup.document->scene;
  return {};
}

}  // namespace

Status check(const ApplicationModel& model, const Lesson& lesson) {
  Session session(builtin_images());
  session.work().max_pairs = ApplicationModel::kMaxPairs;
  ViewOptions view = model.view;
  return check_lesson(lesson, session, {&view, view_rows()});
}

Result<Lesson> lesson_of(const ApplicationModel& model, std::string text, const std::string& name) {
  const LessonFile one{name, text};
  Result<std::vector<Lesson>> all = parse_lessons({&one, 1});
  if (all.failed()) return all.error();
  Lesson lesson = std::move(all->front());
  for (std::size_t i = 0; i < lesson.steps.size(); ++i)
    if (const Status status = read_scene(model, lesson.steps[i].setup); status.failed())
      return Error{
          say("{}: step {}, setup: {}", Sentence::as_is(name), i + 1, status.error().text)};
  if (const Status status = check(model, lesson); status.failed())
    return Error{say("{}: {}", Sentence::as_is(name), status.error().text)};
  lesson.text = std::move(text);
  return lesson;
}

Result<Lesson> load_lesson(const ApplicationModel& model, const fs::path& file) {
  return opened(file, kMaxLessonFile, [&](const std::string& text) -> Result<Lesson> {
    const std::string name = file.string();
    Result<std::string> whole = with_scenes(text, name, [&](const std::string& scene) {
      return read_file(file.parent_path() / scene, kMaxSceneFile);
    });
    if (whole.failed()) return whole.error();
    Result<Lesson> lesson = lesson_of(model, *std::move(whole), name);
    if (!lesson.failed() && lesson->id == name) lesson->id = absolute_path(file);
    return lesson;
  });
}

bool is_lesson_file(const fs::path& file) {
  if (kind_of(file) != FileKind::scene) return false;
  bool found = false;
  const Status status = phasebox::open_file(
      file, kMaxSceneFile, [&](const std::string& text) { found = is_lesson(text); });
  return !status.failed() && found;
}

Status begin_lesson(ApplicationModel& model, const std::string& id_or_file) {
  std::string id = id_or_file;
  if (id.ends_with(".json") || id.find('/') != id.npos) {
    Result<Lesson> lesson = load_lesson(model, id);
    if (lesson.failed()) return lesson.error();
    remember_file(model, absolute_path(id));
    id = lesson->id;
    model.lab.lessons.add(*std::move(lesson));
  }
  if (Status status = model.lab.apply(lesson::Open{id}, model.session); status.failed())
    return status;
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
    lesson.failed() ? model.warn(lesson.error().text) : model.lab.lessons.add(*std::move(lesson));
  }
}

}  // namespace phasebox::ui
