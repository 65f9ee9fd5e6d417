// SPDX-License-Identifier: MIT
// The plug-ins of the program, in the registry of broadphases.
#pragma once
#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "plugin/loaded_plugin.hpp"

namespace phasebox {

/// Loads plug-ins, adds them to `broadphases()`, and takes them out again when it ends. What uses
/// their entries must end before. One thread at a time.
class Plugins {
 public:
  Plugins() = default;
  ~Plugins();
  Plugins(const Plugins&) = delete;
  Plugins& operator=(const Plugins&) = delete;

  /// Adds one behind all others, or says why not; a file that is loaded is loaded again.
  Result<const BroadphaseEntry*> load(const std::filesystem::path& file);
  /// Loads the file of an entry once more. The entry stays where it is and then makes instances of
  /// the new code; those that there are keep the old code until they end, and `Param` rows that
  /// were seen stay valid. What cannot be loaded, or has another id, leaves all as it was.
  Status reload(const BroadphaseEntry& entry);

  /// In the order in which they were loaded.
  std::vector<const BroadphaseEntry*> entries() const;

 private:
  struct Slot {
    std::string file;
    BroadphaseEntry entry;
    std::shared_ptr<const Plugin> plugin;
    // Also of former versions, whose texts and rows others may still show.
    std::vector<std::shared_ptr<const plugin::Description>> descriptions;

    void use(std::shared_ptr<const Plugin> next);
  };

  std::list<Slot> slots_;  // entries must not move
};

/// Whether a file is meant as a plug-in, by its ending.
bool is_plugin_file(const std::filesystem::path& file);

}  // namespace phasebox
