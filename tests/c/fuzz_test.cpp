// SPDX-License-Identifier: MIT
// Calls of all kinds with arguments of all kinds: each gives a status, and a sentence where it is
// refused. What it must not do is seen by the sanitizers.
#include <array>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "c/phasebox.h"
#include "collide/broadphase.hpp"

namespace phasebox::test {
namespace c_fuzz_test {

/// A program that takes no care at all.
class Careless {
 public:
  explicit Careless(std::uint64_t seed) : random_(seed) {
    const auto all = broadphases();
    const auto entry = all[random_.below(static_cast<std::uint32_t>(all.size()))];
    const std::string id(entry->id);
    EXPECT_EQ(phasebox_world_create(id.c_str(), nullptr, &world_), PHASEBOX_OK);
    EXPECT_EQ(phasebox_create(id.c_str(), nullptr, &broadphase_), PHASEBOX_OK);
    handles_.push_back(0);
  }
  ~Careless() {
    phasebox_world_destroy(world_);
    phasebox_destroy(broadphase_);
  }
  Careless(const Careless&) = delete;
  Careless& operator=(const Careless&) = delete;

  void call() {
    const phasebox_status status = random_call();
    EXPECT_STRNE(phasebox_status_name(status), "unknown status");
    ++(status == PHASEBOX_OK ? accepted : refused);
    EXPECT_TRUE(status == PHASEBOX_OK || *phasebox_error() != 0);
  }

  int accepted = 0, refused = 0;

 private:
  static constexpr std::size_t kRoom = 50;

  bool rarely() { return random_.below(12) == 0; }
  float number() {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    constexpr std::array kOdd{0.0f,
                              -0.0f,
                              1.0f,
                              -1.0f,
                              3e38f,
                              -3e38f,
                              1e-40f,
                              kInf,
                              kMaxFloat,
                              -kInf,
                              std::numeric_limits<float>::quiet_NaN()};
    if (rarely()) return kOdd[random_.below(kOdd.size())];
    return random_.uniform(-100, 500);
  }
  std::array<float, 4> box() {
    std::array<float, 4> edges{};
    for (float& edge : edges) edge = number();
    if (rarely()) return edges;
    if (edges[2] < edges[0]) std::swap(edges[0], edges[2]);
    if (edges[3] < edges[1]) std::swap(edges[1], edges[3]);
    return edges;
  }
  phasebox_handle handle() {
    const auto known = handles_[random_.below(static_cast<std::uint32_t>(handles_.size()))];
    return rarely() ? known + (1ull << 32) : known;
  }
  phasebox_world* world() { return rarely() ? nullptr : world_; }
  std::size_t* count() { return rarely() ? nullptr : &count_; }
  std::size_t room() { return random_.below(kRoom + 1); }
  phasebox_hit* hits() { return rarely() ? nullptr : hits_.data(); }

