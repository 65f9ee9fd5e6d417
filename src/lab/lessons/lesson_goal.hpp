// SPDX-License-Identifier: MIT
// What a step of a lesson asks for, and whether a session is there yet.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "session/session.hpp"

namespace phasebox {

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
  ParamGroup view;       ///< owner "view"; empty where there is no window
  bool is_held = false;  ///< a widget is still being dragged: its value may only pass by
};

/// How a condition stands.
struct Standing {
  bool is_known = false;  ///< there is such a fact or parameter
  bool is_met = false;
  std::string text;  ///< "groups: 2, wanted 3"
};

/// Reads "NAME RELATION VALUE" with relations =, !=, >= and <=.
Result<Condition> parse_condition(std::string_view text);
/// What `parse_condition` reads.
std::string condition_text(const Condition& condition);
Standing standing(const Condition& condition, const LessonFacts& facts);
bool is_fulfilled(const Goal& goal, const LessonFacts& facts);

/// The names of all facts that are no parameters, as conditions call them.
std::vector<std::string_view> fact_names();

}  // namespace phasebox
