// SPDX-License-Identifier: MIT
// Loading a plug-in and making instances of it.
#include "plugin/loaded_plugin.hpp"

#include <utility>

namespace phasebox {
namespace {

std::unique_ptr<Broadphase> make_instance(const void* plugin) {
  return static_cast<const Plugin*>(plugin)->make();
}

// One instance is made and destroyed at once, so that one that cannot be made is not loaded at all.
Status try_instance(const phasebox_plugin_broadphase& functions) {
  try {
    void* const instance = functions.create();
    if (!instance) return Error{"create gave null: it found no memory for an instance"};
    functions.destroy(instance);
  } catch (...) {
    return Error{"create threw; nothing may be thrown out of a plug-in"};
  }
  return {};
}

using Function = const phasebox_plugin_broadphase* (*)(std::uint32_t host_version);

const phasebox_plugin_broadphase* ask(const os::SharedObject& code) {
  try {
    return code.function<Function>("phasebox_plugin")(PHASEBOX_PLUGIN_VERSION);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

Plugin::Plugin(std::string file, os::SharedObject code)
    : file_(std::move(file)),
      code_(std::move(code)),
      functions_(ask(code_)),
      entry_{.id = {}, .title = {}, .summary = {}, .source = {}, .make = {make_instance, this}} {}

Result<std::shared_ptr<const Plugin>> Plugin::load(const std::filesystem::path& file) {
  const auto because = [&](const Error& error) { return Error{file.string() + ": " + error.text}; };
  auto code = os::SharedObject::load_copy(file);
  if (!code) return because(code.error());
  if (!code->function<Function>("phasebox_plugin"))
    return because(
        Error{"it exports no function phasebox_plugin; define it with PHASEBOX_PLUGIN_EXPORT"});
  const std::shared_ptr<Plugin> made(new Plugin(file.string(), *std::move(code)));
  auto description = plugin::Description::read(made->functions_);
  if (!description) return because(description.error());
  if (const Status error = try_instance(*made->functions_)) return because(*error);
  made->description_ = *description;
  const plugin::Description& d = **description;
  made->entry_ = {.id = d.id,
                  .title = d.title,
                  .summary = d.summary,
                  .source = d.source,
                  .make = {make_instance, made.get()},
                  .is_coherent = d.is_coherent,
                  .complexity = d.complexity,
                  .file = made->file_};
  made->entry_.walkthrough.part = d.part;
  return std::shared_ptr<const Plugin>(made);
}

std::unique_ptr<Broadphase> Plugin::make() const {
  return plugin::make_adapter(shared_from_this());
}

}  // namespace phasebox
