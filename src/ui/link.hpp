// SPDX-License-Identifier: MIT
// Links to what Phasebox shows in a browser: the part of the page's address after # describes
// scene, algorithm and parameters.
#pragma once
#include <functional>
#include <string_view>

#include "base/result.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// Shows what a link asks for, such as "scene=walls&broadphase=rdc&group-size=8". Its keys:
/// `scene`, `broadphase`, `narrowphase` and `tool` with an id, `lesson` with an id and `step` with
/// its number, `xray` with the index of an event, `paused`, `document` with a scene file or a
/// lesson (unpacked by page.js), and parameters, alone or as `owner.key`. Returns the error of the
/// first part that names nothing known or has an unreadable value; the parts before it are in
/// effect then.
Status open_link(ApplicationModel& model, std::string_view link);

/// Returns the link in a text, from behind its # to the first blank: with or without the address of
/// the page before it. Empty if the text holds none.
std::string_view link_in(std::string_view text);
/// Whether the clipboard holds a link.
bool clipboard_has_link();
/// Opens the link in the clipboard, or says that there is none, or why the last one was not copied.
void paste_link(ApplicationModel& model);
/// Puts the link in the clipboard into the file picker, where it waits for Enter or the button.
void pick_link(ApplicationModel& model);
/// Shows what a link as link_in() gives it asks for, and closes the file picker. A message says so,
/// or why not.
void open_pasted(ApplicationModel& model, std::string_view packed);

/// Copies a link to the clipboard: `rest` is the link without its document, `document` the text of
/// a scene file or a lesson, which may be compressed, or empty where the link has none.
using CopyLink = std::function<void(const char* rest, const char* document)>;
/// Makes a link to what is shown, or to the step of the open lesson, and gives it to `copy`. What
/// is too large for a link is not copied: a warning says which file to send instead, or has a
/// button that saves one.
void copy_link(ApplicationModel& model, const CopyLink& copy);

}  // namespace phasebox::ui
