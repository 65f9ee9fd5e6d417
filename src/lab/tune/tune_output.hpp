// SPDX-License-Identifier: MIT
// Writes the report of a search as text, JSON or HTML, and code that makes the recommended
// broadphase.
#pragma once
#include <string>

#include "base/sentence.hpp"
#include "bench/race.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Says how many frames were timed: "312 of 10,000 frames, from 12 places", "all 3,000 frames".
Sentence coverage_text(const FrameCoverage& coverage);

/// The mean numbers of static and filtered boxes of a frame: " (412 static, 37 filtered)"; empty
/// when there are none.
std::string rules_text(const FrameFacts& facts);

/// The command line that repeats the search; empty if the frames came from the window.
std::string tune_command(const TuneReport& report);
/// The command line that races the winner against the second of the ranking, if there is one, with
/// `phasebox bench`; empty if the frames came from the window.
std::string check_command(const TuneReport& report);

/// The report as text: the ranking as a table, the sentences, and C++ for the recommendation.
std::string tune_text(const TuneReport& report);
/// The report as JSON: the numbers, the recommended settings, and C++ for the recommendation.
std::string tune_json(const TuneReport& report);
/// The report as one HTML page for someone who did not run the search: the answer, bars of all
/// contestants, frame times, settings, code to copy, the commands that repeat it, machine, all
/// figures. It is light or dark as the reader's system prefers.
std::string tune_html(const TuneReport& report);

/// C++ for the installed library, ready to compile: the function `recommended_broadphase`, which
/// makes the contestant with its settings. For a plug-in only a comment.
std::string cpp_lines(const Contestant& contestant);
/// JavaScript for the npm package: a module with the function `recommendedFinder`, which makes the
/// contestant with its settings. For a plug-in only a comment.
std::string js_lines(const Contestant& contestant);

}  // namespace phasebox
