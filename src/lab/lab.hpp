// SPDX-License-Identifier: MIT
// The studies beside the simulation: what they are asked, what they watch, what they have found.
#pragma once
#include <variant>

#include "core/result.hpp"
#include "core/session.hpp"
#include "lab/lessons.hpp"

namespace phasebox {

/// Every change of a study, as a value; each is declared with its study.
using LabCommand = std::variant<std::monostate, lesson::Open, lesson::GoTo, lesson::Leave>;

/// All studies. They look at a session and never change it; what one recommends becomes a Command
/// like any other. A study that is off costs nothing.
class Lab {
 public:
  /// Carries the command out, or refuses it and changes nothing.
  Status apply(const LabCommand& command, const Session& session);
  /// After every frame that the session was looked at for pairs.
  void observe(const Session& session);

  Lessons lessons;
};

}  // namespace phasebox