  phasebox_status random_call() {
    switch (random_.below(12)) {
      case 0:
      case 1: return insert();
      case 2:
      case 3: return move();
      case 4: return phasebox_remove(world(), handle());
      case 5: return phasebox_update(world());
      case 6: return contacts();
      case 7: return query();
      case 8: return find_pairs();
      case 9: return parameters();
      case 10: return query_frame();
      default: return filters();
    }
  }
  phasebox_status insert() {
    phasebox_object object{};
    object.struct_size = rarely() ? random_.below(99) : sizeof object;
    const auto edges = box();
    std::copy(edges.begin(), edges.end(), object.box);
    object.category = static_cast<std::uint16_t>(random_.below(4));
    object.mask = static_cast<std::uint16_t>(random_.below(8));
    object.is_static = random_.below(2) ? 7 : 0;
    phasebox_handle made = 0;
    phasebox_world* const into = world();
    const auto status = phasebox_insert(into, &object, rarely() ? nullptr : &made);
    if (status == PHASEBOX_OK) handles_.push_back(made);
    return status;
  }
  phasebox_status move() {
    const auto edges = box();
    phasebox_world* const where = world();
    const auto what = handle();
    return phasebox_move(where, what, rarely() ? nullptr : edges.data());
  }
  phasebox_status filters() {
    const auto category = static_cast<std::uint16_t>(random_.below(8));
    const auto what = handle();
    if (random_.below(2)) return phasebox_set_static(world_, what, category);
    phasebox_object object{};
    object.struct_size = sizeof object;
    if (rarely()) return phasebox_get_object(world_, what, &object);
    return phasebox_set_filter(world_, what, category, 3);
  }
  phasebox_status contacts() {
    phasebox_contact* const to = rarely() ? nullptr : contacts_.data();
    const std::size_t most = room();
    std::size_t* const number = count();
    switch (random_.below(3)) {
      case 0: return phasebox_contacts(world_, to, most, number);
      case 1: return phasebox_contacts_begun(world_, to, most, number);
      default: return phasebox_contacts_ended(world_, to, most, number);
    }
  }
  phasebox_status query() {
    const auto edges = box();
    phasebox_world* const where = world();
    phasebox_hit* const to = hits();
    const std::size_t most = room();
    std::size_t* const number = count();
    const auto [a, b, c, d] = edges;
    switch (random_.below(5)) {
      case 0: return phasebox_query_box(where, edges.data(), 0xFFFF, to, most, number);
      case 1: return phasebox_query_point(where, a, b, 3, to, most, number);
      case 2: return phasebox_query_circle(where, a, b, c, 3, to, most, number);
      case 3: return phasebox_query_segment(where, a, b, c, d, 3, to, most, number);
      default: return phasebox_query_nearest(where, a, b, room(), 3, to, most, number);
    }
  }
  phasebox_status find_pairs() {
    phasebox_frame frame{};
    frame.struct_size = rarely() ? 3 : sizeof frame;
    frame.count = random_.below(30);
    std::vector<std::array<float, 4>> boxes;
    ids_.clear();
    for (std::size_t k = 0; k < frame.count; ++k) {
      boxes.push_back(box());
      ids_.push_back(random_.below(5000));
    }
    frame.boxes = rarely() || boxes.empty() ? nullptr : boxes[0].data();
    if (random_.below(2)) frame.ids = ids_.data();
    frame.box_stride = rarely() ? random_.below(16) : 0;  // shorter ones stay within the boxes
    const std::size_t most = room();
    const auto status = phasebox_find_pairs(broadphase_, &frame, pairs_.data(), most, count());
    // They may be looked at by queries until the next frame that is accepted.
    if (status == PHASEBOX_OK || status == PHASEBOX_TOO_SMALL) frame_.swap(boxes);
    return status;
  }
  phasebox_status query_frame() {
    const auto edges = box();
    const std::size_t most = room();
    return phasebox_query(broadphase_, edges.data(), found_.data(), most, count());
  }
  phasebox_status parameters() {
    phasebox_param row{};
    phasebox_broadphase* const one =
        random_.below(2) ? broadphase_ : phasebox_world_broadphase(world_);
    const auto status = phasebox_param_at(one, random_.below(8), &row);
    if (status != PHASEBOX_OK) return status;
    const double value = rarely() ? static_cast<double>(number()) : row.lowest;
    return phasebox_set(one, row.key, value);
  }

  Random random_;
  phasebox_world* world_ = nullptr;
  phasebox_broadphase* broadphase_ = nullptr;
  std::vector<phasebox_handle> handles_;
  std::vector<std::array<float, 4>> frame_;  // the last that was accepted
  std::vector<std::uint64_t> ids_;
  std::array<phasebox_hit, kRoom> hits_{};
  std::array<phasebox_contact, kRoom> contacts_{};
  std::array<phasebox_pair, kRoom> pairs_{};
  std::array<std::uint64_t, kRoom> found_{};
  std::size_t count_ = 0;
};

TEST(CarelessCalls, are_answered_whatever_they_ask) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Careless program(seed);
    for (int k = 0; k < 400; ++k) program.call();
    EXPECT_GT(program.accepted, 100);
    EXPECT_GT(program.refused, 50);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace c_fuzz_test
}  // namespace phasebox::test
