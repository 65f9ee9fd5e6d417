// SPDX-License-Identifier: MIT
// Twins: the X-ray's frame is walked a second time, in a clone of the session that differs in one
// parameter value, and the two walks are compared.
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

/// Starts to walk the X-ray's frame also in a clone of the session, in which the parameter of
/// `change` has another value; without `change` the clone's walk ends.
struct SetTwin {
  std::optional<command::SetParam> change = {};
};

/// Walks the X-ray's frame a second time, in a clone of the session that differs in one parameter
/// value, moves both walks together, and compares their events.
class Twins {
 public:
  /// One of the two walks: the session's or the clone's.
  struct Side {
    Sentence title, counts;  ///< "group size 8"; "29 tests, 4 groups"
    /// Indices of the broadphase events (tests and final parts) that the other walk does not have.
    std::vector<std::size_t> only;
  };
  using Commands = std::variant<SetTwin>;
  Status apply(const SetTwin&, const Session&);
  /// Ends the clone's walk and frees the clone.
  void close() { twin_.reset(); }
  /// Moves the clone's walk as far as the walk `first` of the session. Called once per frame of the
  /// window. It records the clone's frame again if `first` was recorded again, and ends the clone's
  /// walk if `first` is closed or walks a query.
  void follow(const Xray& first, const Session&);

  /// Whether there is a clone whose walk has been compared with the X-ray's.
  bool is_open() const { return twin_ && twin_->first != 0; }
  // The functions below need an open walk.
  const Session& session() const { return twin_->session; }
  const Xray& xray() const { return twin_->xray; }
  const command::SetParam& change() const { return twin_->change; }
  /// The session's walk (k = 0) or the clone's (k = 1).
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
    std::uint64_t first =
        0;  // Xray::fingerprint of the session's walk when last compared; 0: never
  };
  void compare(const Xray& first, const Session&);

  std::unique_ptr<Twin> twin_;
};

}  // namespace phasebox
