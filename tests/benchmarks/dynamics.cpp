// SPDX-License-Identifier: MIT
// Sprites poured into a bowl, and pyramids, beside Box2D's world: the same hulls of at most 8
// corners, bowl, sizes, gravity, friction and restitution. All take turns, step by step. Prints a
// table; with --known the rows of goals.txt. Box2D is Debian's 2.4, or with
// -DPHASEBOX_BOX2D3=FOLDER version 3, of which that folder has `include` and the library.
#include "world/dynamics/dynamics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <box2d/box2d.h>

#include "base/statistics.hpp"
#include "io/pictures/images.hpp"
#include "session/session.hpp"
#include "world/dynamics/sleep.hpp"

namespace phasebox {
namespace {

/// Box2D takes hulls of so many corners.
constexpr std::size_t kCorners = 8;
/// Steps until what is poured has come down.
constexpr int kPourSteps = 300;

/// Leaves out the corner whose triangle is smallest until so many are left.
void reduce(std::vector<Vec2>& hull, std::size_t corners) {
  while (hull.size() > corners) {
    std::size_t least = 0;
    float area = 1e30f;
    for (std::size_t k = 0; k < hull.size(); ++k) {
      const std::size_t n = hull.size();
      const Vec2 a = hull[(k + n - 1) % n], b = hull[k], c = hull[(k + 1) % n];
      const float here = std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
      if (here < area) area = here, least = k;
    }
    hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(least));
  }
}

ImageSet reduced_images() {
  const ImageSet all = builtin_images();
  ImageSet images;
  for (std::size_t k = 0; k < all.size(); ++k) {
    Image image = all[k];
    reduce(image.hull, kCorners);
    images.add(std::make_shared<const Image>(std::move(image)));
  }
  return images;
}

double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// What is poured, and how it is timed.
class Contestant {
 public:
  virtual ~Contestant() = default;
  virtual void step() = 0;
  virtual std::string name() const = 0;
  std::vector<double> ms;

  /// Of a single thread, what the machine did meanwhile for others does not count.
  void timed_step() {
    const double cpu = thread_ms();
    const auto begun = std::chrono::steady_clock::now();
    step();
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begun;
    ms.push_back(threads() > 1 ? wall.count() : std::min(wall.count(), thread_ms() - cpu));
  }
  virtual unsigned threads() const { return 1; }
};

struct Setup {
  World world;
  ImageSet images;
  WorldOptions field;
  ResponseOptions response;
};

void must(const Status& status) {
  if (!status.failed()) return;
  std::fprintf(stderr, "%s\n", status.error().text.english().c_str());
  std::exit(1);
}

Setup pour(std::uint32_t count) {
  Session session(reduced_images());
  const double side = std::sqrt(std::max(1.0, count / 1003.0));
  must(session.apply(command::LoadScene{"pour"}));
  must(session.apply(command::SetParam{Owner::world(), "width", 1280 * side}));
  must(session.apply(command::SetParam{Owner::world(), "height", 720 * side}));
  must(session.apply(command::SetParam{Owner::scene(), "count", static_cast<double>(count)}));
  must(session.apply(command::SetParam{Owner::scene(), "drain", 0}));
  must(session.apply(command::Restart{}));
  return {session.world(), session.images(), session.settings().world, session.settings().response};
}

/// Of so many rows; nothing sleeps.
Setup pyramid(int rows) {
  Setup s;
  s.images.add(make_solid_image("box", 20, 20));
  s.field.width = 4000, s.field.height = 2000, s.field.edges = Edges::open;
  s.response.response = Response::impulse, s.response.gravity_y = 360;
  s.response.restitution = 0, s.response.friction = 0.6f, s.response.sleeping = false;
  Sprite floor;
  floor.position = {2000, 1950}, floor.scale = {200, 5}, floor.is_static = true;
  s.world.add(floor);
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < rows - row; ++k) {
      Sprite box;
      box.position = {2000 + 21 * (static_cast<float>(k) - static_cast<float>(rows - row - 1) / 2),
                      1889.99f - 20.02f * static_cast<float>(row)};
      s.world.add(box);
    }
  return s;
}

class OfPhasebox : public Contestant {
 public:
  OfPhasebox(const Setup& setup, unsigned threads)
      : setup_(setup),
        finder_(find_entry(broadphases(), "hierarchical-grid")->make()),
        threads_(threads) {}
  void step() override {
    dynamics_.step(setup_.world, setup_.images, setup_.field, setup_.response, *finder_,
                   !std::exchange(has_begun_, true), threads_);
  }
  std::string name() const override {
    return threads_ == 1 ? "phasebox" : "phasebox, " + std::to_string(threads_) + " threads";
  }
  unsigned threads() const override { return threads_; }
  bool is_asleep() const { return SleepingIslands::is_all_asleep(setup_.world); }

