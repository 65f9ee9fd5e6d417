// SPDX-License-Identifier: MIT
// Takes the place of plugin_list.cpp in the page, which has no shared objects: each plug-in is
// refused with the reason.
#include "language/format_sentence.hpp"
#include "plugin/plugin_list.hpp"

namespace phasebox {
namespace {

Error refusal(const std::string& file) {
  return say("{}: a page cannot load plug-ins; open it in the program for the desktop",
             Sentence::as_is(file));
}

}  // namespace

Plugins::~Plugins() = default;
Result<const BroadphaseEntry*> Plugins::load(const std::filesystem::path& file) {
  return refusal(file.string());
}
Status Plugins::reload(const BroadphaseEntry& entry) { return refusal(std::string(entry.file)); }
std::vector<const BroadphaseEntry*> Plugins::entries() const { return {}; }
bool is_plugin_file(const std::filesystem::path& file) { return file.extension() == ".so"; }

}  // namespace phasebox
