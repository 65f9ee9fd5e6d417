// SPDX-License-Identifier: MIT
// A broadphase from a shared object, as an entry like those of the registry.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "base/os/system.hpp"
#include "base/result.hpp"
#include "collide/broadphase.hpp"
#include "plugin/checked_description.hpp"

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

namespace plugin {

/// A new instance with the default parameters, which keeps the plug-in loaded.
std::unique_ptr<Broadphase> make_adapter(std::shared_ptr<const Plugin> plugin);

}  // namespace plugin
}  // namespace phasebox
