// SPDX-License-Identifier: MIT
// Measures which contacts sampling every n-th pixel misses, by depth and by image, by comparing it
// with reading all pixels.
#include "lab/accuracy.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/number_format.hpp"
#include "collide/narrowphase/pixels/pixel_circle.hpp"
#include "collide/narrowphase/pixels/pixel_lattice.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "collide/narrowphase/pixels/thickness.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {

Sentence depth_name(std::size_t bin) {
  if (bin == 0) return say("at most {} px", kDepths[0]);
  if (bin == kDepths.size()) return say("more than {} px", kDepths.back());
  return say("{} to {} px", kDepths[bin - 1] + 1, kDepths[bin]);
}

namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share) {
  return fmt::format("{:.{}f} %", 100 * share, share > 0 && share < 0.001 ? 3 : 2);
}

/// The largest n from 2 to kMaxSampled for which the 95 % upper bound of the share missed_by(n) of
/// the contacts is at most `rate`; 1 when there is none.
int largest_within(double rate, std::uint64_t contacts, auto missed_by) {
  for (int n = kMaxSampled; n > 1; --n)
    if (wilson_upper(missed_by(n), contacts) <= rate) return n;
  return 1;
}

/// Plots `value(n)` for n from 1 to kMaxSampled; the line has no points while nothing is known.
PlotSeries over_n(Sentence name, bool is_known, bool is_dashed, auto value) {
  PlotSeries line{.name = std::move(name), .is_dashed = is_dashed};
  for (int n = 1; n <= kMaxSampled && is_known; ++n) line.points.emplace_back(n, value(n));
  return line;
}

/// The number of pairs that an inset of up to `inset` % separates; `parted` is [inset in %].
std::uint64_t up_to(std::span<const std::uint64_t> parted, int inset) {
  return std::accumulate(parted.begin(), parted.begin() + inset + 1, std::uint64_t{0});
}

constexpr std::uint32_t kStride = 6;  // steps of the scene from one sampled frame to the next
// The most pairs that are sampled of one frame are the wanted number of contacts over this, or 16
// if that is more.
constexpr std::size_t kFramesWorth = 16;
// Measuring ends when more sampled frames than this in a row had no new candidate.
constexpr int kMaxIdle = 60;
constexpr std::uint32_t kMaxContacts = 10'000'000;

void apply_all(Session& session, std::initializer_list<Command> commands) {
  for (const Command& c : commands) {
    [[maybe_unused]] const Status status = session.apply(c);
    assert(!status.failed());
  }
  session.detect();
}

std::size_t depth_bin(int depth) {
  return static_cast<std::size_t>(std::ranges::lower_bound(kDepths, depth) - kDepths.begin());
}

/// A candidate pair with the rectangle of pixels that both images cover.
struct Overlap {
  PixelView a, b;
  PixelRect rect;

  Overlap(const Frame& frame, Pair pair)
      : a(pixel_view(frame, pair.a)),
        b(pixel_view(frame, pair.b)),
        rect(intersection(pixel_rect(frame, pair.a, a), pixel_rect(frame, pair.b, b))) {}

  /// The depth of the contact, px (see kDepths); 0 where no pixel is opaque in both images.
  int depth(int threshold) const {
    PixelRect common{rect.x1, rect.y1, rect.x0, rect.y0};
    for (int y = rect.y0; y < rect.y1; ++y)
      for (int x = rect.x0; x < rect.x1; ++x) {
        if (a.alpha(x, y) < threshold || b.alpha(x, y) < threshold) continue;
        common = {std::min(common.x0, x), std::min(common.y0, y), std::max(common.x1, x + 1),
                  std::max(common.y1, y + 1)};
      }
    return common.empty() ? 0 : std::min(common.width(), common.height());
  }
  SampleResult sample(int n, int threshold) const {
    NoTrace off;
    return sample_pixels(a, b, rect, n, threshold, off);
  }
};

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 ? ratio(part, whole) : 1;
}

/// Compares sampling with every n to a check of all pixels, on the candidate pairs of a session's
/// frames. A pair is not counted again while its sprites keep their images, offset,
/// rotations and scales.
class AccuracyMeter final : public PiecewiseWork<AccuracyResult> {
 public:
  // Makes the session find candidates with an exact broadphase and run no narrowphase, since the
  // meter reads the pixels itself.
  AccuracyMeter(Session session, AccuracyOptions options) : session_(std::move(session)) {
    result_.options = options;
    result_.scene = subject_text(session_, SubjectCount::named);
    apply_all(session_, {command::SelectBroadphase{"sort-and-sweep"},
                         command::SelectNarrowphase{std::string(none_entry.id)}});
    const auto value = [&](std::string_view key) {
      return *session_.settings().value(pixel_samples_entry, key);
    };
    alpha_threshold_ = static_cast<int>(value("alpha-threshold"));
    compares_circles_ = value("circle-reject") != 0;
    list_images();
  }

