// SPDX-License-Identifier: MIT
// Every n on the same overlaps, judged by all of their pixels.
#include "lab/accuracy/accuracy.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/number_format.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "lab/clone.hpp"
#include "lab/subject.hpp"

namespace phasebox {
namespace {

constexpr std::uint32_t kStride = 6;      // steps from one frame looked at to the next
constexpr std::size_t kFramesWorth = 16;  // a frame gives at most one such part of the contacts
constexpr int kMaxIdle = 60;              // frames in a row without anything new
constexpr std::uint32_t kMaxContacts = 10'000'000;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share) {
  return fmt::format("{:.{}f} %", 100 * share, share > 0 && share < 0.001 ? 3 : 2);
}

// An exact broadphase for the candidates and no narrowphase: the meter is one itself.
void prepare(Session& session) {
  [[maybe_unused]] Status error = session.apply(command::SelectBroadphase{"sort-and-sweep"});
  assert(!error);
  error = session.apply(command::SelectNarrowphase{std::string(none_entry.id)});
  assert(!error);
  session.detect();
}

}  // namespace

double AccuracyResult::miss_rate(int n) const { return ratio(of(n).missed, contacts); }
double AccuracyResult::reads_per_candidate(int n) const { return ratio(of(n).reads, candidates); }

int AccuracyResult::suggestion() const {
  for (int n = kMaxSampled; n > 1; --n)
    if (wilson_upper(of(n).missed, contacts) <= options.rate) return n;
  return 1;
}

std::string describe(const AccuracyResult& r) {
  if (r.contacts == 0) return "No two sprites touched, so nothing is known about any n.";
  const int n = r.suggestion();
  if (n == 1 && wilson_upper(0, r.contacts) > r.options.rate)
    return fmt::format("n = 1: {} contacts are too few to promise at most {} for any other n.",
                       grouped(r.contacts), percent(r.options.rate));
  if (n == 1)
    return fmt::format("n = 1: every other n misses more than {} of {} contacts, or may do so.",
                       percent(r.options.rate), grouped(r.contacts));
  return fmt::format(
      "n = {} misses {} of {} contacts, and with this much data hardly more than {}. It reads "
      "{:.0f} "
      "pixels per candidate, n = 1 reads {:.0f}.",
      n, percent(r.miss_rate(n)), grouped(r.contacts),
      percent(wilson_upper(r.of(n).missed, r.contacts)), r.reads_per_candidate(n),
      r.reads_per_candidate(1));
}

Plot miss_plot(const AccuracyResult& r) {
  Plot plot;
  plot.title = "Missed contacts of n-sampled pixels, by the contact's depth";
  plot.x_label = "n, px";
  plot.y_label = "missed contacts, %";
  PlotSeries all;
  all.name = "all contacts";
  for (int n = 1; n <= kMaxSampled && r.contacts > 0; ++n)
    all.points.emplace_back(n, 100 * r.miss_rate(n));
  plot.series.push_back(std::move(all));
  for (std::size_t bin = 0; bin < kDepthBins; ++bin) {
    if (r.contacts_by_depth[bin] == 0) continue;
    PlotSeries line;
    line.name = depth_name(bin);
    line.is_dashed = true;
    for (int n = 1; n <= kMaxSampled; ++n)
      line.points.emplace_back(n,
                               100 * ratio(r.of(n).missed_by_depth[bin], r.contacts_by_depth[bin]));
    plot.series.push_back(std::move(line));
  }
  return plot;
}

Plot reads_plot(const AccuracyResult& r) {
  Plot plot;
  plot.title = "Pixels read per candidate by n-sampled pixels";
  plot.x_label = "n, px";
  plot.y_label = "pixels read per candidate";
  plot.log_y = true;
  PlotSeries line;
  line.name = "reads";
  for (int n = 1; n <= kMaxSampled && r.candidates > 0; ++n)
    line.points.emplace_back(n, r.reads_per_candidate(n));
  plot.series.push_back(std::move(line));
  return plot;
}

Plot delay_plot(const AccuracyResult& r) {
  Plot plot;
  plot.title = "Frames from the first common pixel of a collision until a sample finds one";
  plot.x_label = "n, px";
  plot.y_label = "frames until seen";
  const auto add = [&](std::string name, bool is_dashed, auto frames) {
    PlotSeries line{std::move(name), {}};
    line.is_dashed = is_dashed;
    for (int n = 1; n <= kMaxSampled && r.delays.collisions > 0; ++n)
      line.points.emplace_back(n, frames(n));
    plot.series.push_back(std::move(line));
  };
  for (const Lattice lattice : {Lattice::still, Lattice::jittered})
    add(lattice == Lattice::still ? "without jitter" : "with jitter", false,
        [&](int n) { return r.delays.frames_until_seen(lattice, n); });
  for (std::size_t bin = 0; bin < kDepthBins; ++bin)
    if (const std::uint64_t of = r.delays.collisions_by_depth[bin]; of > 0)
      add("jitter, " + depth_name(bin), true,
          [&](int n) { return ratio(r.delays.of(Lattice::jittered, n).unseen_by_depth[bin], of); });
  return plot;
}

