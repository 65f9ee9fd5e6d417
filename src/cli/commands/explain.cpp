// SPDX-License-Identifier: MIT
// `phasebox explain`: prints what an algorithm does in one frame, event by event.
#include <algorithm>
#include <limits>

#include "cli/commands/commands.hpp"
#include "lab/xray/xray.hpp"
#include "language/format_sentence.hpp"
#include "session/shown_names.hpp"

namespace phasebox::cli {
namespace {

struct ExplainOptions {
  LaunchOptions launch;
  std::uint32_t frames = 0;            ///< steps before the frame that is walked through
  bool is_narrow = false;              ///< the narrowphase instead of the broadphase
  bool is_impacts = false;             ///< the impacts of the response instead
  std::size_t from = 1, events = 200;  ///< first event, and number of events; 0: all
  Speech shown;
};

// Returns the heading of the events: algorithm, scene and number of events, the numbered lines of
// the algorithm's pseudocode, and the names of the columns.
std::string heading(const Xray& xray, const Session& session, const Speech& shown) {
  const std::size_t events = xray.is_in_impacts() ? xray.impacts().size() : xray.walk().size();
  std::string text = shown(say("{}: scene {}, step {}, {} events", xray.title(),
                               scene_name(session), session.steps(), events)) +
                     "\n\n";
  std::size_t line = 0;
  for (const CodeLine& code : xray.code()) {
    const std::size_t indent = code.text.find_first_not_of(' ');
    text += fmt::format("{:>4}  {:{}}{}\n", ++line, "", indent, shown(code.text.substr(indent)));
  }
  return text + "\n" + shown("  event  line  open") + "\n";
}

// Returns the requested events of the broadphase, the narrowphase or the response, whose impacts
// come first in the walk, a line each, numbered from 1.
std::string walk_text(const ExplainOptions& options, Xray& xray, const Session& session) {
  const std::size_t impacts = xray.impacts().size(), narrow = impacts + xray.broad().size();
  const std::size_t begin = options.is_impacts ? 0 : options.is_narrow ? narrow : impacts;
  const std::size_t end = options.is_impacts ? impacts : options.is_narrow ? xray.size() : narrow;
  const std::size_t events = end - begin;
  if (options.from > events) return options.shown("There is no such event in this frame.") + "\n";
  const std::size_t left = events - options.from + 1;
  const std::size_t shown = options.events == 0 ? left : std::min(left, options.events);
  std::string text;
  for (std::size_t k = 0; k < shown; ++k) {
    xray.seek(begin + options.from + k);
    if (k == 0) text = heading(xray, session, options.shown);
    const auto line = xray.line();
    text += fmt::format("{:>7} {:>5} {:>5}  {}\n", options.from + k,
                        line ? std::to_string(*line + 1) : "-", xray.state().open.size(),
                        options.shown(xray.sentence()));
  }
  return text;
}

int run_explain(const ExplainOptions& options) {
  Session session = session_of(options.launch);
  session.keep_frames();
  session.detect();
  for (std::uint32_t i = 0; i < options.frames; ++i) session.step();
  check_pairs(session);
  Xray xray;
  must(xray.apply(OpenXray{}, session));
  return print(walk_text(options, xray, session));
}

}  // namespace

Run explain_command(Options& to, const Program&) {
  constexpr auto kMax = std::numeric_limits<std::size_t>::max();
  const auto options = std::make_shared<ExplainOptions>();
  add_launch(to, options->launch);
  to.number("--frames", options->frames, 0, 1'000'000, "Steps before the frame");
  to.flag("--narrow", options->is_narrow, "The narrowphase, not the broadphase");
  to.flag("--impacts", options->is_impacts,
          "The impacts of the response in the last step, not the broadphase")
      .excludes("--narrow");
  to.number("--from", options->from, 1, kMax, "First event");
  to.number("--events", options->events, 0, kMax, "How many; 0 is all");
  add_language(to, options->shown);
  return [options] { return run_explain(*options); };
}

}  // namespace phasebox::cli
