// SPDX-License-Identifier: MIT
// A broadphase as two files for a game without libraries: a header and a source made of our own.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "collide/broadphase.hpp"

namespace phasebox {

/// The contents of the two files and the name they share.
struct TwoFiles {
  std::string name;            ///< name of both files, without ending, and of the namespace
  std::string header, source;  ///< contents of NAME.hpp and NAME.cpp
  /// a sentence on size and speed beside the library's; empty where they were not measured
  std::string beside_library;
};

/// Makes the two files of a broadphase, with these parameters as defaults. `name` is an identifier;
/// where it is empty, it is made from the broadphase's id. Refuses a broadphase that chooses among
/// others, plug-ins, names that a namespace cannot have, and values of switches that only teach.
Result<TwoFiles> two_files_of(const BroadphaseEntry& entry, const ParamView& params,
                              std::string_view name = {});

/// Writes both files into a folder, which is made where its parent exists. Writes nothing if there
/// is a file of either name that Phasebox did not write and that is not empty.
Status write_two_files(const TwoFiles& files, const std::filesystem::path& folder);

}  // namespace phasebox
