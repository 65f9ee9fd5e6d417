// SPDX-License-Identifier: MIT
// The forms in which a search is written: text, JSON, HTML, and code to use what it recommends.
#pragma once
#include <string>

#include "base/sentence.hpp"
#include "bench/race.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Says which frames were timed: "312 of 10,000 frames, from 12 places", "all 3,000 frames".
Sentence coverage_text(const FrameCoverage& coverage);

/// The number of static and filtered boxes: " (412 static, 37 filtered)"; empty when there are
/// none.
std::string rules_text(const FrameFacts& facts);

/// The command lines that repeat the search, and that race the winner against the next one by the
/// bench. Empty for a search of the window.
std::string tune_command(const TuneReport& report);
std::string check_command(const TuneReport& report);

/// The report as text: the ranked table, the sentences and the C++ lines.
std::string tune_text(const TuneReport& report);
/// The report as JSON: all numbers, the recommended settings and the C++ lines.
std::string tune_json(const TuneReport& report);
/// The report as one HTML file: text, facts of the frames, machine, plot; light or dark as the
/// screen.
std::string tune_html(const TuneReport& report);

/// C++ for the installed library, ready to compile: `recommended_broadphase` with its settings.
std::string cpp_lines(const Contestant& contestant);
/// The recommendation as a JavaScript module for the npm package: the function `recommendedFinder`.
std::string js_lines(const Contestant& contestant);

}  // namespace phasebox
