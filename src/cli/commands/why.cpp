// SPDX-License-Identifier: MIT
// `phasebox why`: prints with which sprites a broadphase compared a sprite in one frame, and why.
#include "lab/why.hpp"

#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "io/archive/json.hpp"
#include "language/format_sentence.hpp"
#include "session/shown_names.hpp"

namespace phasebox::cli {
namespace {

struct WhyOptions {
  LaunchOptions launch;
  std::uint32_t frames = 60;
  std::vector<std::int64_t> sprites;  ///< one or two
  OutputFiles files;
  Speech shown;
};

/// The most events of the frame that are logged; each takes 32 bytes. That is enough for brute
/// force with 6,000 boxes, which makes 18 million tests.
constexpr std::size_t kMaxWhyEvents = 20'000'000;

/// Returns the sprite that a user names: by its number from 0 or, in a recording, by its id in the
/// file. Throws Refusal if there is none in the frame.
SpriteId sprite_named(const Session& session, std::int64_t name) {
  if (const RecordingPlayback* show = session.playback()) {
    if (const auto id = show->sprite_of(name)) return *id;
    throw Refusal{fmt::format("--sprite: there is no box {} in frame {} of {}", name,
                              show->number(show->frame()), show->name())};
  }
  const std::size_t n = session.world().size();
  if (name >= 0 && static_cast<std::uint64_t>(name) < n) return static_cast<SpriteId>(name);
  if (n == 0) throw Refusal{{"--sprite: the scene is empty"}};
  throw Refusal{fmt::format("--sprite: there is no sprite {}; choose from 0 to {}", name, n - 1)};
}

struct Answer {
  const Session& session;
  const Attribution& made;
  SpriteId sprite;
  std::optional<SpriteId> with;
  std::vector<WhyRow> rows;

  std::string title() const { return std::string(session.settings().broadphase->title); }
  /// Returns why the two named sprites were not compared; empty if they were, or if only one sprite
  /// was named.
  Sentence untested() const {
    return with && rows.empty() ? why_untested(made, sprite, *with, session.frame()) : "";
  }
};

std::string text_of(const Answer& a, const Speech& shown) {
  std::uint64_t tests = 0;
  for (const WhyRow& row : a.rows) tests += row.is_test ? row.times : 0;
  const Sentence sprite = Sentence::as_is(std::to_string(shown_id(a.session, a.sprite)));
  const Sentence sprites = a.with ? say("{} and {}", sprite, shown_id(a.session, *a.with)) : sprite;
  const Sentence count = tests == 1 ? Sentence("1 box test") : say("{} box tests", tests);
  std::string text =
      shown(say("{}, step {}: sprite {}, {}", a.title(), a.session.steps(), sprites, count)) + "\n";
  if (const Sentence reason = a.untested(); !reason.empty())
    return text + "  " + shown(reason) + "\n";
  for (const WhyRow& row : a.rows) {
    text += fmt::format("  {:>8}  {:<15}  {}", shown_id(a.session, row.other),
                        shown(name_of(row.outcome)),
                        shown(say("by {}", name_of(a.made, row, a.title()))));
    if (row.times > 1) text += shown(say(", {} times", row.times));
    text += '\n';
  }
  if (!a.made.is_complete())
    text += "  " +
            shown(say("{} of {} box tests of the frame are known", a.made.tests, a.made.counted)) +
            "\n";
  return text;
}

Json part_json(const Answer& a, std::uint32_t number) {
  const PairSource& part = a.made.parts[number];
  Json json{{"name", name_of(part, a.title()).english()}};
  if (part.has_bounds())
    json["box"] = Json::array({part.box.min.x, part.box.min.y, part.box.max.x, part.box.max.y});
  return json;
}

std::string json_of(const Answer& a, const std::vector<std::string>& command) {
  Json rows = Json::array();
  for (const WhyRow& row : a.rows) {
    Json parts = Json::array();
    if (row.part != Attribution::kNone) parts.push_back(part_json(a, row.part));
    if (row.other_part != row.part) parts.push_back(part_json(a, row.other_part));
    rows.push_back({{"other", shown_id(a.session, row.other)},
                    {"result", name_of(row.outcome)},
                    {"tests", row.is_test ? row.times : 0},
                    {"by", std::move(parts)}});
  }
  Json json{{"command", command},
            {"version", kVersion},
            {"broadphase", a.session.settings().broadphase->id},
            {"steps", a.session.steps()},
            {"sprite", shown_id(a.session, a.sprite)},
            {"with", a.with ? Json(shown_id(a.session, *a.with)) : Json()},
            {"rows", std::move(rows)},
            {"untested", a.untested().english()},
            {"tests_of_the_frame", {{"listed", a.made.tests}, {"counted", a.made.counted}}}};
  return json_text(json, {.indent = 2}) + "\n";
}

int run_why(const WhyOptions& options, const std::vector<std::string>& words) {
  if (options.sprites.empty() || options.sprites.size() > 2)
    return report({fmt::format("why: {} sprites are named; give --sprite once or twice",
                               options.sprites.size())});
  options.files.check(input_file(options.launch));
  Session session = session_of(options.launch);
  run_frames(session, options.frames);
  std::vector<SpriteId> sprites;
  for (const std::int64_t name : options.sprites) sprites.push_back(sprite_named(session, name));
  if (sprites.size() == 2 && sprites[0] == sprites[1])
    return report({"why: a sprite is not compared with itself; name two"});
  EventLog trace(kMaxWhyEvents);
  session.trace(trace);
  const Attribution made = attribute(trace.broad);
  const auto with = sprites.size() == 2 ? std::optional(sprites[1]) : std::nullopt;
  const Answer answer{session, made, sprites[0], with, why_tested(made, sprites[0], with)};
  options.files.write("--json", [&] { return json_of(answer, words); });
  return print(text_of(answer, options.shown));
}

}  // namespace

Run why_command(Options& to, const Program& program) {
  const auto options = std::make_shared<WhyOptions>();
  add_launch(to, options->launch);
  to.text("--boxes", "RECORDING.csv", options->launch.scene, "Recorded boxes instead of a scene")
      .excludes("--scene");
  to.text("FILE", "", options->launch.scene, "The same").excluded = {"--scene", "--boxes"};
  const auto take = [options](const std::string& text) -> Option::Refusal {
    const auto id = read_number<std::int64_t>(text);
    if (!id) return fmt::format("'{}' is not a number", text);
    options->sprites.push_back(*id);
    return {};
  };
  to.add("--sprite", "I", take, "Its number, or id of a recorded box; twice: those two. Repeatable")
      .required()
      .repeated();
  to.number("--frames", options->frames, 0, 1'000'000,
            "Steps before the frame that is examined; 0 only detects");
  options->files.add(to, "--json", "FILE", "The list with the bounds of groups, cells and nodes");
  add_language(to, options->shown);
  return [options, &program] { return run_why(*options, program.words); };
}

}  // namespace phasebox::cli
