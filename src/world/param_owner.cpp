// SPDX-License-Identifier: MIT
// Owners by their ids.
#include "world/param_owner.hpp"

#include "collide/registry.hpp"

namespace phasebox {

Owner owner_named(std::string_view id) {
  for (const Owner owner : {Owner::world(), Owner::scene(), Owner::response(), Owner::view()})
    if (owner.id() == id) return owner;
  if (const BroadphaseEntry* entry = find_entry(broadphases(), id)) return *entry;
  if (const NarrowphaseEntry* entry = find_entry(narrowphases(), id)) return *entry;
  return {};
}

std::string full_name(Owner owner, std::string_view key) {
  return std::string(owner.id()).append(".").append(key);
}

}  // namespace phasebox
