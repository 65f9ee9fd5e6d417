// SPDX-License-Identifier: MIT
// How trials are made, and shown to a broadphase.
#include "contract/trial.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <numeric>

#include <sys/mman.h>
#include <unistd.h>

#include "base/number_format.hpp"

namespace phasebox::contract {
namespace {

/// A moving world whose population changes as World's does: the last sprite takes a freed id.
class Stage {
 public:
  Stage(BoxWorld world, std::uint64_t seed) : world_(std::move(world)), random_(seed) {
    ids_.resize(world_.size());
    std::iota(ids_.begin(), ids_.end(), std::int64_t{0});
    next_id_ = static_cast<std::int64_t>(ids_.size());
  }

  void move(float step) { jostle(world_, random_, step); }
  void add() {
    world_.boxes.push_back(world_.boxes.empty() ? Aabb{{0, 0}, {5, 5}} : world_.boxes[any()]);
    if (!world_.filters.empty()) world_.filters.push_back({1, 0xFFFF});
    if (!world_.is_static.empty()) world_.is_static.push_back(0);
    ids_.push_back(next_id_++);
  }
  void remove() {
    if (world_.size() == 0) return;
    const std::uint32_t id = any();
    const auto drop = [id](auto& column) {
      if (column.empty()) return;
      column[id] = column.back();
      column.pop_back();
    };
    drop(world_.boxes), drop(world_.filters), drop(world_.is_static), drop(ids_);
  }
  TrialFrame frame() const { return frame_of(world_, ids_); }

 private:
  std::uint32_t any() { return random_.below(static_cast<std::uint32_t>(world_.size())); }

  BoxWorld world_;
  std::vector<std::int64_t> ids_;
  std::int64_t next_id_ = 0;
  Random random_;
};

/// Where one world has filters or static flags, all have.
void complete(Trial& trial) {
  bool has_filters = false, has_statics = false;
  for (const TrialFrame& f : trial.frames) {
    has_filters |= !f.filters.empty();
    has_statics |= !f.is_static.empty();
  }
  for (TrialFrame& f : trial.frames) {
    if (has_filters && f.filters.empty()) f.filters.resize(f.size());
    if (has_statics && f.is_static.empty()) f.is_static.resize(f.size());
  }
}

BoxWorld tiny_world(Random& random) {
  const auto whole = [&](std::uint32_t n) { return static_cast<float>(random.below(n)); };
  BoxWorld world = world_of("tiny", {});
  for (std::uint32_t left = random.below(14); left > 0; --left) {
    const float x = whole(6) - 3, y = whole(6) - 3, w = whole(4), h = whole(4);
    world.boxes.push_back({{x, y}, {x + w, y + h}});
  }
  return world;
}

BoxWorld made_up_world(Random& random) {
  const auto eighths = [&](std::uint32_t n) { return static_cast<float>(random.below(n)) / 8; };
  BoxWorld world = world_of("made up", {});
  const std::uint32_t field = 100 + random.below(1500);
  for (std::uint32_t left = random.below(100); left > 0; --left) {
    const float grow = random.below(13) == 0 ? 40.0f : 1.0f;
    const float x = eighths(field) - 100, y = eighths(field) - 100;
    const float w = (eighths(160) + 0.125f) * grow, h = (eighths(160) + 0.125f) * grow;
    world.boxes.push_back({{x, y}, {x + w, y + h}});
    const std::uint32_t team = random.below(3);
    const std::uint32_t mask = team == 0 ? 0xFFFFu : 0xFFFFu ^ (1u << team);
    world.filters.push_back(
        {static_cast<std::uint16_t>(1u << team), static_cast<std::uint16_t>(mask)});
    world.is_static.push_back(random.below(5) == 0 ? 1 : 0);
  }
  return world;
}

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

}  // namespace

std::size_t Trial::max_boxes() const {
  std::size_t most = 0;
  for (const TrialFrame& f : frames) most = std::max(most, f.size());
  return most;
}

std::string Trial::label() const { return "'" + name + "' (seed " + std::to_string(seed) + ")"; }

TrialFrame frame_of(const BoxWorld& world) {
  TrialFrame frame;
  frame.ids.resize(world.size());
  std::iota(frame.ids.begin(), frame.ids.end(), std::int64_t{0});
  frame.boxes = world.boxes, frame.filters = world.filters, frame.is_static = world.is_static;
  return frame;
}

TrialFrame frame_of(const BoxWorld& world, std::span<const std::int64_t> ids) {
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t row) { return ids[row]; });
  TrialFrame frame;
  for (const std::size_t row : order) {
    frame.ids.push_back(ids[row]);
    frame.boxes.push_back(world.boxes[row]);
    if (!world.filters.empty()) frame.filters.push_back(world.filters[row]);
    if (!world.is_static.empty()) frame.is_static.push_back(world.is_static[row]);
  }
  return frame;
}

BoxWorld world_of(const Trial& trial, std::size_t frame) {
  const TrialFrame& f = trial.frames[frame];
  return {trial.name, trial.seed, f.boxes, f.filters, f.is_static};
}

Trial still_trial(const BoxWorld& world) {
  Trial trial{world.name, world.seed, {frame_of(world)}};
  trial.frames[0].is_reset = true;
  return trial;
}

