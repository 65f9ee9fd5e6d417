// SPDX-License-Identifier: MIT
// A broadphase as two files for a game without libraries: a header and a source made of our own.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "collide/broadphase.hpp"

namespace phasebox {

/// What is written, and under which name.
struct TwoFiles {
  std::string name;            ///< of the files, without ending, and of the namespace
  std::string header, source;  ///< their contents
  std::string beside_library;  ///< size and speed, as far as they were measured
};

/// The broadphase with these parameters as defaults. `name` is an identifier, or empty: made of the
/// id. Refuses a chooser of others, and names that a namespace cannot have.
Result<TwoFiles> two_files_of(const BroadphaseEntry& entry, const ParamView& params,
                              std::string_view name = {});

/// Writes both into a folder, which is made where its parent is there. Files of these names are
/// replaced if Phasebox wrote them; others are not, and then nothing is written.
Status write_two_files(const TwoFiles& files, const std::filesystem::path& folder);

}  // namespace phasebox
