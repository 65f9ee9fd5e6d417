// SPDX-License-Identifier: MIT
// A user who takes lessons without a window.
#include "lesson_player.hpp"

#include <array>

#include <gtest/gtest.h>

#include "io/files/embedded.hpp"
#include "lab/lessons/lesson_parser.hpp"
#include "lab/lessons/lesson_setup.hpp"
#include "support/images.hpp"

namespace phasebox::test {
namespace {

using Commands = std::vector<Command>;

Command set(std::string_view owner, std::string key, double value) {
  return command::SetParam{owner_named(owner), std::move(key), value};
}
Command broadphase(std::string id) { return command::SelectBroadphase{std::move(id)}; }

// Takes a sprite, puts it there, lets it go at rest.
Commands drag(SpriteId id, Vec2 to) {
  return {command::Grab{id}, command::Drag{to}, command::Release{}};
}
Commands both(Commands a, const Commands& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

std::vector<Lesson> all_lessons() {
  std::vector<LessonFile> files;
  for (const EmbeddedFile& f : embedded_lessons())
    files.push_back({f.name, {reinterpret_cast<const char*>(f.bytes.data()), f.bytes.size()}});
  Result<std::vector<Lesson>> lessons = parse_lessons(files);
  if (lessons.failed()) {
    ADD_FAILURE() << lessons.error().text;
    return {};
  }
  return *std::move(lessons);
}

std::vector<Solution> solutions_of(const std::string& lesson) {
  if (lesson == "brute-force")
    return {{drag(0, {830, 400})},
            {drag(0, {770, 330})},
            {{command::SetCount{4}}},
            {{command::SetCount{20}}},
            {{broadphase("rdc")}}};
  if (lesson == "clustering")
    return {{drag(1, {600, 480})},
            {{set("rdc", "max-depth", 0)}},
            {drag(2, {400, 520})},
            {both(drag(0, {200, 600}), drag(5, {1100, 150}))}};
  if (lesson == "touching")
    return {{{set("world", "snap", 1)}},
            {{set("rdc", "tie-order", 1)}},
            {{set("rdc", "contact-threshold", 0.01)}},
            {{set("rdc", "contact-threshold", -2.5)}},
            {{set("rdc", "contact-threshold", 1.6)}},
            {{set("rdc", "contact-threshold", 0)}}};
  if (lesson == "group-size")
    return {{{set("rdc", "group-size", 7)}},
            {{set("rdc", "group-size", 200)}},
            {{set("rdc", "leaf-test", 1)}}};
  if (lesson == "failing")
    return {{{broadphase("quadtree")}},
            {{set("rdc", "static-groups", 1)}},
            {{set("scene", "count", 24)}},
            {{set("scene", "count", 400)}}};
  if (lesson == "sweeping")
    return {{{broadphase("sort-and-sweep")}},
            {both(drag(1, {360, 480}), drag(3, {870, 480}))},
            {{set("sort-and-sweep", "axis", 1)}}};
  if (lesson == "quadtree")
    return {{{broadphase("quadtree")}},
            {{set("quadtree", "max-objects", 4)}},
            {drag(3, {640, 360})},
            {{set("quadtree", "looseness", 1.6)}}};
  if (lesson == "sampling")
    return {{{command::SelectNarrowphase{"pixel-samples"}}},
            {drag(1, {540, 400})},
            {{set("pixel-samples", "n", 4)}},
            {{set("pixel-samples", "n", 1)}},
            {{set("pixel-samples", "jitter", 1)}, 2}};
  if (lesson == "coherence")
    return {{{}, 10}, {{}, 120, "over-time"}, {{set("scene", "max-speed", 30)}, 3}};
  if (lesson == "rules")
    return {{{command::FilterCategories{8, 8, true}}},
            {{set("uniform-grid", "cell-size", 20)}},
            {{set("uniform-grid", "cell-size", 1)}},
            {{set("uniform-grid", "cell-size", 0)}}};
  if (lesson == "box-table")
    return {{drag(2, {19, 30}), 0, "table"},
            {drag(3, {35, 28}), 0, "table"},
            {drag(2, {24, 41}), 0, "table"}};
  return {};
}

Player::Player() : session_(test_images()) {}

ParamGroup Player::view() const {
  static constexpr std::array<std::string_view, 3> kTints{"none", "category", "group"};
  static constexpr std::array kRows{choice<&Overlays::tint>("color-by", kTints, "As there."),
                                    flag<&Overlays::boxes>("boxes", "As in the window."),
                                    flag<&Overlays::ids>("ids", "As there."),
                                    flag<&Overlays::boundaries>("boundaries", "As there."),
                                    flag<&Overlays::candidates>("candidates", "As there."),
                                    flag<&Overlays::sweep_line>("sweep-line", "As there.")};
  return {Owner::view(), "View", kRows, &overlays_};
}

void Player::set_up(const LessonSetup& setup) {
  const auto commands = setup_commands(setup, session_, view());
  ASSERT_FALSE(commands.failed()) << commands.error().text;
  play(*commands);
}

void Player::play(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    const auto* param = std::get_if<command::SetParam>(&command);
    if (param && param->owner == Owner::view())
      find_param(view().rows, param->key)->set(&overlays_, param->value);
    else if (const Status status = session_.apply(command); status.failed())
      FAIL() << status.error().text;
  }
  look();
}

void Player::solve(const Solution& solution) {
  tool_ = solution.tool;
  play(solution.commands);
  for (int i = 0; i < solution.steps; ++i) session_.step();
  if (solution.steps > 0) look();
}

void Player::look() {
  session_.detect();
  session_.trace(trace_);
  counters_ = session_.counters(trace_);
}

LessonFacts Player::facts() const { return {session_, trace_, counters_, view(), false, tool_}; }

std::string Player::describe(const Goal& goal) const {
  std::string all;
  for (const auto& clause : goal)
    for (const Condition& condition : clause)
      all += condition_text(condition) + " (" + standing(condition, facts()).text + ") ";
  return all;
}

}  // namespace phasebox::test