Trial moving_trial(const BoxWorld& world) {
  constexpr int kFrames = 8, kEditEvery = 3, kResetAt = 5;
  Trial trial{world.name + ", in motion", world.seed, {}, world.seed % 2 == 1};
  Stage stage(world, world.seed + 5);
  for (int k = 0; k < kFrames; ++k) {
    if (k > 0) stage.move(4);
    if (k % kEditEvery == 1)
      for (int n = 0; n < 3; ++n) stage.add(), stage.remove(), stage.remove(), stage.add();
    if (k == kResetAt) stage = Stage(make_world("lattice", 9), 3);
    trial.frames.push_back(stage.frame());
    trial.frames.back().is_reset = k == 0 || k == kResetAt;
  }
  trial.frames.emplace_back();  // all removed
  complete(trial);
  return trial;
}

Trial tiny_trial(std::uint64_t seed, std::size_t worlds) {
  Random random(seed, 1);
  Trial trial{counted(worlds, "tiny world"), seed, {}};
  for (std::size_t k = 0; k < worlds; ++k) {
    trial.frames.push_back(frame_of(tiny_world(random)));
    trial.frames.back().is_reset = true;
  }
  return trial;
}

Trial made_up_trial(std::uint64_t seed, std::size_t worlds) {
  Random random(seed, 2);
  Trial trial{counted(worlds, "world") + " made up", seed, {}};
  for (std::size_t k = 0; k < worlds; ++k) {
    TrialFrame frame = frame_of(made_up_world(random)), moved = frame;
    for (std::size_t i = 0; i < moved.size(); ++i)
      moved.boxes[i] = translated(moved.boxes[i], {static_cast<float>(i % 5) * 2 - 4, 3});
    frame.is_reset = true;
    trial.frames.push_back(frame);
    frame.is_reset = false;
    trial.frames.push_back(std::move(moved));
    trial.frames.push_back(std::move(frame));
  }
  complete(trial);
  return trial;
}

Trial with_changes(Trial trial, std::span<const Settings> all) {
  std::size_t next = 0;
  for (std::size_t k = 1; k < trial.frames.size() && !all.empty(); ++k)
    if (trial.frames[k].is_reset) trial.frames[k].sets = all[next++ % all.size()];
  return trial;
}

template <class T>
GuardedColumn<T>::~GuardedColumn() {
  if (memory_) ::munmap(memory_, bytes_ + whole_pages(1));
}

template <class T>
std::span<const T> GuardedColumn<T>::show(std::span<const T> column) {
  if (column.empty()) return {};
  if (column.size_bytes() > bytes_) {
    if (memory_) ::munmap(memory_, bytes_ + whole_pages(1));
    bytes_ = whole_pages(column.size_bytes() * 2);
    void* const got =
        ::mmap(nullptr, bytes_ + whole_pages(1), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<char*>(got);
  }
  ::mprotect(memory_, bytes_, PROT_READ | PROT_WRITE);
  char* const begin = memory_ + bytes_ - column.size_bytes();
  std::memcpy(begin, column.data(), column.size_bytes());
  ::mprotect(memory_, bytes_, PROT_READ);
  return {reinterpret_cast<const T*>(begin), column.size()};
}

template class GuardedColumn<Aabb>;
template class GuardedColumn<Filter>;
template class GuardedColumn<std::uint8_t>;

Player::Player(const Trial& trial) : trial_(&trial), recording_(recording_of(trial)) {}

void Player::advance() {
  assert(!is_over());
  const TrialFrame& next = trial_->frames[next_];
  if (next.is_reset || next_ == 0) cast_ = {};
  cast_.show(recording_, next_++);
  edits_.assign(cast_.edits().begin(), cast_.edits().end());
  if (trial_->has_transients) add_transients();
  shown_.boxes = boxes_.show(cast_.boxes());
  shown_.filters = filters_.show(cast_.filters());
  shown_.is_static = is_static_.show(cast_.is_static());
  shown_.step = number();
}

// In place of "the last takes the number of the removed one": a new one comes, takes that number,
// and is removed in its turn. What is then there is the same.
void Player::add_transients() {
  std::vector<Edit> told;
  for (const Edit& e : edits_) {
    if (e.kind == Edit::Kind::remove) {
      const SpriteId transient = e.moved_from + 1;
      told.push_back({Edit::Kind::add, transient, transient});
      told.push_back({Edit::Kind::remove, e.id, transient});
    }
    told.push_back(e);
  }
  edits_ = std::move(told);
}

void Player::tell(Broadphase& broadphase) const {
  const TrialFrame& frame = trial_->frames[number()];
  if (frame.is_reset || number() == 0) {
    // A file may be of another broadphase: what this one cannot be set to is left out.
    const ParamView view = broadphase.params();
    for (const Setting& s : frame.sets)
      if (const Param* row = find_param(view.rows, s.key); row && !check_value(*row, s.value))
        row->set(view.object, s.value);
    broadphase.reset(shown_);
  } else if (!edits_.empty()) {
    broadphase.edit(shown_, edits_);
  }
}

BoxRecording recording_of(const Trial& trial) {
  BoxRecording recording;
  const auto append = [](auto& to, const auto& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (const TrialFrame& f : trial.frames) {
    recording.frames.push_back(static_cast<std::int64_t>(recording.frames.size()));
    append(recording.ids, f.ids), append(recording.boxes, f.boxes);
    append(recording.filters, f.filters), append(recording.is_static, f.is_static);
    recording.begins.push_back(recording.ids.size());
  }
  return recording;
}

}  // namespace phasebox::contract
