// SPDX-License-Identifier: MIT
// An algorithm with settings: what races, searches and studies compare.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collide/broadphase.hpp"
#include "session/command.hpp"

namespace phasebox {

class Session;

/// A value for one parameter of an algorithm.
struct Setting {
  const Param* row;  ///< of the entry; stays valid when a plug-in is loaded again
  double value;
  bool operator==(const Setting&) const = default;
};

/// A broadphase with settings; every parameter that is not named has its default.
struct Contestant {
  const BroadphaseEntry* entry = nullptr;
  std::vector<Setting> settings{};  ///< in the order of the rows, none at its default

  /// Sets one parameter; the default takes it out again.
  void set(const Param& row, double value) {
    std::erase_if(settings, [&](const Setting& s) { return s.row == &row; });
    if (value == row.init) return;
    settings.push_back({&row, value});
    std::ranges::sort(settings, {}, &Setting::row);
  }
  /// The value of a parameter, named or not.
  double value(const Param& row) const {
    const auto it = std::ranges::find(settings, &row, &Setting::row);
    return it == settings.end() ? row.init : it->value;
  }
  std::unique_ptr<Broadphase> make() const {
    auto made = entry->make();
    for (const Setting& s : settings) s.row->set(made->params().object, s.value);
    return made;
  }
  /// Refuses values that a parameter cannot have.
  Status check() const {
    for (const Setting& s : settings)
      if (auto error = check_value(*s.row, s.value)) return error;
    return {};
  }
  /// "max-objects=16 looseness=1.5", or "defaults".
  std::string settings_text() const;
  /// "quadtree max-objects=16"; "quadtree" with defaults.
  std::string name() const {
    const std::string id(entry->id);
    return settings.empty() ? id : id + " " + settings_text();
  }
  /// "Quadtree, max objects 16", for tables; the id where the title is long.
  std::string title() const;
  /// "--set quadtree.max-objects=16 --set ...", for the command line; empty with defaults.
  std::string set_options() const;
  bool operator==(const Contestant&) const = default;
};

/// The rows of an entry, as they are now.
std::span<const Param> rows_of(const BroadphaseEntry& entry);

/// The same values, as far as the entry's rows of now allow them: those of a plug-in that was
/// loaded again may be others.
Contestant renewed(const Contestant& contestant);

/// The broadphase with the parameters that the session has for it.
Contestant contestant_of(const BroadphaseEntry& entry, const Session& session);

/// What makes the session use it, the choice and all its parameters: one change.
Command apply_command(const Contestant& contestant);

}  // namespace phasebox
