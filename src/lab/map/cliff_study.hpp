// SPDX-License-Identifier: MIT
// The map of cliffs beside the window: on a copy of the session, in the background.
#pragma once
#include <memory>
#include <mutex>

#include "lab/job.hpp"
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

class CliffStudy {
 public:
  Status start(const command::StartCliffs& how, const Session& session);
  void stop() { job_.stop(); }
  Status apply(const command::StartCliffs& how, const Session& session) {
    return start(how, session);
  }
  Status apply(const command::StopCliffs&, const Session&) { return stop(), Status{}; }

  const Job& job() const { return job_; }
  /// What is known so far, or null before the first place is.
  std::shared_ptr<const CliffMap> map() const;

 private:
  void show(std::shared_ptr<const CliffMap> map);

  mutable std::mutex mutex_;  // of the next
  std::shared_ptr<const CliffMap> map_;
  Job job_;  // last: it ends before the rest goes
};

}  // namespace phasebox
