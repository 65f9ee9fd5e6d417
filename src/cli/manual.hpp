// SPDX-License-Identifier: MIT
// The command line as a manual page and as completion for shells, read from the same declarations as --help.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/cli.hpp"

namespace phasebox {

/// phasebox(1) in the language of man: commands, options, keys, files, exit codes.
std::string manual_page(const CLI::App& app, std::span<const KeyRow> keys);

inline constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

/// What a shell reads to complete commands, options, and the ids of the registries. `shell` is one of
/// kShells.
std::string completion(const CLI::App& app, std::string_view shell);

}  // namespace phasebox
