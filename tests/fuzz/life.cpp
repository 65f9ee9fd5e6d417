// SPDX-License-Identifier: MIT
// Lives: any commands in any order, by any broadphase. After each step the pairs are those of the
// definition, and what is refused changes nothing.
#include <memory>

#include "collide/registry.hpp"
#include "contract/checks.hpp"
#include "fuzz/fuzz.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"
#include "session/session.hpp"
#include "world/scene/scene.hpp"
#include "world/scene/taught_rdc.hpp"

namespace phasebox::fuzz {
namespace {

constexpr std::uint32_t kMostSprites = 60;

std::shared_ptr<BoxRecording> recording(Bytes& in, std::int64_t number, std::size_t frames) {
  auto made = std::make_shared<BoxRecording>();
  for (std::size_t f = 0; f < frames; ++f) {
    made->frames.push_back(number + static_cast<std::int64_t>(f));
    const std::uint32_t n = 1 + in.below(6);
    for (std::uint32_t k = 0; k < n; ++k) {
      const Vec2 at{static_cast<float>(in.below(200)), static_cast<float>(in.below(200))};
      made->ids.push_back(10 * k + in.below(10));
      made->boxes.push_back({at, at + Vec2{static_cast<float>(in.below(60)), 20}});
    }
    made->begins.push_back(made->ids.size());
  }
  return made;
}

class Life {
 public:
  Life(Bytes in, const ImageSet& images) : in_(in), session_(images) {
    session_.work().max_pairs = 20'000;
    if (in_.below(2)) session_.keep_frames();
  }

  void run() {
    must(command::LoadScene{"flash-demo"});
    for (int k = 0; k < 20 && !in_.is_empty(); ++k) {
      for (std::uint32_t n = in_.below(4); n > 0; --n) apply(any_command());
      in_.rarely() ? session_.detect() : session_.step();
      check_pairs();
    }
  }

 private:
  void must(const Command& c) {
    if (const Status refused = session_.apply(c); refused.failed())
      fail("a plain command is refused", refused.error().text);
    bound();
  }
  void bound() {
    if (session_.world().size() > kMostSprites) must(command::SetCount{kMostSprites});
  }
  void apply(const Command& c) {
    const std::uint64_t hash = session_.hash();
    const Status refused = session_.apply(c);
    if (!refused.failed()) return bound();
    check_error(refused);
    check(session_.hash() == hash, "a command was refused and has changed something",
          refused.error().text);
  }

  void check_pairs() {
    if (!session_.is_detected() || !session_.settings().is_exact()) return;
    const Frame frame = session_.frame();
    const auto right = contract::exact_pairs(frame);
    check(std::ranges::equal(session_.pairs(), right), "the pairs are wrong",
          session_.settings().broadphase->id);
    if (frame.size() == 0) return;
    const Aabb around = frame.boxes[in_.below(static_cast<std::uint32_t>(frame.size()))];
    found_.clear();
    session_.query({.from = around.min, .to = around.max}, found_, in_.below(2) ? &log_ : nullptr);
    std::ranges::sort(found_.items());
    check(std::ranges::equal(found_.items(), contract::exact_near(session_.frame(), around)),
          "a query is wrong", session_.settings().broadphase->id);
  }

  template <class Entries>
  std::string id_of(Entries entries) {
    return std::string(entries[in_.below(static_cast<std::uint32_t>(entries.size()))]->id);
  }
  SpriteId sprite() {
    const auto n = static_cast<std::uint32_t>(session_.world().size());
    return in_.rarely() ? in_.raw<std::uint32_t>() : in_.below(std::max(n, 1u));
  }
  std::vector<SpriteId> sprites() {
    std::vector<SpriteId> ids;
    for (std::uint32_t n = in_.below(5); n > 0; --n) ids.push_back(sprite());
    return ids;
  }
  float number() {
    return in_.rarely() ? in_.raw<float>() : static_cast<float>(in_.below(800)) - 40;
  }
  Vec2 point() {
    const float x = number();
    return {x, number()};
  }
  std::uint16_t bits() { return static_cast<std::uint16_t>(in_.below(16)); }
  std::uint16_t image() {
    return in_.rarely() ? in_.raw<std::uint16_t>() : static_cast<std::uint16_t>(in_.below(16));
  }

