// SPDX-License-Identifier: MIT
// The list of all studies that run beside the simulation, and the calls that each study gets.
#pragma once
#include <tuple>
#include <utility>
#include <variant>

#include "base/result.hpp"
#include "lab/accuracy.hpp"
#include "lab/box_history.hpp"
#include "lab/break_even.hpp"
#include "lab/energy.hpp"
#include "lab/group_sizes.hpp"
#include "lab/lessons/lessons.hpp"
#include "lab/oracle.hpp"
#include "lab/race/live_race.hpp"
#include "lab/scaling.hpp"
#include "lab/sweep_directions.hpp"
#include "lab/tune/tune_study.hpp"
#include "lab/tune/what_if.hpp"
#include "lab/xray/twins.hpp"
#include "lab/xray/xray.hpp"
#include "session/session.hpp"

namespace phasebox {

// clang-format off
// All studies: the class of each and its name in Lab. A study never changes the session that it is
// shown, but recommends commands to the user. It costs nothing while it is off. Lab uses these
// members of a study, which declares those that it needs:
//   Commands             a variant of the values that change the study, each of them with
//                        `Status apply(const C&, const Session&)`
//   observe(session)     is called for every frame, after its pairs were found
//   stop()               stops what works in the background, and keeps what was found
//   close()              stops, and frees the memory that the study has taken
//   renew_broadphases()  drops instances and findings of old code, after plug-ins were loaded again
#define PHASEBOX_STUDIES(STUDY)      \
  STUDY(Oracle, oracle)              \
  STUDY(Xray, xray)                  \
  STUDY(Twins, twins)                \
  STUDY(LiveRace, race)              \
  STUDY(TuneStudy, tuning)           \
  STUDY(WhatIfStudy, what_if)        \
  STUDY(ScalingStudy, scaling)       \
  STUDY(BreakEvenStudy, break_even)  \
  STUDY(AccuracyStudy, accuracy)     \
  STUDY(GroupSizeStudy, group_sizes) \
  STUDY(Energy, energy)              \
  STUDY(SweepDirections, directions) \
  STUDY(BoxHistory, box_history)     \
  STUDY(Lessons, lessons)
// clang-format on

/// Whether `Study` has a member `apply` for the command C.
template <class C, class Study>
concept CommandOf = requires(Study& study, const C& c, const Session& session) {
  study.apply(c, session);
};

/// `Types` is a tuple of the command types of a study, empty if it has no `Commands`. If the study
/// lists a command without an `apply` for it, this does not compile, because Lab would drop the
/// command silently.
template <class Study>
struct CommandsOf {
  using Types = std::tuple<>;
};
template <class Study>
requires requires { typename Study::Commands; }
struct CommandsOf<Study> {
  template <CommandOf<Study>... C>
  static std::tuple<C...> types(const std::variant<C...>&);
  using Types = decltype(types(std::declval<typename Study::Commands>()));
};

/// Names the variant of the types of a tuple. Only declared, since only its type is used.
template <class... C>
std::variant<C...> one_of(const std::tuple<C...>&);

/// A command of any study, as a variant of all of them.
#define STUDY(Type, name) , std::declval<CommandsOf<Type>::Types>()
using LabCommand = decltype(one_of(std::tuple_cat(std::tuple<>() PHASEBOX_STUDIES(STUDY))));
#undef STUDY

/// One instance of every study.
struct Lab {
#define STUDY(Type, name) Type name;
  PHASEBOX_STUDIES(STUDY)
#undef STUDY

  /// Calls `ask` with every study, in the order of the list.
  void each(auto ask) {
#define STUDY(Type, name) ask(name);
    PHASEBOX_STUDIES(STUDY)
#undef STUDY
  }

  /// Passes the command to the study that it belongs to, which carries it out, or refuses it and
  /// changes nothing.
  Status apply(const LabCommand& command, const Session& session) {
    Status status;
    each([&](auto& study) {
      std::visit(
          [&](const auto& c) {
            if constexpr (requires { study.apply(c, session); }) status = study.apply(c, session);
          },
          command);
    });
    return status;
  }

// Calls a member of every study that declares it.
#define EACH(call)                                      \
  each([&](auto& study) {                               \
    if constexpr (requires { study.call; }) study.call; \
  })
  /// Stops the studies that work in the background; called before plug-ins are loaded.
  void stop() { EACH(stop()); }
  /// Stops all studies and frees the memory that they have taken; called after memory ran out.
  void close() {
    stop();
    EACH(close());
  }
  /// Makes the studies use the new code of plug-ins that were loaded again; the session must use it
  /// already.
  void renew_broadphases() { EACH(renew_broadphases()); }
  /// Shows the session's frame to the studies; called after every detection.
  void observe(const Session& session) { EACH(observe(session)); }
#undef EACH
};

}  // namespace phasebox
