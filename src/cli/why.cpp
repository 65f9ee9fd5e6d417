// SPDX-License-Identifier: MIT
// `phasebox why`: which sprites a sprite was compared with in the last frame, and the results.
#include "lab/why/why.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/frames.hpp"
#include "cli/output.hpp"
#include "io/archive/json.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace {

/// Sprites go by their numbers, recorded boxes by those that they have in their file.
struct Names {
  const Session& session;

  std::int64_t of(SpriteId id) const {
    return session.show() ? session.show()->ids()[id] : static_cast<std::int64_t>(id);
  }
  Result<SpriteId> find(std::int64_t name) const {
    if (const RecordingPlayback* show = session.show()) {
      if (const auto id = show->sprite_of(name)) return *id;
      return Error{fmt::format("--sprite: there is no box {} in frame {} of {}", name,
                               show->number(show->frame()), show->name())};
    }
    const std::size_t n = session.world().size();
    if (name >= 0 && static_cast<std::uint64_t>(name) < n) return static_cast<SpriteId>(name);
    if (n == 0) return Error{"--sprite: the scene is empty"};
    return Error{fmt::format("--sprite: there is no sprite {}; choose from 0 to {}", name, n - 1)};
  }
};

struct Answer {
  const Session& session;
  const Attribution& made;
  SpriteId sprite;
  std::optional<SpriteId> with;
  std::vector<WhyRow> rows;

  std::string title() const { return std::string(session.broadphase().title); }
  /// Empty when the two were compared, or one sprite was asked about.
  std::string untested() const {
    return with && rows.empty() ? why_untested(made, sprite, *with, session.frame()) : "";
  }
};

std::string text_of(const Answer& a) {
  const Names names{a.session};
  std::uint64_t tests = 0;
  for (const WhyRow& row : a.rows) tests += row.is_test ? row.times : 0;
  std::string text =
      fmt::format("{}, step {}: sprite {}", a.title(), a.session.steps(), names.of(a.sprite));
  if (a.with) text += fmt::format(" and {}", names.of(*a.with));
  text += fmt::format(", {} box test{}\n", tests, tests == 1 ? "" : "s");
  if (const std::string reason = a.untested(); !reason.empty()) return text + "  " + reason + "\n";
  for (const WhyRow& row : a.rows) {
    text += fmt::format("  {:>8}  {:<15}  by {}", names.of(row.other), name_of(row.outcome),
                        name_of(a.made, row, a.title()));
    if (row.times > 1) text += fmt::format(", {} times", row.times);
    text += '\n';
  }
  if (!a.made.is_complete())
    text +=
        fmt::format("  {} of {} box tests of the frame are known\n", a.made.tests, a.made.counted);
  return text;
}

Json part_json(const Answer& a, std::uint32_t number) {
  const Maker& part = a.made.parts[number];
  Json json{{"name", name_of(part, a.title())}};
  if (part.has_bounds())
    json["box"] = Json::array({part.box.min.x, part.box.min.y, part.box.max.x, part.box.max.y});
  return json;
}

std::string json_of(const Answer& a, const std::vector<std::string>& command) {
  const Names names{a.session};
  Json rows = Json::array();
  for (const WhyRow& row : a.rows) {
    Json parts = Json::array();
    if (row.part != Attribution::kNone) parts.push_back(part_json(a, row.part));
    if (row.other_part != row.part) parts.push_back(part_json(a, row.other_part));
    rows.push_back({{"other", names.of(row.other)},
                    {"result", std::string(name_of(row.outcome))},
                    {"tests", row.is_test ? row.times : 0},
                    {"by", std::move(parts)}});
  }
  Json json{{"command", command},
            {"version", std::string(kVersion)},
            {"broadphase", std::string(a.session.broadphase().id)},
            {"steps", a.session.steps()},
            {"sprite", names.of(a.sprite)},
            {"with", a.with ? Json(names.of(*a.with)) : Json()},
            {"rows", std::move(rows)},
            {"untested", a.untested()},
            {"tests_of_the_frame", {{"listed", a.made.tests}, {"counted", a.made.counted}}}};
  return json_text(json, {.indent = 2}) + "\n";
}

}  // namespace

int run_why(const WhyOptions& options) {
  if (options.sprites.empty() || options.sprites.size() > 2)
    return report({fmt::format("why: {} sprites are named; give --sprite once or twice",
                               options.sprites.size())});
  const OutputFile output{"--json", options.json};
  if (auto error = check_outputs({&output, 1}, input_file(options.launch))) return report(*error);
  Session session(builtin_images());
  if (auto error = configure(session, options.launch)) return report(*error);
  if (const auto times = run_frames(session, options.frames); !times) return report(times.error());
  const Names names{session};
  std::vector<SpriteId> sprites;
  for (const std::int64_t name : options.sprites) {
    const Result<SpriteId> id = names.find(name);
    if (!id) return report(id.error());
    sprites.push_back(*id);
  }
  if (sprites.size() == 2 && sprites[0] == sprites[1])
    return report({"why: a sprite is not compared with itself; name two"});
  EventLog trace(kMaxWhyEvents);
  session.trace(trace);
  const Attribution made = attribute(trace.broad);
  const auto with = sprites.size() == 2 ? std::optional(sprites[1]) : std::nullopt;
  const Answer answer{session, made, sprites[0], with, why_tested(made, sprites[0], with)};
  if (!options.json.empty())
    if (auto error = write_file_atomically(options.json, json_of(answer, options.command)))
      return report(*error);
  return print(text_of(answer));
}

}  // namespace phasebox
