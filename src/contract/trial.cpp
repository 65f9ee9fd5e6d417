// SPDX-License-Identifier: MIT
// Makes trials, prepares broadphases for their frames, and writes and reads their files.
#include "contract/trial.hpp"

#include <numeric>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "io/boxes/box_file.hpp"
#include "io/boxes/box_writer.hpp"

namespace phasebox::contract {
namespace {

/// Returns a random value of a parameter within its range: a whole number unless it is real.
double random_value(const Param& row, Random& random) {
  const double share = static_cast<double>(random.uniform(0, 1));
  if (row.kind == Param::Kind::real) return row.lo + share * (row.hi - row.lo);
  return std::min(row.hi, row.lo + std::floor(share * (row.hi - row.lo + 1)));
}

// ---- trials

/// Objects with ids, which trials are made of. Objects are numbered from 0; when one is removed,
/// the last object takes its number.
struct Objects {
  BoxWorld world;
  std::vector<std::int64_t> ids = {};
  std::int64_t next_id = 0;

  std::size_t size() const { return world.size(); }
  /// Returns the number of a random object; there must be one.
  SpriteId any(Random& random) const { return random.below(static_cast<std::uint32_t>(size())); }
  /// Gives ids to the objects at the end that have none yet.
  void name_new_ones() {
    while (ids.size() < size()) ids.push_back(next_id++);
  }
  void remove(SpriteId id) {
    const auto drop = [id](auto& column) {
      if (column.empty()) return;
      column[id] = column.back();
      column.pop_back();
    };
    drop(world.boxes);
    drop(world.filters);
    drop(world.is_static);
    drop(ids);
  }
  void remove_any(Random& random) {
    if (size() > 0) remove(any(random));
  }
  /// Adds an object with the same box as a random other one. It is not static.
  void add_copy(Random& random) {
    world.boxes.push_back(size() == 0 ? Aabb{{0, 0}, {5, 5}} : world.boxes[any(random)]);
    if (!world.filters.empty()) world.filters.push_back({1, 0xFFFF});
    if (!world.is_static.empty()) world.is_static.push_back(0);
    name_new_ones();
  }
  TrialFrame frame() const { return frame_of(world, ids); }
};

bool has_filters(const Trial& trial) {
  return std::ranges::any_of(trial.frames, [](const auto& f) { return !f.filters.empty(); });
}
bool has_statics(const Trial& trial) {
  return std::ranges::any_of(trial.frames, [](const auto& f) { return !f.is_static.empty(); });
}

/// Gives all frames of a trial filters if any frame has them, and static flags likewise. Objects of
/// frames that had none get the defaults.
void complete(Trial& trial) {
  const bool filters = has_filters(trial), statics = has_statics(trial);
  for (TrialFrame& f : trial.frames) {
    if (filters) f.filters.resize(f.size());
    if (statics) f.is_static.resize(f.size());
  }
}

/// Makes a world of fewer than 14 boxes with small whole coordinates, px; some have size 0.
BoxWorld tiny_world(Random& random) {
  const auto whole = [&](std::uint32_t n) { return static_cast<float>(random.below(n)); };
  BoxWorld world = world_of("tiny", {});
  for (std::uint32_t left = random.below(14); left > 0; --left) {
    const float x = whole(6) - 3, y = whole(6) - 3, w = whole(4), h = whole(4);
    world.boxes.push_back({{x, y}, {x + w, y + h}});
  }
  return world;
}

/// Makes a world of fewer than 100 boxes on eighths of a pixel, with three teams; see
/// `made_up_trial`.
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
    world.filters.push_back({1u << team, team == 0 ? 0xFFFFu : 0xFFFFu ^ (1u << team)});
    world.is_static.push_back(random.below(5) == 0 ? 1 : 0);
  }
  return world;
}

// ---- lives of worlds

constexpr float kSide = 600;  // side of the square in which objects move, px
constexpr std::size_t kFew = 10;
constexpr int kPauseEvery = 7, kResetEvery = 97;

