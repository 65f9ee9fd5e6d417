// SPDX-License-Identifier: MIT
// The subcommands, each in a file of its own; all return the exit code.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/boxes.hpp"
#include "cli/cli.hpp"

namespace phasebox {

struct ListOptions {
  std::string what;  ///< one of kListKinds, or empty: all
  bool json = false;
  std::span<const KeyRow> keys;
};
inline constexpr std::array<std::string_view, 5> kListKinds{"scenes", "broadphases", "narrowphases",
                                                            "keys", "settings"};
int run_list(const ListOptions&);

struct RenderOptions {
  LaunchOptions launch;
  std::uint32_t frames = 120;
  std::string out, stats;            ///< paths; empty: not asked for
  std::vector<std::string> command;  ///< as typed, without the program's name
};
int run_render(const RenderOptions&);

using PairsOptions = BoxOptions;
int run_pairs(const PairsOptions&);

struct NearOptions : BoxOptions {
  std::string box;  ///< as typed
};
int run_near(const NearOptions&);

struct PixelsOptions {
  std::string a, b;             ///< paths of images
  std::int32_t dx = 0, dy = 0;  ///< top-left pixel of b, in pixels of a
  std::string n, alpha;         ///< as typed; empty: default of "pixel-samples"
};
int run_pixels(const PixelsOptions&);

}  // namespace phasebox
