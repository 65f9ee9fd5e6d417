// SPDX-License-Identifier: MIT
// How accurate n-sampled pixels are: missed contacts, frames until a collision is seen, and which
// n and inset an image allows.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "lab/background_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

// How deep a contact is, by its pixels.

/// A contact's depth: the smaller side, px, of the rectangle around all pixels that both sprites
/// cover. Bin k holds the contacts of at most kDepths[k] px that no bin before holds; the last bin
/// holds the rest.
inline constexpr std::array<int, 4> kDepths{4, 8, 16, 32};
inline constexpr std::size_t kDepthBins = kDepths.size() + 1;
/// "at most 4 px", "5 to 8 px", ... "more than 32 px".
std::string depth_name(std::size_t bin);
std::size_t depth_bin(int depth);

/// Looks at every pixel of the overlap; 0 where no pixel is opaque in both.
int contact_depth(const PixelView& a, const PixelView& b, const PixelRect& overlap, int threshold);

// How many frames pass until n-sampled pixels see a collision, with and without jitter.

inline constexpr int kMaxSampled = 16;  ///< n is measured from 1 to this

/// Whether the samples begin at the overlap's corner, or elsewhere in every step.
enum class Lattice : std::uint8_t { still, jittered };

/// What one n did on one kind of lattice.
struct DelayRow {
  std::uint64_t unseen_frames = 0;  ///< in which a collision was there and not seen yet; sum
  std::uint64_t never_seen = 0;     ///< collisions that ended before
  std::array<std::uint64_t, kDepthBins> unseen_by_depth{};
};

/// A collision lasts from the first frame in which both sprites have a common pixel to the last, at
/// most 120. Its depth is its greatest.
struct DelayResult {
  std::uint64_t collisions = 0;
  std::array<std::uint64_t, kDepthBins> collisions_by_depth{};
  std::array<std::array<DelayRow, kMaxSampled>, 2> rows{};  ///< [lattice][n - 1]

  const DelayRow& of(Lattice lattice, int n) const {
    return rows[static_cast<std::size_t>(lattice)][static_cast<std::size_t>(n - 1)];
  }
  /// Mean number of frames until a collision is seen; one that never is counts with all of its
  /// frames. 0: in its first frame.
  double frames_until_seen(Lattice lattice, int n) const;
};

/// Follows collisions of a moving session from their first frame on and asks every n in each frame.
class DelayMeter {
 public:
  /// The session's algorithms are chosen again.
  DelayMeter(Session session, int alpha_threshold, std::uint32_t collisions,
             std::uint32_t max_frames);

  /// Looks at the next frame; false when as many collisions ended as were asked for, or no more are
  /// to be had.
  bool advance();
  const DelayResult& result() const { return result_; }
  /// 0 to 1.
  double progress() const;

 private:
  struct Followed {
    Pair pair;
    int depth = 0, frames = 0;
    std::array<std::array<std::uint16_t, kMaxSampled>, 2> unseen{};
    std::array<std::array<bool, kMaxSampled>, 2> is_seen{};
  };

  bool is_touching(Pair pair) const;
  void look(const Frame& frame, Followed& collision) const;
  void end(const Followed& collision);
  void follow_new(std::span<const Contact> contacts);

  Session session_;
  int alpha_threshold_;
  std::uint32_t collisions_, max_frames_, frames_ = 0, idle_ = 0;
  std::vector<std::uint64_t> touching_;  // keys of the pairs of the last frame, in order
  std::vector<Followed> followed_;
  DelayResult result_;
};

// Which n and which inset one image allows.

/// The upper end of the interval that holds the true share with a confidence of 95 % when `k` of
/// `n` cases were counted (E. Wilson, 1927); 1 of no cases.
double wilson_upper(std::uint64_t k, std::uint64_t n);

/// Which n missed a contact: [n - 1].
using MissedBy = std::array<bool, kMaxSampled>;

/// The smallest whole inset, percent, at which two overlapping boxes no longer overlap when both
/// are made so much smaller about their middles; 100 parts all.
int parting_inset(const Aabb& a, const Aabb& b);

/// What the candidates of an image's sprites showed.
struct ImageAccuracy {
  std::string name;
  std::uint16_t number = 0;  ///< in the session's images
  int safe_n = 1;            ///< of the image as it is, neither turned nor scaled
  std::uint64_t candidates = 0, contacts = 0;
  std::array<std::uint64_t, kMaxSampled> missed{};  ///< contacts, by n
  /// Contacts, and candidates that do not touch, by the inset that parts their boxes.
  std::array<std::uint64_t, 101> contacts_parted{}, others_parted{};

