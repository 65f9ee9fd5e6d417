// SPDX-License-Identifier: MIT
// Writes code that makes the recommended broadphase.
#include <fmt/format.h>

#include "base/text.hpp"
#include "lab/tune/tune_output.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// For a plug-in, a comment takes the place of code, since the library does not contain it but the
// game has its source.
std::string plugin_line(const Contestant& plugin) {
  return fmt::format("// Recommended by phasebox tune: the plug-in {}, with {}.\n",
                     plugin.entry->file, plugin.settings_text());
}

bool is_named(const Setting& s) {
  return s.row->kind == Param::Kind::choice || s.row->kind == Param::Kind::flag;
}

}  // namespace

std::string js_lines(const Contestant& contestant) {
  if (!contestant.entry->file.empty()) return plugin_line(contestant);
  std::string settings;
  for (const Setting& s : contestant.settings)
    settings += is_named(s) ? fmt::format(", '{}': '{}'", s.row->key, format_value(*s.row, s.value))
                            : fmt::format(", '{}': {}", s.row->key, static_cast<float>(s.value));
  return fmt::format(
      "import {{ load }} from 'phasebox'; // npm install phasebox\n\n"
      "/** {}, as recommended by phasebox tune: for up to so many boxes. */\n"
      "export async function recommendedFinder(capacity) {{\n"
      "  return (await load()).finder('{}', {{ capacity{} }});\n"
      "}}\n",
      contestant.name(), contestant.entry->id, settings);
}

std::string cpp_lines(const Contestant& contestant) {
  if (!contestant.entry->file.empty()) return plugin_line(contestant);
  std::string text = fmt::format(
      "#include <memory>\n\n"
      "#include <phasebox/collide/broadphase.hpp>\n"
      "#include <phasebox/collide/registry.hpp>\n\n"
      "/// {}, as recommended by phasebox tune.\n"
      "inline std::unique_ptr<phasebox::Broadphase> recommended_broadphase() {{\n"
      "  auto made = find_entry(phasebox::broadphases(), \"{}\")->make();\n",
      contestant.name(), contestant.entry->id);
  if (!contestant.settings.empty())
    text += "  const phasebox::ParamView params = made->params();\n";
  for (const Setting& s : contestant.settings)
    text += fmt::format("  find_param(params.rows, \"{}\")->set(params.object, {});{}\n",
                        s.row->key, static_cast<float>(s.value),
                        is_named(s) ? "  // " + format_value(*s.row, s.value) : std::string());
  return text + "  return made;\n}\n";
}

}  // namespace phasebox
