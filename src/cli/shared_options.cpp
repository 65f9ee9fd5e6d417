// SPDX-License-Identifier: MIT
// How options are declared, and those that several commands share.
#include "cli/shared_options.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "cli/picture.hpp"

namespace phasebox::cli {
namespace {

constexpr auto kMaxSeed = std::numeric_limits<std::uint32_t>::max();

auto taker_of(auto& into) {
  return [&into](const std::string& text) -> Option::Refusal {
    into = text;
    return {};
  };
}

}  // namespace

std::string Option::description() const {
  return initial.empty() ? help : fmt::format("{} (default: {})", help, initial);
}

std::string Option::full_type() const {
  return choices.empty() ? type : fmt::format("{}:{{{}}}", type, fmt::join(choices, ","));
}

Option& Options::add(std::string name, std::function<Option::Refusal(const std::string&)> take,
                     std::string help) {
  return all_.emplace_back(
      Option{.name = std::move(name), .help = std::move(help), .take = std::move(take)});
}

Option& Options::text(std::string name, std::string& into, std::string help) {
  return add(std::move(name), taker_of(into), std::move(help));
}

Option& Options::text(std::string name, std::optional<std::string>& into, std::string help) {
  return add(std::move(name), taker_of(into), std::move(help));
}

Option& Options::flag(std::string name, bool& into, std::string help) {
  return all_.emplace_back(Option{.name = std::move(name), .help = std::move(help), .flag = &into});
}

Option& Options::choice(std::string name, std::vector<std::string> words,
                        std::function<void(std::size_t)> into, std::string help) {
  const auto take = [words, into](const std::string& text) -> Option::Refusal {
    into(static_cast<std::size_t>(std::ranges::find(words, text) - words.begin()));
    return {};
  };
  Option& made = add(std::move(name), take, std::move(help));
  made.choices = std::move(words);
  return made;
}

void Options::hide() {
  for (Option& option : all_) option.is_hidden = true;
}

void add_sets(Options& to, std::vector<std::pair<std::string, std::string>>& sets) {
  const auto take = [&sets](const std::string& text) -> Option::Refusal {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return fmt::format("'{}' is not KEY=VALUE", text);
    sets.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    return {};
  };
  to.add("--set", take, "Set a parameter; OWNER.KEY for an algorithm not in use. Repeatable")
      .of_type("KEY=VALUE")
      .repeated();
}

void add_size(Options& to, LaunchOptions& launch, std::string help) {
  const auto take = [&launch](const std::string& text) -> Option::Refusal {
    const std::size_t x = std::min(text.find('x'), text.size());
    const int width = read_number<int>(text.substr(0, x)).value_or(0);
    const int height = read_number<int>(text.substr(std::min(x + 1, text.size()))).value_or(0);
    if (std::min(width, height) < 1 || std::max(width, height) > kMaxPictureSide)
      return fmt::format("'{}' is not WxH with 1 to {} px each", text, kMaxPictureSide);
    launch.width = width;
    launch.height = height;
    launch.is_sized = true;
    return {};
  };
  to.add("--size", take, std::move(help))
      .of_type("WxH")
      .by_default(fmt::format("{}x{}", launch.width, launch.height));
}

void add_seed(Options& to, LaunchOptions& launch) {
  to.number("--seed", launch.seed, 0, kMaxSeed, "Seed of the scene").by_default("1");
}

void add_launch(Options& to, LaunchOptions& launch) {
  to.text("--scene", launch.scene, "Scene, or path of a scene file or of recorded boxes (CSV)")
      .of_type("NAME|FILE")
      .by_default(kDefaultScene);
  to.text("--broadphase", launch.broadphase, "Broadphase")
      .of_type("ID")
      .by_default(kDefaultBroadphase);
  to.text("--narrowphase", launch.narrowphase, "Narrowphase")
      .of_type("ID")
      .by_default(kDefaultNarrowphase);
  add_sets(to, launch.sets);
  add_seed(to, launch);
  to.number("--count", launch.count, 0, kMaxCount, "Number of sprites").by_default("the scene's");
}

void add_log(Options& to, LaunchOptions& launch) {
  to.text("--log", launch.log, "Statistics of every step, written while it runs")
      .of_type("FILE.csv");
}

void add_record(Options& to, LaunchOptions& launch) {
  to.text("--record", launch.record,
          "Every command with its step, for phasebox replay, written while it runs")
      .of_type("FILE");
}

Option& add_counts(Options& to, std::vector<std::uint32_t>& counts, std::string help) {
  const auto take = [&counts](const std::string& text) -> Option::Refusal {
    counts.clear();
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t comma = std::min(text.find(',', at), text.size());
      const auto n = read_number<std::uint32_t>(text.substr(at, comma - at));
      if (!n || *n < 1 || *n > kMaxCount)
        return fmt::format("'{}' is not a list of whole numbers from 1 to {}", text, kMaxCount);
      counts.push_back(*n);
      at = comma + 1;
    }
    return {};
  };
  return to.add("--count", take, std::move(help)).of_type("N,N,...");
}

Option& add_threads(Options& to, unsigned& threads) {
  return to.number("--threads", threads, 1, 256, "Threads that an algorithm may use");
}

void add_window(Options& to, LaunchOptions& launch) {
  to.text("FILE", launch.file, "Scene, recorded boxes or picture").excludes("--scene");
  add_launch(to, launch);
  to.text("--lesson", launch.lesson, "Lesson to begin; see phasebox list lessons")
      .of_type("ID")
      .excludes("--scene")
      .excludes("FILE");
  Option& follow =
      to.text("--follow", launch.follow,
              "Boxes that a running game writes: a file, a named pipe, or - (standard input)")
          .of_type("FILE");
  follow.excluded = {"FILE", "--scene", "--lesson", "--seed", "--count"};
  to.number("--keep", launch.keep, 1, 3600, "Seconds of the game that are kept, of 60 frames each")
      .needs("--follow");
  to.number("--ui-scale", launch.ui_scale, 0.5f, 4, "Size of text and widgets")
      .by_default("as the screen says");
  add_size(to, launch, "Size of the window");
  add_log(to, launch);
  add_record(to, launch);
  to.text("--dump-state", launch.dump_state, "").hidden_if(true);  // for tests
}

}  // namespace phasebox::cli
