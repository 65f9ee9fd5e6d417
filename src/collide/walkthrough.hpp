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
/// or the second's; a delimiter that a query visits begins inside the box, ends from its left or is
/// passed; the query stops since none spans the box any more, at void, or at the end of the row.
enum class EventPhase : std::uint8_t {
  opens = 0,
  closes = 1,
  empties = 2,
  first = 0,
  second = 1,
  begins_inside = 0,
  ends_from_left = 1,
  passed = 2,
  none_spans = 0,
  touches_void = 1,
  row_end = 2,
};
inline constexpr unsigned kEventPhases = 3;

/// A set of events, by kind and phase.
class EventMask {
 public:
  constexpr EventMask() = default;
  constexpr EventMask(EventKind kind, EventPhase phase) {
    const unsigned place =
        static_cast<unsigned>(kind) * kEventPhases + static_cast<unsigned>(phase);
    words_[place / 64] = std::uint64_t{1} << place % 64;
  }
  constexpr EventMask operator|(EventMask o) const {
    return {words_[0] | o.words_[0], words_[1] | o.words_[1]};
  }
  constexpr EventMask operator&(EventMask o) const {
    return {words_[0] & o.words_[0], words_[1] & o.words_[1]};
  }
  constexpr operator bool() const { return words_[0] || words_[1]; }

 private:
  constexpr EventMask(std::uint64_t low, std::uint64_t high) : words_{low, high} {}
  std::uint64_t words_[2] = {};
};
static_assert(kEventKindCount * kEventPhases <= 128);

constexpr EventMask on(EventKind kind, EventPhase phase) { return {kind, phase}; }
/// In any phase.
constexpr EventMask on(EventKind kind) {
  return on(kind, EventPhase::opens) | on(kind, EventPhase::closes) | on(kind, EventPhase::empties);
}

/// One line: leading spaces are its indentation. Events outside of all masks light no line; a line
/// without a mask explains.
struct CodeLine {
  std::string_view text;
  EventMask lit_by = {};
};

/// How an algorithm is shown step by step: data, so that no algorithm needs code for it elsewhere.
struct Walkthrough {
  std::span<const CodeLine> code;   ///< 6 to 12 lines; each event of a log lights one
  std::string_view part = "group";  ///< what `enter`, `group`, `cell`, `node`, `visit` speak of
  bool counts_boundaries = false;   ///< the walk is along `boundary`, not along `order`
  std::string_view limit = {};      ///< key of the parameter above which a part is divided
  std::string_view counted = {};    ///< "group", "cell", "node": what its parts count as; empty:
                                    ///< whatever a log shows, or none
  std::span<const CodeLine> query = {};  ///< of `Broadphase::query`, 6 to 12 lines, or none
};

/// For algorithms that bring no lines of their own: one for every kind of event.
std::span<const CodeLine> general_code();

}  // namespace phasebox
