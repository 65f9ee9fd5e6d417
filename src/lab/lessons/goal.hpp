// SPDX-License-Identifier: MIT
// Goals of lessons: conditions on facts and parameters.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "session/session.hpp"

namespace phasebox {

enum class Relation : std::uint8_t { equal, other, at_least, at_most };

/// Compares a fact or a parameter with a value: "groups = 3", "rdc.group-size >= 5", "broadphase !=
/// rdc".
struct Condition {
  /// A fact's name ("groups"), "OWNER.KEY" of a parameter ("rdc.group-size", "view.boxes"),
  /// "box.ID.EDGE" of an edge of a sprite's box ("box.2.x0", whole px), "rules.A.B" of two
  /// categories of the scene ("rules.enemy.enemy", on or off), or one of "broadphase",
  /// "narrowphase", "scene", "tool" and "paused".
  std::string name;
  Relation relation = Relation::equal;
  std::string wanted;  ///< the value as files write it: "3", "on", "sweep", an id
};

/// A list of clauses, which are lists of conditions. A goal is fulfilled when each clause has a
/// condition that is met.
using Goal = std::vector<std::vector<Condition>>;

/// The state that conditions are tested on: session, window and a frame that has just been traced.
struct LessonFacts {
  const Session& session;
  const EventLog& trace;
  const Counters& counters;
  ParamGroup view;             ///< the window's parameters ("view.KEY"); empty without a window
  bool is_held = false;        ///< a widget is being dragged, so its value may not be final
  std::string_view tool = {};  ///< id of the open tool
  bool is_paused = true;       ///< whether the simulation is paused
};

/// The result of testing a condition.
struct Standing {
  bool is_known = false;  ///< what the condition names exists and can have the value
  bool is_met = false;    ///< the condition holds
  Sentence text;          ///< "groups: 2, wanted 3"; if not known, what is wrong with the condition
};

/// Parses "NAME RELATION VALUE", separated by spaces, with the relations =, !=, >= and <=. Whether
/// the name exists is not checked.
Result<Condition> parse_condition(std::string_view text);
/// Writes a condition in the form that `parse_condition` reads.
std::string condition_text(const Condition& condition);
Standing standing(const Condition& condition, const LessonFacts& facts);
bool is_fulfilled(const Goal& goal, const LessonFacts& facts);

/// Names and values of all facts that goals may name, in a fixed order.
std::vector<std::pair<std::string_view, std::uint64_t>> facts_of(const LessonFacts& facts);

/// Whether a condition of that name is about a parameter, "OWNER.KEY".
bool is_param(std::string_view name);

/// Whether the categories of the session's scene collide, for each two of them that sprites have,
/// by the name that goals use: "rules.enemy.player", the later category first.
std::vector<std::pair<std::string, bool>> rules_of(const Session& session);

/// The end of a message about an unknown name: "; did you mean rdc.group-size" with the nearest
/// name that a goal may use, given the parameter groups; or, if none is near, where they are
/// listed.
Sentence meant(std::string_view name, std::span<const ParamGroup> groups);

}  // namespace phasebox
