// SPDX-License-Identifier: MIT
// What the page asks of the browser (page.js), and what it remembers for it.
#pragma once
#include <filesystem>
#include <string>

#define FROM_JS(name) __attribute__((import_module("page"), import_name(#name)))

extern "C" {
FROM_JS(fail) void js_fail(const char* text);  ///< a sentence in place of the canvas
FROM_JS(copy) void js_copy(const char* text);  ///< to the clipboard
FROM_JS(full_screen) void js_full_screen();    ///< or back
FROM_JS(pick_file) void js_pick_file();        ///< lets the user choose files, which `open` opens
/// The shape of the pointer, ImGuiMouseCursor; whether a text field has the keys.
FROM_JS(pointer) void js_pointer(int shape, int wants_text);
/// Puts a link (ui/link.hpp) into the address and the clipboard.
FROM_JS(link) void js_link(const char* rest, const char* document);
}

namespace phasebox::web {

/// The text that was pasted last.
std::string& clipboard();

std::filesystem::path settings_file();

}  // namespace phasebox::web
