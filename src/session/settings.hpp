// SPDX-License-Identifier: MIT
// The settings of a session: every parameter by its owner, and the chosen scene and algorithms.
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

/// Copies all parameter values of `from` to `to`. Returns whether any differed.
bool copy_params(ParamView from, ParamView to);

/// The choice of one entry of a registry. Holds an instance per entry, so that each keeps its
/// parameters while another is chosen.
template <class Entry>
class Choice {
 public:
  using Entries = std::span<const Entry* const>;
  using Instance = typename decltype(std::declval<Entry>().make())::element_type;

  explicit Choice(Entries entries) : entries_(entries) {
    for (const Entry* entry : entries_) made_.push_back(entry->make());
  }

  /// The entry that is chosen.
  const Entry& operator*() const { return *entries_[chosen_]; }
  const Entry* operator->() const { return entries_[chosen_]; }
  Instance& instance() const { return *made_[chosen_]; }
  Instance& instance_of(const Entry& entry) const { return *made_[line_of(entry)]; }
  Entries entries() const { return entries_; }
  /// Adds instances for new entries, which must come after all known ones.
  void extend(Entries entries) {
    for (const Entry* entry : entries.subspan(entries_.size())) made_.push_back(entry->make());
    entries_ = entries;
  }
  void replace(const Entry& entry, std::unique_ptr<Instance> by) {
    made_[line_of(entry)] = std::move(by);
  }
  /// Chooses an entry and returns the one that was chosen before.
  const Entry& select(const Entry& entry) {
    const Entry& before = **this;
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

/// The parameters and choices of a session. Knows no sprites and no commands. Starts with the first
/// scene, RDC and n-sampled pixels.
class Settings {
 public:
  Settings();

  WorldOptions world;
  ResponseOptions response;
  Choice<SceneEntry> scene{scenes()};
  Choice<BroadphaseEntry> broadphase{broadphases()};
  Choice<NarrowphaseEntry> narrowphase{narrowphases()};
  std::vector<ImageTuning> tuning;      ///< [images] or fewer
  std::string scene_title, scene_note;  ///< from the scene's file; empty without one

  /// The broadphase at work: the chosen one, or its delegate.
  const BroadphaseEntry& shown_broadphase() const {
    const BroadphaseEntry* delegate = broadphase.instance().delegate();
    return delegate ? *delegate : *broadphase;
  }
  /// False while a parameter of the chosen broadphase makes it leave pairs out.
  bool is_exact() const { return broadphase.instance().is_exact(); }
  /// Whether the chosen narrowphase compares circles before it reads pixels.
  bool compares_circles() const { return value(*narrowphase, "circle-reject").value_or(0) != 0; }

  /// The rows of an owner, for writing; without rows if the session has no such owner.
  ParamView view(Owner owner) {
    const ParamGroup found = group(owner);
    return {const_cast<void*>(found.object), found.rows};  // part of *this, which is not const
  }
  /// The rows of an owner, for reading; without rows if the session has no such owner. Allocates
  /// nothing.
  ParamGroup group(Owner owner) const;
  /// The groups of the world, the chosen scene, the response, all broadphases and all narrowphases.
  std::vector<ParamGroup> groups() const;
  /// The first owner in use with that key, in the order broadphase, narrowphase, scene, world,
  /// response; else no owner.
  Owner owner_of(std::string_view key) const {
    for (const Owner owner : {Owner(*broadphase), Owner(*narrowphase), Owner::scene(),
                              Owner::world(), Owner::response()})
      if (find_param(group(owner).rows, key)) return owner;
    return {};
  }

  /// The value of a parameter; nothing where the owner has no such row.
  std::optional<double> value(Owner owner, std::string_view key) const {
    const ParamGroup found = group(owner);
    const Param* row = find_param(found.rows, key);
    return row ? std::optional(row->get(found.object)) : std::nullopt;
  }
  /// Returns an error if there is no such parameter, or if its row refuses the value. Sets nothing.
  Status check(Owner owner, std::string_view key, double value) const {
    const Param* row = find_param(group(owner).rows, key);
    if (!row)
      return Error{
          Sentence("there is no parameter '{}'", {Sentence::as_is(full_name(owner, key))})};
    return check_value(*row, value);
  }
  /// Sets a value that `check` has accepted, and returns the one before.
  double set(Owner owner, std::string_view key, double value);
  /// Sets the tuning of an image; a default value takes it away.
  void tune(std::size_t image, const ImageTuning& of_image);
  /// Makes instances for broadphases that were added, and new ones for plug-ins, whose code may
  /// have changed. Values that were set stay, by key, where they are still allowed. Returns false
  /// if a plug-in has other parameters than before.
  bool renew_broadphases();
  /// Chooses a scene and applies its settings. The settings of the scene before end, unless the
  /// user has changed their values; all other values stay.
  void load_scene(const SceneEntry& entry);

  /// Returns all choices and values as a document without images and sprites. `tuning` of images is
  /// by the session's image numbers.
  SceneDocument document() const;
  /// Takes over the choices and values of a document, whose ids and values have been checked.
  void adopt(const SceneDocument& document);

 private:
  template <class Use>
  void each_group(Use use) const;
};

}  // namespace phasebox
