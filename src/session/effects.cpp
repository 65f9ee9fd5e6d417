// SPDX-License-Identifier: MIT
// The table, and a parameter by its owner.
#include "session/effects.hpp"

#include <array>
#include <cstddef>
#include <type_traits>
#include <variant>

namespace phasebox {
namespace {

using namespace command;

constexpr Effects kEdit{.edits_sprites = true, .is_saved = true, .may_add_pairs = true};
constexpr Effects kPopulation{.repopulates = true, .renumbers = true, .may_add_pairs = true};
constexpr Effects kAlgorithm{.only_looks = true};
constexpr Effects kDrag{.edits_sprites = true, .keeps_times = true};

struct Row {
  std::size_t command;
  Effects effects;
};

template <class C, std::size_t I = 0>
constexpr std::size_t index_of() {
  if constexpr (std::is_same_v<C, std::variant_alternative_t<I, Command>>)
    return I;
  else
    return index_of<C, I + 1>();
}

template <class C>
constexpr Row row(Effects effects) {
  return {index_of<C>(), effects};
}

constexpr std::array kTable{
    row<LoadScene>(kPopulation),
    row<Restart>(kPopulation),
    row<OpenDocument>(kPopulation),
    row<OpenRecording>(kPopulation),
    row<SeekRecording>({.keeps_times = true}),
    row<GrowRecording>({.keeps_times = true}),
    row<FollowRecording>({.keeps_times = true}),
    row<SeekStep>({.only_looks = true, .keeps_times = true}),
    row<SetParam>({}),  // by its owner, below
    row<SelectBroadphase>(kAlgorithm),
    row<SelectNarrowphase>(kAlgorithm),
    row<UseBroadphase>(kAlgorithm),
    row<AddImage>({.only_looks = true, .keeps_times = true}),
    row<TuneImage>(kAlgorithm),
    row<SetMaterial>({}),
    row<SetCount>({.edits_sprites = true, .may_add_pairs = true}),
    row<AddSprite>(kEdit),
    row<CloneSprites>(kEdit),
    row<RemoveSprites>({.edits_sprites = true, .is_saved = true, .renumbers = true}),
    row<SetStatic>(kEdit),
    row<SetFilter>(kEdit),
    row<FilterCategories>(kEdit),
    row<SetVolume>(kEdit),
    row<Grab>(kDrag),
    row<Drag>(kDrag),
    row<Release>({.is_saved = true, .keeps_times = true}),
    // What is taken back was there before; what is done again may be more.
    row<Undo>({.repopulates = true, .renumbers = true}),
    row<Redo>(kPopulation),
};

constexpr bool is_in_order() {
  for (std::size_t k = 0; k < kTable.size(); ++k)
    if (kTable[k].command != k) return false;
  return kTable.size() == std::variant_size_v<Command>;
}
static_assert(is_in_order(), "one row for each command, in the order of the variant");

Effects effects_of_param(const SetParam& c) {
  if (c.owner == Owner::scene() || (c.owner == Owner::world() && c.key == "seed"))
    return kPopulation;
  if (c.owner == Owner::world()) return {.may_add_pairs = true};
  if (c.owner == Owner::response()) return {};
  return kAlgorithm;
}

}  // namespace

Effects effects_of(const Command& command) {
  if (const auto* param = std::get_if<SetParam>(&command)) return effects_of_param(*param);
  return kTable[command.index()].effects;
}

}  // namespace phasebox
