// SPDX-License-Identifier: MIT
// What messages call a command, and what it does.
#include "session/command.hpp"

#include <filesystem>

namespace phasebox {
namespace {

std::string sprites(const char* what, std::size_t n) {
  return std::to_string(n) + what + (n == 1 ? "sprite" : "sprites");
}

/// One overload per command that can be undone; the rest have no title.
struct Title {
  std::string operator()(const command::LoadScene& c) const { return "scene " + c.id; }
  std::string operator()(const command::Restart&) const { return "restart"; }
  std::string operator()(const command::OpenDocument& c) const {
    if (c.path.empty()) return "opened scene";
    return "opened " + std::filesystem::path(c.path).filename().string();
  }
  std::string operator()(const command::OpenRecording& c) const { return "opened " + c.name; }
  std::string operator()(const command::SetParam& c) const { return c.key; }
  std::string operator()(const command::SelectBroadphase& c) const { return "broadphase " + c.id; }
  std::string operator()(const command::SelectNarrowphase& c) const {
    return "narrowphase " + c.id;
  }
  std::string operator()(const command::UseBroadphase& c) const {
    return c.title.empty() ? "broadphase " + c.id : c.title;
  }
  std::string operator()(const command::TuneImage&) const { return "n and inset of an image"; }
  std::string operator()(const command::SetMaterial&) const { return "material of an image"; }
  std::string operator()(const command::SetCount& c) const { return sprites(" ", c.count); }
  std::string operator()(const command::AddSprite&) const { return "added sprite"; }
  std::string operator()(const command::CloneSprites& c) const {
    return sprites(" cloned ", c.ids.size());
  }
  std::string operator()(const command::RemoveSprites& c) const {
    return sprites(" removed ", c.ids.size());
  }
  std::string operator()(const command::SetStatic& c) const {
    return sprites(c.is_static ? " pinned " : " unpinned ", c.ids.size());
  }
  std::string operator()(const command::SetFilter& c) const {
    return "filter of " + sprites(" ", c.ids.size());
  }
  std::string operator()(const command::FilterCategories&) const { return "filter of categories"; }
  std::string operator()(const command::SetVolume& c) const {
    return "volume of " + sprites(" ", c.ids.size());
  }
  std::string operator()(const command::Release&) const { return "moved sprite"; }
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

}  // namespace

std::string title_of(const Command& command) { return std::visit(Title{}, command); }

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
