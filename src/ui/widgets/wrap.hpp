// SPDX-License-Identifier: MIT
// Lines of a text that fit a width, also where a script has no blanks.
#pragma once
#include <functional>
#include <string_view>
#include <vector>

namespace phasebox {

/// Breaks UTF-8 text after blanks and between Chinese characters, but never before a closing mark
/// (，。！？ ...) nor after an opening one. `measure` gives the width of a piece of text; what has
/// no place to break and is wider than `width` gets its own line. Lines are parts of `text`
/// without the blank that they were broken at. O(lines x letters).
std::vector<std::string_view> wrap_text(std::string_view text, float width,
                                        const std::function<float(std::string_view)>& measure);

}  // namespace phasebox
