// SPDX-License-Identifier: MIT
// An algorithm with settings: its name, its instance, the settings that a search tries for it.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/broadphase.hpp"

namespace phasebox {

/// A value for one parameter of an algorithm.
struct Setting {
  const Param* row;  ///< static data of the registry
  double value;
  bool operator==(const Setting&) const = default;
};

/// A broadphase with settings; every parameter that is not named has its default.
struct Candidate {
  const BroadphaseEntry* entry = nullptr;
  std::vector<Setting> settings{};  ///< in the order of the rows, none at its default

  /// Sets one parameter; the default takes it out again.
  void set(const Param& row, double value);
  /// The value of a parameter, named or not.
  double value(const Param& row) const;
  std::unique_ptr<Broadphase> make() const;
  /// "max-objects=16 looseness=1.5", or "defaults".
  std::string settings_text() const;
  /// "quadtree max-objects=16"; "quadtree" with defaults.
  std::string name() const;
  bool operator==(const Candidate&) const = default;
};

/// The rows of an entry; static data.
std::span<const Param> rows_of(const BroadphaseEntry& entry);

/// The rows that a search varies: those with a TuneRange that are not among the fixed ones.
std::vector<const Param*> tuned_rows(const Candidate& base, std::span<const std::string> fixed);

/// `steps` values over the range of a row, beside its default, in ascending order; all of a flag or
/// choice. `box_side`: px, the boxes' typical longer side.
std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps);

/// Up to two values around `value`, a part of the distance (or ratio) of the coarse grid away:
/// 0.5 is half a step. None for flags, choices and what stands for "automatic".
std::vector<double> values_around(const Param& row, double value, double box_side,
                                  std::size_t steps, double part);

/// C++ that makes the broadphase with its settings by the installed library, ready to compile: the
/// function `recommended_broadphase`.
std::string cpp_lines(const Candidate& candidate);

/// "--set quadtree.max-objects=16 --set ...", for the command line; empty with defaults.
std::string set_options(const Candidate& candidate);

}  // namespace phasebox