  bool advance() override {
    const AccuracyOptions& o = result_.options;
    if (result_.contacts >= o.contacts || result_.frames * kStride >= o.max_frames) return false;
    if (idle_ > kMaxIdle) return false;
    if (result_.frames > 0) {
      for (std::uint32_t k = 1; k < kStride; ++k) session_.move();
      session_.step();
    }
    ++result_.frames;
    // Takes at most `most` candidates, spread over the whole list, so that one crowded frame does
    // not supply all contacts.
    const auto pairs = session_.pairs();
    const std::size_t most = std::max<std::size_t>(o.contacts / kFramesWorth, 16);
    const std::size_t every = pairs.size() / most + 1;
    const Frame frame = session_.frame();
    const std::uint64_t before = result_.candidates;
    for (std::size_t k = result_.frames % every; k < pairs.size(); k += every)
      judge(frame, pairs[k]);
    idle_ = result_.candidates > before ? 0 : idle_ + 1;
    return true;
  }

  double progress() const override {
    const AccuracyOptions& o = result_.options;
    return std::min(1.0, std::max(share_of(result_.contacts, o.contacts),
                                  share_of(result_.frames * kStride, o.max_frames)));
  }

  Sentence phase() const override { return "sampling"; }
  AccuracyResult result() const override { return result_; }

 private:
  // Lists the images that sprites have, in ascending order of their index in the session.
  void list_images() {
    std::vector<bool> is_shown(session_.images().size());
    for (const std::uint16_t image : session_.world().images())
      is_shown[session_.images().picture(image)] = true;
    for (std::size_t i = 0; i < is_shown.size(); ++i) {
      if (!is_shown[i]) continue;
      const Image& image = session_.images()[i];
      int thickness = opaque_thickness(image, alpha_threshold_);
      for (const auto& frame : image.later)
        thickness = std::min(thickness, opaque_thickness(*frame, alpha_threshold_));
      result_.images.push_back({.name = image.name,
                                .number = static_cast<std::uint16_t>(i),
                                .safe_n = std::max(1, thickness)});
    }
  }

  // Whether the pair, when it was sampled last, had the same images, offset, rotations and scales,
  // so that its pixels would most likely give the same answer.
  bool is_known(const Frame& frame, Pair pair, const Overlap& overlap) {
    const Rotation p = frame.transforms[pair.a].rotation, q = frame.transforms[pair.b].rotation;
    const Vec2 m = frame.scales[pair.a], n = frame.scales[pair.b];
    const float shapes[] = {p.c, p.s, q.c, q.s, m.x, m.y, n.x, n.y};
    Hasher how;
    how.add(std::uint64_t{frame.image_of[pair.a]} << 16 | frame.image_of[pair.b]);
    how.add(static_cast<std::uint64_t>(static_cast<std::int64_t>(overlap.a.x()) - overlap.b.x()));
    how.add(static_cast<std::uint64_t>(static_cast<std::int64_t>(overlap.a.y()) - overlap.b.y()));
    how.add(std::span<const float>(shapes));
    const auto [at, is_new] = seen_.try_emplace(key(pair), how.value());
    return !is_new && std::exchange(at->second, how.value()) == how.value();
  }

  void judge(const Frame& frame, Pair pair) {
    const Overlap overlap(frame, pair);
    if (is_known(frame, pair, overlap) || overlap.rect.empty()) return;
    ++result_.candidates;
    if (compares_circles_ && circles_apart(frame, pair)) {
      ++result_.circle_rejects;
      return note_of_images(frame, pair, false, {});
    }
    const int depth = overlap.depth(alpha_threshold_);
    const bool touch = depth > 0;
    const std::size_t bin = touch ? depth_bin(depth) : 0;
    if (touch) {
      ++result_.contacts;
      ++result_.contacts_by_depth[bin];
    }
    MissedBy missed{};
    for (std::size_t k = 0; k < kMaxSampled; ++k) {
      AccuracyRow& row = result_.rows[k];
      const SampleResult found = overlap.sample(static_cast<int>(k) + 1, alpha_threshold_);
      row.reads += found.reads;
      row.false_hits += found.hit && !touch;
      if (!touch || found.hit) continue;
      ++row.missed;
      ++row.missed_by_depth[bin];
      missed[k] = true;
    }
    note_of_images(frame, pair, touch, missed);
  }

  // Adds the pair to the counts of the image of each of its sprites, once where both have the same.
  void note_of_images(const Frame& frame, Pair pair, bool touch, const MissedBy& missed) {
    const int inset = parting_inset(frame.boxes[pair.a], frame.boxes[pair.b]);
    const std::uint16_t a = frame.images->picture(frame.image_of[pair.a]),
                        b = frame.images->picture(frame.image_of[pair.b]);
    for (ImageAccuracy& image : result_.images)
      if (image.number == a || image.number == b) image.add(touch, inset, missed);
  }

