// SPDX-License-Identifier: MIT
// The pseudocode of algorithms that bring none.
#include "collide/event_log.hpp"

#include <array>

namespace phasebox {
namespace {

constexpr auto kGeneral = std::to_array<CodeLine>({
    {"begin a pass or a part", on(EventKind::enter)},
    {"  boundaries, in order", on(EventKind::boundary) | on(EventKind::swap) | on(EventKind::fat)},
    {"  walk along them with the open set", on(EventKind::order)},
    {"  divide", on(EventKind::split)},
    {"  a part as it is kept", on(EventKind::group) | on(EventKind::cell) | on(EventKind::node)},
    {"    its members", on(EventKind::member)},
    {"  look at a part or a sprite", on(EventKind::visit) | on(EventKind::probe) |
                                         on(EventKind::edge) | on(EventKind::feature) |
                                         on(EventKind::search) | on(EventKind::closest)},
    {"  compare two boxes, or read a pixel",
     on(EventKind::test) | on(EventKind::recheck) | on(EventKind::skip) | on(EventKind::read)},
    {"    a pair is found", on(EventKind::hit)},
    {"the pass or the part is done", on(EventKind::leave)},
});

}  // namespace

std::span<const CodeLine> general_code() { return kGeneral; }

}  // namespace phasebox
