// SPDX-License-Identifier: MIT
// The commands that look at one frame or one scene, with their options.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/manual.hpp"
#include "collide/narrowphase.hpp"
#include "collide/registry.hpp"

namespace phasebox {

void add_list(CLI::App& app, Arguments& to) {
  CLI::App* list = app.add_subcommand("list", "What there is to choose and to set");
  std::vector<std::string> kinds(kListKinds.begin(), kListKinds.end());
  list->add_option("KIND", to.list.what, fmt::format("{}", fmt::join(kinds, ", ")))
      ->default_str("all")
      ->check(CLI::IsMember(kinds))
      ->type_name("");
  CLI::Option* json = list->add_flag("--json", to.list.json, "As a JSON array of objects");
  list->add_flag("--markdown", to.list.markdown, "The algorithms, as docs/algorithms.md")
      ->excludes(json);
}

void add_render(CLI::App& app, Arguments& to) {
  CLI::App* render = app.add_subcommand("render", "Run a scene without a window");
  add_launch(*render, to.render.launch);
  if (!to.has_no_window) add_size(*render, to.render.launch, "Size of the picture");
  add_number<std::uint32_t>(*render, "--frames", to.render.frames, 0, 1'000'000,
                            "Steps to run; 0 only detects");
  render->add_option("--out", to.render.out, "Picture of the last frame")
      ->type_name("FILE.png")
      ->group(to.has_no_window ? "" : "Options");
  render->add_option("--animate", to.render.film.path, "Animated picture of all frames")
      ->type_name("FILE.gif|FILE.webp")
      ->group(to.has_no_window ? "" : "Options");
  add_number<std::uint32_t>(*render, "--every", to.render.film.every, 1, 1000,
                            "Steps from picture to picture of --animate");
  render->add_flag("--walk", to.render.film.is_walk,
                   "With --animate: what the broadphase does in the last frame, bit by bit");
  render->add_option("--stats", to.render.stats, "Counters, times, state hash")
      ->type_name("FILE.json");
  add_log(*render, to.render.launch);
}

void add_explain(CLI::App& app, Arguments& to) {
  CLI::App* explain =
      app.add_subcommand("explain", "What an algorithm does in one frame, event by event");
  constexpr auto kMax = std::numeric_limits<std::size_t>::max();
  add_launch(*explain, to.explain.launch);
  add_number<std::uint32_t>(*explain, "--frames", to.explain.frames, 0, 1'000'000,
                            "Steps before the frame");
  explain->add_flag("--narrow", to.explain.is_narrow, "The narrowphase, not the broadphase");
  add_number<std::size_t>(*explain, "--from", to.explain.from, 1, kMax, "First event");
  add_number<std::size_t>(*explain, "--events", to.explain.events, 0, kMax, "How many; 0 is all");
  explain->add_option("--json", to.explain.json, "The same with all open sets")->type_name("FILE");
}

namespace {

void add_boxes(CLI::App& app, BoxOptions& to) {
  app.add_option("FILE", to.file,
                 "id,min_x,min_y,max_x,max_y, and frame if there are many; - reads standard input")
      ->required()
      ->type_name("");
  app.add_option("--broadphase", to.broadphase, "Broadphase")->required()->type_name("ID");
  add_sets(app, to.sets);
  app.add_option("--out", to.out, "File instead of standard output")->type_name("FILE");
}

}  // namespace

void add_pairs(CLI::App& app, Arguments& to) {
  add_boxes(*app.add_subcommand("pairs", "Which boxes of a CSV file overlap"), to.pairs);
}

void add_near(CLI::App& app, Arguments& to) {
  CLI::App* near = app.add_subcommand("near", "Which boxes of a CSV file overlap a given box");
  add_boxes(*near, to.near);
  near->add_option("--box", to.near.box, "The box: min_x,min_y,max_x,max_y")
      ->required()
      ->type_name("X0,Y0,X1,Y1");
  near->add_flag(
      "--explain", to.near.explains,
      "How the query is walked, and what it costs by each rule to stop, in place of ids");
}

namespace {

std::string default_of(const NarrowphaseEntry& narrowphase, std::string_view key) {
  const auto made = narrowphase.make();
  const Param& row = *find_param(made->params().rows, key);
  return format_value(row, row.init);
}

}  // namespace

void add_pixels(CLI::App& app, Arguments& to) {
  CLI::App* pixels = app.add_subcommand("pixels", "Whether two images touch at an offset");
  pixels->add_option("A", to.pixels.a, "Image at (0, 0)")->required()->type_name("");
  pixels->add_option("B", to.pixels.b, "Image at (DX, DY)")->required()->type_name("");
  using Limits = std::numeric_limits<std::int32_t>;
  add_number<std::int32_t>(*pixels, "--dx", to.pixels.dx, Limits::min(), Limits::max(),
                           "Left edge of B in A's pixels")
      ->required();
  add_number<std::int32_t>(*pixels, "--dy", to.pixels.dy, Limits::min(), Limits::max(),
                           "Top edge of B in A's pixels")
      ->required();
  pixels->add_option("--n", to.pixels.n, "Distance of the samples; 1 is exact")
      ->type_name("N")
      ->default_str(default_of(pixel_samples_entry, "n"));
  pixels->add_option("--alpha", to.pixels.alpha, "Least alpha that counts as opaque")
      ->type_name("T")
      ->default_str(default_of(pixel_samples_entry, "alpha-threshold"));
}

void add_why(CLI::App& app, Arguments& to) {
  CLI::App* why = app.add_subcommand("why", "Which sprites a sprite was compared with, and why");
  add_launch(*why, to.why.launch);
  why->add_option("--boxes", to.why.launch.scene, "Recorded boxes instead of a scene")
      ->type_name("RECORDING.csv")
      ->excludes(why->get_option("--scene"));
  const auto read = [&to](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const auto id = read_number<std::int64_t>(text);
      if (!id) throw CLI::ValidationError("--sprite", fmt::format("'{}' is not a number", text));
      to.why.sprites.push_back(*id);
    }
  };
  why->add_option_function<std::vector<std::string>>(
         "--sprite", read, "Its number, or id of a recorded box; twice: those two. Repeatable")
      ->required()
      ->type_name("I")
      ->allow_extra_args(false);
  add_number<std::uint32_t>(*why, "--frames", to.why.frames, 0, 1'000'000,
                            "Steps before the frame that is looked at; 0 only detects");
  why->add_option("--json", to.why.json, "The list with the bounds of groups, cells and nodes")
      ->type_name("FILE");
}

void add_manual(CLI::App& app, Arguments&) {
  app.add_subcommand("manual", "This help as a manual page, for man -l -");
}

void add_completion(CLI::App& app, Arguments& to) {
  CLI::App* completion =
      app.add_subcommand("completion", "What a shell reads to complete this command line");
  completion->add_option("SHELL", to.shell, fmt::format("{}", fmt::join(kShells, ", ")))
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(kShells), std::end(kShells))))
      ->type_name("");
}

void add_doctor(CLI::App& app, Arguments&) {
  app.add_subcommand("doctor", "What was found of this machine, what is slow, and what would help");
}

void add_export(CLI::App& app, Arguments& to) {
  CLI::App* exported =
      app.add_subcommand("export", "A broadphase as a header and a source for a game's own code");
  exported->add_option("--broadphase", to.exported.broadphase, "Broadphase")
      ->required()
      ->type_name("ID");
  add_sets(*exported, to.exported.sets);
  exported->add_option("--out", to.exported.out, "Folder for both files")
      ->required()
      ->type_name("FOLDER");
  exported->add_option("--name", to.exported.name, "Name of the files and of their namespace")
      ->default_str("the id, with _")
      ->type_name("NAME");
}

}  // namespace phasebox
