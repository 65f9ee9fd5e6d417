// SPDX-License-Identifier: MIT
// The page's address after its #: a link to what is shown.
#pragma once
#include <functional>
#include <string_view>

#include "base/result.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// Shows what a link asks for: "scene=walls&broadphase=rdc&group-size=8". Keys are `scene`,
/// `broadphase`, `narrowphase`, `lesson`, `tool`, `xray` (with the event to go to), `paused`,
/// `document` (what page.js has unpacked) and those of parameters, by themselves or
/// as `owner.key`. Stops with the first that cannot be done.
Status open_link(ApplicationModel& model, std::string_view link);

using CopyLink = std::function<void(const char* rest, const char* document)>;
/// Gives `copy` a link to what is shown now: all but the document, and the document; and says so.
/// What is too large for an address is offered as a file.
void copy_link(ApplicationModel& model, const CopyLink& copy);

}  // namespace phasebox::ui
