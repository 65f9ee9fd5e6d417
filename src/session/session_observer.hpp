// SPDX-License-Identifier: MIT
// What is told of all that happens to a session.
#pragma once
#include "session/command.hpp"

namespace phasebox {

class Session;

/// Is called after each change, on the thread that made it.
class SessionObserver {
 public:
  virtual ~SessionObserver() = default;
  /// The command was carried out.
  virtual void applied(const Session&, const Command&) = 0;
  /// A step was made.
  virtual void stepped(const Session&) = 0;
};

}  // namespace phasebox
