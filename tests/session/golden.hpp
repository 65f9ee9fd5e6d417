// SPDX-License-Identifier: MIT
// The state of each scene after some steps: on the desktop, and in WebAssembly (tests/web).
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox::test::golden_test {

constexpr std::uint32_t kMaxSprites = 400;
constexpr std::uint32_t kMaxDynamics = 60;
constexpr int kSteps = 30;
constexpr int kDynamicsSteps = 120;  // until what falls has landed

/// State of each scene after 30 steps with at most 400 sprites. A scene that was changed on purpose
/// gets the row that its failure prints.
struct Golden {
  std::string_view scene;
  std::uint64_t hash;
};
constexpr Golden kGolden[] = {
    {"sprites", 0x798c0507e3e37050},       {"flash-demo", 0x7ee4f091d72d72e9},
    {"lesson", 0x72b9257f7ccd018f},        {"ht-quadtree", 0x0e6673f8b92581b0},
    {"even", 0x2f126b5a2eb51083},          {"touching", 0xa05db7648190da96},
    {"clusters", 0x20fb3ce4c50e2408},      {"mixed-sizes", 0xc9c446be82f0072b},
    {"teams", 0xc2f1822ec408efe5},         {"platformer", 0xc123e9b55e4c5871},
    {"pile", 0x55b7899d3ab6a35a},          {"walls", 0x8433d6be16f643dc},
    {"bullets", 0xd57310944102e561},       {"uniform", 0x47a39a1475b41c26},
    {"billiards", 0x789e026aeb93311e},     {"newtons-cradle", 0xefa3d2e75fb4c562},
    {"ball-on-table", 0x87809c73a485e81b}, {"brown-table", 0xc2fde85c04dc6ff3},
    {"stack", 0x9a63bbad15459d6f},         {"pour", 0xd11141d707110a08},
    {"breakout", 0x46c82340ab015a27},      {"sparse", 0x6d411c2dd10041a4},
    {"line", 0xc3a244c34d66159a},          {"mixed", 0x8fe8f0b352b41b22},
    {"shooter", 0xf9033b25e8778a7c},       {"thin", 0x25d18b9fe67473cc},
    {"ratio", 0xd6cd00f72c7580fc},         {"n-sampling", 0xbfaa86725b752f85},
    {"crowded", 0xec8e8fa4be1612b2},
};

inline std::uint64_t state_of(std::string_view scene, std::string_view broadphase,
                              unsigned threads) {
  Session session(test_images());
  session.set_threads(threads);
  // WebAssembly has no GoogleTest, so what is refused ends the program.
  const auto apply = [&](const Command& c) {
    if (session.apply(c).failed()) std::abort();
  };
  apply(command::LoadScene{std::string(scene)});
  const auto count = static_cast<std::uint32_t>(session.world().size());
  const bool pushes = session.settings().response.is_on();
  apply(command::SetCount{std::min(count, pushes ? kMaxDynamics : kMaxSprites)});
  apply(command::SelectBroadphase{std::string(broadphase)});
  const int steps = pushes ? kDynamicsSteps : kSteps;
  for (int step = 0; step < steps; ++step) session.step();
  return session.hash();
}

}  // namespace phasebox::test::golden_test
