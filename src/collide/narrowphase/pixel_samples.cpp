// SPDX-License-Identifier: MIT
// n-sampled pixels: every n-th pixel of the boxes' common part is looked up in both images.
#include <array>

#include "collide/narrowphase.hpp"
#include "collide/narrowphase/pixels/circle_reject.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "collide/narrowphase/pixels/row_walk.hpp"

namespace phasebox {
namespace {

struct PixelSamplesParams {
  std::int32_t n = 2;
  std::int32_t alpha_threshold = 128;
  bool circle_reject = true;
};

constexpr std::array kRows{
    param<&PixelSamplesParams::n>(
        "n", 1, 32, "px",
        "Distance of the sampled points on both axes; 1 reads every pixel and is exact. Pairs that "
        "do not touch cost n squared times less; a hit ends the search and may save little."),
    param<&PixelSamplesParams::alpha_threshold>(
        "alpha-threshold", 1, 255, "", "A pixel is opaque when its alpha is at least this."),
    flag<&PixelSamplesParams::circle_reject>("circle-reject", kCircleRejectHelp),
};

/// Two sprites collide when a sampled pixel is opaque in both. A hit is always true; for n above 1
/// contacts thinner than n can be missed.
/// Cost: O(overlap area / n^2) reads for a pair that does not touch; one that does is found at the
/// first common opaque sample, which a larger n need not reach sooner. Keeps nothing between
/// frames. Source: "n-dispersed per-pixel collision detection", an article on collision detection
/// for Android; its listing's scale, opacity and index mistakes are not inherited.
class PixelSamples : public NarrowphaseOf<PixelSamples, PixelSamplesParams, kRows> {
 public:
  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T& trace) {
    if (p_.circle_reject && rejected_by_circles(frame, pair, trace)) return false;
    const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
    const PixelRect overlap =
        intersection(pixel_rect(frame, pair.a, a), pixel_rect(frame, pair.b, b));
    const auto found = first(a, b, overlap, trace);
    if (found) contact.point = middle(*found);
    return found.has_value();
  }

 private:
  template <class T>
  std::optional<Spot> first(const PixelView& a, const PixelView& b, const PixelRect& overlap,
                            T& trace) const {
    if constexpr (!T::on) return first_sample(a, b, overlap, p_.n, p_.alpha_threshold);
    const SampleResult found = sample_pixels(a, b, overlap, p_.n, p_.alpha_threshold, trace);
    if (!found.hit) return std::nullopt;
    return Spot{found.x, found.y};
  }
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", on(EventKind::enter)},
    {"  the circles around both lie apart: done", on(EventKind::skip)},
    {"  the common part of both boxes"},
    {"  for every n-th pixel of every n-th row:"},
    {"    read the first sprite there", on(EventKind::read, EventPhase::first)},
    {"    opaque: read the second as well", on(EventKind::read, EventPhase::second)},
    {"    opaque too: a collision, and done", on(EventKind::hit)},
    {"  no such pixel: none", on(EventKind::leave)},
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
