// SPDX-License-Identifier: MIT
// Twins: the frame that the X-ray walks through once more, with one parameter set to another value.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/xray.hpp"

namespace phasebox {

/// Walks the frame beside the X-ray with that value; without one, no longer.
struct SetTwin {
  std::optional<command::SetParam> change = {};
};

/// What one of the two has done by now that the other one never does.
struct OnlyOne {
  std::vector<Pair> tests;
  std::vector<Aabb> parts;  ///< final groups, cells or nodes
};

/// A copy of the session with the changed value, and an X-ray of it that follows the first one's.
class Twins {
 public:
  Status apply(const SetTwin&, const Session&);
  /// Once a frame: takes the walk again when the first one was, and goes as far. It ends with it,
  /// and while a query is walked.
  void follow(const Xray& first, const Session&);

  bool is_open() const { return twin_ && twin_->xray.is_open(); }
  // While it is open.
  const Session& session() const { return twin_->session; }
  const Xray& xray() const { return twin_->xray; }
  const command::SetParam& change() const { return twin_->change; }
  /// "group size 8", and "29 tests, 4 groups": of the first one (0) or of the twin (1).
  const std::string& title(std::size_t side) const { return twin_->sides[side].title; }
  const std::string& counts(std::size_t side) const { return twin_->sides[side].counts; }
  /// "group size 1: 29 tests, 4 groups; group size 8: 41 tests, 2 groups; 17 tests differ".
  std::string sentence() const;
  /// Of the events done. O(events log events).
  OnlyOne only(std::size_t side, const Xray& of) const;

 private:
  struct Side {
    std::string title, counts;
    std::vector<std::uint64_t> tests;  // keys of pairs, sorted, each once
    std::vector<Aabb> parts;           // sorted
  };
  struct Twin {
    Twin(const Session& copied, command::SetParam c)
        : session(copied.snapshot()), change(std::move(c)) {}
    Session session;
    command::SetParam change;
    Xray xray;
    std::array<Side, 2> sides;
    std::uint64_t first = 0;  // fingerprint of the walk that it is beside
  };
  static std::unique_ptr<Twin> make(const Session&, const command::SetParam&, Status& error);
  bool take(const Xray& first, const Session&);

  std::unique_ptr<Twin> twin_;
};

}  // namespace phasebox
