// SPDX-License-Identifier: MIT
// The overlay "ids": the sprites' numbers.
#include <charconv>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxLabels = 2000;  // more is neither legible nor quick

void draw_ids(const Canvas& c, const FieldState& state) {
  constexpr float kSmallest = 10;
  state.each(c, [&](SpriteId i) {
    if (c.list.labels.size() >= kMaxLabels) return;
    if (extent(state.frame.boxes[i]).x < c.px(kSmallest)) return;
    char text[24];
    const RecordingPlayback* show = state.session.show();
    const std::int64_t number = show ? show->ids()[i] : static_cast<std::int64_t>(i);
    const auto used =
        static_cast<std::size_t>(std::to_chars(text, text + sizeof text, number).ptr - text);
    c.list.labels.push_back(
        {state.frame.boxes[i].min, c.theme[Role::text], std::string(text, used)});
  });
}

}  // namespace

extern const OverlayRow ids_overlay{.id = "ids",
                                    .title = "Numbers",
                                    .help = "Write every sprite's number.",
                                    .key = 'i',
                                    .over = draw_ids};

}  // namespace phasebox
