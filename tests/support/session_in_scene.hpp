// SPDX-License-Identifier: MIT
// A session in a scene, and its state after some steps.
#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {

/// With as many sprites as asked for, or else as many as the scene has.
inline Session in_scene(std::string id, std::uint32_t count = 0) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::LoadScene{std::move(id)}).failed());
  if (count > 0) {
    EXPECT_FALSE(session.apply(command::SetCount{count}).failed());
  }
  session.forget_history();
  return session;
}

inline std::uint64_t hash_after(Session& session, int steps) {
  for (int i = 0; i < steps; ++i) session.step();
  return session.hash();
}

}  // namespace phasebox
