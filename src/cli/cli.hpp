// SPDX-License-Identifier: MIT
// The command line: what it can ask for, and how a session is set up from it.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/version.hpp"
#include "bench/race.hpp"
#include "cli/doctor.hpp"
#include "collide/param.hpp"
#include "plugin/plugins.hpp"
#include "session/session.hpp"

namespace phasebox {

// Exit codes of the program.
inline constexpr int kDone = 0, kOurFailure = 1, kBadInput = 2, kInterrupted = 130;

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

/// Parameters that are not the session's ("view"), for `configure` to set as well.
struct ExtraParams {
  Owner owner;
  std::string_view title;
  ParamView view;
};

/// Opens the scene or file, chooses the algorithms, sets parameters, seed and count, and starts
/// the scene under these settings; sprites that a file brought stay as they are, unless a setting
/// makes new ones.
Status configure(Session&, const LaunchOptions&, std::span<const ExtraParams> extra = {});

/// Whether a word is meant as a file: by its form, or because there is one.
bool looks_like_a_path(const std::string& text);

/// One line of the window's key map, for `list keys`.
struct KeyRow {
  std::string_view id, title, keys;
};

/// What only the executable can give the bench.
struct BenchParts {
  HeapMeter heap;
  std::span<const BroadphaseEntry* const> peers{};  ///< race beside the registry
};

/// What only a program with a window has.
struct WindowParts {
  int (*open)(const LaunchOptions&) = nullptr;  ///< null: there is no window
  std::vector<Finding> (*findings)() = nullptr;
  std::span<const KeyRow> keys{};
};

/// Runs the program; the result is the exit code.
int run_cli(int argc, char** argv, const WindowParts& window, const BenchParts& bench);

/// Reads the words as `run_cli` does, and carries nothing out: what is refused of them.
Status check_command_line(int argc, char** argv);

/// Says on standard error, on one line, what went wrong; gives back `exit_code`.
int report(const Error& error, int exit_code = kBadInput);

}  // namespace phasebox