 private:
  Setup setup_;
  std::unique_ptr<Broadphase> finder_;
  Dynamics dynamics_;
  unsigned threads_;
  bool has_begun_ = false;
};

constexpr float kMeter = 1 / 32.0f;  // 32 px, so that Box2D's slop means 0.16 px

std::vector<b2Vec2> corners_of(const Sprite& s, const ImageSet& images) {
  std::vector<b2Vec2> corners;
  for (const Vec2 p : images[s.image].hull)
    corners.push_back({p.x * s.scale.x * kMeter, p.y * s.scale.y * kMeter});
  return corners;
}

#if PHASEBOX_BOX2D3
class OfBox2d : public Contestant {
 public:
  OfBox2d(const Setup& from, bool sleeps) : sleeps_(sleeps) {
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = {from.response.gravity_x * kMeter, from.response.gravity_y * kMeter};
    def.enableSleep = sleeps;
    world_ = b2CreateWorld(&def);
    shape_ = b2DefaultShapeDef();
    shape_.density = from.response.density;
    shape_.material.friction = from.response.friction;
    shape_.material.restitution = from.response.restitution;
    for (SpriteId i = 0; i < from.world.size(); ++i) add(from.world.get(i), from.images);
    if (from.field.edges == Edges::bounce) add_borders(from.field);
  }
  ~OfBox2d() override { b2DestroyWorld(world_); }
  void step() override { b2World_Step(world_, 1 / 60.0f, 4); }
  std::string name() const override {
    return sleeps_ ? "Box2D 3, sleeping on" : "Box2D 3, sleeping off";
  }

 private:
  void add(const Sprite& s, const ImageSet& images) {
    b2BodyDef def = b2DefaultBodyDef();
    def.type = s.is_static ? b2_staticBody : b2_dynamicBody;
    def.position = {s.position.x * kMeter, s.position.y * kMeter};
    def.rotation = b2MakeRot(s.angle);
    def.linearVelocity = {s.velocity.x * 60 * kMeter, s.velocity.y * 60 * kMeter};
    def.angularVelocity = s.spin * 60;
    const std::vector<b2Vec2> corners = corners_of(s, images);
    const b2Hull hull = b2ComputeHull(corners.data(), static_cast<int>(corners.size()));
    const b2Polygon polygon = b2MakePolygon(&hull, 0);
    b2CreatePolygonShape(b2CreateBody(world_, &def), &shape_, &polygon);
  }
  void add_borders(const WorldOptions& field) {
    const b2BodyDef def = b2DefaultBodyDef();
    const b2BodyId body = b2CreateBody(world_, &def);
    const float w = field.width * kMeter, h = field.height * kMeter, far = 100 * h;
    const b2Vec2 corners[] = {{0, -far}, {0, h}, {w, h}, {w, -far}};
    for (int k = 0; k < 3; ++k) {
      const b2Segment edge{corners[k], corners[k + 1]};
      b2CreateSegmentShape(body, &shape_, &edge);
    }
  }
  b2WorldId world_;
  b2ShapeDef shape_;
  bool sleeps_;
};
#else
class OfBox2d : public Contestant {
 public:
  OfBox2d(const Setup& from, bool sleeps)
      : world_({from.response.gravity_x * kMeter, from.response.gravity_y * kMeter}),
        sleeps_(sleeps) {
    world_.SetAllowSleeping(sleeps);
    for (SpriteId i = 0; i < from.world.size(); ++i)
      add(from.world.get(i), from.images, from.response);
    if (from.field.edges == Edges::bounce) add_borders(from.field, from.response);
  }
  void step() override { world_.Step(1 / 60.0f, 8, 3); }
  std::string name() const override {
    return sleeps_ ? "Box2D, sleeping on" : "Box2D, sleeping off";
  }

 private:
  void add(const Sprite& s, const ImageSet& images, const ResponseOptions& response) {
    b2BodyDef def;
    def.type = s.is_static ? b2_staticBody : b2_dynamicBody;
    def.position = {s.position.x * kMeter, s.position.y * kMeter};
    def.angle = s.angle;
    def.linearVelocity = {s.velocity.x * 60 * kMeter, s.velocity.y * 60 * kMeter};
    def.angularVelocity = s.spin * 60;
    const std::vector<b2Vec2> corners = corners_of(s, images);
    b2PolygonShape shape;
    shape.Set(corners.data(), static_cast<int>(corners.size()));
    attach(*world_.CreateBody(&def), shape, response);
  }
  void add_borders(const WorldOptions& world, const ResponseOptions& response) {
    b2BodyDef def;
    b2Body& body = *world_.CreateBody(&def);
    const float w = world.width * kMeter, h = world.height * kMeter, far = 100 * h;
    const b2Vec2 corners[] = {{0, -far}, {0, h}, {w, h}, {w, -far}};
    for (int k = 0; k < 3; ++k) {
      b2EdgeShape edge;
      edge.SetTwoSided(corners[k], corners[k + 1]);
      attach(body, edge, response);
    }
  }
  void attach(b2Body& body, const b2Shape& shape, const ResponseOptions& response) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = response.density;
    fixture.friction = response.friction;
    fixture.restitution = response.restitution;
    body.CreateFixture(&fixture);
  }
  b2World world_;
  bool sleeps_;
};
#endif

