// SPDX-License-Identifier: MIT
// Sprites poured into a bowl beside Box2D's world: the same hulls of at most 8 corners, bowl,
// sizes, gravity, friction and restitution. All take turns, step by step. Prints a table.
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

namespace phasebox {
namespace {

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
    reduce(image.hull, b2_maxPolygonVertices);
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

class OfPhasebox : public Contestant {
 public:
  OfPhasebox(std::uint32_t count, unsigned threads)
      : session_(reduced_images()), threads_(threads) {
    session_.set_threads(threads);
    const double side = std::sqrt(std::max(1.0, count / 1003.0));
    must(session_.apply(command::LoadScene{"pour"}));
    must(session_.apply(command::SetParam{Owner::world(), "width", 1280 * side}));
    must(session_.apply(command::SetParam{Owner::world(), "height", 720 * side}));
    must(session_.apply(command::SetParam{Owner::scene(), "count", static_cast<double>(count)}));
    must(session_.apply(command::Restart{}));
    must(session_.apply(command::SelectBroadphase{"hierarchical-grid"}));
    session_.detect();
  }
  void step() override { session_.move(); }
  std::string name() const override {
    return threads_ == 1 ? "phasebox" : "phasebox, " + std::to_string(threads_) + " threads";
  }
  unsigned threads() const override { return threads_; }
  const Session& session() const { return session_; }

 private:
  static void must(const Status& status) {
    if (!status) return;
    std::fprintf(stderr, "%s\n", status->text.c_str());
    std::exit(1);
  }
  Session session_;
  unsigned threads_;
};

/// 32 px are a meter, so that its slop means 0.16 px.
class OfBox2d : public Contestant {
 public:
  OfBox2d(const Session& from, bool sleeps)
      : world_({from.response().gravity_x * kMeter, from.response().gravity_y * kMeter}),
        sleeps_(sleeps) {
    world_.SetAllowSleeping(sleeps);
    for (SpriteId i = 0; i < from.world().size(); ++i)
      add(from.world().get(i), from.images(), from.response());
    add_borders(from.options(), from.response());
  }
  void step() override { world_.Step(1 / 60.0f, 8, 3); }
  std::string name() const override {
    return sleeps_ ? "Box2D, sleeping on" : "Box2D, sleeping off";
  }

 private:
  static constexpr float kMeter = 1 / 32.0f;

  void add(const Sprite& s, const ImageSet& images, const ResponseOptions& response) {
    b2BodyDef def;
    def.type = s.is_static ? b2_staticBody : b2_dynamicBody;
    def.position = {s.position.x * kMeter, s.position.y * kMeter};
    def.angle = s.angle;
    def.linearVelocity = {s.velocity.x * 60 * kMeter, s.velocity.y * 60 * kMeter};
    def.angularVelocity = s.spin * 60;
    std::vector<b2Vec2> corners;
    for (const Vec2 p : images[s.image].hull)
      corners.push_back({p.x * s.scale.x * kMeter, p.y * s.scale.y * kMeter});
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
  std::vector<std::unique_ptr<Contestant>> all;
  auto first = std::make_unique<OfPhasebox>(count, 1);
  const Session& session = first->session();
  auto box2d = std::make_unique<OfBox2d>(session, false),
       sleepy = std::make_unique<OfBox2d>(session, true);
  all.push_back(std::move(first));
  all.push_back(std::make_unique<OfPhasebox>(count, 2));
  all.push_back(std::move(box2d)), all.push_back(std::move(sleepy));
  run(all, kPourSteps);
  print("pour", count, all);
  run(all, kSettleSteps);
  print("settle", count, all);
  run(all, kRestSteps);
  print("rest", count, all);
}

}  // namespace
}  // namespace phasebox

int main(int count, char** values) {
  if (count > 1) {
    for (int k = 1; k < count; ++k)
      phasebox::race(static_cast<std::uint32_t>(std::atoi(values[k])));
    return 0;
  }
  for (const std::uint32_t n : {303u, 1003u, 5003u}) phasebox::race(n);
}
