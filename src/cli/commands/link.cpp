// SPDX-License-Identifier: MIT
// `phasebox link`: prints the address, relative to the folder of the page, by which a browser shows
// a scene, a recording, or a step of a lesson.
#include <algorithm>
#include <filesystem>

#include "cli/commands/commands.hpp"
#include "io/scene_file.hpp"
#include "lab/lessons/lesson_parser.hpp"
#include "session/session.hpp"

namespace phasebox::cli {
namespace {

struct LinkOptions {
  LaunchOptions launch;
  std::optional<std::string> lesson;  ///< id of a lesson of the program
  std::optional<std::size_t> step;    ///< of the lesson, from 1
};

// Returns the text of a lesson file with its scenes in it; nothing where the file is no lesson.
std::optional<std::string> lesson_in(const std::string& file) {
  if (!file.ends_with(".json")) return {};
  const std::string text = must(read_file(file, kMaxSceneFile));
  if (!is_lesson(text)) return {};
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return must(with_scenes(text, file, [&](const std::string& scene) {
    return read_file(folder / scene, kMaxSceneFile);
  }));
}

// Returns "step=2&", or nothing where no step was asked for.
std::string step_part(const LinkOptions& options, const Lesson& lesson) {
  if (!options.step) return "";
  if (*options.step > lesson.steps.size())
    throw Refusal{fmt::format("--step: there is no step {}; this lesson has {}", *options.step,
                              lesson.steps.size())};
  return fmt::format("step={}&", *options.step);
}

std::string link_of_lesson(const LinkOptions& options) {
  const std::vector<Lesson> all = must(builtin_lessons(), kOurFailure);
  const auto lesson = std::ranges::find(all, *options.lesson, &Lesson::id);
  if (lesson == all.end())
    throw Refusal{
        fmt::format("there is no lesson '{}'; see phasebox list lessons", *options.lesson)};
  return step_part(options, *lesson) + "lesson=" + lesson->id;
}

std::string link_of_lesson_file(const LinkOptions& options, const std::string& text) {
  const std::string& name = *options.launch.scene;
  const LessonFile file{name, text};
  const std::vector<Lesson> lesson = must(parse_lessons({&file, 1}));
  if (text.size() > kMaxLinkText)
    throw Refusal{name + ": the lesson is too large for a link; share its file"};
  return step_part(options, lesson[0]) + packed_link(text);
}

// A lesson sets up its scenes itself.
void refuse_other_options(const LaunchOptions& launch) {
  if (launch.broadphase || launch.narrowphase || launch.seed || launch.count ||
      !launch.sets.empty() || launch.is_swept || launch.reading != BoxReading{})
    throw Refusal{"a link to a lesson takes --step alone; leave out the other options"};
}

std::string link_of(const LinkOptions& options) {
  const LaunchOptions& launch = options.launch;
  const auto text = launch.scene && !options.lesson ? lesson_in(*launch.scene) : std::nullopt;
  if (options.lesson || text) refuse_other_options(launch);
  if (options.lesson) return link_of_lesson(options);
  if (text) return link_of_lesson_file(options, *text);
  if (options.step) throw Refusal{"--step: only lessons have steps; name a lesson file"};
  const Session session = session_of(options.launch);
  return packed_link(
      must(link_text(session.document(), session.settings().groups(), session.playback())));
}

}  // namespace

Run link_command(Options& to, const Program&) {
  const auto options = std::make_shared<LinkOptions>();
  to.text("FILE", "", options->launch.scene, "Scene file, lesson or recorded boxes")
      .excludes("--scene");
  add_launch(to, options->launch);
  to.text("--lesson", "ID", options->lesson, "Lesson of phasebox list lessons")
      .suggests(lesson_ids)
      .excludes("FILE")
      .excludes("--scene");
  to.number("--step", options->step, 1, 1000, "Step of the lesson");
  return [options] { return print("phasebox.html#" + link_of(*options) + "\n"); };
}

}  // namespace phasebox::cli
