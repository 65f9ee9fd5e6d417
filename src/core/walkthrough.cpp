// SPDX-License-Identifier: MIT
// The pseudocode of algorithms that bring none.
#include "core/walkthrough.hpp"

#include <array>

namespace phasebox {
namespace {

constexpr auto kGeneral = std::to_array<CodeLine>({
    {"begin a pass or a part", on(Mark::enter)},
    {"  boundaries, in order", on(Mark::boundary) | on(Mark::swap) | on(Mark::fat)},
    {"  walk along them with the open set", on(Mark::order)},
    {"  divide", on(Mark::split)},
    {"  a part as it is kept", on(Mark::group) | on(Mark::cell) | on(Mark::node)},
    {"    who is in it", on(Mark::member)},
    {"  look at a part or a sprite", on(Mark::visit) | on(Mark::edge) | on(Mark::closest)},
    {"  compare two boxes, or read a pixel",
     on(Mark::test) | on(Mark::recheck) | on(Mark::skip) | on(Mark::read)},
    {"    a pair is found", on(Mark::hit)},
    {"the pass or the part is done", on(Mark::leave)},
});

}  // namespace

std::span<const CodeLine> general_code() { return kGeneral; }

}  // namespace phasebox
