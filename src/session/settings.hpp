// SPDX-License-Identifier: MIT
// The settings of a session: all parameters by their owner, and the chosen scene and algorithms.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
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

/// Copies all parameter values of `from` to `to`, which has the same rows. Returns whether any
/// differed.
bool copy_params(ParamView from, ParamView to);

/// The choice of one entry of a registry (of scenes, broadphases or narrowphases). It holds an
/// instance of every entry, so that each keeps its parameters while another is chosen.
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
  /// The instance of the chosen entry, or of any entry.
  Instance& instance() const { return *made_[chosen_]; }
  Instance& instance_of(const Entry& entry) const { return *made_[line_of(entry)]; }
  Entries entries() const { return entries_; }
  /// Replaces the list of entries by a longer one that begins with the same entries, and makes
  /// instances of the new ones.
  void extend(Entries entries) {
    for (const Entry* entry : entries.subspan(entries_.size())) made_.push_back(entry->make());
    entries_ = entries;
  }
  /// Replaces the instance of an entry.
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

/// A parameter of a scene that is not at its default. A scene keeps its parameters while another
/// one is chosen.
struct SceneValue {
  const SceneEntry* scene;
  std::string key;
  double value;
};

/// The parameters and choices of a session. It knows no sprites and no commands. It starts with the
/// first scene, RDC, n-sampled pixels and all parameters at their defaults.
class Settings {
 public:
  Settings();

  WorldOptions world;
  ResponseOptions response;
  Choice<SceneEntry> scene{scenes()};
  Choice<BroadphaseEntry> broadphase{broadphases()};
  Choice<NarrowphaseEntry> narrowphase{narrowphases()};
  std::vector<ImageTuning> tuning;      ///< by image number; images beyond have none
  std::string scene_title, scene_note;  ///< of the scene file; empty without one

  /// The broadphase that does the work: the chosen one, or the one that it delegates to.
  const BroadphaseEntry& shown_broadphase() const {
    const BroadphaseEntry* delegate = broadphase.instance().delegate();
    return delegate ? *delegate : *broadphase;
  }
  /// Whether the chosen broadphase finds all pairs; false while one of its parameters makes it
  /// leave pairs out.
  bool is_exact() const { return broadphase.instance().is_exact(); }
  /// Whether the chosen narrowphase has the parameter "circle-reject" and it is on: it then
  /// compares circles before it reads pixels.
  bool compares_circles() const { return value(*narrowphase, "circle-reject").value_or(0) != 0; }

  /// The parameters of an owner, for writing; without rows if the session has no such owner.
  ParamView view(Owner owner) {
    const ParamGroup found = group(owner);
    return {const_cast<void*>(found.object), found.rows};  // part of *this, which is not const
  }
  /// The parameters of an owner, for reading; without rows if the session has no such owner.
  /// Allocates nothing.
  ParamGroup group(Owner owner) const;
  /// The parameters of all owners: the world, the chosen scene, the response, every broadphase and
  /// every narrowphase, in this order.
  std::vector<ParamGroup> groups() const;
  /// The owner of the parameter with that key: the first that has one of chosen broadphase, chosen
  /// narrowphase, chosen scene, world and response; else no owner.
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
  /// Returns an error if there is no such parameter, or if it does not allow the value. Sets
  /// nothing.
  Status check(Owner owner, std::string_view key, double value) const {
    const Param* row = find_param(group(owner).rows, key);
    if (!row)
      return Error{
          Sentence("there is no parameter '{}'", {Sentence::as_is(full_name(owner, key))})};
    return check_value(*row, value);
  }
  /// Sets a value that `check` has accepted, and returns the one before.
  double set(Owner owner, std::string_view key, double value);
  /// Sets the tuning of the image with that number. A tuning with default values takes it away.
  void tune(std::size_t image, const ImageTuning& of_image);
  /// Makes instances of broadphases that were added to the registry, and new ones of plug-ins,
  /// whose code may have changed. Parameters that were set keep their values, found by key, where
  /// the new code still allows them. Returns false if a plug-in has other parameters than before.
  bool renew_broadphases();
  /// Chooses a scene and applies the settings and algorithms that it names. Those that the scene
  /// before had applied go back to their defaults, unless the user has changed them since; all
  /// other values stay.
  void load_scene(const SceneEntry& entry);

  /// Returns the parameters of all scenes that are not at their defaults.
  std::vector<SceneValue> scene_values() const;
  /// Sets those parameters of scenes, and all others of scenes to their defaults.
  void set_scene_values(const std::vector<SceneValue>& values);
  /// Returns all choices and values as a document without images and sprites. Its `tuning` is by
  /// the session's numbers of images.
  SceneDocument document() const;
  /// Takes over the choices and values of a document, whose ids and values have been checked.
  void adopt(const SceneDocument& document);

 private:
  template <class Use>
  void each_group(Use use) const;
};

}  // namespace phasebox
