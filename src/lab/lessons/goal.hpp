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
  std::string name;  ///< a fact's name, or OWNER.KEY of a parameter ("view.boxes" as well)
  Relation relation = Relation::equal;
  std::string wanted;  ///< the value as files write it: "3", "on", "sweep", an id
};

/// A goal is fulfilled when every clause is; a clause is when one of its conditions is.
using Goal = std::vector<std::vector<Condition>>;

/// The state that conditions are tested on: a frame that has just been traced.
struct LessonFacts {
  const Session& session;
  const EventLog& trace;
  const Counters& counters;
  ParamGroup view;             ///< parameters of owner "view"; empty without a window
  bool is_held = false;        ///< a widget is being dragged, so its value may not be final
  std::string_view tool = {};  ///< id of the open tool
};

/// The result of testing a condition.
struct Standing {
  bool is_known = false;  ///< the fact or parameter exists
  bool is_met = false;
  Sentence text;  ///< "groups: 2, wanted 3"; if not known, what is wrong with the condition
};

/// Parses "NAME RELATION VALUE" with the relations =, !=, >= and <=.
Result<Condition> parse_condition(std::string_view text);
/// Writes a condition in the form that `parse_condition` reads.
std::string condition_text(const Condition& condition);
Standing standing(const Condition& condition, const LessonFacts& facts);
bool is_fulfilled(const Goal& goal, const LessonFacts& facts);

/// Names and values of all facts that goals may name, in a fixed order.
std::vector<std::pair<std::string_view, std::uint64_t>> facts_of(const LessonFacts& facts);

/// The end of a message about an unknown name: "; did you mean group-size" with the nearest name
/// that a lesson may use, or where such names are listed.
Sentence meant(std::string_view name, std::span<const ParamGroup> groups);

}  // namespace phasebox
