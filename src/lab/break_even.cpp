// SPDX-License-Identifier: MIT
// Measures whole steps of two sessions with ever more sprites, and bisects.
#include "lab/break_even.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "lab/merged_statics.hpp"
#include "lab/tune/tune_study.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxSprites = 20'000;  // brute force takes a second or so for more
constexpr std::size_t kWarmUpSteps = 5, kTimedSteps = 45;
constexpr double kCloseEnough = 1.1;  // ratio of two numbers of sprites that need no third between

// Keeps a share, 0 to 1, of the objects, which are picked by a multiplicative hash of their ids,
// and in each frame that has objects at least one.
std::shared_ptr<const BoxRecording> some_objects(const BoxRecording& all, double share) {
  const auto hash = [](const Tile& t) { return static_cast<std::uint32_t>(t.id) * 2654435769u; };
  return std::make_shared<const BoxRecording>(with_tiles(all, [&](std::vector<Tile> tiles) {
    std::uint32_t lowest = ~0u;
    for (const Tile& t : tiles) lowest = std::min(lowest, hash(t));
    std::erase_if(
        tiles, [&](const Tile& t) { return hash(t) > lowest && hash(t) >= share * 4294967296.0; });
    return tiles;
  }));
}

// Two copies of the session with the same sprites, one with brute force and one with the
// contestant, and the times of their steps.
struct Pairing {
  std::array<Session, 2> sessions;
  std::array<std::vector<double>, 2> times{};  // ms
  std::size_t steps = 0;

  // Steps both, another one first each time.
  void step() {
    for (const std::size_t turn : {0u, 1u}) {
      const std::size_t k = (turn + steps) % 2;
      const PhaseTimes t = sessions[k].step();
      if (steps >= kWarmUpSteps) times[k].push_back(t.broad + t.sort + t.narrow);
    }
    ++steps;
  }
  BreakEvenPoint point() {
    return {sessions[1].world().size(), median(times[0]), median(times[1])};
  }
};

class BreakEvenSearch final : public PiecewiseWork<BreakEven> {
 public:
  BreakEvenSearch(Session session, Contestant contestant) : session_(std::move(session)) {
    found_.contestant = std::move(contestant);
    found_.scene = subject_text(session_, SubjectCount::left_out);
    if (session_.playback()) {
      recording_ = session_.playback()->shared_recording();
      boxes_ = most_at_once(session_);
      most_ = std::min(boxes_, kMaxSprites);
    }
  }

  bool advance() override {
    if (found_.is_complete) return false;
    if (!pairing_) return begin_point();
    pairing_->step();
    if (pairing_->steps == kWarmUpSteps + kTimedSteps) finish_point();
    return !found_.is_complete;
  }
  double progress() const override {
    constexpr double kPoints = 12;  // about: nine doublings at most, and three bisections
    return std::min(static_cast<double>(found_.points.size()) / kPoints, 1.0);
  }
  Sentence phase() const override { return counted(next_, "sprite"); }
  BreakEven result() const override { return found_; }

 private:
  // Makes the sessions with `next_` sprites. Ends the search where the scene refuses that many.
  bool begin_point() {
    const Command resize =
        recording_ ? Command(command::OpenRecording{
                         some_objects(*recording_,
                                      static_cast<double>(next_) / static_cast<double>(boxes_)),
                         session_.playback()->name()})
                   : Command(at_same_density(extent(session_.field()), session_.world().size(),
                                             static_cast<std::uint32_t>(next_)));
    const std::array<Command, 2> choices{command::SelectBroadphase{"brute-force"},
                                         apply_command(found_.contestant)};
    pairing_.emplace(Pairing{{clone_session(session_), clone_session(session_)}});
    for (const std::size_t k : {0u, 1u})
      for (const Command& command : {resize, choices[k]})
        if (const Status status = pairing_->sessions[k].apply(command); status.failed()) {
          found_.failure = status.error().text;
          found_.is_complete = true;
        }
    return !found_.is_complete;
  }

  void finish_point() {
    found_.points.push_back(pairing_->point());
    pairing_.reset();
    const BreakEvenPoint& p = found_.points.back();
    (p.contestant < p.brute_force ? worth_ : in_vain_) = next_;
    if (worth_ == 0) {
      found_.is_complete = next_ == most_;
      next_ = std::min(2 * next_, most_);
      return;
    }
    const auto low = static_cast<double>(in_vain_), high = static_cast<double>(worth_);
    found_.is_complete = in_vain_ == 0 || high < low * kCloseEnough;
    next_ = static_cast<std::size_t>(std::sqrt(low * high));
  }

  Session session_;
  std::shared_ptr<const BoxRecording> recording_;  // null for a scene
  std::size_t boxes_ = 0, most_ = kMaxSprites;
  std::size_t next_ = kFewBoxes + 1;     // sprites of the point that is or will be measured
  std::size_t in_vain_ = 0, worth_ = 0;  // the most sprites that lost, the fewest that won; 0: none
  std::optional<Pairing> pairing_;
  BreakEven found_;
};

}  // namespace

const BreakEvenPoint* BreakEven::from() const {
  const BreakEvenPoint* fewest = nullptr;
  for (const BreakEvenPoint& p : points)
    if (p.contestant < p.brute_force && (!fewest || p.sprites < fewest->sprites)) fewest = &p;
  return fewest;
}

Sentence break_even_text(const BreakEven& found) {
  if (found.points.empty()) return found.failure;
  const BreakEvenPoint* from = found.from();
  const BreakEvenPoint& p = from ? *from : found.points.back();
  const Sentence title = found.contestant.title();
  const Sentence times = say("brute force {}, {} {}", Sentence::as_is(duration(p.brute_force)),
                             title, Sentence::as_is(duration(p.contestant)));
  const std::string sprites = grouped_whole(significant(static_cast<double>(p.sprites), 2));
  return from ? say("{} is worth it here from about {} sprites on ({}).", title, sprites, times)
              : say("{} is not worth it here up to {} sprites ({}).", title, sprites, times);
}

command::ResizeScene at_same_density(Vec2 field, std::size_t sprites, std::uint32_t count) {
  const double factor = sprites == 0 ? 1 : std::sqrt(count / static_cast<double>(sprites));
  const auto side = [factor](std::string_view key, float now) {
    const Param& row = *find_param(kWorldRows, key);
    return std::clamp(static_cast<double>(now) * factor, row.lo, row.hi);
  };
  return {count, side("width", field.x), side("height", field.y)};
}

Status command::StartBreakEven::check(const Session& session) const {
  if (contestant.entry->role == BroadphaseRole::reference)
    return Error{"brute force is what the others are compared with; choose another algorithm"};
  if (!session.playback() && session.world().size() == 0)
    return Error{"a scene without sprites has no density to keep; add some sprites"};
  if (session.playback() && most_at_once(session) <= kFewBoxes)
    return Error{say("no frame has more than {} boxes, which all algorithms compare by one loop",
                     kFewBoxes)};
  return contestant.check();
}

OwnedWork<BreakEven> command::StartBreakEven::work(Session clone, const WorkLimit*) const {
  return std::make_unique<BreakEvenSearch>(std::move(clone), contestant);
}

}  // namespace phasebox
