// SPDX-License-Identifier: MIT
// What a pair costs in each narrowphase, next to a loop over RGBA pixels; answers are checked.
#include "collide/narrowphase.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "collide/registry.hpp"
#include "world/world.hpp"

namespace phasebox {
namespace {

constexpr int kImages = 96, kThreshold = 128;

/// Sides of images, px.
struct Sides {
  int smallest, largest;
};

/// An outline of random spokes that touches all sides, some with a hole: bulges and notches like
/// those of drawn sprites, opaque on about a third of the image.
class Outline {
 public:
  explicit Outline(Random& random) : hole_(random.below(4) == 0 ? random.uniform(0.2f, 0.5f) : 0) {
    const int spokes = 5 + static_cast<int>(random.below(12));
    for (int k = 0; k < spokes; ++k) {
      const Rotation r = rotation(2 * kPi * static_cast<float>(k) / static_cast<float>(spokes));
      const float reach = random.uniform(0.2f, 1);
      corners_.push_back(Vec2{r.c, r.s} * (reach * reach));
    }
    fill_square();
  }
  /// `p` from -1 to 1 on both axes.
  bool covers(Vec2 p) const { return is_within(p) && !(hole_ > 0 && is_within(p * (1 / hole_))); }

 private:
  void fill_square() {
    Aabb bounds{corners_[0], corners_[0]};
    for (const Vec2 p : corners_) bounds = united(bounds, {p, p});
    const Vec2 size = extent(bounds), middle = center(bounds);
    for (Vec2& p : corners_) p = (p - middle) * Vec2{2 / size.x, 2 / size.y};
  }
  bool is_within(Vec2 p) const {
    bool inside = false;
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      const Vec2 a = corners_[k], b = corners_[(k + 1) % corners_.size()];
      if ((a.y > p.y) == (b.y > p.y)) continue;
      if (p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
    }
    return inside;
  }

  std::vector<Vec2> corners_;
  float hole_;
};

std::shared_ptr<const Image> drawn(Random& random, Sides sides) {
  const auto side = [&] {
    const int choices = sides.largest - sides.smallest + 1;
    return sides.smallest + static_cast<int>(random.below(static_cast<std::uint32_t>(choices)));
  };
  const int width = side(), height = side();
  const Outline outline(random);
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto across = [](int k, int n) {
        return (static_cast<float>(k) + 0.5f) * 2 / static_cast<float>(n) - 1;
      };
      const bool opaque = outline.covers({across(x, width), across(y, height)});
      rgba.insert(rgba.end(), {200, 180, 90, static_cast<std::uint8_t>(opaque ? 255 : 0)});
    }
  return *make_image("drawn", width, height, std::move(rgba));
}

/// The mean share of pixels that are opaque.
double mean_fill(const ImageSet& images) {
  double sum = 0;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const auto& alpha = images[i].alpha;
    sum += static_cast<double>(
               std::ranges::count_if(alpha, [](std::uint8_t a) { return a >= kThreshold; })) /
           static_cast<double>(alpha.size());
  }
  return sum / static_cast<double>(images.size());
}

/// Pairs of sprites (2k, 2k + 1) whose images' rectangles overlap.
class Course {
 public:
  Course(std::size_t pairs, std::uint64_t seed, Sides sides, bool turned) {
    Random random(seed);
    for (int k = 0; k < kImages; ++k) images_.add(drawn(random, sides));
    while (pairs_.size() < pairs) add_pair(random, turned);
    transforms_.resize(world_.size());
    boxes_.resize(world_.size());
    place_sprites(world_, images_, {}, transforms_, boxes_);
  }

  Frame frame() const { return frame_of(world_, images_, transforms_, boxes_); }
  std::span<const Pair> pairs() const { return pairs_; }
  const ImageSet& images() const { return images_; }

 private:
  void add_pair(Random& random, bool turned) {
    Sprite a, b;
    for (Sprite* s : {&a, &b}) {
      s->image = static_cast<std::uint16_t>(random.below(kImages));
      if (!turned) continue;
      s->angle = random.uniform(-kPi, kPi);
      s->scale = Vec2{1, 1} * random.uniform(0.5f, 2);
    }
    const auto place = [&] {
      return Vec2{std::round(random.uniform(0, 1280)), std::round(random.uniform(0, 720))};
    };
    a.position = place();
    const auto reach = [](float p, float q) { return (p + q) * 0.5f; };
    const Aabb at_a = box(a), at_b = box(b);
    const Vec2 span{reach(extent(at_a).x, extent(at_b).x), reach(extent(at_a).y, extent(at_b).y)};
    b.position = a.position + Vec2{std::round(random.uniform(-span.x, span.x)),
                                   std::round(random.uniform(-span.y, span.y))};
    if (!overlaps(box(a), box(b))) return;
    pairs_.push_back(
        {static_cast<SpriteId>(world_.size()), static_cast<SpriteId>(world_.size() + 1)});
    world_.add(a);
    world_.add(b);
  }
  Aabb box(const Sprite& s) const {
    return translated(volume_box(images_[s.image], Volume::tight, rotation(s.angle), s.scale),
                      s.position);
  }

