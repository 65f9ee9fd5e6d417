// SPDX-License-Identifier: MIT
// Bodies that fly, fall and push each other apart, as simply as a recording allows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "base/random.hpp"
#include "collide/box_recording.hpp"

namespace phasebox::test {

/// A box that moves by itself.
struct Body {
  std::int64_t id = 0;
  Vec2 at, half{4, 4};  ///< px: center and half size
  Vec2 velocity;        ///< px per frame
  Filter filter;
  bool is_static = false;

  Aabb box() const { return {at - half, at + half}; }
};

/// Whether the columns of rules are written.
enum class Rules : std::uint8_t { none, some };

/// Appends the bodies as the next frame; they are in order of their ids.
void add_frame(BoxRecording& trace, std::span<const Body> bodies, Rules rules = Rules::none);

/// `n` bodies in a square field in which they cover about a tenth, at rest, with ids from `first`.
std::vector<Body> scattered(Random& random, std::size_t n, std::int64_t first, float& side);

/// One frame of free flight in the square [0, side); borders throw back.
void fly(std::span<Body> bodies, float side);

/// One frame of falling by `gravity` px per frame and frame, after which `confine(body)` puts each
/// body back into its container and overlapping ones are pushed apart, half each.
class Heap {
 public:
  template <class Confine>
  void step(std::vector<Body>& bodies, float gravity, Confine confine) {
    begin(bodies, gravity);
    for (Body& body : bodies) confine(body);
    push_apart(bodies);
    for (Body& body : bodies) confine(body);
    end(bodies);
  }

 private:
  void begin(std::vector<Body>& bodies, float gravity);
  void push_apart(std::vector<Body>& bodies);
  void end(std::vector<Body>& bodies);

  std::vector<Vec2> before_;
  std::vector<Aabb> boxes_;
};

}  // namespace phasebox::test
