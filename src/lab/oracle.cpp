// SPDX-License-Identifier: MIT
// Estimates the number of overlaps of a scene, and compares found pairs with the exact ones.
#include "lab/oracle.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/number_format.hpp"
#include "base/stopwatch.hpp"
#include "bench/recording.hpp"
#include "language/format_sentence.hpp"
#include "session/shown_names.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kBoxTests =
    64'000'000;  // box tests of one estimate, unless kMinSample needs more
constexpr std::size_t kMinSample = 32, kMaxSample = 1'000;  // sprites tested for an estimate

std::uint64_t pairs_of(const Frame& frame, SpriteId i) {
  const Aabb box = frame.boxes[i];
  std::uint64_t count = 0;
  for (SpriteId k = 0; k < frame.size(); ++k)
    count += overlaps(box, frame.boxes[k]) && k != i && eligible(frame, i, k) ? 1u : 0u;
  return count;
}

// Shrinks a box by t px on each side, but never past its center, as RDC does with a contact
// threshold t.
Aabb inset(const Aabb& box, float t) {
  const Vec2 middle = center(box);
  return {{std::min(box.min.x + t, middle.x), std::min(box.min.y + t, middle.y)},
          {std::max(box.max.x - t, middle.x), std::max(box.max.y - t, middle.y)}};
}

void append(Sentence& words, const Sentence& more) {
  if (!words.empty()) words += ", ";
  words += more;
}

// Appends a number of faults and the first two pairs: "3 false negatives: 12 and 40, 13 and 40
// ..."; nothing if there is no fault. `one` is the singular noun.
void append_faults(Sentence& words, const Faults& faults, const char* one, const Session& session) {
  constexpr std::size_t kMaxTold = 2;
  if (faults.count == 0) return;
  Sentence pairs;
  const std::size_t told = std::min(faults.pairs.size(), kMaxTold);
  for (std::size_t k = 0; k < told; ++k)
    append(pairs, {"{} and {}",
                   {shown_id_text(session, faults.pairs[k].a),
                    shown_id_text(session, faults.pairs[k].b)}});
  if (faults.count > told) pairs += " ...";
  append(words, {"{}: {}", {counted(faults.count, one), pairs}});
}

// The pairs of a sorted list whose first sprite is `i`.
std::span<const Pair> pairs_of(std::span<const Pair> sorted, SpriteId i) {
  // clang 14 does not compile a span made of std::ranges::equal_range.
  return {std::ranges::lower_bound(sorted, i, {}, &Pair::a),
          std::ranges::upper_bound(sorted, i, {}, &Pair::a)};
}

// The inset of boxes, px, that decides which misses are allowed (see `judge`): 0 for an exact
// algorithm, else its contact threshold. An inexact algorithm without such a parameter may miss any
// pair, so that the inset is the largest float.
constexpr float kAnyMiss = std::numeric_limits<float>::max();
float allowed_threshold(const Session& session) {
  if (session.settings().is_exact()) return 0;
  const auto threshold =
      session.settings().value(*session.settings().broadphase, "contact-threshold");
  return threshold ? static_cast<float>(*threshold) : kAnyMiss;
}

Verdict verdict_on(const Session& session, std::span<const Pair> truth) {
  Verdict verdict;
  verdict.sprites = verdict.checked = session.frame().size();
  judge(session.frame(), truth, session.pairs(), allowed_threshold(session), verdict);
  return verdict;
}

}  // namespace

std::uint64_t estimate_pairs(const Frame& frame) {
  const std::size_t n = frame.size();
  if (n < 2) return 0;
  const std::size_t most = std::clamp(kBoxTests / n, kMinSample, kMaxSample);
  const std::size_t stride = (n + most - 1) / most;
  std::uint64_t found = 0, asked = 0;
  for (std::size_t i = stride / 2; i < n; i += stride, ++asked)
    found += pairs_of(frame, static_cast<SpriteId>(i));
  return asked == 0 ? 0 : found * n / (2 * asked);
}

void Verdict::add(const Verdict& more) {
  sprites = std::max(sprites, more.sprites);
  checked = std::min(checked + more.checked, sprites);
  overlaps += more.overlaps;
  false_negatives.add(more.false_negatives);
  allowed_misses.add(more.allowed_misses);
  false_positives.add(more.false_positives);
  duplicates.add(more.duplicates);
}

void judge(const Frame& f, std::span<const Pair> truth, std::span<const Pair> found,
           float threshold, Verdict& into) {
  std::size_t k = 0;
  const auto left_out = [&](Pair p) {
    const bool is_allowed =
        threshold > 0 && !overlaps(inset(f.boxes[p.a], threshold), inset(f.boxes[p.b], threshold));
    (is_allowed ? into.allowed_misses : into.false_negatives).add(p);
  };
  for (std::size_t m = 0; m < found.size(); ++m) {
    for (; k < truth.size() && key(truth[k]) < key(found[m]); ++k) left_out(truth[k]);
    if (m > 0 && found[m] == found[m - 1])
      into.duplicates.add(found[m]);
    else if (k < truth.size() && truth[k] == found[m])
      ++k;
    else
      into.false_positives.add(found[m]);
  }
  for (; k < truth.size(); ++k) left_out(truth[k]);
  into.overlaps += truth.size();
}

