// SPDX-License-Identifier: MIT
// Links: the part of the page's address after # describes what is shown.
#pragma once
#include <functional>
#include <string_view>

#include "base/result.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// Shows what a link asks for: "scene=walls&broadphase=rdc&group-size=8". Keys: `scene`,
/// `broadphase`, `narrowphase`, `lesson`, `tool`, `xray` (with an event), `paused`, `document`
/// (unpacked by page.js), and parameters, alone or as `owner.key`. Stops at the first failure.
Status open_link(ApplicationModel& model, std::string_view link);

using CopyLink = std::function<void(const char* rest, const char* document)>;
/// Makes a link to what is shown, and gives its parts to `copy`: the keys besides the document, and
/// the document. A scene that is too large for a link is offered to be saved as a file instead.
void copy_link(ApplicationModel& model, const CopyLink& copy);

}  // namespace phasebox::ui
