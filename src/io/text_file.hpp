// SPDX-License-Identifier: MIT
// Whole files in and out, with errors that fit on one line.
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace phasebox {

/// Every byte of a file.
Result<std::string> read_file(const std::filesystem::path& path);
/// Its first bytes, at most `most`; none when it cannot be read.
std::string read_beginning(const std::filesystem::path& path, std::size_t most);
/// The same as read_file of standard input, until its end.
Result<std::string> read_standard_input();

/// Puts `content` in place of the file at once: a reader sees the old file or the new one, and a
/// failure leaves the old one. What is no regular file (a pipe, /dev/stdout) is written through.
Status write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// Number of the line, from 1, that holds byte `at` of a text.
std::size_t line_at(std::string_view text, std::size_t at);

}  // namespace phasebox
