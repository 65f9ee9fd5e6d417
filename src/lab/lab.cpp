// SPDX-License-Identifier: MIT
// Who is told what.
#include "lab/lab.hpp"

namespace phasebox {

Status Lab::apply(const LabCommand& command, const Session& session) {
  return std::visit(
      [&](const auto& c) -> Status {
        if constexpr (requires { race_.apply(c, session); }) return race_.apply(c, session);
        return {};
      },
      command);
}

void Lab::observe(const Session& session) { race_.observe(session); }

}  // namespace phasebox
