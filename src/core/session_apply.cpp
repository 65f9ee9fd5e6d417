// SPDX-License-Identifier: MIT
// What each command does to a session, and how it is undone.
#include <algorithm>
#include <utility>

#include "core/registry.hpp"
#include "core/session_parts.hpp"
#include "core/sprite_bounds.hpp"

namespace phasebox {
namespace {

Status check_sprite(const Sprite& s, std::size_t images) {
  if (auto error = phasebox::check_sprite(s)) return Error{"a sprite's " + error->text};
  if (s.image < images) return {};
  return Error{"a sprite shows image " + std::to_string(s.image) + "; there are " +
               std::to_string(images)};
}

Status check_ids(std::span<const SpriteId> ids, std::size_t n) {
  for (const SpriteId id : ids)
    if (id >= n)
      return Error{"there is no sprite " + std::to_string(id) + "; the last one is " +
                   std::to_string(static_cast<std::int64_t>(n) - 1)};
  return {};
}

Status check_room(std::size_t n) {
  if (n <= kMaxSprites) return {};
  return Error{std::to_string(n) + " sprites are too many; a world holds at most " +
               std::to_string(kMaxSprites)};
}

void revert(World& world, const Patch& p) {
  switch (p.kind) {
    case Patch::Kind::add: return world.remove(p.id);
    case Patch::Kind::remove: return world.insert(p.id, p.before);
    case Patch::Kind::set: return world.set(p.id, p.before);
  }
}

void repeat(World& world, const Patch& p) {
  switch (p.kind) {
    case Patch::Kind::add: world.add(p.after); return;
    case Patch::Kind::remove: return world.remove(p.id);
    case Patch::Kind::set: return world.set(p.id, p.after);
  }
}

// Changing these makes the scene's sprites anew.
bool remakes_world(const command::SetParam& c) {
  return c.owner == "scene" || (c.owner == "world" && c.key == "seed");
}

}  // namespace

// Each overload checks first and changes after; what it replaced goes into `change`.
struct Session::Apply {
  Session& s;
  Change change{};

  Status operator()(const command::LoadScene& c) {
    if (!find_entry(phasebox::scenes(), c.id)) return unknown_id("scene", c.id, phasebox::scenes());
    change.whole = s.whole();
    // A person who chose another value keeps it; what the last scene asked for ends with it.
    for (const SceneSetting& p : s.scene().settings) {
      const ParamView view = s.view(p.owner);
      const Param& row = *find_param(view.rows, p.key);
      if (row.get(view.object) == p.value) row.set(view.object, row.init);
    }
    select_scene(c.id);
    for (const SceneSetting& p : s.scene().settings) {
      const ParamView view = s.view(p.owner);
      find_param(view.rows, p.key)->set(view.object, p.value);
    }
    s.load_scene();
    return {};
  }

  Status operator()(const command::Restart&) {
    change.whole = s.whole();
    s.load_scene();
    return {};
  }

  Status operator()(const command::OpenDocument& c) {
    const SceneDocument& d = *c.document;
    if (auto error = check_document(d)) return error;
    change.whole = s.whole();
    s.adopt(d);
    s.load_scene();
    if (d.sprites) show(d);
    return {};
  }

  Status operator()(const command::SetParam& c) {
    const ParamView view = s.view(c.owner);
    const Param* row = find_param(view.rows, c.key);
    if (!row) return Error{"there is no parameter '" + c.owner + "." + c.key + "'"};
    if (auto error = check_value(*row, c.value)) return error;
    if (c.owner == "scene" && c.key == "count")
      return (*this)(command::SetCount{static_cast<std::uint32_t>(c.value)});
    if (remakes_world(c)) change.whole = s.whole();
    change.param = ParamValue{c.owner, c.key, row->get(view.object)};
    set_param(c);
    return {};
  }

  Status operator()(const command::SelectBroadphase& c) {
    const auto* entry = find_entry(phasebox::broadphases(), c.id);
    if (!entry) return unknown_id("broadphase", c.id, phasebox::broadphases());
    change.broad = std::exchange(s.broad_, index_of(phasebox::broadphases(), c.id));
    algorithms_changed();
    return {};
  }

  Status operator()(const command::SelectNarrowphase& c) {
    const auto* entry = find_entry(phasebox::narrowphases(), c.id);
    if (!entry) return unknown_id("narrowphase", c.id, phasebox::narrowphases());
    change.narrow = std::exchange(s.narrow_, index_of(phasebox::narrowphases(), c.id));
    algorithms_changed();
    return {};
  }

  Status operator()(const command::AddImage& c) {
    if (s.images_.size() >= 65535) return Error{"65,535 images are the most a session can hold"};
    s.images_.add(c.image);
    return {};
  }

