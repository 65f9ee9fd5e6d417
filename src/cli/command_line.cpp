// SPDX-License-Identifier: MIT
// Options that several commands share, and those of the window.
#include "cli/command_line.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>

#include "cli/picture.hpp"

namespace phasebox {

void add_sets(CLI::App& app, std::vector<std::pair<std::string, std::string>>& sets) {
  const auto read = [&sets](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        throw CLI::ValidationError("--set", fmt::format("'{}' is not KEY=VALUE", text));
      sets.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
  };
  app.add_option_function<std::vector<std::string>>(
         "--set", read, "Set a parameter; OWNER.KEY for an algorithm not in use. Repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_size(CLI::App& app, LaunchOptions& launch, const std::string& help) {
  const auto read = [&launch](const std::string& text) {
    const std::size_t x = std::min(text.find('x'), text.size());
    const int width = read_number<int>(text.substr(0, x)).value_or(0);
    const int height = read_number<int>(text.substr(std::min(x + 1, text.size()))).value_or(0);
    if (std::min(width, height) < 1 || std::max(width, height) > kMaxPictureSide)
      throw CLI::ValidationError(
          "--size", fmt::format("'{}' is not WxH with 1 to {} px each", text, kMaxPictureSide));
    launch.width = width;
    launch.height = height;
    launch.is_sized = true;
  };
  app.add_option_function<std::string>("--size", read, help)
      ->type_name("WxH")
      ->default_str(fmt::format("{}x{}", launch.width, launch.height));
}

void add_seed(CLI::App& app, LaunchOptions& launch) {
  constexpr auto kMax = std::numeric_limits<std::uint32_t>::max();
  add_number<std::uint32_t>(app, "--seed", launch.seed, 0, kMax, "Seed of the scene")
      ->default_str("1");
}

void add_launch(CLI::App& app, LaunchOptions& launch) {
  app.add_option("--scene", launch.scene,
                 "Scene, or path of a scene file or of recorded boxes (CSV)")
      ->type_name("NAME|FILE")
      ->default_str(kDefaultScene);
  app.add_option("--broadphase", launch.broadphase, "Broadphase")
      ->type_name("ID")
      ->default_str(kDefaultBroadphase);
  app.add_option("--narrowphase", launch.narrowphase, "Narrowphase")
      ->type_name("ID")
      ->default_str(kDefaultNarrowphase);
  add_sets(app, launch.sets);
  add_seed(app, launch);
  add_number<std::uint32_t>(app, "--count", launch.count, 0, kMaxCount, "Number of sprites")
      ->default_str("the scene's");
}

void add_log(CLI::App& app, LaunchOptions& launch) {
  app.add_option("--log", launch.log, "Statistics of every step, written while it runs")
      ->type_name("FILE.csv");
}

void add_record(CLI::App& app, LaunchOptions& launch) {
  app.add_option("--record", launch.record,
                 "Every command with its step, for phasebox replay, written while it runs")
      ->type_name("FILE");
}

void add_plugins(CLI::App& app, Arguments& to) {
  constexpr std::string_view kWithout[] = {"pixels", "export", "manual", "completion"};
  for (CLI::App* command : app.get_subcommands({}))
    if (std::ranges::find(kWithout, command->get_name()) == std::end(kWithout))
      add_plugins(*command, to);
  app.add_option("--plugin", to.plugins, "Shared object with a broadphase more. Repeatable")
      ->type_name("FILE.so")
      ->allow_extra_args(false);
}

namespace {

// Options for what only a window can do stay out of the help of a program without one; they are
// still read, so that the answer is not that they are unknown.
void hide_if(bool is_without_window, CLI::App& app) {
  if (!is_without_window) return;
  for (CLI::Option* option : app.get_options())
    if (option != app.get_help_ptr() && option != app.get_version_ptr()) option->group("");
}

}  // namespace

void add_window(CLI::App& app, Arguments& to) {
  CLI::Option* file = app.add_option("FILE", to.window.file, "Scene, recorded boxes or picture");
  file->type_name("");
  add_launch(app, to.window);
  file->excludes(app.get_option("--scene"));
  app.add_option("--lesson", to.window.lesson, "Lesson to begin; see phasebox list lessons")
      ->type_name("ID")
      ->excludes(app.get_option("--scene"))
      ->excludes(file);
  CLI::Option* follow =
      app.add_option(
             "--follow", to.window.follow,
             "Boxes that a running game writes: a file, a named pipe, or - (standard input)")
          ->type_name("FILE");
  for (CLI::Option* other : {file, app.get_option("--scene"), app.get_option("--lesson"),
                             app.get_option("--seed"), app.get_option("--count")})
    follow->excludes(other);
  add_number<double>(app, "--keep", to.window.keep, 1, 3600,
                     "Seconds of the game that are kept, of 60 frames each")
      ->needs(follow);
  add_number<float>(app, "--ui-scale", to.window.ui_scale, 0.5f, 4, "Size of text and widgets")
      ->default_str("as the screen says");
  add_size(app, to.window, "Size of the window");
  add_log(app, to.window);
  add_record(app, to.window);
  app.add_option("--dump-state", to.window.dump_state)->group("");  // for tests, not in the help
  hide_if(to.has_no_window, app);
}

}  // namespace phasebox
