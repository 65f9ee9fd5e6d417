// SPDX-License-Identifier: MIT
// One promise on one trial, in a process of its own.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "contract/child.hpp"
#include "contract/promises.hpp"

namespace phasebox::contract {

/// What is checked, as a child finds it.
struct Source {
  std::string option;  ///< "--broadphase quadtree"
  std::string name;    ///< "quadtree"; of a plug-in its file
  /// Called in a child; the entry lives as long as what it points into.
  std::function<Result<std::shared_ptr<const BroadphaseEntry>>()> load;
};
/// One of the registry.
Source source_of(const BroadphaseEntry& entry);
/// A plug-in, which is loaded in children only.
Source source_of_plugin(const std::string& file);

/// How a promise was broken.
struct Breach {
  enum class Kind : std::uint8_t { none, violation, signal, exit, silence };
  Kind kind = Kind::none;
  int number = 0;  ///< of the signal; exit code
  std::uint32_t frame = 0;
  std::string text;  ///< what was wrong, or how the process ended

  bool is_like(const Breach& other) const { return kind == other.kind && number == other.number; }
};

/// How a child ended that was at a frame of some world: "signal 11 (Segmentation fault)".
Breach breach_of(const ChildEnd& end, std::uint32_t frame, double limit);

/// What both processes know.
struct Attempt {
  const Source& source;
  const Settings& settings;
  const PromiseRow& promise;
  const HeapMeter& heap;
  double limit = 10;  ///< s per frame
};
Breach attempt(const Attempt& what, const Trial& trial);

}  // namespace phasebox::contract
