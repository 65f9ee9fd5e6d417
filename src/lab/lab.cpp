// SPDX-License-Identifier: MIT
// Who is told what.
#include "lab/lab.hpp"

namespace phasebox {

Status Lab::apply(const LabCommand&, const Session&) { return {}; }

void Lab::observe(const Session&) {}

}  // namespace phasebox
