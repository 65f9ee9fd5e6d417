// SPDX-License-Identifier: MIT
// The pseudocode by which the window shows an algorithm step by step, and the events that belong to
// its lines.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "collide/event_log.hpp"

namespace phasebox {

/// Tells events of one kind apart, in up to three phases, whose numbers each kind uses for itself.
/// - A boundary, or a step of a sweep, opens or closes a sprite, or closes the last open one.
/// - A pixel or an edge belongs to the first or the second sprite.
/// - A delimiter that a query visits begins inside the box, ends from its left, or is passed over.
/// - A query stops because no box spans the start any more, at void, or at the end of the row.
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

/// A set of events, by kind and phase. A kind stands for its events in every phase.
class EventMask {
 public:
  constexpr EventMask() = default;
  constexpr EventMask(EventKind kind)  // NOLINT: a kind is a set of events
      : EventMask(EventMask(kind, EventPhase::opens) | EventMask(kind, EventPhase::closes) |
                  EventMask(kind, EventPhase::empties)) {}
  constexpr EventMask(EventKind kind, EventPhase phase) {
    const unsigned place =
        static_cast<unsigned>(kind) * kEventPhases + static_cast<unsigned>(phase);
    words_[place / 64] = std::uint64_t{1} << place % 64;
  }
  friend constexpr EventMask operator|(EventMask a, EventMask b) {
    return {a.words_[0] | b.words_[0], a.words_[1] | b.words_[1]};
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

constexpr EventMask operator|(EventKind a, EventKind b) { return EventMask(a) | EventMask(b); }

/// One line of pseudocode, indented by leading spaces. The window highlights it at the events of
/// its mask; a line with an empty mask only explains.
struct CodeLine {
  std::string_view text;
  EventMask lit_by = {};
};

/// Describes how the window shows an algorithm step by step, from its event log. It is data, so
/// that no algorithm needs code of its own in the window.
struct Walkthrough {
  std::span<const CodeLine> code;   ///< 6 to 12 lines; each event of a log lights one
  std::string_view part = "group";  ///< the noun for the subject of `enter`, `group`, `cell`,
                                    ///< `node` and `visit`
  bool counts_boundaries = false;   ///< whether a walk along boundaries is logged as `boundary`
                                    ///< events alone (RDC), not as `order` events
  std::string_view limit = {};      ///< key of the parameter that says with how many sprites a part
                                    ///< is still kept whole; empty: there is none
  std::string_view counted = {};    ///< "group", "cell" or "node": the kind of event whose number
                                    ///< is shown; empty: whichever of these the log has, if any
  std::span<const CodeLine> query = {};  ///< the lines of `Broadphase::query`; empty: not shown
};

/// The pseudocode of algorithms that bring no lines of their own: it covers every kind of event.
inline constexpr auto kGeneralCode = std::to_array<CodeLine>({
    {"begin a pass or a part", EventKind::enter},
    {"  boundaries, in order", EventKind::boundary | EventKind::swap | EventKind::fat},
    {"  walk along them with the open set", EventKind::order},
    {"  divide", EventKind::split},
    {"  a part as it is kept", EventKind::group | EventKind::cell | EventKind::node},
    {"    its members", EventKind::member},
    {"  visit a part or a sprite", EventKind::visit | EventKind::probe | EventKind::edge |
                                       EventKind::feature | EventKind::search | EventKind::closest},
    {"  compare two boxes, or read a pixel",
     EventKind::test | EventKind::recheck | EventKind::skip | EventKind::read},
    {"    a pair is found", EventKind::hit},
    {"the pass or the part is done", EventKind::leave},
});

}  // namespace phasebox