  void add(bool touch, int inset, const MissedBy& missed_by);

  /// The largest n whose misses keep within the rate, at the upper bound of 95 %; 1 when none does.
  int suggested_n(double rate) const;
  /// The largest inset that loses no more contacts than that rate, by the same bound; 0 when none.
  int suggested_inset(double rate) const;
  /// Of the candidates that do not touch, 0 to 1, those which that inset rejects.
  double removed_by(int inset) const;
};

/// Those that sprites of the session show, in order of their number, nothing counted yet.
std::vector<ImageAccuracy> images_of(const Session& session, int alpha_threshold);

// Accuracy of n-sampling: how many contacts each n misses on a scene's sprites, and what it reads.

struct AccuracyOptions {
  double rate = 0.05;               ///< share of contacts that may be missed, 0 to 1
  std::uint32_t contacts = 5000;    ///< as many are looked for
  std::uint32_t max_frames = 3000;  ///< steps after which it is left at what was found
  std::uint32_t collisions = 300;   ///< as many are followed from their first frame; 0: none
};

/// What one n did.
struct AccuracyRow {
  std::uint64_t missed = 0, reads = 0;
  std::uint64_t false_hits = 0;  ///< touching though the sprites do not: never, by design
  std::array<std::uint64_t, kDepthBins> missed_by_depth{};
};

struct AccuracyResult {
  AccuracyOptions options;
  std::uint64_t candidates = 0, contacts = 0, frames = 0;
  std::uint64_t circle_rejects = 0;  ///< candidates whose pixels were not read
  std::array<std::uint64_t, kDepthBins> contacts_by_depth{};
  std::array<AccuracyRow, kMaxSampled> rows{};  ///< of n = 1, 2, ...
  std::vector<ImageAccuracy> images;            ///< that the sprites show, in order of their number
  DelayResult delays;

  const AccuracyRow& of(int n) const { return rows[static_cast<std::size_t>(n - 1)]; }
  double miss_rate(int n) const;
  double reads_per_candidate(int n) const;
  /// The largest n that keeps within the rate even at the upper bound of its miss rate; 1, which is
  /// exact, when no other does.
  int suggestion() const;
};

/// One sentence for people: what the suggested n misses, is sure to miss at most, and reads.
std::string describe(const AccuracyResult& result);
Plot miss_plot(const AccuracyResult& result);  ///< % of contacts missed against n, all and by depth
Plot reads_plot(const AccuracyResult& result);  ///< pixels read per candidate against n
/// Frames until a collision is seen against n: with and without jitter, and with it by depth.
Plot delay_plot(const AccuracyResult& result);

/// Takes candidates of frames of a session and judges every n by all pixels. A contact whose two
/// sprites lie to each other as when they were last looked at is not counted again.
class AccuracyMeter {
 public:
  /// The session shows sprites with pictures, see check_accuracy; its algorithms are chosen again.
  AccuracyMeter(Session session, AccuracyOptions options);

  /// Looks at one more frame; false when there are as many contacts as were asked for, or no more
  /// are to be had.
  bool advance();
  const AccuracyResult& result() const { return result_; }
  /// 0 to 1.
  double progress() const;
  std::string phase() const { return is_sampled_ ? "following collisions" : "sampling"; }

 private:
  bool sample_frame();
  void judge(const Frame& frame, Pair pair);
  void note_of_images(const Frame& frame, Pair pair, bool touch, const MissedBy& missed);
  bool is_known(const Frame& frame, Pair pair);

  Session session_;
  AccuracyResult result_;
  std::unordered_map<std::uint64_t, std::uint64_t> seen_;  // pair: how it lay when last looked at
  int alpha_threshold_ = 128;
  bool compares_circles_ = true;
  bool is_sampled_ = false;  // contacts are done; collisions are followed next
  std::optional<DelayMeter> delays_;
  int idle_ = 0;  // frames since anything new was seen
};

/// Refuses options out of range, and sessions without pictures (recorded boxes).
Status check_accuracy(const Session& session, const AccuracyOptions& options);

/// Begins to measure the current scene, on a clone.
struct MeasureAccuracy {
  AccuracyOptions options;
};
/// Leaves it at what was found so far.
struct StopAccuracy {};

/// The study: measures in the background.
class AccuracyStudy : public BackgroundStudy<AccuracyResult> {
 public:
  Status apply(const MeasureAccuracy& c, const Session& session);
  Status apply(const StopAccuracy&, const Session&) { return stop(), Status{}; }
  /// Of what it was measured: the scene's title.
  const std::string& subject() const { return subject_; }

 private:
  std::string subject_;
};

}  // namespace phasebox
