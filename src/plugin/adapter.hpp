// SPDX-License-Identifier: MIT
// A plug-in's instance as a broadphase.
#pragma once
#include <memory>

#include "collide/broadphase.hpp"

namespace phasebox {

class Plugin;

namespace plugin {

/// A new instance with the default parameters, which keeps the plug-in loaded.
std::unique_ptr<Broadphase> make_adapter(std::shared_ptr<const Plugin> plugin);

}  // namespace plugin
}  // namespace phasebox
