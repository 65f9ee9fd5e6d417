// SPDX-License-Identifier: MIT
// An algorithm with settings, as a value that is raced, searched or applied.
#pragma once
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "collide/broadphase.hpp"
#include "session/command.hpp"

namespace phasebox {

class Session;

/// A value for one parameter of an algorithm.
struct Setting {
  const Param* row;  ///< a parameter row of the entry; stays valid when a plug-in is loaded again
  double value;
  bool operator==(const Setting&) const = default;
};

/// A broadphase with settings; every parameter that is not named has its default.
struct Contestant {
  const BroadphaseEntry* entry = nullptr;
  std::vector<Setting> settings{};  ///< values that are not the default, in the order of the rows

  /// Sets one parameter, unchecked; the default value removes it from `settings`.
  void set(const Param& row, double value) {
    std::erase_if(settings, [&](const Setting& s) { return s.row == &row; });
    if (value == row.init) return;
    settings.push_back({&row, value});
    std::ranges::sort(settings, {}, &Setting::row);
  }
  /// The value of a parameter: the one in `settings`, else the row's default.
  double value(const Param& row) const {
    const auto it = std::ranges::find(settings, &row, &Setting::row);
    return it == settings.end() ? row.init : it->value;
  }
  std::unique_ptr<Broadphase> make() const {
    auto made = entry->make();
    for (const Setting& s : settings) s.row->set(made->params().object, s.value);
    return made;
  }
  /// Fails if a setting has a value that its parameter cannot have.
  Status check() const {
    for (const Setting& s : settings)
      if (auto status = check_value(*s.row, s.value); status.failed()) return status;
    return {};
  }
  /// The settings as text: "max-objects=16 looseness=1.5", or "defaults".
  std::string settings_text() const;
  /// The name as text: "quadtree max-objects=16"; "quadtree" with defaults.
  Sentence name() const {
    if (settings.empty()) return entry->id;
    return {"{} {}", {entry->id, Sentence::as_is(settings_text())}};
  }
  /// The title for tables: "Quadtree, max objects 16".
  Sentence title() const;
  /// The options for the command line: "--set quadtree.max-objects=16 --set ..."; empty with
  /// defaults.
  std::string set_options() const;
  bool operator==(const Contestant&) const = default;
};

/// The parameter rows that an entry has now. A plug-in that was loaded again may have other rows
/// than before.
std::span<const Param> rows_of(const BroadphaseEntry& entry);

/// The contestant with its settings moved to the rows that its entry has now, by key: a plug-in
/// that was loaded again has new rows. Values that these rows do not have or allow are dropped.
Contestant renewed(const Contestant& contestant);

/// The broadphase with the parameter values that the session has for it.
Contestant contestant_of(const BroadphaseEntry& entry, const Session& session);

/// The look (PlotSeries::look) of a contestant in plots and of its bars: each algorithm has one of
/// its own everywhere, and a further contestant of an algorithm, after `earlier` others of it, has
/// a variant of that.
std::size_t look_of(const BroadphaseEntry& entry, std::size_t earlier);

/// The command that makes a session use the contestant: it chooses the broadphase and sets all its
/// parameters, as one change that one undo takes back.
Command apply_command(const Contestant& contestant);

}  // namespace phasebox
