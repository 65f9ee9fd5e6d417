// SPDX-License-Identifier: MIT
// Writes a search as text, with the command lines that repeat and check it.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "collide/registry.hpp"
#include "lab/shell_word.hpp"
#include "lab/tune/ranking_table.hpp"
#include "lab/tune/tune_output.hpp"
#include "language/format_sentence.hpp"
#include "plot/plot.hpp"

namespace phasebox {
namespace {

using Cells = std::vector<Sentence>;

std::string summary(const TuneReport& report) {
  return fmt::format("{}: {}{}, {}, {} per frame{}, {}; {} settings tried in {:.1f} s{}",
                     report.options.origin.name, counted_whole(report.facts.boxes, "box"),
                     rules_text(report.facts), coverage_text(report.coverage),
                     counted_whole(report.facts.pairs, "pair"),
                     queries_text(report.options.queries),
                     counted(report.options.threads, "thread"), report.tried, report.seconds,
                     report.is_complete ? "" : ", stopped early");
}

void append_table(std::string& text, const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines[0].size());
  for (const Cells& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k)
      if (k < 3 || !line.back().empty()) widths[k] = std::max(widths[k], letters(line[k]));
  for (const Cells& line : lines) {
    std::string out = " ";
    for (std::size_t k = 0; k < line.size(); ++k) {
      const bool is_left = k == 1 || k == 2;
      const std::string room(widths[k] - std::min(widths[k], letters(line[k])), ' ');
      const std::string& cell = line[k];
      out += is_left ? " " + cell + room + " " : " " + room + cell + " ";
    }
    text += out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  }
}

// Command-line options that load the plug-ins of this process, for the commands that repeat a
// search.
std::string plugin_options() {
  std::string text;
  for (const BroadphaseEntry* entry : broadphases())
    if (!entry->file.empty()) text += " --plugin " + shell_word(entry->file);
  return text;
}

}  // namespace

Sentence coverage_text(const FrameCoverage& c) {
  if (c.is_repeated) return say("1 frame, {}", counted(c.used, "time"));
  const Sentence all = counted(c.of, "frame");
  if (c.is_all()) return c.of > 1 ? say("all {} frames", grouped(c.of)) : all;
  return say("{} of {}, from {}", grouped(c.used), all, counted(c.places, "place"));
}

std::string rules_text(const FrameFacts& facts) {
  if (facts.statics + facts.filtered == 0) return {};
  return fmt::format(" ({} static, {} filtered)", grouped_whole(facts.statics),
                     grouped_whole(facts.filtered));
}

std::string tune_command(const TuneReport& report) {
  const TuneOptions& options = report.options;
  if (options.origin.options.empty()) return {};
  std::string text = "phasebox tune " + report.options.origin.options + plugin_options();
  for (std::size_t k = 0; k < options.entries.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? " --broadphase " : ",", options.entries[k]->id);
  for (const ParamValue& p : options.fixed)
    if (const auto* entry = find_entry(broadphases(), p.owner.id()))
      if (const Param* row = find_param(rows_of(*entry), p.key))
        text += fmt::format(" --set {}={}", full_name(p.owner, p.key), format_value(*row, p.value));
  return fmt::format("{} --budget {:g} --objective {}", text, options.budget,
                     objective_name(options.objective));
}

std::string check_command(const TuneReport& report) {
  if (report.options.origin.options.empty()) return {};
  std::string ids, sets;
  for (std::size_t k = 0; k < std::min<std::size_t>(report.ranking.size(), 2); ++k) {
    const Trial& t = report.ranking[k];
    if (!std::isfinite(t.score(report.options.objective))) break;
    ids += fmt::format("{}{}", ids.empty() ? "" : ",", t.contestant.entry->id);
    if (const std::string s = t.contestant.set_options(); !s.empty()) sets += " " + s;
  }
  return fmt::format("phasebox bench {}{} --broadphase {}{}", report.options.origin.options,
                     plugin_options(), ids, sets);
}

std::string tune_text(const TuneReport& report) {
  std::string text = summary(report) + "\n";
  std::vector<Cells> lines{ranking_heads(report)};
  for (std::size_t k = 0; k < report.ranking.size(); ++k) lines.push_back(ranking_cells(report, k));
  append_table(text, lines);
  for (const std::string& out : report.left_out) text += "  left out: " + out + "\n";
  for (const Sentence& note : report.facts.notes) text += "  note: " + note.english() + "\n";
  const Trial* winner = report.winner();
  if (!winner) return text + "\nno algorithm has shown an exact result yet\n";
  text += fmt::format("\nRecommended: {}\nConfidence:  {}\nWhy:         {}\nProportion:  {}\n",
                      winner->contestant.name(), report.confidence.words, report.why,
                      report.proportion);
  for (const std::string& warning : report.warnings)
    text += fmt::format("Warning:     {}\n", warning);
  if (!report.sensitivity.words.empty())
    text += fmt::format("Sensitivity: {}\n", report.sensitivity.words);
  if (report.default_score && !winner->contestant.settings.empty())
    text += fmt::format("Defaults:    would take {:.2f} times as long\n",
                        *report.default_score / winner->score(report.options.objective));
  if (!report.options.origin.options.empty())
    text += fmt::format("Again:       {}\nCheck:       {}\n", tune_command(report),
                        check_command(report));
  return text + "\n" + cpp_lines(winner->contestant);
}

}  // namespace phasebox
