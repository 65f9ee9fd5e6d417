// SPDX-License-Identifier: MIT
// Who is told what.
#include "lab/lab.hpp"

namespace phasebox {

Status Lab::apply(const LabCommand& command, const Session& session) {
  if (const auto* c = std::get_if<command::StartTuning>(&command))
    return tuning_.start(*c, session);
  if (std::holds_alternative<command::StopTuning>(command)) tuning_.stop();
  if (const auto* c = std::get_if<command::StartCliffs>(&command))
    return cliffs_.start(*c, session);
  if (std::holds_alternative<command::StopCliffs>(command)) cliffs_.stop();
  return {};
}

void Lab::observe(const Session&) {}

}  // namespace phasebox
