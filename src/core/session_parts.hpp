// SPDX-License-Identifier: MIT
// What the two files of Session share and nobody else sees.
#pragma once
#include <memory>

#include "core/session.hpp"

namespace phasebox {

struct Session::Watched {
  Watched(std::unique_ptr<Broadphase> b, std::unique_ptr<Narrowphase> n)
      : broad(std::move(b)), narrow(std::move(n)) {}

  std::unique_ptr<Broadphase> broad;
  std::unique_ptr<Narrowphase> narrow;
  PairSink pairs;
  Sink<Contact> contacts;
  bool must_reset = true;
};

}  // namespace phasebox
