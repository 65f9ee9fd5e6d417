// SPDX-License-Identifier: MIT
// A finished search for people, for programs and for a browser.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/tune/tune_search.hpp"
#include "plot/plot.hpp"

namespace phasebox {

/// The command lines that search again, and that race the winner against the next by the bench.
std::string tune_command(const TuneReport& report);
std::string check_command(const TuneReport& report);

/// The ranked table and the sentences.
std::string tune_text(const TuneReport& report);
/// All numbers, with the recommended settings and the C++ lines.
std::string tune_json(const TuneReport& report);
/// One file with everything in it, plots too; light or dark as the reader's screen is.
std::string tune_html(const TuneReport& report);

/// Time against the winner's main parameter, with the recommended value at the winner's score; no
/// series without it.
Plot sensitivity_plot(const TuneReport& report);
/// The times of the first five over the frames of the recording, means of a few consecutive frames
/// each.
Plot finals_plot(const TuneReport& report);
/// Times by the frame of the recording at which they were taken, for a plot: ascending, those of
/// the same frame averaged, then at most about `most` means of neighbors; where frames are left
/// out, a point that is no number interrupts the line.
std::vector<std::pair<double, double>> times_by_frame(std::span<const std::size_t> frames,
                                                      std::span<const double> times,
                                                      std::size_t most);

/// The one unit of all times in a table or plot.
struct TimeUnit {
  std::string name;  ///< "ms" or "µs"
  double per_ms = 1;
  /// Three digits, without the unit.
  std::string text(double ms) const;
};
/// µs where the winner's median is below 0.1 ms.
TimeUnit time_unit(const TuneReport& report);

/// So many significant digits, without an exponent, thousands grouped: "1,280", "0.0314".
std::string rounded_text(double value, int digits);

/// One line of the table as people read it: algorithm, settings, figures of its times, times the
/// best, tests per object, frames. As many cells as heads.
std::vector<std::string> ranking_cells(const TuneReport& report, std::size_t row);
std::vector<std::string> ranking_heads(const TuneReport& report);

/// C++ that makes the broadphase with its settings by the installed library, ready to compile: the
/// function `recommended_broadphase`.
std::string cpp_lines(const Contestant& contestant);

}  // namespace phasebox
