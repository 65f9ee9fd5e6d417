// SPDX-License-Identifier: MIT
// The command: a value that describes one change of a session. Window, command line, bench and
// files make them, and `Session::apply` carries them out.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "base/sentence.hpp"
#include "session/command/history.hpp"
#include "session/command/images.hpp"
#include "session/command/pointer.hpp"
#include "session/command/recording.hpp"
#include "session/command/scene.hpp"
#include "session/command/settings.hpp"
#include "session/command/sprites.hpp"

namespace phasebox {

/// The effects of a command on a session. They tell what need not be forgotten or computed again,
/// and what a running recording forbids.
struct Effects {
  bool edits_sprites = false;  ///< changes single sprites: refused while a recording plays
  bool is_saved = false;       ///< a user edit, which leaves the session unsaved
  bool repopulates = false;    ///< may replace all sprites, and brings their sleep along
  bool renumbers = false;      ///< ids may name other sprites afterwards, or none
  bool only_looks = false;     ///< moves no sprite, now or in later steps
  bool keeps_times = false;    ///< measured times and counters stay valid
  bool may_add_pairs = false;  ///< more candidate pairs are possible than before

  bool operator==(const Effects&) const = default;
};

inline constexpr Effects kEdits{.edits_sprites = true, .is_saved = true, .may_add_pairs = true};
inline constexpr Effects kRepopulates{
    .repopulates = true, .renumbers = true, .may_add_pairs = true};
inline constexpr Effects kResizes{
    .edits_sprites = true, .repopulates = true, .renumbers = true, .may_add_pairs = true};
inline constexpr Effects kSetsAlgorithm{.only_looks = true};
inline constexpr Effects kDrags{.edits_sprites = true, .keeps_times = true};

// One row per command: its type, its id in files, and its effects. Those of SetParam depend on the
// parameter and stand in `effects_of`. Undo restores a state that has been before and so is not
// expected to add pairs; Redo may add some.
#define PHASEBOX_COMMANDS(X)                                                                       \
  X(LoadScene, "load-scene", kRepopulates)                                                         \
  X(Restart, "restart", kRepopulates)                                                              \
  X(ResizeScene, "resize-scene", kResizes)                                                         \
  X(OpenDocument, "open-document", kRepopulates)                                                   \
  X(OpenRecording, "open-recording", kRepopulates)                                                 \
  X(SeekRecording, "seek-recording", {.keeps_times = true})                                        \
  X(GrowRecording, "grow-recording", {.keeps_times = true})                                        \
  X(FollowRecording, "follow-recording", {.keeps_times = true})                                    \
  X(SweepRecording, "sweep-recording", {})                                                         \
  X(SeekStep, "seek-step", {.only_looks = true, .keeps_times = true})                              \
  X(SetParam, "set-param", {})                                                                     \
  X(SelectBroadphase, "select-broadphase", kSetsAlgorithm)                                         \
  X(SelectNarrowphase, "select-narrowphase", kSetsAlgorithm)                                       \
  X(UseBroadphase, "use-broadphase", kSetsAlgorithm)                                               \
  X(AddImage, "add-image", {.only_looks = true, .keeps_times = true})                              \
  X(TuneImage, "tune-image", kSetsAlgorithm)                                                       \
  X(SetCount, "set-count", {.edits_sprites = true, .may_add_pairs = true})                         \
  X(AddSprite, "add-sprite", kEdits)                                                               \
  X(CloneSprites, "clone-sprites", kEdits)                                                         \
  X(RemoveSprites, "remove-sprites", {.edits_sprites = true, .is_saved = true, .renumbers = true}) \
  X(SetStatic, "set-static", kEdits)                                                               \
  X(SetFilter, "set-filter", kEdits)                                                               \
  X(FilterCategories, "filter-categories", kEdits)                                                 \
  X(SetVolume, "set-volume", kEdits)                                                               \
  X(Grab, "grab", kDrags)                                                                          \
  X(Drag, "drag", kDrags)                                                                          \
  X(Release, "release", {.is_saved = true, .keeps_times = true})                                   \
  X(Steer, "steer", kDrags)                                                                        \
  X(Undo, "undo", {.repopulates = true, .renumbers = true})                                        \
  X(Redo, "redo", kRepopulates)

template <class, class... C>
using VariantOf = std::variant<C...>;

#define PHASEBOX_COMMAND_TYPE(C, ...) , command::C
using Command = VariantOf<void PHASEBOX_COMMANDS(PHASEBOX_COMMAND_TYPE)>;
#undef PHASEBOX_COMMAND_TYPE

/// The ids of the commands in files, by the index of the command in the variant.
#define PHASEBOX_COMMAND_ID(C, id, ...) id,
inline constexpr std::array<std::string_view, std::variant_size_v<Command>> kCommandIds{
    PHASEBOX_COMMANDS(PHASEBOX_COMMAND_ID)};
#undef PHASEBOX_COMMAND_ID

/// The command's name in messages about undo: "scene mixed", "3 removed sprites". Empty for a
/// command that has none, because undo does not take it back.
Sentence title_of(const Command& command);

/// The effects of a command, by its row or, for SetParam, by its parameter.
Effects effects_of(const Command& command);

}  // namespace phasebox
