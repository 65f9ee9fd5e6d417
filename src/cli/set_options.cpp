// SPDX-License-Identifier: MIT
// Follows --set options, and explains keys that are unknown.
#include "cli/set_options.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/picture.hpp"
#include "cli/terminal.hpp"

namespace phasebox::cli {
namespace {

/// Whether a parameter of this owner has an effect now: all do but those of algorithms that are not
/// selected.
bool is_in_use(const Session& session, Owner owner) {
  return owner.kind() != Owner::Kind::algorithm || owner == *session.settings().broadphase ||
         owner == *session.settings().narrowphase;
}

/// Whether a key is that of a parameter of the picture while this command draws none (`view` has no
/// rows), so that the error can say that other commands take it.
bool is_of_view(std::string_view key, ParamView view) {
  if (!view.rows.empty()) return false;
  if (key.starts_with("view.")) key.remove_prefix(5);
  Painter painter;
  return find_param(painter.params().rows, key) != nullptr;
}

/// Returns the error for a --set whose key is unknown here: it names the owners that have the key,
/// else keys that are written alike, else all that can be set.
Error unknown_key(const Session& session, std::string_view key, ParamView view) {
  if (is_of_view(key, view))
    return {
        fmt::format("--set {}: this command draws nothing; the window and phasebox render "
                    "take the settings of view",
                    key)};
  std::vector<std::string> elsewhere, close, usable;
  for (const ParamGroup& group : all_groups(session, view))
    for (const Param& row : group.rows) {
      const std::string full = full_name(group.owner, row.key);
      const bool in_use = is_in_use(session, group.owner);
      if (row.key == key) elsewhere.push_back(full);
      if (std::min(edit_distance(key, row.key), edit_distance(key, full)) <= 2)
        close.push_back(in_use ? std::string(row.key) : full);
      if (in_use) usable.emplace_back(row.key);
    }
  if (!elsewhere.empty())
    return {fmt::format("--set {}: no algorithm in use has it; write {}", key,
                        fmt::join(elsewhere, " or "))};
  if (!close.empty())
    return {fmt::format("--set {}: there is no such parameter; did you mean {}", key,
                        fmt::join(close, " or "))};
  return {
      fmt::format("--set {}: there is no such parameter; choose from {}, or write "
                  "OWNER.KEY for an algorithm not in use",
                  key, fmt::join(usable, ", "))};
}

}  // namespace

std::vector<ParamGroup> all_groups(const Session& session, ParamView view) {
  std::vector<ParamGroup> groups = session.settings().groups();
  if (!view.rows.empty()) groups.push_back({Owner::view(), "View", view.rows, view.object});
  return groups;
}

void set_param(Session& session, const std::string& key, const std::string& text, ParamView view) {
  const std::size_t dot = key.find('.');
  const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
  Owner owner =
      dot == std::string::npos ? session.settings().owner_of(key) : owner_named(key.substr(0, dot));
  if (!owner && dot == std::string::npos && find_param(view.rows, name)) owner = Owner::view();
  for (const ParamGroup& group : all_groups(session, view)) {
    const Param* row = group.owner == owner ? find_param(group.rows, name) : nullptr;
    if (!row) continue;
    const Result<double> value = parse_value(*row, text);
    if (value.failed()) throw Refusal{"--set " + value.error().text};
    if (owner == Owner::view()) return row->set(view.object, *value);
    return must(session.apply(command::SetParam{owner, name, *value}));
  }
  throw Refusal{unknown_key(session, key, view)};
}

}  // namespace phasebox::cli
