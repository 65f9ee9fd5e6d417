// SPDX-License-Identifier: MIT
// Walks the X-ray's frame a second time in a clone of the session that has one other parameter
// value.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "lab/xray/xray.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Starts to walk a clone of the frame beside the X-ray, with one other parameter value; without
/// `change` the clone's walk ends.
struct SetTwin {
  std::optional<command::SetParam> change = {};
};

/// Walks the X-ray's frame a second time in a clone of the session that has one other parameter
/// value.
class Twins {
 public:
  /// One of the two walks: the session's or the clone's.
  struct Side {
    Sentence title, counts;         ///< "group size 8"; "29 tests, 4 groups"
    std::vector<std::size_t> only;  ///< events (tests, final parts) that the other walk lacks
  };
  using Commands = std::variant<SetTwin>;
  Status apply(const SetTwin&, const Session&);
  /// Ends the clone's walk and frees the clone.
  void close() { twin_.reset(); }
  /// Moves the clone's walk as far as the first one. Called once per frame; walks again when the
  /// first one did, and ends with it.
  void follow(const Xray& first, const Session&);

  bool is_open() const { return twin_ && twin_->first != 0; }
  // The functions below need an open walk.
  const Session& session() const { return twin_->session; }
  const Xray& xray() const { return twin_->xray; }
  const command::SetParam& change() const { return twin_->change; }
  const Side& side(std::size_t k) const { return twin_->sides[k]; }
  /// Compares the walks: "group size 1: 29 tests, 4 groups; group size 8: 41 tests, 2 groups; 17
  /// tests differ".
  const Sentence& sentence() const { return twin_->sentence; }

 private:
  struct Twin {
    Twin(const Session& copied, command::SetParam c)
        : session(copied.snapshot()), change(std::move(c)) {}
    Session session;
    command::SetParam change;
    Xray xray;
    std::array<Side, 2> sides;
    Sentence sentence;
    std::uint64_t first = 0;  // fingerprint of the first walk at the last comparison
  };
  void compare(const Xray& first, const Session&);

  std::unique_ptr<Twin> twin_;
};

}  // namespace phasebox
