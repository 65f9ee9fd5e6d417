// SPDX-License-Identifier: MIT
// No narrowphase: every candidate counts as a collision.
#include <array>

#include "collide/narrowphase.hpp"

namespace phasebox {
namespace {

struct NoneParams {};
constexpr std::array<Param, 0> kRows{};

/// Confirms every candidate. The contact point is the middle of the boxes' intersection; there is
/// no normal. Cost: O(1) per pair.
class None : public NarrowphaseOf<None, NoneParams, kRows> {
 public:
  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T&) {
    contact.point = center(intersection(frame.boxes[pair.a], frame.boxes[pair.b]));
    return true;
  }
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", EventKind::enter},
    {"  the boxes overlap: that is enough"},
    {"  no pixel is read"},
    {"  contact: the middle of the common part"},
    {"  a collision", EventKind::hit},
    {"  (no pair is ever refused)", EventKind::leave},
});

}  // namespace

extern const NarrowphaseEntry none_entry{"none",
                                         "None",
                                         "Every candidate pair counts as a collision.",
                                         "",
                                         make_narrowphase<None>,
                                         {.code = kCode, .part = "pair"}};

}  // namespace phasebox
