// SPDX-License-Identifier: MIT
// Who is told what.
#include "lab/lab.hpp"

namespace phasebox {

Status Lab::apply(const LabCommand& command, const Session& session) {
  return std::visit(
      [&](const auto& c) -> Status {
        if constexpr (requires { race_.apply(c, session); }) return race_.apply(c, session);
        if constexpr (requires { accuracy.apply(c, session); }) return accuracy.apply(c, session);
        if constexpr (requires { xray_.apply(c, session); }) return xray_.apply(c, session);
        if constexpr (requires { tuning_.apply(c, session); }) return tuning_.apply(c, session);
        if constexpr (requires { cliffs_.apply(c, session); }) return cliffs_.apply(c, session);
        return {};
      },
      command);
}

void Lab::observe(const Session& session) {
  oracle.observe(session);
  race_.observe(session);
  xray_.observe(session);
}

}  // namespace phasebox
