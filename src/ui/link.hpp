// SPDX-License-Identifier: MIT
// The page's address after its #: a link to what is shown.
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
/// Gives `copy` a link to what is shown and its document, and says so; if too large, offers a file.
void copy_link(ApplicationModel& model, const CopyLink& copy);

}  // namespace phasebox::ui
