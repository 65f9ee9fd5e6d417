// SPDX-License-Identifier: MIT
// Promises about frames one after another.
#include <algorithm>
#include <array>
#include <string>

#include "contract/checks.hpp"
#include "contract/questions.hpp"
#include "contract/truth.hpp"

namespace phasebox::contract {
namespace {

std::string where_of(const Subject& subject, const Trial& trial, std::size_t frame) {
  return subject.label + " on " + trial.label() + ", frame " + std::to_string(frame);
}

/// One instance goes through all frames; `look` gives what is wrong with one.
template <class Look>
Violations follow(const Subject& subject, const Trial& trial, Look look) {
  const auto broadphase = subject.make();
  for (Player player(trial); !player.is_over();) {
    player.advance();
    subject.at(player.number());
    player.tell(*broadphase);
    Violations out = look(*broadphase, player.frame(), player.number());
    if (!out.empty()) return out;
  }
  return {};
}

}  // namespace

Violations check_frames(const Subject& subject, const Trial& trial) {
  return follow(subject, trial, [&](Broadphase& broadphase, const Frame& f, std::size_t k) {
    const std::string where = where_of(subject, trial, k);
    Violations out = compare(pairs_of(broadphase, f), truth_of(f), broadphase.is_exact(), f, where);
    for (std::string& text : refusals(subject, broadphase, f, where))
      out.push_back(std::move(text));
    return out;
  });
}

Violations check_queries(const Subject& subject, const Trial& trial) {
  constexpr std::size_t kFew = 5, kLong = 20;  // questions; frames
  Random random(trial.seed + 11);
  const auto unasked = subject.make();
  Player player(trial);
  return follow(subject, trial, [&](Broadphase& broadphase, const Frame& f, std::size_t k) {
    player.advance();
    player.tell(*unasked);
    const std::string where = where_of(subject, trial, k);
    Violations out;
    if (sorted(pairs_of(broadphase, f)) != sorted(pairs_of(*unasked, player.frame())))
      out.push_back(where + ": queries of earlier frames have changed the pairs");
    std::vector<Aabb> asked = questions(f, random);
    if (trial.frames.size() > kLong && asked.size() > kFew) {
      for (std::size_t q = 0; q < kFew; ++q)
        asked[q] = asked[random.below(static_cast<std::uint32_t>(asked.size()))];
      asked.resize(kFew);
    }
    for (std::string& text : ask_all(broadphase, f, asked, where)) out.push_back(std::move(text));
    for (std::string& text : refusals(subject, broadphase, f, where))
      out.push_back(std::move(text));
    return out;
  });
}

Violations check_again(const Subject& subject, const Trial& trial) {
  const auto other = subject.make();
  Player player(trial);
  return follow(subject, trial, [&](Broadphase& broadphase, const Frame& f, std::size_t k) {
    player.advance();
    player.tell(*other);
    const std::string where = where_of(subject, trial, k);
    auto first = pairs_of(broadphase, f), second = pairs_of(*other, player.frame());
    if (subject.is_chooser) first = sorted(std::move(first)), second = sorted(std::move(second));
    Violations out;
    if (first != second) out.push_back(where + ": two instances give different lists");
    // Both see the frame again, so that they stay alike.
    const auto again = pairs_of(broadphase, f);
    pairs_of(*other, player.frame());
    if (sorted(first) != sorted(again))
      out.push_back(where + ": the same frame again gives other pairs");
    return out;
  });
}

Violations check_threads(const Subject& subject, const Trial& trial) {
  constexpr std::array kThreads{2u, 4u};
  std::array<std::unique_ptr<Broadphase>, kThreads.size()> others;
  for (auto& other : others) other = subject.make();
  Player player(trial);
  return follow(subject, trial, [&](Broadphase& broadphase, const Frame& f, std::size_t k) {
    player.advance();
    const auto one = sorted(pairs_of(broadphase, f));
    Violations out;
    for (std::size_t t = 0; t < kThreads.size(); ++t) {
      player.tell(*others[t]);
      Frame parallel = player.frame();
      parallel.threads = kThreads[t];
      if (sorted(pairs_of(*others[t], parallel)) != one)
        out.push_back(where_of(subject, trial, k) + ": " + std::to_string(kThreads[t]) +
                      " threads give other pairs than one");
    }
    return out;
  });
}

LargeWorld::LargeWorld() : world(world_of("66,000 and some", {})) {
  constexpr std::uint32_t kLattice = 66'000, kEvery = 997;
  for (std::uint32_t i = 0; i < kLattice; ++i) {
    const Vec2 at{static_cast<float>(i % 300) * 12, static_cast<float>(i / 300) * 12};
    world.boxes.push_back({at, at + Vec2{10, 10}});
  }
  for (std::uint32_t i = 0; i < kLattice; i += kEvery) {
    exact.push_back({i, static_cast<SpriteId>(world.size())});
    const Vec2 at = world.boxes[i].min + Vec2{1, 1};
    world.boxes.push_back({at, at + Vec2{5, 5}});
  }
}

Violations check_large(const Subject& subject) {
  const LargeWorld large;
  const Frame f = large.world.frame();
  const auto broadphase = subject.make();
  broadphase->reset(f);
  return compare(pairs_of(*broadphase, f), large.exact, broadphase->is_exact(), f,
                 subject.label + " on " + large.world.label());
}

}  // namespace phasebox::contract