  ImageSet images_;
  World world_;
  std::vector<Transform> transforms_;
  std::vector<Aabb> boxes_;
  std::vector<Pair> pairs_;
};

/// Every pixel of the overlap, by the straightforward loop over RGBA.
class NaiveLoop : public Narrowphase {
 public:
  ParamView params() override { return {}; }
  void confirm(const Frame& f, std::span<const Pair> candidates, Sink<Contact>& out,
               Recorder*) override {
    for (const Pair pair : candidates) {
      const PixelView a = pixel_view(f, pair.a), b = pixel_view(f, pair.b);
      Contact contact{.pair = pair, .point = {}, .normal = {}};
      const PixelRect overlap = intersection(pixel_rect(f, pair.a, a), pixel_rect(f, pair.b, b));
      const bool plain = a.is_plain() && b.is_plain();
      if (plain ? plain_hit(a, b, overlap, contact) : turned_hit(a, b, overlap, contact))
        out.push(contact);
    }
  }

 private:
  static bool plain_hit(const PixelView& a, const PixelView& b, const PixelRect& r, Contact& c) {
    const Image &p = a.image(), &q = b.image();
    for (int y = r.y0; y < r.y1; ++y)
      for (int x = r.x0; x < r.x1; ++x) {
        const int at_p = ((y - a.top()) * p.width + (x - a.left())) * 4 + 3;
        const int at_q = ((y - b.top()) * q.width + (x - b.left())) * 4 + 3;
        if (p.rgba[static_cast<std::size_t>(at_p)] < kThreshold) continue;
        if (q.rgba[static_cast<std::size_t>(at_q)] < kThreshold) continue;
        return hit(x, y, c);
      }
    return false;
  }
  static bool turned_hit(const PixelView& a, const PixelView& b, const PixelRect& r, Contact& c) {
    for (int y = r.y0; y < r.y1; ++y)
      for (int x = r.x0; x < r.x1; ++x)
        if (a.alpha(x, y) >= kThreshold && b.alpha(x, y) >= kThreshold) return hit(x, y, c);
    return false;
  }
  static bool hit(int x, int y, Contact& c) {
    c.point = {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
    return true;
  }
};

/// How an answer may differ from the exact one.
enum class Promise { exact, no_false_hits, no_misses, none };

struct Contestant {
  std::string name;
  std::unique_ptr<Narrowphase> narrowphase;
  Promise promise;
  Sink<Contact> contacts{};
  std::vector<double> ns{};  // per pair, by round
  double recall = 0;
  std::size_t false_hits = 0;
  bool wrong = false;
};

using Settings = std::vector<std::pair<std::string_view, double>>;

std::vector<Contestant> contestants() {
  std::vector<Contestant> all;
  all.push_back({"naive RGBA loop", std::make_unique<NaiveLoop>(), Promise::exact});
  const auto add = [&](std::string name, std::string_view id, Promise promise,
                       const Settings& settings) {
    auto made = find_entry(narrowphases(), id)->make();
    for (const auto& [key, value] : settings) {
      const ParamView view = made->params();
      find_param(view.rows, key)->set(view.object, value);
    }
    all.push_back({std::move(name), std::move(made), promise});
  };
  for (const int n : {1, 2, 4, 8})
    add("pixel-samples, n = " + std::to_string(n), "pixel-samples",
        n == 1 ? Promise::exact : Promise::no_false_hits, {{"n", n}});
  add("bit-mask", "bit-mask", Promise::exact, {});
  for (const int leaf : {8, 16, 32})
    add("alpha-quadtree, leaf " + std::to_string(leaf), "alpha-quadtree", Promise::exact,
        {{"leaf-size", leaf}});
  // The other way than by default.
  add("samples, n = 1, no circles", "pixel-samples", Promise::exact,
      {{"n", 1}, {"circle-reject", 0}});
  add("bit-mask, circles", "bit-mask", Promise::exact, {{"circle-reject", 1}});
  add("quadtree, leaf 16, circles", "alpha-quadtree", Promise::exact,
      {{"leaf-size", 16}, {"circle-reject", 1}});
  add("convex-hull", "convex-hull", Promise::no_misses, {});
  add("circle", "circle", Promise::no_misses, {});
  add("inset-box", "inset-box", Promise::none, {});
  return all;
}

/// In processor time, so that other programs do not count.
double run_once(Contestant& c, const Course& course) {
  c.contacts.clear();
  const std::clock_t start = std::clock();
  c.narrowphase->confirm(course.frame(), course.pairs(), c.contacts, nullptr);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return seconds * 1e9 / static_cast<double>(course.pairs().size());
}

/// Compares the contacts with the exact ones, both in the order of the pairs.
void check(Contestant& c, std::span<const Contact> exact) {
  std::size_t shared = 0, same_points = 0;
  auto e = exact.begin();
  for (const Contact& got : c.contacts.items()) {
    while (e != exact.end() && e->pair.a < got.pair.a) ++e;
    if (e == exact.end() || e->pair != got.pair) continue;
    ++shared;
    same_points += e->point == got.point;
  }
  c.false_hits = c.contacts.size() - shared;
  c.recall = static_cast<double>(shared) / static_cast<double>(exact.size());
  const bool missed = shared < exact.size();
  switch (c.promise) {
    case Promise::exact: c.wrong = missed || c.false_hits > 0 || same_points < shared; break;
    case Promise::no_false_hits: c.wrong = c.false_hits > 0; break;
    case Promise::no_misses: c.wrong = missed; break;
    case Promise::none: break;
  }
}

double quantile(std::vector<double> values, double q) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

void print(const std::vector<Contestant>& all, const Course& course) {
  const double pairs = static_cast<double>(course.pairs().size());
  std::printf("%-26s %10s %17s %9s %8s %7s\n", "", "ns/pair", "quartiles", "of naive", "recall",
              "false");
  const double naive = quantile(all[0].ns, 0.5);
  for (const Contestant& c : all) {
    if (c.wrong) {
      std::printf("%-26s %10s\n", c.name.c_str(), "WRONG");
      continue;
    }
    const double median = quantile(c.ns, 0.5);
    std::printf("%-26s %10.1f %8.1f-%8.1f %9.3f %8.3f %7.3f\n", c.name.c_str(), median,
                quantile(c.ns, 0.25), quantile(c.ns, 0.75), median / naive, c.recall,
                static_cast<double>(c.false_hits) / pairs);
  }
  std::printf("\n");
}

struct Options {
  std::size_t pairs;
  int rounds;
  std::uint64_t seed;
  std::string_view only;   // part of a name; the naive loop always runs
  std::string_view table;  // part of a title; empty: all of them
};

/// One table; false when an answer is wrong.
bool race(std::string_view title, Sides sides, bool turned, const Options& options) {
  const auto& [pairs, rounds, seed, only, table] = options;
  if (title.find(table) == title.npos) return true;
  const Course course(pairs, seed, sides, turned);
  std::vector<Contestant> all = contestants();
  const auto is_left_out = [&](const Contestant& c) { return c.name.find(only) == c.name.npos; };
  all.erase(std::remove_if(all.begin() + 1, all.end(), is_left_out), all.end());
  for (Contestant& c : all) {
    c.narrowphase->reset(course.frame());
    for (int warm = 0; warm < 2; ++warm) run_once(c, course);
  }
  std::size_t wrong = 0;
  for (Contestant& c : all) check(c, all[0].contacts.items()), wrong += c.wrong;
  std::printf(
      "%.*s: %zu pairs of %d images, %d-%d px, mean fill %.2f, %.0f %% collide, seed %llu\n",
      static_cast<int>(title.size()), title.data(), pairs, kImages, sides.smallest, sides.largest,
      mean_fill(course.images()),
      100.0 * static_cast<double>(all[0].contacts.size()) / static_cast<double>(pairs),
      static_cast<unsigned long long>(seed));
  // Rotated: no contestant always runs first, or after the same one.
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < all.size(); ++k) {
      Contestant& c = all[(k + static_cast<std::size_t>(round)) % all.size()];
      if (!c.wrong) c.ns.push_back(run_once(c, course));
    }
  print(all, course);
  return wrong == 0;
}

