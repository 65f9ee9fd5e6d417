// SPDX-License-Identifier: MIT
// Broadphases from shared objects: `Plugin` makes an entry of one, and `Plugins` adds those of the
// program to the registry.
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

/// Returns a plug-in's text as a line that can be shown: its first 400 bytes as UTF-8, with '?' for
/// each byte that is not printable; empty for null.
std::string shown_line(const char* text);

/// The texts and parameter rows of a plug-in, copied and checked. The rows read and write an array
/// of kMaxParams doubles that each instance has, whatever the number of rows, so that rows of an
/// older version of the plug-in never reach outside of it.
class Description {
 public:
  static constexpr std::size_t kMaxParams = PHASEBOX_PLUGIN_PARAMS;

  /// Copies and checks the description of a plug-in. Fails for null, and for anything that breaks
  /// the rules of phasebox.h; the error has the rule and the remedy.
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

/// A plug-in that is loaded and checked, but in no registry. Each of its instances shares it and
/// keeps its code loaded.
class Plugin : public std::enable_shared_from_this<Plugin> {
 public:
  /// Loads and checks a plug-in, and makes one instance to try it. An error is one line that begins
  /// with the file's name.
  static Result<std::shared_ptr<const Plugin>> load(const std::filesystem::path& file);
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  /// The registry entry. Its `make` is valid as long as this plug-in, its texts as long as the
  /// description.
  const BroadphaseEntry& entry() const { return entry_; }
  const std::shared_ptr<const plugin::Description>& description() const { return description_; }
  const phasebox_plugin_broadphase& functions() const { return *functions_; }
  /// Makes an instance with the default parameters, never null. Where the plug-in fails to make
  /// one, the broadphase finds no pairs and says so in a remark.
  std::unique_ptr<Broadphase> make() const;

 private:
  Plugin(std::string file, os::SharedObject code);

  std::string file_;
  os::SharedObject code_;
  const phasebox_plugin_broadphase* functions_ = nullptr;  // in the memory of the shared object
  std::shared_ptr<const plugin::Description> description_;
  BroadphaseEntry entry_;
};

/// Loads plug-ins and adds them to `broadphases()`. Its destructor removes them, so that users of
/// their entries must end before it. Only one thread may use an object of this class.
class Plugins {
 public:
  Plugins() = default;
  ~Plugins();
  Plugins(const Plugins&) = delete;
  Plugins& operator=(const Plugins&) = delete;

  /// Loads a plug-in and adds its entry at the end of the list. A file that is loaded already is
  /// reloaded instead. Fails for a file that is refused, an id that is taken, and more than
  /// kMaxAddedBroadphases plug-ins.
  Result<const BroadphaseEntry*> load(const std::filesystem::path& file);
  /// Loads the file of an entry again. The entry keeps its place and then makes instances of the
  /// new code. Existing instances keep the old code until they end, and `Param` rows that were read
  /// before stay valid. When the file cannot be loaded, or has another id, nothing changes and an
  /// error says so.
  Status reload(const BroadphaseEntry& entry);

  /// Returns the entries of all loaded plug-ins, in the order in which they were loaded.
  std::vector<const BroadphaseEntry*> entries() const;

 private:
  struct Slot {
    std::string file;
    BroadphaseEntry entry;
    std::shared_ptr<const Plugin> plugin;
    // The descriptions of all versions so far, as others may still show the texts and rows of
    // former ones.
    std::vector<std::shared_ptr<const plugin::Description>> descriptions;

    // Makes `next`, another version of the plug-in, the one that the entry describes and makes.
    void use(std::shared_ptr<const Plugin> next);
  };

  std::list<Slot> slots_;  // a list, because entries must keep their addresses
};

/// Whether a file's name ends in ".so", as that of a plug-in does.
bool is_plugin_file(const std::filesystem::path& file);

}  // namespace phasebox
