// SPDX-License-Identifier: MIT
// The functions of page.js that the page calls, the clipboard, and the place of the settings.
#pragma once
#include <filesystem>
#include <string>

#define FROM_JS(name) __attribute__((import_module("page"), import_name(#name)))

extern "C" {
FROM_JS(fail) void js_fail(const char* text);  ///< shows a sentence in place of the canvas
FROM_JS(copy) void js_copy(const char* text);  ///< copies a text to the clipboard
FROM_JS(full_screen) void js_full_screen();    ///< switches full screen on or off
FROM_JS(pick_file) void js_pick_file();  ///< lets the user choose files; page.js then calls `open`
/// Sets the shape of the pointer (ImGuiMouseCursor), and tells whether a text field has the keys.
FROM_JS(pointer) void js_pointer(int shape, int wants_text);
/// Shows a link (ui/link.hpp) in the browser's address bar and copies it to the clipboard. The link
/// is `rest` and, unless `document` is empty, `s=` and that text, which page.js compresses to keep
/// the link short.
FROM_JS(link) void js_link(const char* rest, const char* document);
}

namespace phasebox::web {

/// The text that was pasted last, which Dear ImGui reads as the clipboard.
std::string& clipboard();

std::filesystem::path settings_file();

}  // namespace phasebox::web
