// SPDX-License-Identifier: MIT
// The guided lessons: steps with text, set-up and goal, which is open, what is still missing.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "session/command.hpp"
#include "session/session.hpp"

namespace phasebox {

enum class Language : std::uint8_t { english, chinese };

/// As in files and settings, in the order of Language.
inline constexpr std::array<std::string_view, 2> kLanguageIds{"en", "zh"};

/// The same said in every language, UTF-8; where one is missing, the other is shown.
struct Words {
  std::string en, zh;
  const std::string& in(Language language) const {
    const bool is_chinese = language == Language::chinese;
    const std::string& wanted = is_chinese ? zh : en;
    return !wanted.empty() ? wanted : is_chinese ? en : zh;
  }
};

/// What a locale's name ("zh_CN.UTF-8") asks for: Chinese for zh, English for everything else.
constexpr Language language_of_locale(std::string_view locale) {
  return locale.starts_with("zh") ? Language::chinese : Language::english;
}

enum class Relation : std::uint8_t { equal, other, at_least, at_most };

/// "groups = 3", "rdc.group-size >= 5", "broadphase != rdc": a fact or a parameter, compared.
struct Condition {
  std::string name;  ///< of the table of facts, or OWNER.KEY of a parameter ("view.boxes" as well)
  Relation relation = Relation::equal;
  std::string wanted;  ///< as in files: "3", "on", "sweep", an id
};

/// Fulfilled when every clause is; a clause is when one of its conditions is.
using Goal = std::vector<std::vector<Condition>>;

/// What conditions look at: a frame that has been traced just now.
struct LessonFacts {
  const Session& session;
  const EventLog& trace;
  const Counters& counters;
  ParamGroup view;             ///< owner "view"; empty where there is no window
  bool is_held = false;        ///< a widget is still being dragged: its value may only pass by
  std::string_view tool = {};  ///< id of the one that is open
};

/// How a condition stands.
struct Standing {
  bool is_known = false;  ///< there is such a fact or parameter
  bool is_met = false;
  std::string text;  ///< "groups: 2, wanted 3"; if not known, what is wrong with it
};

/// Reads "NAME RELATION VALUE" with relations =, !=, >= and <=.
Result<Condition> parse_condition(std::string_view text);
/// What `parse_condition` reads.
std::string condition_text(const Condition& condition);
Standing standing(const Condition& condition, const LessonFacts& facts);
bool is_fulfilled(const Goal& goal, const LessonFacts& facts);

/// What the user sees when a step begins.
struct LessonSetup {
  struct Placed {
    std::string image;  ///< by name
    Vec2 at;            ///< px
    Vec2 size;          ///< px; y 0: the image keeps its shape and x is its longer side
  };
  /// A registry id; of a file also the name of a scene file beside it, or the text of one.
  std::string scene = "lesson";
  std::shared_ptr<const SceneDocument> document;  ///< of that scene file
  /// Registry ids; empty: as the scene file says, else "rdc" and "none".
  std::string broadphase, narrowphase;
  std::vector<std::pair<std::string, std::string>> params;  ///< OWNER.KEY and its value
  std::optional<std::vector<Placed>> sprites;               ///< absent: the scene's own
  bool paused = true;
  bool launch = false;       ///< a drag on empty ground launches a sprite
  bool group_sizes = false;  ///< shown beside the field: what RDC does with each group size
};

/// What a step begins with.
struct LessonStart {
  SceneDocument begun;
  std::uint64_t steps;

  /// What the user has changed though the goal does not name it, in the panel's words; empty when
  /// nothing. Places of sprites go with a goal that names neither settings nor steps.
  std::string other_change(const Session&, const Goal&) const;
};

struct LessonStep {
  Words text, hint;
  LessonSetup setup;
  Goal goal;
};

struct Lesson {
  int number = 0;  ///< from 1, in teaching order; 0: it has none
  std::string id;  ///< kebab-case; where the file gives none, its path
  Words title;
  int minutes = 0;  ///< that it takes, about; 0: not said
  std::vector<LessonStep> steps;
};

struct LessonFile {
  std::string_view name;  ///< for messages
  std::string_view text;  ///< JSON
};

/// Reads lessons and puts them in teaching order. Refuses broken JSON, a missing text, unknown keys
/// and relations, and two lessons with the same id or number.
Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files);

