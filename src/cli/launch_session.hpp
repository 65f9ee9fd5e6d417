// SPDX-License-Identifier: MIT
// The options that say how a session begins, and sessions that commands make from them and step
// without a window.
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
#include "io/boxes/box_file.hpp"
#include "plugin/plugin_list.hpp"
#include "session/session.hpp"

namespace phasebox::cli {

/// Key and value of each --set option, as typed. A key is that of a parameter, or owner, dot and
/// key.
using ParamTexts = std::vector<std::pair<std::string, std::string>>;

/// How a session begins, as the command line says it; for the window and for several commands.
struct LaunchOptions {
  std::optional<std::string> scene;   ///< id of a built-in scene, or path of a file
  std::optional<std::string> file;    ///< window: path of any file that it opens
  std::optional<std::string> follow;  ///< window: file or pipe a game writes boxes to
  double keep = 60;                   ///< window: s of the followed game that are kept
  bool is_swept = false;              ///< recorded boxes also cover the next frame
  BoxReading reading = {};            ///< what a box file does not say itself
  std::optional<std::string> lesson;  ///< window: id or path of a lesson to begin
  std::optional<std::string> broadphase, narrowphase;  ///< registry ids
  ParamTexts sets;
  std::optional<std::uint32_t> seed, count;
  float ui_scale = 0;                     ///< window: factor for text; 0: as the screen says
  int width = 1280, height = 720;         ///< px, of the window or picture
  bool is_sized = false;                  ///< whether the user gave width and height
  std::string log;                        ///< file for the statistics of every step; empty: none
  std::string record;                     ///< file for the session's commands; empty: none
  std::string dump_state;                 ///< tests: file for the window's state; empty: none
  std::shared_ptr<Plugins> plugins = {};  ///< the plug-ins that are loaded
};

/// Makes a session begin as the options say: opens the scene or file, selects the algorithms, sets
/// parameters, seed and count, and makes the sprites of the scene again under these settings.
/// Sprites that came from a file stay as they are, unless a setting makes new ones. `view` are the
/// parameters of the picture, which --set and a scene may set as well; without rows where nothing
/// is drawn. Fails at the first option that cannot be followed; those before it have had their
/// effect.
Status configure(Session&, const LaunchOptions&, ParamView view = {});

/// Makes a session with the built-in images that begins as the options say, see `configure`. Throws
/// Refusal on an error.
Session session_of(const LaunchOptions& launch, ParamView view = {});

/// Returns the recording that `read` holds, after printing its notes, such as lines that were
/// skipped, to standard error, each with the name `file`. Throws Refusal with the error that `read`
/// holds.
BoxRecording noted(Result<BoxRecording> read, const std::string& file);
/// Reads the box recording of a file and prints its notes. If the options ask for --swept, each box
/// is enlarged to cover the object's box of the next frame, too. Throws Refusal on an error.
BoxRecording recording_of(const LaunchOptions& options, const std::string& file);

/// Whether a word of the command line names a file: it has a folder or an ending of scenes or
/// recordings, or such a file exists.
bool looks_like_a_path(const std::string& text);

/// Returns the path in `launch.scene`; empty when there is none or it is the id of a built-in
/// scene.
std::string input_file(const LaunchOptions& launch);

// The functions below throw Refusal on an error, which ends the command.

/// Returns the broadphase with that id, of the library or of a loaded plug-in.
const BroadphaseEntry& broadphase_named(const std::string& id);
/// Makes an instance of a broadphase and sets these parameters. A key may begin with the
/// broadphase's id and a dot.
std::unique_ptr<Broadphase> make_broadphase(const BroadphaseEntry& entry, const ParamTexts& sets);

/// Throws Refusal if the session's last step or detection was stopped because there were more pairs
/// than are kept. Its results are then incomplete.
void check_pairs(const Session& session);

/// Makes `frames` steps of a session, or with 0 one detection without a step. Returns the times of
/// each in ms, and calls `note` with them after each. An event log of the last frame may be taken
/// then: the instance that logs has seen the frame before it, as algorithms that keep state need.
/// Throws Refusal as `check_pairs` does.
std::vector<PhaseTimes> run_frames(Session& session, std::uint32_t frames,
                                   const std::function<void(const PhaseTimes&)>& note = nullptr);

}  // namespace phasebox::cli