AccuracyMeter::AccuracyMeter(Session session, AccuracyOptions options)
    : session_(std::move(session)) {
  result_.options = options;
  prepare(session_);
  const ParamGroup group = session_.group(pixel_samples_entry);
  const auto value = [&group](std::string_view key) {
    const Param* row = find_param(group.rows, key);
    assert(row && "n-sampled pixels have that row");
    return row->get(group.object);
  };
  alpha_threshold_ = static_cast<int>(value("alpha-threshold"));
  compares_circles_ = value("circle-reject") != 0;
  result_.images = images_of(session_, alpha_threshold_);
  if (options.collisions > 0)
    delays_.emplace(clone(session_), alpha_threshold_, options.collisions, options.max_frames);
}

double AccuracyMeter::progress() const {
  const double sampled =
      is_sampled_
          ? 1
          : std::min(1.0, std::max(ratio(result_.contacts, result_.options.contacts),
                                   ratio(result_.frames * kStride, result_.options.max_frames)));
  return delays_ ? (sampled + delays_->progress()) / 2 : sampled;
}

bool AccuracyMeter::advance() {
  if (!is_sampled_ && sample_frame()) return true;
  is_sampled_ = true;
  if (!delays_ || !delays_->advance()) return false;
  result_.delays = delays_->result();
  return true;
}

bool AccuracyMeter::sample_frame() {
  const AccuracyOptions& o = result_.options;
  if (result_.contacts >= o.contacts || result_.frames * kStride >= o.max_frames) return false;
  if (idle_ > kMaxIdle) return false;
  if (result_.frames > 0) {
    for (std::uint32_t k = 1; k < kStride; ++k) session_.move();
    session_.step();
  }
  ++result_.frames;
  // Of many candidates some from all over the list, so that no frame is all there is.
  const auto pairs = session_.pairs();
  const std::size_t most = std::max<std::size_t>(o.contacts / kFramesWorth, 16);
  const std::size_t every = pairs.size() / most + 1;
  const Frame frame = session_.frame();
  const std::uint64_t before = result_.candidates;
  for (std::size_t k = result_.frames % every; k < pairs.size(); k += every) judge(frame, pairs[k]);
  idle_ = result_.candidates > before ? 0 : idle_ + 1;
  return true;
}

// The pixels of a pair depend on where the two lie to each other, to the whole pixel, and on how
// they are turned.
bool AccuracyMeter::is_known(const Frame& frame, Pair pair) {
  const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
  const Rotation p = frame.transforms[pair.a].rotation, q = frame.transforms[pair.b].rotation;
  const float turns[] = {p.c, p.s, q.c, q.s};
  Hasher how;
  how.add(static_cast<std::uint64_t>(static_cast<std::int64_t>(a.x()) - b.x()));
  how.add(static_cast<std::uint64_t>(static_cast<std::int64_t>(a.y()) - b.y()));
  how.add(std::span<const float>(turns));
  const auto [at, is_new] = seen_.try_emplace(key(pair), how.value());
  return !is_new && std::exchange(at->second, how.value()) == how.value();
}

void AccuracyMeter::judge(const Frame& frame, Pair pair) {
  if (is_known(frame, pair)) return;
  const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
  const PixelRect overlap =
      intersection(pixel_rect(frame, pair.a, a), pixel_rect(frame, pair.b, b));
  if (overlap.empty()) return;
  ++result_.candidates;
  if (compares_circles_ && circles_apart(frame, pair)) {
    ++result_.circle_rejects;
    return note_of_images(frame, pair, false, {});
  }
  const int depth = contact_depth(a, b, overlap, alpha_threshold_);
  const bool touch = depth > 0;
  const std::size_t bin = touch ? depth_bin(depth) : 0;
  if (touch) ++result_.contacts, ++result_.contacts_by_depth[bin];
  MissedBy missed{};
  NoTrace off;
  for (int n = 1; n <= kMaxSampled; ++n) {
    AccuracyRow& row = result_.rows[static_cast<std::size_t>(n - 1)];
    const SampleResult found = sample_pixels(a, b, overlap, n, alpha_threshold_, off);
    row.reads += found.reads;
    row.false_hits += found.hit && !touch;
    if (!touch || found.hit) continue;
    ++row.missed;
    ++row.missed_by_depth[bin];
    missed[static_cast<std::size_t>(n - 1)] = true;
  }
  note_of_images(frame, pair, touch, missed);
}

// Once, where both sprites show the same image.
void AccuracyMeter::note_of_images(const Frame& frame, Pair pair, bool touch,
                                   const MissedBy& missed) {
  const int inset = parting_inset(frame.boxes[pair.a], frame.boxes[pair.b]);
  const std::uint16_t a = frame.image_of[pair.a], b = frame.image_of[pair.b];
  for (ImageAccuracy& image : result_.images)
    if (image.number == a || image.number == b) image.add(touch, inset, missed);
}

Status check_accuracy(const Session& session, const AccuracyOptions& o) {
  if (session.show())
    return Error{"recorded boxes have no pixels to sample; open a scene to measure n"};
  if (!(o.rate >= 0 && o.rate <= 1))
    return Error{fmt::format("a miss rate of {} is not a share; choose from 0 to 1", o.rate)};
  if (o.contacts < 1 || o.contacts > kMaxContacts)
    return Error{fmt::format("{} contacts cannot be looked for; choose from 1 to {}", o.contacts,
                             grouped(kMaxContacts))};
  return {};
}

Status AccuracyStudy::apply(const MeasureAccuracy& c, const Session& session) {
  if (auto error = check_accuracy(session, c.options)) return error;
  subject_ = subject_text(session, SubjectCount::named);
  start("choosing candidates", [copy = clone(session), options = c.options]() mutable {
    return AccuracyMeter(std::move(copy), options);
  });
  return {};
}

}  // namespace phasebox
