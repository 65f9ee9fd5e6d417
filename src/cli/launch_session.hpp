// SPDX-License-Identifier: MIT
// From what was typed to a session that is ready to run, and its frames without a window.
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

/// How a session is to begin: the options that the window and `render` share.
struct LaunchOptions {
  std::optional<std::string> scene;                    ///< registry id, or path of a file
  std::optional<std::string> file;                     ///< window: what to open, by its ending
  std::optional<std::string> follow;                   ///< window: what a game writes
  double keep = 60;                                    ///< s of it
  bool is_swept = false;                               ///< recorded boxes reach to the next frame
  std::optional<std::string> lesson;                   ///< window: id or file of the one to begin
  std::optional<std::string> broadphase, narrowphase;  ///< registry ids
  ParamTexts sets;
  std::optional<std::uint32_t> seed, count;
  float ui_scale = 0;                     ///< 0: as the screen says
  int width = 1280, height = 720;         ///< px
  bool is_sized = false;                  ///< the size was asked for
  std::string log;                        ///< file for the statistics of every step; empty: none
  std::string record;                     ///< file for the session's commands; empty: none
  std::string dump_state;                 ///< for tests: file for the window's state
  std::shared_ptr<Plugins> plugins = {};  ///< those that are loaded
};

/// Opens the scene or file, chooses the algorithms, sets parameters, seed and count, and starts
/// the scene under these settings; sprites that a file brought stay as they are, unless a setting
/// makes new ones. `view`: what is set of the picture, or nothing.
Status configure(Session&, const LaunchOptions&, ParamView view = {});

/// A session that is configured so; an error ends the command.
Session session_of(const LaunchOptions& launch, ParamView view = {});

/// Boxes of a file, whose notes are said on standard error; an error ends the command.
BoxRecording noted(Result<BoxRecording> read, const std::string& file);
/// The same, swept if that was asked for.
BoxRecording recording_of(const LaunchOptions& options, const std::string& file);

/// Whether a word is meant as a file: by its form, or because there is one.
bool looks_like_a_path(const std::string& text);

/// The file that a command reads by these options: a scene's or a recording's; empty if none.
std::string input_file(const LaunchOptions& launch);

// What these refuse ends the command.

/// The broadphase of that id.
const BroadphaseEntry& broadphase_named(const std::string& id);
/// An instance with these parameters; the id may stand before a key with a dot.
std::unique_ptr<Broadphase> make_broadphase(const BroadphaseEntry& entry, const ParamTexts& sets);

/// Refuses a session whose last search was ended because it found too many pairs.
void check_pairs(const Session& session);

/// So many steps, or with 0 only one detection; gives the times of each. `note`, if any, is called
/// after each. The last frame is ready to be traced: its shadow instance knows what was kept.
std::vector<PhaseTimes> run_frames(Session& session, std::uint32_t frames,
                                   const std::function<void(const PhaseTimes&)>& note = nullptr);

}  // namespace phasebox::cli
