// SPDX-License-Identifier: MIT
// What the event of an open X-ray is about, and what a crowded field leaves out around it.
#pragma once
#include <string>
#include <vector>

#include "lab/xray.hpp"
#include "view/focus.hpp"

namespace phasebox {

Focus focus_of(const Xray& xray);
/// The boxes of the parts that contain the current one, outermost first, and its own; none where
/// the event is somewhere else.
std::vector<Aabb> path_of(const Xray& xray);
/// Whether the field is too crowded to show all of the walk. Impacts are never left out.
bool shows_less(const Xray& xray, const Camera& camera);
/// "Not drawn, because ...: 9,412 nodes under 24 px ..."; empty when everything is drawn.
std::string left_out(const Xray& xray, const Camera& camera);
/// The same of parts that the algorithm calls "node", "cell" or "group".
std::string left_out(const Thinned& thinned, std::string_view part);

}  // namespace phasebox
