// SPDX-License-Identifier: MIT
// Walks from collision to collision: selects the sprites of the next one and shows them large.
#include <algorithm>
#include <optional>
#include <span>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "session/shown_names.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

struct CollisionWalk {
  std::optional<Pair> at;  // the collision walked to last
};

// Returns the index of the contact after the pair `from`, or before it if `by` is negative, around
// the ends; the first or the last without `from`. `all` is sorted by pair, and not empty.
std::size_t next_contact(std::span<const Contact> all, std::optional<Pair> from, int by) {
  const auto key_of = [](const Contact& contact) { return key(contact.pair); };
  const std::size_t last = all.size() - 1;
  if (!from) return by > 0 ? 0 : last;
  const auto after = by > 0 ? std::ranges::upper_bound(all, key(*from), {}, key_of)
                            : std::ranges::lower_bound(all, key(*from), {}, key_of);
  const auto place = static_cast<std::size_t>(after - all.begin());
  if (by > 0) return place > last ? 0 : place;
  return place == 0 ? last : place - 1;
}

}  // namespace

void walk_collisions(ApplicationModel& model, int by) {
  const std::span<const Contact> all = model.session.contacts();
  const auto boxes = model.session.frame().boxes;
  if (all.empty()) return model.note("No sprites collide now", "collision");
  std::optional<Pair>& at = model.ui.own<CollisionWalk>().at;
  const std::size_t k = next_contact(all, at, by);
  const Pair pair = all[k].pair;
  at = pair;
  if (pair.b >= boxes.size()) return;
  model.selection = {pair.a, pair.b};
  const Aabb both = united(boxes[pair.a], boxes[pair.b]);
  model.field.camera.fit(grown(both, 2 * std::max(extent(both).x, extent(both).y)), 0);
  model.field.whole_field = false;
  model.note(say("Collision {} of {}: {} and {}; {} shows the whole field", grouped(k + 1),
                 grouped(all.size()), Sentence::as_is(shown_id_text(model.session, pair.a)),
                 Sentence::as_is(shown_id_text(model.session, pair.b)),
                 key_or_menu(whole_field_action, model.ui.keys)),
             "collision");
}

}  // namespace phasebox::ui
