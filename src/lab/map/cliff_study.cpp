// SPDX-License-Identifier: MIT
// A map on a thread of its own.
#include "lab/map/cliff_study.hpp"

#include "lab/clone.hpp"

namespace phasebox {

Status CliffStudy::apply(const command::StartCliffs& how, const Session& session) {
  if (auto error = check_plan(*how.plan, session)) return error;
  start("making the scene", [copy = clone(session), plan = how.plan]() mutable {
    return Cliffs(std::move(copy), *plan);
  });
  return {};
}

}  // namespace phasebox
