// SPDX-License-Identifier: MIT
// Every parameter of a session by its owner, and which scene and algorithms are chosen.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "world/dynamics/options.hpp"
#include "world/param_owner.hpp"
#include "world/scene/document.hpp"
#include "world/scene/scene.hpp"
#include "world/world.hpp"

namespace phasebox {

/// One instance per line of a registry: each keeps its parameters while another is chosen.
template <class Entry>
class Choice {
 public:
  using Entries = std::span<const Entry* const>;
  using Instance = typename decltype(std::declval<Entry>().make())::element_type;

  explicit Choice(Entries entries) : entries_(entries) {
    for (const Entry* entry : entries_) made_.push_back(entry->make());
  }

  const Entry& entry() const { return *entries_[chosen_]; }
  Instance& instance() const { return *made_[chosen_]; }
  Instance& instance_of(const Entry& entry) const { return *made_[line_of(entry)]; }
  Entries entries() const { return entries_; }
  /// The registry has more entries than before, all behind the others.
  void extend(Entries entries) {
    for (const Entry* entry : entries.subspan(entries_.size())) made_.push_back(entry->make());
    entries_ = entries;
  }
  void replace(const Entry& entry, std::unique_ptr<Instance> by) {
    made_[line_of(entry)] = std::move(by);
  }
  /// Chooses it and gives what was chosen before.
  const Entry& select(const Entry& entry) {
    const Entry& before = this->entry();
    chosen_ = line_of(entry);
    return before;
  }

 private:
  std::size_t line_of(const Entry& entry) const {
    return static_cast<std::size_t>(std::ranges::find(entries_, &entry) - entries_.begin());
  }

  Entries entries_;
  std::vector<std::unique_ptr<Instance>> made_;
  std::size_t chosen_ = 0;
};

/// Knows no sprites and no commands. The first scene with RDC and n-sampled pixels at first.
class Settings {
 public:
  Settings();

  WorldOptions world;
  ResponseOptions response;
  Choice<SceneEntry> scene{scenes()};
  Choice<BroadphaseEntry> broadphase{broadphases()};
  Choice<NarrowphaseEntry> narrowphase{narrowphases()};
  std::vector<ImageTuning> tuning;      ///< [images] or fewer
  std::string scene_title, scene_note;  ///< of its file

  /// The rows of an owner, to be changed; none where it is not a session's.
  ParamView view(Owner owner) {
    const ParamGroup found = group(owner);
    return {const_cast<void*>(found.object), found.rows};  // of this, which is not constant
  }
  /// The same to look at; allocates nothing.
  ParamGroup group(Owner owner) const;
  /// Of world, scene, response, all broadphases, all narrowphases.
  std::vector<ParamGroup> groups() const;
  /// The first owner in use (broadphase, narrowphase, scene, world, response) with a key, or none.
  Owner owner_of(std::string_view key) const {
    for (const Owner owner : {Owner(broadphase.entry()), Owner(narrowphase.entry()), Owner::scene(),
                              Owner::world(), Owner::response()})
      if (find_param(group(owner).rows, key)) return owner;
    return {};
  }

  /// Of a row; nothing where there is none.
  std::optional<double> value(Owner owner, std::string_view key) const {
    const ParamGroup found = group(owner);
    const Param* row = find_param(found.rows, key);
    return row ? std::optional(row->get(found.object)) : std::nullopt;
  }
  /// Why a value cannot be set, if it cannot.
  Status check(Owner owner, std::string_view key, double value) const {
    const Param* row = find_param(group(owner).rows, key);
    if (!row) return Error{"there is no parameter '" + full_name(owner, key) + "'"};
    return check_value(*row, value);
  }
  /// Sets a value that has been checked, and gives the one before.
  double set(Owner owner, std::string_view key, double value);
  /// There are more broadphases, or plug-ins have other code: makes instances. Values that were set
  /// stay, by key, where they are still allowed; false when there are other parameters than before.
  bool renew_broadphases();
  /// Chooses a scene with its settings. User-changed values stay; the last scene's settings end.
  void load_scene(const SceneEntry& entry);

  /// All choices and values, without images and sprites; what images have is by their numbers.
  SceneDocument document() const;
  /// Takes them over; ids and values have been checked.
  void adopt(const SceneDocument& document);

 private:
  template <class Use>
  void each_group(Use use) const;
};

}  // namespace phasebox