/// The objects of a life with their velocities, and the random numbers by which they change.
class Life {
 public:
  Life(std::size_t objects, std::uint64_t seed)
      : random_(seed), arrivals_(objects < 2 * kFew ? 3 : 90) {
    world_ = world_of("life", random_boxes(random_, objects, kSide, kSide, 30));
    world_.seed = seed;
    world_.filters.assign(objects, Filter{});
    world_.is_static.assign(objects, 0);
    for (std::size_t i = 0; i < objects; i += 5) world_.is_static[i] = 1;
    for (std::size_t i = 0; i < objects; ++i) velocities_.push_back(any_velocity());
    objects_.name_new_ones();
  }
  Life(const Life&) = delete;
  Life& operator=(const Life&) = delete;

  /// Moves each object that is not static by its velocity, px per frame. Objects turn around at the
  /// sides of the square.
  void move() {
    for (std::size_t i = 0; i < world_.size(); ++i) {
      if (world_.is_static[i]) continue;
      const Aabb to = translated(world_.boxes[i], velocities_[i]);
      if (to.min.x < 0 || to.max.x > kSide + 30) velocities_[i].x = -velocities_[i].x;
      if (to.min.y < 0 || to.max.y > kSide + 30) velocities_[i].y = -velocities_[i].y;
      world_.boxes[i] = to;
    }
  }

  /// Adds and removes up to 5 objects each. When hardly any are left, many are added.
  void come_and_go() {
    const std::uint32_t arriving = random_.below(6), leaving = random_.below(6);
    for (std::uint32_t k = 0; k < arriving; ++k) add();
    for (std::uint32_t k = 0; k < leaving && world_.size() > 0; ++k) remove(any());
    // One time in 60, all objects but three are removed at once.
    if (random_.below(60) == 0)
      while (world_.size() > 3) remove(any());
    if (world_.size() < kFew)
      for (std::size_t k = 0; k < arrivals_; ++k) add();
  }

  /// Gives random objects other places and sizes: mostly 1 to 5 times, one time in eight as often
  /// as there are objects. One place in ten is far away.
  void teleport() {
    if (world_.size() == 0) return;
    const std::size_t many = random_.below(8) == 0 ? world_.size() : 1 + random_.below(5);
    for (std::size_t k = 0; k < many; ++k) {
      const float far = random_.below(10) == 0 ? 1e6f : 1.0f;
      const Aabb to = random_boxes(random_, 1, kSide, kSide, 40)[0];
      world_.boxes[any()] = {to.min * far, to.min * far + extent(to)};
    }
  }

  /// Turns up to 4 objects from static to moving or back, and gives up to 4 objects random filters.
  /// One time in 40, all filters become the default.
  void flip_flags() {
    if (world_.size() == 0) return;
    for (std::uint32_t k = random_.below(5); k > 0; --k) world_.is_static[any()] ^= 1;
    for (std::uint32_t k = random_.below(5); k > 0; --k)
      world_.filters[any()] = random_filter(random_, 3);
    if (random_.below(40) == 0) world_.filters.assign(world_.size(), Filter{});
  }

  TrialFrame frame() const { return objects_.frame(); }
  Random& random() { return random_; }

 private:
  SpriteId any() { return objects_.any(random_); }
  Vec2 any_velocity() { return {random_.uniform(-3, 3), random_.uniform(-3, 3)}; }

  void add() {
    world_.boxes.push_back(random_boxes(random_, 1, kSide, kSide, 30)[0]);
    world_.filters.emplace_back();
    world_.is_static.push_back(random_.below(4) == 0);
    velocities_.push_back(any_velocity());
    objects_.name_new_ones();
  }
  void remove(SpriteId id) {
    objects_.remove(id);
    velocities_[id] = velocities_.back();
    velocities_.pop_back();
  }

  Objects objects_;
  BoxWorld& world_ = objects_.world;
  std::vector<Vec2> velocities_;
  Random random_;
  std::size_t arrivals_;  // the number of objects added when hardly any are left
};

/// Changes the objects of a life between two frames, beside their motion. For `everything`, one of
/// the other kinds is chosen at random.
void happen(Life& life, Happening what) {
  switch (what) {
    case Happening::motion: return;
    case Happening::arrivals: return life.come_and_go();
    case Happening::teleports: return life.teleport();
    case Happening::flags: return life.flip_flags();
    case Happening::everything:
      return happen(life,
                    static_cast<Happening>(life.random().below(static_cast<std::uint32_t>(what))));
    case Happening::count_: break;
  }
}

// ---- files

