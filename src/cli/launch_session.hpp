// SPDX-License-Identifier: MIT
// From what was typed to a session that is ready to run, and its frames without a window.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "collide/broadphase.hpp"
#include "collide/param.hpp"
#include "plugin/plugin_list.hpp"
#include "session/session.hpp"

namespace phasebox::cli {

/// How a session is to begin: the options that the window and `render` share.
struct LaunchOptions {
  std::optional<std::string> scene;                       ///< registry id, or path of a file
  std::optional<std::string> file;                        ///< window: what to open, by its ending
  std::optional<std::string> follow;                      ///< window: what a game writes
  double keep = 60;                                       ///< s of it
  std::optional<std::string> lesson;                      ///< window: id of the one to begin
  std::optional<std::string> broadphase, narrowphase;     ///< registry ids
  std::vector<std::pair<std::string, std::string>> sets;  ///< `key` or `owner.key`, value as text
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

/// Whether a word is meant as a file: by its form, or because there is one.
bool looks_like_a_path(const std::string& text);

/// The file that a command reads because of these options: a scene's or a recording's; empty where
/// they name none.
std::string input_file(const LaunchOptions& launch);

/// Keys and values of --set, as typed.
using ParamTexts = std::vector<std::pair<std::string, std::string>>;

/// Sets parameters of the broadphase with that id, which may stand before a key with a dot.
Status set_params(Broadphase& broadphase, std::string_view id, const ParamTexts& sets);

/// Refuses a session whose last search was ended because it found too many pairs.
Status check_pairs(const Session& session);

/// So many steps, or with 0 only one detection; gives the times of each. `note`, if any, is called
/// after each and may end it by an error. The last frame is ready to be traced: what an algorithm
/// keeps from the frame before is known to its shadow instance.
Result<std::vector<PhaseTimes>> run_frames(
    Session& session, std::uint32_t frames,
    const std::function<Status(const PhaseTimes&)>& note = nullptr);

}  // namespace phasebox::cli