  Command parameter() {
    const auto groups = session_.settings().groups();
    const ParamGroup& group = groups[in_.below(static_cast<std::uint32_t>(groups.size()))];
    if (group.rows.empty()) return command::Restart{};
    const Param& row = group.rows[in_.below(static_cast<std::uint32_t>(group.rows.size()))];
    if (row.key == "count" || row.key == "most-impacts")
      return command::SetCount{in_.below(kMostSprites)};
    const double share = in_.below(200) / 200.0;
    double value = row.lo + share * (row.hi - row.lo);
    if (in_.below(3) == 0) value = row.init;
    if (in_.rarely()) value = in_.raw<double>();
    if (row.kind != Param::Kind::real) value = std::floor(value);
    return command::SetParam{group.owner, std::string(row.key), value};
  }
  Sprite new_sprite() {
    Sprite s;
    s.position = point(), s.velocity = {number() / 100, number() / 100};
    s.image = image();
    s.scale = {0.1f + static_cast<float>(in_.below(20)) / 10, 1};
    s.filter = {bits(), bits()};
    s.is_static = in_.rarely();
    return s;
  }
  command::OpenDocument document() {
    if (!saved_ || in_.below(2))
      saved_ = std::make_shared<const SceneDocument>(session_.document());
    return {saved_, in_.rarely() ? "/saved.json" : ""};
  }

  Command any_command() {
    switch (in_.below(33)) {
      case 31: return command::ResizeScene{in_.below(kMostSprites), 64.0 + in_.below(2000), 400};
      case 0: return command::LoadScene{id_of(scenes())};
      case 1: return command::Restart{};
      case 2: return document();
      case 3: return command::OpenRecording{recording(in_, 3, 1 + in_.below(4)), "recorded"};
      case 4: return command::OpenRecording{std::make_shared<BoxRecording>(), "live"};
      case 5: return command::SeekRecording{in_.below(5)};
      case 6: return command::GrowRecording{{recording(in_, in_.below(50), 1)}, {.frames = 4}};
      case 7: return command::FollowRecording{in_.below(2) == 1};
      case 8: return command::SeekStep{in_.below(40)};
      case 9:
      case 10:
      case 11: return parameter();
      case 12:
      case 13: return command::SelectBroadphase{id_of(broadphases())};
      case 14: return command::SelectNarrowphase{id_of(narrowphases())};
      case 15: return command::UseBroadphase{id_of(broadphases()), {}, "used"};
      case 16:
      case 17: return command::TuneImage{image(), {.n = static_cast<int>(in_.below(40))}};
      case 18: return command::SetCount{in_.below(kMostSprites)};
      case 19: return command::AddSprite{new_sprite()};
      case 20: return clones();
      case 21: return command::RemoveSprites{sprites()};
      case 22: return command::SetStatic{sprites(), in_.below(2) == 1};
      case 23: return command::SetFilter{sprites(), bits(), bits(), bits(), bits()};
      case 24: return command::FilterCategories{bits(), bits(), in_.below(2) == 1};
      case 25: return command::SetVolume{sprites(), static_cast<Volume>(in_.below(3))};
      case 26: return command::Grab{sprite(), point()};
      case 27: return command::Drag{point(), in_.below(2) == 1};
      case 28: return command::Release{point()};
      case 30: return command::Steer{sprite(), point()};
      case 29: return command::SweepRecording{in_.below(2) == 1};
      default: return in_.below(3) ? Command{command::Undo{}} : Command{command::Redo{}};
    }
  }
  Command clones() {
    auto ids = sprites();
    return command::CloneSprites{std::move(ids), point()};
  }

  Bytes in_;
  Session session_;
  std::shared_ptr<const SceneDocument> saved_;
  Sink<SpriteId> found_;
  Recorder log_;
};

void run(Bytes in) {
  static const ImageSet kImages = builtin_images();
  // A grid's table takes 256 MB where its cells are asked for as small as can be.
  const MemoryWatch watch(std::size_t{1000} << 20);
  Life(in, kImages).run();
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  phasebox::use_taught_rdc();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({data, size});
  return 0;
}
