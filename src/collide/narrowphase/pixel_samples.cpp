// SPDX-License-Identifier: MIT
// n-sampled pixels: every n-th pixel of every n-th row of the boxes' intersection is looked up,
// until one is opaque in both images.
#include <array>
#include <vector>

#include "collide/narrowphase.hpp"
#include "collide/narrowphase/pixels/pixel_circle.hpp"
#include "collide/narrowphase/pixels/pixel_lattice.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "collide/narrowphase/pixels/thickness.hpp"

namespace phasebox {
namespace {

enum class StepMode : std::uint8_t { fixed, by_size };
constexpr std::array<std::string_view, 2> kStepModes{"fixed", "by-size"};

struct PixelSamplesParams {
  std::int32_t n = 2;
  std::int32_t alpha_threshold = 128;
  bool circle_reject = true;
  StepMode n_mode = StepMode::fixed;
  bool jitter = false;
};

constexpr std::array kRows{
    param<&PixelSamplesParams::n>(
        "n", 1, 32, "px",
        "Distance of the sampled points on both axes; 1 reads every pixel and is exact. Pairs that "
        "do not touch cost n squared times less; a hit ends the search and may save little."),
    param<&PixelSamplesParams::alpha_threshold>(
        "alpha-threshold", 1, 255, "", "A pixel is opaque when its alpha is at least this."),
    flag<&PixelSamplesParams::circle_reject>("circle-reject", kCircleRejectHelp),
    choice<&PixelSamplesParams::n_mode>(
        "n-mode", kStepModes,
        "Whether n is the same for all pairs, or grows with the size of the sprites: n is for 64 "
        "px then, and never above the safe n of either image, which skips no part of it."),
    flag<&PixelSamplesParams::jitter>(
        "jitter",
        "Begin the samples elsewhere in every step, so that a thin contact that one step misses is "
        "found by one of the next."),
};

/// Two sprites collide when a sampled pixel is opaque in both. A hit is always true, but for n
/// above 1 contacts that hold no n x n square can be missed. Cost: O(overlap area / n^2) reads for
/// a pair that does not touch. A pair that touches is found at the first common opaque sample,
/// which a larger n need not reach sooner. It keeps the thickness of each image while n depends on
/// the size. The article named below advises a larger n for larger images; the proportion, and the
/// bound by thickness, are ours. Source: "n-dispersed per-pixel collision detection", an article on
/// collision detection for Android, without the mistakes of its listing in scale, opacity and
/// index.
class PixelSamples : public NarrowphaseOf<PixelSamples, PixelSamplesParams, kRows> {
 public:
  void reset(const Frame&) override { thickness_.clear(); }
  /// Sets where the samples of this frame begin. If n depends on the size, it also measures the
  /// thickness of images that were added since the last frame.
  void prepare(const Frame& frame, std::size_t) {
    phase_ = p_.jitter ? jittered_phase(frame.step) : LatticePhase{};
    if (p_.n_mode == StepMode::fixed) return;
    while (thickness_.size() < frame.images->size())
      thickness_.push_back(
          opaque_thickness((*frame.images)[thickness_.size()], p_.alpha_threshold));
  }

  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T& trace) {
    if (p_.circle_reject && rejected_by_circles(frame, pair, trace)) return false;
    const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
    const PixelRect overlap =
        intersection(pixel_rect(frame, pair.a, a), pixel_rect(frame, pair.b, b));
    const auto found =
        first_sample(a, b, overlap, step_of(frame, pair), p_.alpha_threshold, trace, phase_);
    if (found) contact.point = middle(*found);
    return found.has_value();
  }

 private:
  /// The distance of samples for a pair, px: the smaller of the distances of its two sprites, which
  /// an image's own setting (`ImageTuning::n`), `n-mode` and `n` decide.
  int step_of(const Frame& frame, Pair pair) const {
    if (p_.n_mode == StepMode::fixed && frame.tuning.empty()) return p_.n;
    return std::min(step_of(frame, pair.a), step_of(frame, pair.b));
  }
  int step_of(const Frame& frame, SpriteId i) const {
    if (const ImageTuning own = tuning_of(frame, i); own.n > 0) return own.n;
    if (p_.n_mode == StepMode::fixed) return p_.n;
    const std::uint16_t image = frame.image_of[i];
    const Vec2 scale = frame.scales[i];
    return std::min(step_by_size(p_.n, (*frame.images)[image], scale),
                    safe_step(thickness_[image], frame.transforms[i].rotation, scale));
  }

  std::vector<int> thickness_;  // [image] its thickness, image px; empty while n is fixed
  LatticePhase phase_;          // where the samples of this frame begin
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", EventKind::enter},
    {"  the circles around both lie apart: done", EventKind::skip},
    {"  the common part of both boxes"},
    {"  for every n-th pixel of every n-th row:"},
    {"    read the first sprite there", {EventKind::read, EventPhase::first}},
    {"    opaque: read the second as well", {EventKind::read, EventPhase::second}},
    {"    opaque too: a collision, and done", EventKind::hit},
    {"  no such pixel: none", EventKind::leave},
});

}  // namespace

extern const NarrowphaseEntry pixel_samples_entry{
    "pixel-samples",
    "n-sampled pixels",
    "Looks up every n-th pixel of the overlap in both images.",
    "n-dispersed per-pixel collision detection, an article on collision detection for Android",
    make_narrowphase<PixelSamples>,
    {.code = kCode, .part = "pair"}};

}  // namespace phasebox
