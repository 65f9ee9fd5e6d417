// SPDX-License-Identifier: MIT
// Adding, reloading and removing plug-ins.
#include "plugin/plugin_list.hpp"

#include <algorithm>
#include <cassert>
#include <system_error>
#include <utility>

#include "collide/narrowphase.hpp"
#include "collide/registry.hpp"

namespace phasebox {
namespace {

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code unknown;
  return std::filesystem::equivalent(a, b, unknown) || a == b;
}

// Ids of other owners of parameters are taken as well: settings name owners by id alone.
bool is_taken(std::string_view id) {
  constexpr std::string_view kOwners[] = {"world", "scene", "response", "view", "all", "none"};
  return find_entry(broadphases(), id) || find_entry(narrowphases(), id) ||
         std::ranges::find(kOwners, id) != std::end(kOwners) || id.starts_with("race-");
}

}  // namespace

void Plugins::Slot::use(std::shared_ptr<const Plugin> next) {
  plugin = std::move(next);
  descriptions.push_back(plugin->description());
  entry = plugin->entry();
  entry.file = file;
}

Plugins::~Plugins() {
  for (const Slot& slot : slots_) remove_broadphase(slot.entry);
}

Result<const BroadphaseEntry*> Plugins::load(const std::filesystem::path& file) {
  for (Slot& slot : slots_) {
    if (!is_same_file(slot.file, file)) continue;
    if (auto error = reload(slot.entry)) return *std::move(error);
    return &slot.entry;
  }
  auto plugin = Plugin::load(file);
  if (!plugin) return plugin.error();
  const std::string id((*plugin)->entry().id);
  if (is_taken(id))
    return Error{file.string() + ": there is something with the id '" + id +
                 "' already; give the plug-in another id"};
  Slot& slot = slots_.emplace_back(Slot{file.string(), (*plugin)->entry(), nullptr, {}});
  slot.use(*std::move(plugin));
  if (add_broadphase(slot.entry)) return &slot.entry;
  slots_.pop_back();
  return Error{file.string() + ": there are " + std::to_string(kMaxAddedBroadphases) +
               " plug-ins already; start with fewer"};
}

Status Plugins::reload(const BroadphaseEntry& entry) {
  const auto slot = std::ranges::find_if(slots_, [&](const Slot& s) { return &s.entry == &entry; });
  assert(slot != slots_.end() && "only a plug-in is loaded again");
  auto plugin = Plugin::load(slot->file);
  if (!plugin) return plugin.error();
  if ((*plugin)->entry().id != entry.id)
    return Error{slot->file + ": its id was '" + std::string(entry.id) + "' and is now '" +
                 std::string((*plugin)->entry().id) + "'; keep the id, or start again"};
  slot->use(*std::move(plugin));
  return {};
}

std::vector<const BroadphaseEntry*> Plugins::entries() const {
  std::vector<const BroadphaseEntry*> all;
  for (const Slot& slot : slots_) all.push_back(&slot.entry);
  return all;
}

bool is_plugin_file(const std::filesystem::path& file) { return file.extension() == ".so"; }

}  // namespace phasebox