// The beginnings of the comment lines that only a check reads, such as "# check-seed: 7".
constexpr std::string_view kPromise = "# check-promise: ", kSeed = "# check-seed: ",
                           kName = "# check-world: ", kFrameCount = "# check-frames: ",
                           kReset = "# check-reset: ", kTransients = "# check-transients: ";

std::string on_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// Returns the comment lines of a trial's file.
std::string comments(const TrialFile& file) {
  const auto& [trial, note] = file;
  std::string text = "# " + on_one_line(note.what) + "\n# repeat: " + note.command + "\n";
  text += fmt::format("{}{}\n{}{}\n{}{}\n{}{}\n", kPromise, note.promise, kName, trial.name, kSeed,
                      trial.seed, kFrameCount, trial.frames.size());
  if (trial.has_transients) text += fmt::format("{}yes\n", kTransients);
  // The first frame begins with a reset anyway, so it has a line only if it sets parameters.
  for (std::size_t k = 0; k < trial.frames.size(); ++k)
    if (trial.frames[k].is_reset && (k > 0 || !trial.frames[k].sets.empty()))
      text += fmt::format("{}{}{}\n", kReset, k, settings_text(trial.frames[k].sets, " "));
  return text;
}

/// Reads what follows "# check-reset: ": the number of a frame, and the settings before its reset.
/// Returns false when it cannot be read or there is no such frame.
bool take_reset(std::string_view text, Trial& to) {
  const auto frame = read_number<std::size_t>(take_until(text, ' '));
  auto sets = parse_settings(text);
  if (!frame || !sets || *frame >= to.frames.size()) return false;
  to.frames[*frame].is_reset = true;
  to.frames[*frame].sets = *std::move(sets);
  return true;
}

/// Takes a line of a trial's file if it begins with one of the keys above; other lines are skipped.
/// Returns false when it does and the rest cannot be read.
bool take_comment(std::string_view line, TrialFile& to) {
  Trial& trial = to.trial;
  const auto is = [&line](std::string_view key) {
    if (!line.starts_with(key)) return false;
    line.remove_prefix(key.size());
    return true;
  };
  if (is(kPromise)) to.note.promise = line;
  if (is(kName)) trial.name = one_line(std::string(line));
  if (is(kTransients)) trial.has_transients = true;
  if (is(kSeed)) {
    const auto seed = read_number<std::uint64_t>(line);
    trial.seed = seed.value_or(0);
    return seed.has_value();
  }
  if (is(kFrameCount)) {
    const std::size_t frames = read_number<std::size_t>(line).value_or(0);
    if (frames == 0 || frames > kMaxTrialFrames) return false;
    trial.frames.resize(frames);
  }
  return !is(kReset) || take_reset(line, trial);
}

/// Reads the comments of a trial's file into `to`: its note, and its frames, which have no objects
/// yet. Fails for the first line that cannot be read.
Status take_comments(std::string_view text, const std::string& file_name, TrialFile& to) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = take_until(text, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!take_comment(line, to))
      return Error{
          fmt::format("{}:{}: this line of a check cannot be read; write the file again with "
                      "phasebox check",
                      file_name, number)};
  }
  return {};
}

/// Fills the columns of a frame from frame number `from` of a recording.
void put_rows(const BoxRecording& recording, std::size_t from, TrialFrame& to) {
  const auto copy = [](const auto& column, auto& into) {
    into.assign(column.begin(), column.end());
  };
  copy(recording.ids_of(from), to.ids);
  copy(recording.boxes_of(from), to.boxes);
  copy(recording.filters_of(from), to.filters);
  copy(recording.statics_of(from), to.is_static);
}

}  // namespace

std::string settings_text(const Settings& settings, std::string_view before) {
  std::string text;
  for (const Setting& s : settings) text += fmt::format("{}{}={}", before, s.key, s.value);
  return text;
}

std::string settings_text(const Settings& settings) {
  std::string text = settings_text(settings, " ");
  return text.empty() ? text : text.substr(1);
}

std::optional<Settings> parse_settings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    std::string_view word = take_until(text, ' ');
    const std::string key(take_until(word, '='));
    const auto value = read_number<double>(word);
    if (key.empty() || !value) return {};
    settings.push_back({key, *value});
  }
  return settings;
}