  Status operator()(const command::SetCount& c) {
    if (auto error = check_room(c.count)) return error;
    Scene& scene = *s.scenes_[s.scene_];
    change.scene_count = scene.count();
    scene.set_count(c.count);
    s.resize_world(c.count, change);
    return {};
  }

  Status operator()(const command::AddSprite& c) {
    if (auto error = check_room(s.world_.size() + 1)) return error;
    if (auto error = check_sprite(c.sprite, s.images_.size())) return error;
    add(c.sprite);
    s.population_changed();
    return {};
  }

  Status operator()(const command::CloneSprites& c) {
    if (auto error = check_ids(c.ids, s.world_.size())) return error;
    if (auto error = check_room(s.world_.size() + c.ids.size())) return error;
    std::vector<Sprite> copies;
    for (const SpriteId id : c.ids) {
      copies.push_back(s.world_.get(id));
      copies.back().position += c.offset;
      if (auto error = check_sprite(copies.back(), s.images_.size())) return error;
    }
    for (const Sprite& copy : copies) add(copy);
    s.population_changed();
    return {};
  }

  Status operator()(const command::RemoveSprites& c) {
    if (auto error = check_ids(c.ids, s.world_.size())) return error;
    std::vector<SpriteId> ids = c.ids;
    std::ranges::sort(ids, std::greater{});
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (const SpriteId id : ids) remove(id);
    s.population_changed();
    return {};
  }

  Status operator()(const command::SetStatic& c) {
    if (auto error = check_ids(c.ids, s.world_.size())) return error;
    for (const SpriteId id : c.ids) {
      Sprite sprite = s.world_.get(id);
      const Sprite before = sprite;
      sprite.is_static = c.is_static;
      s.world_.set(id, sprite);
      change.patches.push_back({Patch::Kind::set, id, before, sprite});
    }
    s.must_reset_ = true;
    s.population_changed();
    return {};
  }

  Status operator()(const command::Grab& c) {
    if (auto error = check_ids({{c.id}}, s.world_.size())) return error;
    s.held_ = c.id;
    s.grabbed_ = s.world_.get(c.id);
    return {};
  }

  Status operator()(const command::Drag& c) {
    if (!s.held_) return Error{"nothing is held that could be dragged"};
    Sprite moved = s.world_.get(*s.held_);
    moved.position = c.position;
    if (auto error = check_sprite(moved, s.images_.size())) return error;
    s.world_.positions()[*s.held_] = c.position;
    s.refresh();
    return {};
  }

  Status operator()(const command::Release& c) {
    if (!s.held_) return {};  // deleted while it was held
    Sprite thrown = s.grabbed_;
    thrown.velocity = c.velocity;
    if (auto error = check_sprite(thrown, s.images_.size())) return error;
    const SpriteId id = *std::exchange(s.held_, std::nullopt);
    if (!s.world_.statics()[id]) s.world_.velocities()[id] = c.velocity;
    change.patches.push_back({Patch::Kind::set, id, s.grabbed_, s.world_.get(id)});
    return {};
  }

  Status operator()(const command::Undo&) {
    if (!s.history_.can_undo()) return Error{"there is nothing to undo"};
    s.restore(s.history_.undo(), true);
    return {};
  }

  Status operator()(const command::Redo&) {
    if (!s.history_.can_redo()) return Error{"there is nothing to redo"};
    s.restore(s.history_.redo(), false);
    return {};
  }

 private:
  friend class Session;

  template <class Entry>
  static std::size_t index_of(std::span<const Entry* const> all, std::string_view id) {
    return static_cast<std::size_t>(
        std::ranges::find(all, id, [](const Entry* e) { return e->id; }) - all.begin());
  }

  void select_scene(std::string_view id) { s.scene_ = index_of(phasebox::scenes(), id); }

  void algorithms_changed() {
    s.must_reset_ = true;
    s.watched_.reset();
  }

  // The row and the value have been checked.
  void set_param(const command::SetParam& c) {
    const ParamView view = s.view(c.owner);
    find_param(view.rows, c.key)->set(view.object, c.value);
    s.must_reset_ = true;
    if (remakes_world(c)) return s.load_scene();
    if (c.owner != "world") return;
    if (c.key == "volume")
      for (SpriteId id = 0; id < s.world_.size(); ++id) set_volume(id, s.options_.volume);
    s.refresh();
  }

  void set_volume(SpriteId id, Volume volume) {
    Sprite sprite = s.world_.get(id);
    sprite.volume = volume;
    s.world_.set(id, sprite);
  }

  void add(const Sprite& sprite) {
    const SpriteId id = s.world_.add(sprite);
    change.patches.push_back({Patch::Kind::add, id, {}, sprite});
    s.edits_.push_back({Edit::Kind::add, id, id});
  }