/// Names and values of all facts that goals may ask for, in one order.
std::vector<std::pair<std::string_view, std::uint64_t>> facts_of(const LessonFacts& facts);
/// How the window looks is the user's choice: no lesson sets these parameters of "view".
bool is_personal(std::string_view key);

/// What would stop a user in the midst: a set-up that is refused, a condition of what there is not,
/// a goal that holds at once. As "step 2, goal: what". Leaves session and view as the last step
/// sets them up.
Status check_lesson(const Lesson& lesson, Session& session, ParamView view);

/// Brings a session to the set-up: parameters, and overlays of "view", get their default or the
/// set-up's value; theme, grid and legend stay the user's. Refuses names unknown to the session.
Result<std::vector<Command>> setup_commands(const LessonSetup& setup, const Session& session,
                                            const ParamGroup& view);

namespace lesson {
/// Begins a lesson at its first step; the one that is open stays where it is.
struct Open {
  std::string id;
};
/// Goes to a step of the open lesson, at most one past the last done; the same one: sets up again.
struct GoTo {
  std::size_t step;  ///< from 0
};
/// Back to the list.
struct Leave {};
}  // namespace lesson

/// Where the user is. The owner carries out its set-ups and shows it frames. Free without a lesson.
class Lessons {
 public:
  /// In teaching order.
  void load(std::vector<Lesson> all) { all_ = std::move(all), ++loads_; }
  /// Puts it behind them, or in place of the one with its id, which is closed if it was open.
  void add(Lesson lesson);
  /// How often the list has changed.
  std::uint64_t loads() const { return loads_; }
  std::span<const Lesson> all() const { return all_; }

  Status apply(const lesson::Open& c, const Session&);
  Status apply(const lesson::GoTo& c, const Session&);
  Status apply(const lesson::Leave& c, const Session&);

  /// The set-up that is to be made now; once for every step begun.
  std::optional<LessonSetup> take_setup() {
    if (!open_ || !std::exchange(setup_is_due_, false)) return {};
    return current().setup;
  }
  /// On a traced frame, `now` in s: done if the goal is true while no sprite or widget is held.
  void look(const LessonFacts& facts, double now);

  const Lesson* open() const { return open_ ? &all_[*open_] : nullptr; }
  std::size_t step() const { return step_; }
  const LessonStep& current() const { return all_[*open_].steps[step_]; }
  /// Once it was; it may be left again and stays done.
  bool is_done(std::size_t step) const { return step < done_.size() && done_[step]; }
  /// The goal of the current step has come true since the step began, or began again.
  bool is_reached() const { return is_reached_; }
  /// Whether a drag on empty ground may launch a sprite.
  bool may_launch() const { return !open_ || current().setup.launch; }
  /// The goal's conditions by clause (of a choice the first); last what was changed besides.
  std::span<const Standing> standings() const { return standings_; }
  /// A while has passed without success.
  bool hint_is_due(double now) const {
    constexpr double kPatience = 20;  // s
    return open_ && begun_ && !is_reached_ && now - *begun_ > kPatience &&
           !current().hint.in(Language::english).empty();
  }

  /// Ids of the lessons that were once finished.
  const std::set<std::string>& finished() const { return finished_; }
  void set_finished(std::set<std::string> ids) { finished_ = std::move(ids); }

 private:
  void begin(std::size_t step);
  void leave();

  std::vector<Lesson> all_;
  std::uint64_t loads_ = 0;
  std::optional<std::size_t> open_;
  std::size_t step_ = 0;
  std::vector<bool> done_;  // [steps of the open lesson]
  bool was_open_ = false;   // the goal was seen unfulfilled since the step began
  bool is_reached_ = false;
  bool setup_is_due_ = false;
  std::optional<double> begun_;  // s; first look at the step
  std::optional<LessonStart> start_;
  std::vector<Standing> standings_;
  std::set<std::string> finished_;
};

}  // namespace phasebox
