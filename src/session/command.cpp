// SPDX-License-Identifier: MIT
// Gives the titles and effects of commands.
#include "session/command.hpp"

namespace phasebox {

Sentence title_of(const Command& command) {
  return std::visit(
      [](const auto& c) -> Sentence {
        if constexpr (requires { c.undo_title(); }) return c.undo_title();
        return {};
      },
      command);
}

Effects effects_of(const Command& command) {
#define PHASEBOX_COMMAND_EFFECTS(C, id, ...) __VA_ARGS__,
  static constexpr Effects kEffects[] = {PHASEBOX_COMMANDS(PHASEBOX_COMMAND_EFFECTS)};
#undef PHASEBOX_COMMAND_EFFECTS
  const auto* param = std::get_if<command::SetParam>(&command);
  if (!param) return kEffects[command.index()];
  if (param->owner == Owner::scene() || (param->owner == Owner::world() && param->key == "seed"))
    return kRepopulates;
  if (param->owner == Owner::world()) return {.may_add_pairs = true};
  if (param->owner == Owner::response()) return {};
  return kSetsAlgorithm;
}

}  // namespace phasebox