/// The value of the option `--name`, or nothing.
std::string_view text(std::span<char* const> arguments, std::string_view name) {
  for (std::size_t k = 1; k + 1 < arguments.size(); ++k)
    if (name == arguments[k]) return arguments[k + 1];
  return {};
}
long number(std::span<char* const> arguments, std::string_view name, long otherwise) {
  const std::string_view typed = text(arguments, name);
  return typed.empty() ? otherwise : std::max(1L, std::atol(typed.data()));
}

}  // namespace
}  // namespace phasebox

int main(int count, char** values) {
  using namespace phasebox;
  const std::span<char* const> arguments(values, static_cast<std::size_t>(count));
  Options options{static_cast<std::size_t>(number(arguments, "--pairs", 20000)),
                  static_cast<int>(number(arguments, "--rounds", 21)),
                  static_cast<std::uint64_t>(number(arguments, "--seed", 1)),
                  text(arguments, "--only"), text(arguments, "--table")};
  constexpr Sides kDefault{32, 200}, kLarge{400, 1200};
  bool right = race("Neither turned nor scaled", kDefault, false, options);
  options.pairs = (options.pairs + 3) / 4;  // each costs more
  right &= race("Turned and scaled", kDefault, true, options);
  options.pairs = (options.pairs + 3) / 4;
  right &= race("Large, neither turned nor scaled", kLarge, false, options);
  return right ? 0 : 1;
}
