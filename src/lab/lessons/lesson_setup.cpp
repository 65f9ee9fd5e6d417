// SPDX-License-Identifier: MIT
// From a lesson's set-up to the commands that make it.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "collide/registry.hpp"
#include "lab/lessons/lesson.hpp"

namespace phasebox {
namespace {

// The user decides how the window looks, not the lesson.
constexpr std::array<std::string_view, 3> kPersonal{"theme", "grid", "legend"};

struct Rows {
  Owner owner;
  std::span<const Param> rows;
};

// The parameters that the set-up's own scene will have, not those of the scene that runs now.
std::vector<Rows> all_rows(const LessonSetup& setup, const Session& session,
                           const ParamGroup& view) {
  std::vector<Rows> all;
  for (const ParamGroup& group : session.groups())
    if (group.owner != Owner::scene()) all.push_back({group.owner, group.rows});
  if (const SceneEntry* scene = find_entry(scenes(), setup.scene))
    all.push_back({Owner::scene(), scene->make()->params().rows});
  all.push_back({view.owner, view.rows});
  return all;
}

std::vector<ParamValue> defaults(std::span<const Rows> all) {
  std::vector<ParamValue> values;
  for (const Rows& group : all)
    for (const Param& row : group.rows)
      if (group.owner != Owner::view() || std::ranges::find(kPersonal, row.key) == kPersonal.end())
        values.push_back({group.owner, std::string(row.key), row.init});
  return values;
}

ParamValue* find_value(std::vector<ParamValue>& values, Owner owner, std::string_view key) {
  const auto found = std::ranges::find_if(
      values, [&](const ParamValue& v) { return v.owner == owner && v.key == key; });
  return found == values.end() ? nullptr : &*found;
}

Status override_one(std::span<const Rows> all, std::vector<ParamValue>& values,
                    const std::string& name, const std::string& text) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const Owner owner = owner_named(name.substr(0, dot));
  const std::string key = name.substr(std::min(dot + 1, name.size()));
  const auto group = std::ranges::find(all, owner, &Rows::owner);
  const Param* row = group == all.end() ? nullptr : find_param(group->rows, key);
  ParamValue* value = find_value(values, owner, key);
  if (!row || !value)
    return Error{fmt::format("there is no parameter '{}' for a lesson to set", name)};
  const Result<double> wanted = parse_value(*row, text);
  if (!wanted) return wanted.error();
  value->value = *wanted;
  return {};
}

Result<Sprite> sprite_of(const LessonSetup::Placed& placed, const ImageSet& images,
                         SceneDocument& document) {
  const int number = images.find(placed.image);
  if (number < 0) return Error{fmt::format("there is no image '{}'", placed.image)};
  const auto& image = images.shared(static_cast<std::size_t>(number));
  auto known = std::ranges::find(document.images, image);
  if (known == document.images.end()) known = document.images.insert(known, image);
  Sprite sprite;
  sprite.position = placed.at;
  sprite.image = static_cast<std::uint16_t>(known - document.images.begin());
  sprite.scale = placed.size.y > 0 ? Vec2{placed.size.x / static_cast<float>(image->width),
                                          placed.size.y / static_cast<float>(image->height)}
                                   : scale_to(*image, placed.size.x);
  return sprite;
}

}  // namespace

Result<std::vector<Command>> setup_commands(const LessonSetup& setup, const Session& session,
                                            const ParamGroup& view) {
  const std::vector<Rows> rows = all_rows(setup, session, view);
  std::vector<ParamValue> values = defaults(rows);
  for (const auto& [name, text] : setup.params)
    if (auto error = override_one(rows, values, name, text)) return *std::move(error);
  // The panel's "count" is to be true.
  ParamValue* count = setup.sprites ? find_value(values, Owner::scene(), "count") : nullptr;
  if (count) count->value = static_cast<double>(setup.sprites->size());

  auto document = std::make_shared<SceneDocument>();
  document->scene = setup.scene;
  document->broadphase = setup.broadphase;
  document->narrowphase = setup.narrowphase;
  if (setup.sprites) document->sprites.emplace();
  for (const LessonSetup::Placed& placed :
       setup.sprites.value_or(std::vector<LessonSetup::Placed>{})) {
    const Result<Sprite> sprite = sprite_of(placed, session.images(), *document);
    if (!sprite) return sprite.error();
    document->sprites->push_back(*sprite);
  }
  std::vector<Command> commands;
  for (const ParamValue& v : values)
    if (v.owner == Owner::view())
      commands.emplace_back(command::SetParam{v.owner, v.key, v.value});
    else
      document->params.push_back(v);
  commands.insert(commands.begin(), command::OpenDocument{document});
  return commands;
}

}  // namespace phasebox