  void remove(SpriteId id) {
    const auto last = static_cast<SpriteId>(s.world_.size() - 1);
    change.patches.push_back({Patch::Kind::remove, id, s.world_.get(id), {}});
    s.edits_.push_back({Edit::Kind::remove, id, last});
    s.world_.remove(id);
    if (s.held_ == id)
      s.held_.reset();
    else if (s.held_ == last)
      s.held_ = id;
  }

  Status check_document(const SceneDocument& d) const {
    const auto* scene = find_entry(phasebox::scenes(), d.scene);
    if (!scene) return unknown_id("scene", d.scene, phasebox::scenes());
    if (!find_entry(phasebox::broadphases(), d.broadphase))
      return unknown_id("broadphase", d.broadphase, phasebox::broadphases());
    if (!find_entry(phasebox::narrowphases(), d.narrowphase))
      return unknown_id("narrowphase", d.narrowphase, phasebox::narrowphases());
    const auto preset = scene->make();
    for (const ParamValue& p : d.params) {
      if (p.owner == "view") continue;  // the window's, not ours
      const auto rows = p.owner == "scene" ? preset->params().rows : s.view(p.owner).rows;
      const Param* row = find_param(rows, p.key);
      if (!row) return Error{"there is no parameter '" + p.owner + "." + p.key + "'"};
      if (auto error = check_value(*row, p.value)) return error;
    }
    if (!d.sprites) return {};
    if (auto error = check_room(d.sprites->size())) return error;
    for (const Sprite& sprite : *d.sprites)
      if (auto error = check_sprite(sprite, d.images.size())) return error;
    return {};
  }

  // Puts the document's own sprites in place of the scene's.
  void show(const SceneDocument& d) {
    std::vector<std::uint16_t> number;
    for (const auto& image : d.images) {
      const int known = s.images_.find(image->name);
      const bool is_same =
          known >= 0 && s.images_[static_cast<std::size_t>(known)].rgba == image->rgba;
      number.push_back(is_same ? static_cast<std::uint16_t>(known) : s.images_.add(image));
    }
    s.world_.clear();
    s.world_.reserve(d.sprites->size());
    for (Sprite sprite : *d.sprites) {
      sprite.image = number[sprite.image];
      s.world_.add(sprite);
    }
    s.population_changed();
  }
};

Status Session::apply(const Command& c) {
  Apply apply{*this};
  if (auto error = std::visit(apply, c)) return error;
  if (!apply.change.empty()) history_.push(std::move(apply.change));
  return {};
}

void Session::adopt(const SceneDocument& d) {
  Apply apply{*this};
  apply.select_scene(d.scene);
  broad_ = Apply::index_of(phasebox::broadphases(), d.broadphase);
  narrow_ = Apply::index_of(phasebox::narrowphases(), d.narrowphase);
  for (const ParamValue& p : d.params) {
    const ParamView v = view(p.owner);
    if (const Param* row = find_param(v.rows, p.key)) row->set(v.object, p.value);
  }
  apply.algorithms_changed();
}

void Session::resize_world(std::uint32_t count, Change& change) {
  Apply apply{*this};
  const SceneContext context = scene_context();
  world_.reserve(count);
  for (auto i = static_cast<std::uint32_t>(world_.size()); i < count; ++i)
    apply.add(scene_sprite(*scenes_[scene_], context, i));
  while (world_.size() > count) apply.remove(static_cast<SpriteId>(world_.size() - 1));
  change.patches = std::move(apply.change.patches);
  population_changed();
}

void Session::restore(Change& change, bool backwards) {
  Apply apply{*this};
  held_.reset();
  must_reset_ = true;
  if (change.whole) {
    Change::Whole now = whole();
    adopt(change.whole->settings);
    world_ = std::move(change.whole->world);
    change.whole = std::move(now);
  } else if (change.param) {
    const ParamView v = view(change.param->owner);
    const double now = find_param(v.rows, change.param->key)->get(v.object);
    apply.set_param({change.param->owner, change.param->key, change.param->value});
    change.param->value = now;
  }
  if (change.scene_count) {
    Scene& preset = *scenes_[scene_];
    const std::uint32_t now = preset.count();
    preset.set_count(*change.scene_count);
    change.scene_count = now;
  }
  if (change.broad) std::swap(broad_, *change.broad);
  if (change.narrow) std::swap(narrow_, *change.narrow);
  if (change.broad || change.narrow) apply.algorithms_changed();
  if (backwards)
    for (auto p = change.patches.rbegin(); p != change.patches.rend(); ++p) revert(world_, *p);
  else
    for (const Patch& p : change.patches) repeat(world_, p);
  population_changed();
}

}  // namespace phasebox