/// They take turns, step by step, and each begins as often as any other.
void run(std::vector<std::unique_ptr<Contestant>>& all, int steps) {
  for (int step = 0; step < steps; ++step)
    for (std::size_t k = 0; k < all.size(); ++k)
      all[(k + static_cast<std::size_t>(step)) % all.size()]->timed_step();
}

constexpr int kSettleSteps = 700, kRestSteps = 100;

void print(const char* phase, std::uint32_t count, std::vector<std::unique_ptr<Contestant>>& all) {
  for (const auto& one : all) {
    const Summary ms = summary_of(one->ms);
    std::printf("%6u  %-6s %-22s mean %8.3f  median %8.3f  p99 %8.3f  worst %8.3f ms\n", count,
                phase, one->name().c_str(), ms.mean, ms.median, ms.p99, ms.worst);
    one->ms.clear();
  }
}

void race(std::uint32_t count) {
  const Setup setup = pour(count);
  std::vector<std::unique_ptr<Contestant>> all;
  all.push_back(std::make_unique<OfPhasebox>(setup, 1));
  all.push_back(std::make_unique<OfPhasebox>(setup, 2));
  all.push_back(std::make_unique<OfBox2d>(setup, false));
  all.push_back(std::make_unique<OfBox2d>(setup, true));
  run(all, kPourSteps);
  print("pour", count, all);
  run(all, kSettleSteps);
  print("settle", count, all);
  run(all, kRestSteps);
  print("rest", count, all);
}

// Rows as those of `phasebox_bench_cliffs --known`: a multiple of Box2D, or of what it may take.

void print_known(const std::string& name, std::size_t bodies, const char* of, double ratio) {
  std::printf("%-22s %7zu %-14s %7s %9.2f\n", name.c_str(), bodies, of, "-", ratio);
  std::fflush(stdout);
}

/// Times of all steps since the last call.
double mean_ratio(std::vector<std::unique_ptr<Contestant>>& all) {
  const double ratio = summary_of(all[0]->ms).mean / summary_of(all[1]->ms).mean;
  for (const auto& one : all) one->ms.clear();
  return ratio;
}

std::vector<std::unique_ptr<Contestant>> both(const Setup& setup) {
  std::vector<std::unique_ptr<Contestant>> all;
  all.push_back(std::make_unique<OfPhasebox>(setup, 1));
  all.push_back(std::make_unique<OfBox2d>(setup, setup.response.sleeping));
  return all;
}

void known_pour(std::uint32_t count) {
  constexpr int kWhole = 1200;
  constexpr double kFrame = 1000 / 60.0;  // ms
  const std::string of = "-" + std::to_string(count);
  auto all = both(pour(count));
  const auto& ours = static_cast<const OfPhasebox&>(*all[0]);
  run(all, kPourSteps);
  double worst = summary_of(ours.ms).worst;
  print_known("pour" + of, count, "box2d", mean_ratio(all));
  int step = kPourSteps;
  for (; step < kWhole && !ours.is_asleep(); ++step) run(all, 1);
  worst = std::max(worst, summary_of(ours.ms).worst);
  print_known("settle" + of, count, "box2d", mean_ratio(all));
  print_known("asleep" + of, count, "1200-steps", static_cast<double>(step) / kWhole);
  print_known("worst-step" + of, count, "1/60-s", worst / kFrame);
}

void known() {
  std::printf("%-22s %7s %-14s %7s %9s\n", "world", "bodies", "times", "pairs", "phasebox");
  for (const int rows : {20, 45}) {
    const Setup setup = pyramid(rows);
    auto all = both(setup);
    run(all, 240);
    print_known("pyramid-" + std::to_string(rows), setup.world.size(), "box2d", mean_ratio(all));
  }
  for (const std::uint32_t count : {1003u, 2003u, 5003u}) known_pour(count);
}

}  // namespace
}  // namespace phasebox

int main(int count, char** values) {
  if (count > 1 && std::string(values[1]) == "--known") {
    phasebox::known();
    return 0;
  }
  if (count > 1) {
    for (int k = 1; k < count; ++k)
      phasebox::race(static_cast<std::uint32_t>(std::atoi(values[k])));
    return 0;
  }
  for (const std::uint32_t n : {303u, 1003u, 5003u}) phasebox::race(n);
}
