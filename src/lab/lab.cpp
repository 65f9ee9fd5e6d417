// SPDX-License-Identifier: MIT
// Who is told what.
#include "lab/lab.hpp"

namespace phasebox {

Status Lab::apply(const LabCommand& command, const Session& session) {
  if (const auto* c = std::get_if<MeasureAccuracy>(&command))
    return accuracy.start(c->options, session);
  if (std::holds_alternative<StopAccuracy>(command)) accuracy.stop();
  return {};
}

void Lab::observe(const Session& session) { oracle.observe(session); }

}  // namespace phasebox
