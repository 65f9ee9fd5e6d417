// SPDX-License-Identifier: MIT
// Launch options, and sessions made from them: opened, configured, and stepped without a window.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "collide/broadphase.hpp"
#include "collide/param.hpp"
#include "plugin/plugin_list.hpp"
#include "session/session.hpp"

namespace phasebox::cli {

/// Keys and values of --set, as typed: `key` or `owner.key`.
using ParamTexts = std::vector<std::pair<std::string, std::string>>;

/// The options that say how a session begins; the window and several commands share them.
struct LaunchOptions {
  std::optional<std::string> scene;                    ///< registry id, or path of a file
  std::optional<std::string> file;                     ///< window: file to open, of any kind
  std::optional<std::string> follow;                   ///< window: file or pipe that a game writes
  double keep = 60;                                    ///< window: s of the game that are kept
  bool is_swept = false;                               ///< recorded boxes reach to the next frame
  std::optional<std::string> lesson;                   ///< window: id or file of a lesson to begin
  std::optional<std::string> broadphase, narrowphase;  ///< registry ids
  ParamTexts sets;
  std::optional<std::uint32_t> seed, count;
  float ui_scale = 0;                     ///< 0: as the screen says
  int width = 1280, height = 720;         ///< px
  bool is_sized = false;                  ///< whether the options give the size
  std::string log;                        ///< file for the statistics of every step; empty: none
  std::string record;                     ///< file for the session's commands; empty: none
  std::string dump_state;                 ///< for tests: file for the window's state
  std::shared_ptr<Plugins> plugins = {};  ///< the plug-ins that are loaded
};

/// Opens the scene or file, selects the algorithms, sets parameters, seed and count, and starts the
/// scene under these settings. Sprites that a file brought stay as they are, unless a setting makes
/// new ones. `view` receives settings of the picture; empty where nothing is drawn.
Status configure(Session&, const LaunchOptions&, ParamView view = {});

/// Makes a session and configures it as `configure` does; throws Refusal on an error.
Session session_of(const LaunchOptions& launch, ParamView view = {});

/// The recording of a file that has been read; prints its notes to standard error. Throws Refusal
/// where reading failed.
BoxRecording noted(Result<BoxRecording> read, const std::string& file);
/// Reads the recording of a file, swept to the next frame if the options ask for it. Throws Refusal
/// on an error.
BoxRecording recording_of(const LaunchOptions& options, const std::string& file);

/// Whether a word names a file: by its form, or because such a file exists.
bool looks_like_a_path(const std::string& text);

/// The path of the scene or recording that these options open; empty for a built-in scene.
std::string input_file(const LaunchOptions& launch);

// The functions below throw Refusal on an error, which ends the command.

/// The broadphase with that id, of the registry or a loaded plug-in.
const BroadphaseEntry& broadphase_named(const std::string& id);
/// Makes an instance with these parameters; a key may be written OWNER.KEY.
std::unique_ptr<Broadphase> make_broadphase(const BroadphaseEntry& entry, const ParamTexts& sets);

/// Refuses a session whose last detection was stopped because it found too many pairs.
void check_pairs(const Session& session);

/// Makes `frames` steps, or with 0 only detects once, and returns the times of each. `note` is
/// called after each. The last frame is ready to be traced: its shadow instance has seen the frame
/// before.
std::vector<PhaseTimes> run_frames(Session& session, std::uint32_t frames,
                                   const std::function<void(const PhaseTimes&)>& note = nullptr);

}  // namespace phasebox::cli