  Session session_;
  AccuracyResult result_;
  // Key of a pair -> hash of its images, offset, rotations and scales when it was sampled last
  std::unordered_map<std::uint64_t, std::uint64_t> seen_;
  int alpha_threshold_ = 128;
  bool compares_circles_ = true;
  int idle_ = 0;  // sampled frames in a row without a new candidate
};

}  // namespace

double wilson_upper(std::uint64_t k, std::uint64_t n) {
  if (n == 0) return 1;
  constexpr double z = 1.959964;  // 95 % of a normal distribution lie within z deviations
  const auto cases = static_cast<double>(n);
  const double p = static_cast<double>(k) / cases, q = z * z / cases;
  return std::min(1.0,
                  (p + q / 2 + z * std::sqrt(p * (1 - p) / cases + q / (4 * cases))) / (1 + q));
}

int parting_inset(const Aabb& a, const Aabb& b) {
  const Vec2 apart = center(b) - center(a), room = (extent(a) + extent(b)) * 0.5f;
  const auto left = [](float distance, float sum) {
    return sum > 0 ? 1 - static_cast<double>(std::abs(distance)) / static_cast<double>(sum) : 0;
  };
  const double part = std::min(left(apart.x, room.x), left(apart.y, room.y));
  return static_cast<int>(std::ceil(100 * std::clamp(part, 0.0, 1.0)));
}

int ImageAccuracy::suggested_n(double rate) const {
  return largest_within(rate, contacts,
                        [this](int n) { return missed[static_cast<std::size_t>(n - 1)]; });
}

int ImageAccuracy::suggested_inset(double rate) const {
  for (int inset = 100; inset > 0; --inset)
    if (wilson_upper(up_to(contacts_parted, inset), contacts) <= rate) return inset;
  return 0;
}

double ImageAccuracy::removed_by(int inset) const {
  return ratio(up_to(others_parted, inset), candidates - contacts);
}

double AccuracyResult::miss_rate(int n) const { return ratio(of(n).missed, contacts); }
double AccuracyResult::reads_per_candidate(int n) const { return ratio(of(n).reads, candidates); }

int AccuracyResult::suggestion() const {
  return largest_within(options.rate, contacts, [this](int n) { return of(n).missed; });
}

Sentence describe(const AccuracyResult& r) {
  if (r.contacts == 0) return "No two sprites touched, so nothing is known about any n.";
  const int n = r.suggestion();
  if (n == 1 && wilson_upper(0, r.contacts) > r.options.rate)
    return say("n = 1: {} contacts are too few to promise at most {} for any other n.",
               grouped(r.contacts), percent(r.options.rate));
  if (n == 1)
    return say("n = 1: every other n misses more than {} of {} contacts, or may do so.",
               percent(r.options.rate), grouped(r.contacts));
  return say(
      "n = {} misses {} of {} contacts, and with this much data hardly more than {}. It reads "
      "{:.0f} pixels per candidate, n = 1 reads {:.0f}.",
      n, percent(r.miss_rate(n)), grouped(r.contacts),
      percent(wilson_upper(r.of(n).missed, r.contacts)), r.reads_per_candidate(n),
      r.reads_per_candidate(1));
}

Plot miss_plot(const AccuracyResult& r) {
  Plot plot{.title = "Missed contacts of n-sampled pixels, by the contact's depth",
            .x_label = "n, px",
            .y_label = "missed contacts, %"};
  plot.series.push_back(
      over_n("all contacts", r.contacts > 0, false, [&](int n) { return 100 * r.miss_rate(n); }));
  for (std::size_t bin = 0; bin < kDepthBins; ++bin)
    if (const std::uint64_t of = r.contacts_by_depth[bin]; of > 0)
      plot.series.push_back(over_n(depth_name(bin), true, true, [&](int n) {
        return 100 * ratio(r.of(n).missed_by_depth[bin], of);
      }));
  return plot;
}

Plot reads_plot(const AccuracyResult& r) {
  return {.title = "Pixels read per candidate by n-sampled pixels",
          .x_label = "n, px",
          .y_label = "pixels read per candidate",
          .log_y = true,
          .series = {over_n("reads", r.candidates > 0, false,
                            [&](int n) { return r.reads_per_candidate(n); })}};
}

OwnedWork<AccuracyResult> AccuracyOptions::work(Session clone, const WorkLimit*) const {
  return std::make_unique<AccuracyMeter>(std::move(clone), *this);
}

Status AccuracyOptions::check(const Session& session) const {
  if (session.playback())
    return Error{"recorded boxes have no pixels to sample; open a scene to measure n"};
  if (!(rate >= 0 && rate <= 1))
    return Error{fmt::format("a miss rate of {} is not a share; choose from 0 to 1", rate)};
  if (contacts < 1 || contacts > kMaxContacts)
    return Error{fmt::format("{} contacts cannot be looked for; choose from 1 to {}", contacts,
                             grouped(kMaxContacts))};
  return {};
}

}  // namespace phasebox
