// SPDX-License-Identifier: MIT
// The literals of our own sources: what the program can say.
#pragma once
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

namespace phasebox {

/// Texts of a source file; neighboring literals are one, and what stands in an assert is left out.
std::vector<std::string> literals_of(const std::filesystem::path& source);
/// Sources of these rooms, folders of src.
std::vector<std::filesystem::path> sources_of(std::initializer_list<const char*> rooms);
/// Those whose texts the window shows; without OpenGL, which speaks before there is a window.
std::vector<std::filesystem::path> shown_sources();

}  // namespace phasebox
