// SPDX-License-Identifier: MIT
// An algorithm in a few lines of pseudocode, each tied to the events of the log that it stands
// for.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "collide/event_log.hpp"

namespace phasebox {

/// What an event of one kind may be in particular: a boundary, or a step of a sweep, opens or
/// closes a sprite, or closes the last one that was open; a pixel or an edge is the first sprite's
/// or the second's.
enum class EventPhase : std::uint8_t { opens = 0, closes = 1, empties = 2, first = 0, second = 1 };
inline constexpr unsigned kEventPhases = 3;

/// A set of events, by kind and phase.
using EventMask = std::uint64_t;
static_assert(kEventKindCount * kEventPhases <= 64);

constexpr EventMask on(EventKind kind, EventPhase phase) {
  return EventMask{1} << (static_cast<unsigned>(kind) * kEventPhases +
                          static_cast<unsigned>(phase));
}
/// In any phase.
constexpr EventMask on(EventKind kind) {
  return on(kind, EventPhase::opens) | on(kind, EventPhase::closes) | on(kind, EventPhase::empties);
}

/// One line: leading spaces are its indentation. Events outside of all masks light no line; a line
/// without a mask explains.
struct CodeLine {
  std::string_view text;
  EventMask lit_by = 0;
};

/// How an algorithm is shown step by step: data, so that no algorithm needs code for it elsewhere.
struct Walkthrough {
  std::span<const CodeLine> code;   ///< 6 to 12 lines; each event of a log lights one
  std::string_view part = "group";  ///< what `enter`, `group`, `cell`, `node`, `visit` speak of
  bool counts_boundaries = false;   ///< the walk is along `boundary`, not along `order`
  std::string_view limit = {};      ///< key of the parameter above which a part is divided
  std::string_view counted = {};    ///< "group", "cell", "node": what its parts count as; empty:
                                    ///< whatever a log shows, or none
};

/// For algorithms that bring no lines of their own: one for every kind of event.
std::span<const CodeLine> general_code();

}  // namespace phasebox
