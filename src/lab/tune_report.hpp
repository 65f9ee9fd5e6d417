// SPDX-License-Identifier: MIT
// A finished search for people, for programs and for a browser.
#pragma once
#include <string>
#include <vector>

#include "lab/tuning.hpp"
#include "plot/plot.hpp"

namespace phasebox {

/// Where the frames came from, so that the same can be asked again.
struct TuneOrigin {
  std::string name;     ///< scene or file, as a person knows it
  std::string options;  ///< of the command line, that bring the same frames: "--scene uniform ..."
};

/// The command lines that search again, and that race the winner against the next by the bench.
std::string tune_command(const TuneReport& report, const TuneOrigin& origin);
std::string check_command(const TuneReport& report, const TuneOrigin& origin);

/// The ranked table and the sentences.
std::string tune_text(const TuneReport& report, const TuneOrigin& origin);
/// All numbers, with the recommended settings and the C++ lines.
std::string tune_json(const TuneReport& report, const TuneOrigin& origin);
/// One file with everything in it, plots too; light or dark as the reader's screen is.
std::string tune_html(const TuneReport& report, const TuneOrigin& origin);

/// Time against the winner's main parameter, with the chosen value; no series without it.
Plot sensitivity_plot(const TuneReport& report);
/// The finalists' times, frame by frame, a few means of consecutive frames each.
Plot finals_plot(const TuneReport& report);

/// One line of the table as people read it: algorithm, settings, score, times the best, tests per
/// object, frames.
std::vector<std::string> ranking_cells(const TuneReport& report, std::size_t row);
std::vector<std::string> ranking_heads(const TuneReport& report);

}  // namespace phasebox
