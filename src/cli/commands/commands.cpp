// SPDX-License-Identifier: MIT
// Declares options: the kinds of option, and those that several commands share.
#include "cli/commands/commands.hpp"

#include "cli/picture.hpp"
#include "io/files/text_table.hpp"
#include "lab/lessons/words.hpp"

namespace phasebox::cli {

std::string Option::description() const {
  return initial.empty() ? help : fmt::format("{} (default: {})", help, initial);
}

Option& Options::flag(std::string name, bool& into, std::string help) {
  return all_.emplace_back(Option{.name = std::move(name), .help = std::move(help), .flag = &into});
}

Option& Options::choice(std::string name, std::string type, std::vector<std::string> words,
                        std::function<void(std::size_t)> into, std::string help) {
  const auto take = [words, into](const std::string& text) -> Option::Refusal {
    into(static_cast<std::size_t>(std::ranges::find(words, text) - words.begin()));
    return {};
  };
  Option& made = add(std::move(name), std::move(type), take, std::move(help));
  made.choices = std::move(words);
  return made;
}

void Options::hide() {
  for (Option& option : all_) option.is_hidden = true;
}

Option& OutputFiles::add(Options& to, std::string option, std::string type, std::string help) {
  OutputFile& file = files_.emplace_back(OutputFile{std::move(option), {}});
  return to.text(file.option, std::move(type), file.path, std::move(help));
}

const std::string& OutputFiles::operator[](std::string_view option) const {
  return std::ranges::find(files_, option, &OutputFile::option)->path;
}

void OutputFiles::check(std::string_view input, std::vector<OutputFile> more) const {
  more.insert(more.begin(), files_.begin(), files_.end());
  must(check_outputs(more, input));
}

std::string Speech::operator()(const Sentence& sentence) const {
  return is_chinese ? sentence.in(chinese_texts()) : sentence.english();
}

void add_language(Options& to, Speech& speech) {
  to.choice(
        "--language", "ID", {kLanguageIds.begin(), kLanguageIds.end()},
        [&speech](std::size_t k) { speech.is_chinese = k == 1; }, "Of what is explained: en, zh")
      .by_default("en");
}

void add_sets(Options& to, ParamTexts& sets) {
  const auto take = [&sets](const std::string& text) -> Option::Refusal {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return fmt::format("'{}' is not KEY=VALUE", text);
    sets.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    return {};
  };
  to.add("--set", "KEY=VALUE", take,
         "Set a parameter; OWNER.KEY for an algorithm not in use. Repeatable")
      .repeated();
}

void add_swept(Options& to, bool& is_swept) {
  to.flag("--swept", is_swept,
          "Recorded boxes reach to the next frame, as for objects that may not tunnel");
}

void add_reading(Options& to, BoxReading& reading) {
  const auto take = [&reading](const std::string& word) -> Option::Refusal {
    reading.solid.push_back(word);
    return {};
  };
  to.add("--solid", "WORD", take,
         "What is solid in a map: a layer by its name, property=NAME, tiles (with shapes), all or "
         "none. Repeatable")
      .repeated();
  to.choice(
      "--origin", "PLACE", {"corner", "center"},
      [&reading](std::size_t k) {
        reading.origin = k == 0 ? BoxOrigin::corner : BoxOrigin::center;
      },
      "What x, y beside width, height is");
}

void add_size(Options& to, LaunchOptions& launch, std::string help) {
  const auto take = [&launch](const std::string& text) -> Option::Refusal {
    std::string_view rest = text;
    const int width = read_number<int>(take_until(rest, 'x')).value_or(0);
    const int height = read_number<int>(rest).value_or(0);
    if (std::min(width, height) < 1 || std::max(width, height) > kMaxPictureSide)
      return fmt::format("'{}' is not WxH with 1 to {} px each", text, kMaxPictureSide);
    launch.width = width;
    launch.height = height;
    launch.is_sized = true;
    return {};
  };
  to.add("--size", "WxH", take, std::move(help))
      .by_default(fmt::format("{}x{}", launch.width, launch.height));
}

void add_seed(Options& to, LaunchOptions& launch) {
  constexpr auto kMax = std::numeric_limits<std::uint32_t>::max();
  to.number("--seed", launch.seed, 0, kMax, "Seed of the scene").by_default("1");
}

void add_launch(Options& to, LaunchOptions& launch) {
  to.text("--scene", "NAME|FILE", launch.scene,
          "Scene, or path of a scene file or of recorded boxes (CSV)")
      .suggests(scene_ids)
      .by_default(kDefaultScene);
  to.text("--broadphase", "ID", launch.broadphase, "Broadphase")
      .suggests(broadphase_ids)
      .by_default(kDefaultBroadphase);
  to.text("--narrowphase", "ID", launch.narrowphase, "Narrowphase")
      .suggests(narrowphase_ids)
      .by_default(kDefaultNarrowphase);
  add_sets(to, launch.sets);
  add_seed(to, launch);
  to.number("--count", launch.count, 0, kMaxCount, "Number of sprites").by_default("the scene's");
  add_swept(to, launch.is_swept);
  add_reading(to, launch.reading);
}

void add_log(Options& to, LaunchOptions& launch) {
  to.text("--log", "FILE.csv", launch.log, "Statistics of every step, written while it runs");
}

void add_record(Options& to, LaunchOptions& launch) {
  to.text("--record", "FILE", launch.record,
          "Every command with its step, for phasebox replay, written while it runs");
}

Option& add_counts(Options& to, std::vector<std::uint32_t>& counts, std::string help) {
  const auto take = [&counts](const std::string& text) -> Option::Refusal {
    counts.clear();
    for (const std::string_view word : split(text, ',')) {
      const auto n = read_number<std::uint32_t>(word);
      if (!n || *n < 1 || *n > kMaxCount)
        return fmt::format("'{}' is not a list of whole numbers from 1 to {}", text,
                           range_end(kMaxCount));
      counts.push_back(*n);
    }
    return {};
  };
  return to.add("--count", "N,N,...", take, std::move(help));
}

Option& add_threads(Options& to, unsigned& threads) {
  return to.number("--threads", threads, 1, 256, "Threads that an algorithm may use");
}

void add_window(Options& to, LaunchOptions& launch) {
  to.text("FILE", "", launch.file, "Scene, lesson, recorded boxes or picture").excludes("--scene");
  add_launch(to, launch);
  to.text("--lesson", "ID|FILE", launch.lesson,
          "Lesson to begin: one of phasebox list lessons, or a lesson file")
      .suggests(lesson_ids)
      .excludes("--scene")
      .excludes("FILE");
  to.text("--follow", "FILE", launch.follow,
          "Boxes that a running game writes: a file, a named pipe, or - (standard input)")
      .excluded = {"FILE", "--scene", "--lesson", "--seed", "--count"};
  to.number("--keep", launch.keep, 1, 3600, "Seconds of the game that are kept, of 60 frames each")
      .needs("--follow");
  to.number("--ui-scale", launch.ui_scale, 0.5f, 4, "Size of text and widgets")
      .by_default("as the screen says");
  add_size(to, launch, "Size of the window");
  add_log(to, launch);
  add_record(to, launch);
  to.text("--dump-state", "", launch.dump_state, "").hidden_if(true);  // for tests
}

}  // namespace phasebox::cli