Verdict full_verdict(const Session& session) {
  std::vector<Pair> truth;
  list_true_pairs(session.frame(), truth);
  return verdict_on(session, truth);
}

Sentence describe(const Verdict& verdict, const Session& session) {
  if (verdict.is_exact()) return "exact";
  Sentence words;
  append_faults(words, verdict.false_negatives, "false negative", session);
  append_faults(words, verdict.false_positives, "false positive", session);
  append_faults(words, verdict.duplicates, "duplicate", session);
  const float threshold = allowed_threshold(session);
  if (const std::uint64_t missed = verdict.allowed_misses.count)
    append(words,
           {"{} of {} found ({} leaves out {})",
            {grouped(verdict.overlaps - missed - verdict.false_negatives.count),
             counted(verdict.overlaps, "overlap"),
             threshold < kAnyMiss ? say("threshold {:g} px", threshold) : Sentence("algorithm"),
             grouped(missed)}});
  return words;
}

Sentence describe_sample(const Verdict& verdict) {
  if (!verdict.is_sampled()) return {};
  return {"checked {} of {} sprites (sampled)",
          {grouped(verdict.checked), grouped(verdict.sprites)}};
}

void Oracle::observe(const Session& session) {
  const Stopwatch watch;
  if (is_other(session)) {
    now_ = {};
    past_ = {};
    frames_ = 0;
    is_dense_ = false;
  }
  sprites_ = session.frame().size();
  broadphase_ = &*session.settings().broadphase;
  was_exact_ = session.settings().is_exact();
  is_cheap(session) ? look_at_all(session) : look_at_some(session);
  look_at_contacts(session);
  cost_ = watch.ms(false);
}

void Oracle::look_at_all(const Session& session) {
  const Frame f = session.frame();
  list_true_pairs(f, truth_, kMaxForAll);
  verdict_ = verdict_on(session, truth_);
  is_dense_ = f.size() > kMaxForAll && truth_.size() > kMaxPairs;
}

void Oracle::look_at_some(const Session& session) {
  const Stopwatch watch;
  const Frame f = session.frame();
  const float threshold = allowed_threshold(session);
  if (++frames_ > kRound || now_.checked >= f.size()) {
    past_ = std::exchange(now_, {});
    frames_ = 1;
  }
  now_.sprites = f.size();
  do {
    next_ = next_ < f.size() ? next_ : 0;
    truth_.clear();
    add_true_pairs_of(f, next_, truth_);
    judge(f, truth_, pairs_of(session.pairs(), next_), threshold, now_);
    ++next_;
    ++now_.checked;
  } while (now_.checked < f.size() && watch.ms(false) < budget_);
  verdict_ = past_;
  verdict_.add(now_);
}

void Oracle::look_at_contacts(const Session& session) {
  const bool is_later = std::exchange(contact_step_, session.steps()) != session.steps();
  missed_before_.assign(missed_contacts_.begin(), missed_contacts_.end());
  missed_contacts_.clear();
  open_.clear();
  found_.clear();
  knows_contacts_ = session.settings().narrowphase->id != "pixel-samples";
  if (knows_contacts_ || sprites_ > kMaxWhole || session.pairs().size() > kMaxPairs) return;
  knows_contacts_ = true;
  auto contact = session.contacts().begin();
  for (const Pair pair : session.pairs())
    if (contact != session.contacts().end() && contact->pair == pair)
      ++contact;
    else
      open_.push_back(pair);
  Frame every = session.frame();
  every.tuning = {};
  every.limit = nullptr;
  if (!exact_) exact_ = session.settings().narrowphase->make();
  const ParamView rows = exact_->params();
  find_param(rows.rows, "n")->set(rows.object, 1);
  find_param(rows.rows, "alpha-threshold")
      ->set(rows.object,
            *session.settings().value(*session.settings().narrowphase, "alpha-threshold"));
  exact_->confirm(every, open_, found_, nullptr);
  for (const Contact& missed : found_.items()) {
    const auto known = std::ranges::find(missed_before_, missed.pair, &MissedContact::pair);
    const std::uint64_t frames = known == missed_before_.end() ? 1 : known->frames + is_later;
    missed_contacts_.push_back({missed.pair, missed.point, frames});
  }
  missed_before_.reserve(missed_contacts_.capacity());  // so that later frames allocate nothing
}

std::vector<Pair> Oracle::marked(const Frame& f) const {
  std::vector<Pair> pairs;
  for (const Faults* faults : {&verdict_.false_negatives, &verdict_.allowed_misses})
    for (const Pair p : faults->pairs)
      if (p.b < f.size() && overlaps(f.boxes[p.a], f.boxes[p.b])) pairs.push_back(p);
  return pairs;
}

}  // namespace phasebox
