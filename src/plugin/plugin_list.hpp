// SPDX-License-Identifier: MIT
// Broadphases from shared objects: one as an entry like those of the registry, and those of the
// program in the registry.
#pragma once
#include <cstdint>
#include <deque>
#include <filesystem>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/system.hpp"
#include "base/result.hpp"
#include "c/phasebox.h"
#include "collide/broadphase.hpp"
#include "collide/param.hpp"

namespace phasebox::plugin {

/// What can be shown of it: one line of UTF-8, 400 bytes at most, '?' for each other byte.
std::string shown_line(const char* text);

/// Texts and parameter rows of a plug-in. The rows read and write an array of kMaxParams doubles,
/// whatever their number, so that rows of an older version never reach outside of it.
class Description {
 public:
  static constexpr std::size_t kMaxParams = PHASEBOX_PLUGIN_PARAMS;

  /// Null of `given` is refused like everything else that breaks the rules of phasebox.h.
  static Result<std::shared_ptr<const Description>> read(const phasebox_plugin_broadphase* given);

  std::string_view id, title, summary, source, part;
  std::uint8_t complexity = 5;
  bool is_coherent = false;
  std::vector<Param> rows;

 private:
  Status read_params(const phasebox_plugin_broadphase& given);
  Status read_param(const phasebox_plugin_param& given, std::size_t number);
  Status read_choices(const phasebox_plugin_param& given, Param& row);
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
  std::deque<std::vector<std::string_view>> choices_;
};

}  // namespace phasebox::plugin

namespace phasebox {

/// A plug-in, loaded and checked; in no registry. Each of its instances keeps its code loaded, so
/// that this may go while there are some.
class Plugin : public std::enable_shared_from_this<Plugin> {
 public:
  /// What is wrong with the file stands in one line that begins with its name.
  static Result<std::shared_ptr<const Plugin>> load(const std::filesystem::path& file);
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  /// `make` needs this plug-in, texts and rows its description.
  const BroadphaseEntry& entry() const { return entry_; }
  const std::shared_ptr<const plugin::Description>& description() const { return description_; }
  const phasebox_plugin_broadphase& functions() const { return *functions_; }
  /// A new instance with the default parameters. Where the plug-in cannot make one, it finds no
  /// pairs and says so in a remark.
  std::unique_ptr<Broadphase> make() const;

 private:
  Plugin(std::string file, os::SharedObject code);

  std::string file_;
  os::SharedObject code_;
  const phasebox_plugin_broadphase* functions_ = nullptr;  // in the shared object
  std::shared_ptr<const plugin::Description> description_;
  BroadphaseEntry entry_;
};

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