std::vector<Settings> settings_to_try(std::span<const Param> rows, std::size_t random_ones,
                                      std::uint64_t seed) {
  std::vector<Settings> all{{}};
  if (rows.empty()) return all;
  Settings lows, highs;
  for (const Param& row : rows) {
    all.push_back({{std::string(row.key), row.lo}});
    all.push_back({{std::string(row.key), row.hi}});
    lows.push_back({std::string(row.key), row.lo});
    highs.push_back({std::string(row.key), row.hi});
  }
  all.push_back(lows);
  all.push_back(highs);
  Random random(seed);
  for (std::size_t k = 0; k < random_ones; ++k) {
    Settings some;
    for (const Param& row : rows) some.push_back({std::string(row.key), random_value(row, random)});
    all.push_back(some);
  }
  return all;
}

Result<Setting> read_setting(std::span<const Param> rows, std::string_view owner,
                             std::string_view key, std::string_view text) {
  std::string_view name = key;
  if (name.starts_with(std::string(owner) + ".")) name.remove_prefix(owner.size() + 1);
  const Param* row = find_param(rows, name);
  if (!row) {
    std::vector<std::string_view> keys;
    for (const Param& r : rows) keys.push_back(r.key);
    return Error{keys.empty() ? fmt::format("--set {}: {} has no parameters", key, owner)
                              : fmt::format("--set {}: {} has no such parameter; choose from {}",
                                            key, owner, fmt::join(keys, ", "))};
  }
  const Result<double> value = parse_value(*row, text);
  if (value.failed()) return Error{"--set " + value.error().text};
  return Setting{std::string(name), *value};
}

void set_params(ParamView view, const Settings& settings) {
  for (const Setting& s : settings) {
    const Param* row = find_param(view.rows, s.key);
    assert(row && "every setting names a row");
    if (row) row->set(view.object, s.value);
  }
}

std::size_t Trial::max_boxes() const {
  std::size_t most = 0;
  for (const TrialFrame& f : frames) most = std::max(most, f.size());
  return most;
}

std::string Trial::label() const { return "'" + name + "' (seed " + std::to_string(seed) + ")"; }

TrialFrame frame_of(const BoxWorld& world, std::span<const std::int64_t> ids) {
  std::vector<std::size_t> order(world.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!ids.empty()) std::ranges::sort(order, {}, [&](std::size_t row) { return ids[row]; });
  TrialFrame frame;
  for (const std::size_t row : order) {
    frame.ids.push_back(ids.empty() ? static_cast<std::int64_t>(row) : ids[row]);
    frame.boxes.push_back(world.boxes[row]);
    if (!world.filters.empty()) frame.filters.push_back(world.filters[row]);
    if (!world.is_static.empty()) frame.is_static.push_back(world.is_static[row]);
  }
  return frame;
}

BoxWorld world_of(const Trial& trial, std::size_t frame) {
  const TrialFrame& f = trial.frames[frame];
  return {trial.name, trial.seed, f.boxes, f.filters, f.is_static, trial.rule};
}

Trial still_trial(const BoxWorld& world) {
  Trial trial{world.name, world.seed, {frame_of(world)}};
  trial.frames[0].is_reset = true;
  trial.rule = world.rule;
  return trial;
}

Trial moving_trial(const BoxWorld& world) {
  constexpr int kFrames = 8, kEditEvery = 3, kResetAt = 5;
  Trial trial{world.name + ", in motion", world.seed, {}, world.seed % 2 == 1, world.rule};
  Objects objects{world};
  Random random(world.seed + 5);
  objects.name_new_ones();
  for (int k = 0; k < kFrames; ++k) {
    if (k > 0) jostle(objects.world, random, 4);
    for (int n = 0; n < 3 && k % kEditEvery == 1; ++n) {
      objects.add_copy(random);
      objects.remove_any(random);
      objects.remove_any(random);
      objects.add_copy(random);
    }
    const bool begins = k == kResetAt;
    if (begins) {
      objects = {make_world("lattice", 9)};
      random = Random(3);
    }
    objects.name_new_ones();
    trial.frames.push_back(objects.frame());
    trial.frames.back().is_reset = k == 0 || begins;
  }
  trial.frames.emplace_back();  // a frame in which all objects are removed
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

void Player::advance() {
  assert(!is_over());
  const TrialFrame& next = trial_->frames[next_++];
  if (next.is_reset || number() == 0) numbers_ = {};
  edits_.clear();
  numbers_.take(
      next.size(), [&](std::size_t row) { return next.ids[row]; }, edits_);
  if (trial_->has_transients) add_transients();
  shown_.boxes = boxes_.show(next.boxes, numbers_.rows());
  shown_.filters = filters_.show(next.filters, numbers_.rows());
  shown_.is_static = is_static_.show(next.is_static, numbers_.rows());
  shown_.rule = trial_->rule;
  shown_.step = number();
}

// Each removal becomes three edits with an object that exists only between two frames. It is added
// at the end; takes the number of the object that is removed; and is then removed itself, so that
// the object that was last takes the number after all. The objects of the next frame are the same.
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
    // The trial's file may come from a check of another broadphase. Settings of parameters that
    // this one does not have, or with values that it does not accept, are left out.
    const ParamView view = broadphase.params();
    for (const Setting& s : frame.sets)
      if (const Param* row = find_param(view.rows, s.key);
          row && !check_value(*row, s.value).failed())
        row->set(view.object, s.value);
    broadphase.reset(shown_);
  } else if (!edits_.empty()) {
    broadphase.edit(shown_, edits_);
  }
}

