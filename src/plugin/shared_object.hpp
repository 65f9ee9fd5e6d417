// SPDX-License-Identifier: MIT
// A shared object that is loaded as long as this lives.
#pragma once
#include <filesystem>
#include <utility>

#include "base/result.hpp"
#include "c/phasebox.h"

namespace phasebox::plugin {

/// Loads a private copy, which is gone from the disk at once: a file that is compiled again is
/// another one for the system, and may be replaced while this is loaded.
class SharedObject {
 public:
  using Function = const phasebox_plugin_broadphase* (*)(std::uint32_t host_version);

  static Result<SharedObject> load(const std::filesystem::path& file);
  SharedObject(SharedObject&& o) noexcept
      : handle_(std::exchange(o.handle_, nullptr)), function_(o.function_) {}
  SharedObject& operator=(SharedObject&&) = delete;
  ~SharedObject();

  /// `phasebox_plugin` of the shared object.
  Function function() const { return function_; }

 private:
  explicit SharedObject(void* handle) : handle_(handle) {}

  void* handle_;
  Function function_ = nullptr;
};

}  // namespace phasebox::plugin
