// SPDX-License-Identifier: MIT
// The map of cliffs beside the window: on a copy of the session, in the background.
#pragma once
#include <memory>

#include "lab/background_study.hpp"
#include "lab/map/cliffs.hpp"

namespace phasebox {

namespace command {
/// Measures the map with the session's scene; one at work is begun again.
struct StartCliffs {
  std::shared_ptr<const CliffPlan> plan;
};
/// Ends the measuring; what is known is kept.
struct StopCliffs {};
}  // namespace command

class CliffStudy : public BackgroundStudy<CliffMap> {
 public:
  Status apply(const command::StartCliffs& how, const Session& session);
  Status apply(const command::StopCliffs&, const Session&) { return stop(), Status{}; }
};

}  // namespace phasebox