// By the seed, half of the lives have neither filters nor static flags, as most games; those of
// `flags` always have both. A pause is a frame in which nothing moves; in every second pause of
// `arrivals` and `everything`, objects are added and removed nevertheless.
Trial world_life(Happening happening, std::size_t objects, int frames, std::uint64_t seed) {
  const bool is_plain = happening != Happening::flags && seed / 2 % 2 == 0;
  constexpr std::array kNames{"motion", "arrivals", "teleports", "flags", "everything"};
  static_assert(kNames.size() == kHappenings);
  std::optional<Life> life;
  Trial trial{
      std::string("life: ") + kNames[static_cast<std::size_t>(happening)], seed, {}, seed % 2 == 1};
  for (int frame = 0; frame < frames; ++frame) {
    const bool begins = frame % kResetEvery == 0;
    if (begins) life.emplace(objects, seed + static_cast<std::uint64_t>(frame));
    const bool is_pause = frame % kPauseEvery == kPauseEvery - 1;
    const bool brings = happening == Happening::arrivals || happening == Happening::everything;
    if (!is_pause) {
      life->move();
      happen(*life, happening);
    } else if (brings && frame / kPauseEvery % 2 == 0)
      life->come_and_go();
    trial.frames.push_back(life->frame());
    if (is_plain) {
      trial.frames.back().filters.clear();
      trial.frames.back().is_static.clear();
    }
    trial.frames.back().is_reset = begins;
  }
  return trial;
}

std::string trial_text(const TrialFile& file) {
  BoxRecording rows;
  rows.rule = file.trial.rule;
  const auto append = [](const auto& column, auto& to) {
    to.insert(to.end(), column.begin(), column.end());
  };
  for (const TrialFrame& f : file.trial.frames) {
    rows.frames.push_back(static_cast<std::int64_t>(rows.size()));
    append(f.ids, rows.ids);
    append(f.boxes, rows.boxes);
    append(f.filters, rows.filters);
    append(f.is_static, rows.is_static);
    rows.begins.push_back(rows.ids.size());
  }
  return comments(file) + box_recording_text(rows);
}

Result<TrialFile> parse_trial(std::string_view text, const std::string& file_name) {
  TrialFile file;
  file.trial.name = file_name;
  if (auto status = take_comments(text, file_name, file); status.failed()) return status.error();
  const auto recording = parse_box_recording(text, file_name);
  if (recording.failed()) return recording.error();
  file.trial.rule = recording->rule;
  std::vector<TrialFrame>& frames = file.trial.frames;
  const bool is_numbered = !frames.empty();
  if (!is_numbered) frames.resize(std::max<std::size_t>(recording->size(), 1));
  for (std::size_t k = 0; k < recording->size(); ++k) {
    const auto number = is_numbered ? static_cast<std::uint64_t>(recording->frames[k]) : k;
    if (number >= frames.size())
      return Error{fmt::format("{}: frame {} is none of the {} that check-frames names", file_name,
                               recording->frames[k], frames.size())};
    put_rows(*recording, k, frames[static_cast<std::size_t>(number)]);
  }
  frames.front().is_reset = true;
  return file;
}

}  // namespace phasebox::contract
