// SPDX-License-Identifier: MIT
// Writes results.
#include "contract/report.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace phasebox::contract {
namespace {

std::string verdict(const PromiseResult& r) {
  if (r.failure) return "BROKEN";
  if (!r.skipped.empty()) return "not checked: " + r.skipped;
  return r.worlds == 0 ? "not checked: no time" : "kept";
}

std::size_t count_rows(const Trial& trial) {
  std::size_t rows = 0;
  for (const TrialFrame& f : trial.frames) rows += f.size();
  return rows;
}

std::string size_text(const Trial& trial) {
  const std::string boxes =
      trial.max_boxes() == 1 ? "1 box" : fmt::format("{} boxes", grouped(trial.max_boxes()));
  return trial.frames.size() == 1
             ? boxes
             : fmt::format("{} in {}", boxes, counted(trial.frames.size(), "frame"));
}

/// What is known of a failure, with `before` each line.
std::string details(const PromiseResult& r, const std::string& file, std::string_view before) {
  const Failure& f = *r.failure;
  const Trial& small = f.smallest.trial;
  std::string text = fmt::format("{}{}\n", before, f.text);
  if (!small.frames.empty())
    text += fmt::format("{}smallest world{}: {}: {}\n", before,
                        f.is_shrunk ? "" : " found in the time", size_text(small), f.smallest_text);
  if (!file.empty()) {
    text += fmt::format("{}repeat: {}\n", before, f.smallest.note.command);
    if (count_rows(small) > 0) text += fmt::format("{}look at it: phasebox {}\n", before, file);
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= ' ' || c == '\n')
      out += c;
    else
      out += ' ';
  }
  return out;
}

std::string case_xml(const CheckResult& result, const PromiseResult& r, const FileOf& file_of) {
  std::string text =
      fmt::format("    <testcase classname=\"phasebox.check.{}\" name=\"{}\" time=\"{:.3f}\"",
                  escaped(result.id), r.promise->id, r.seconds);
  if (r.failure)
    return text +
           fmt::format(
               ">\n      <failure message=\"{}\" type=\"broken\">{}</failure>\n    </testcase>\n",
               escaped(r.failure->text.substr(0, r.failure->text.find('\n'))),
               escaped(details(r, file_of(result, r), "")));
  const std::string said = verdict(r);
  if (said == "kept") return text + "/>\n";
  return text + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped(said));
}

}  // namespace

std::string check_text(const CheckResult& result, const FileOf& file_of) {
  std::string text = fmt::format("{} ({}): {} from seed {}\n", result.id, result.title,
                                 counted(result.worlds, "world"), result.seed);
  text +=
      fmt::format("  {:<14} {:>7} {:>9} {:>7}  {}\n", "promise", "worlds", "frames", "s", "result");
  for (const PromiseResult& r : result.promises)
    text += fmt::format("  {:<14} {:>7} {:>9} {:>7}  {}\n", r.promise->title, grouped(r.worlds),
                        grouped(r.frames), rounded(r.seconds, 2), verdict(r));
  if (!result.growth.empty()) text += fmt::format("  time grows as  {}\n", result.growth);
  if (!result.is_complete) text += "  stopped before all worlds were seen\n";
  for (const PromiseResult& r : result.promises)
    if (r.failure)
      text += fmt::format("\n  BROKEN: {}. {}\n{}", r.promise->title, r.promise->rule,
                          details(r, file_of(result, r), "    "));
  return text;
}

std::string junit_xml(std::span<const CheckResult> results, const FileOf& file_of) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"phasebox check\">\n";
  for (const CheckResult& result : results) {
    const auto count = [&](auto is) { return std::ranges::count_if(result.promises, is); };
    const auto failures = count([](const PromiseResult& r) { return r.failure.has_value(); });
    const auto kept = count([](const PromiseResult& r) { return verdict(r) == "kept"; });
    const auto all = static_cast<std::ptrdiff_t>(result.promises.size());
    text += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" "
        "time=\"{:.3f}\">\n",
        escaped(result.id), all, failures, all - failures - kept, result.seconds);
    for (const PromiseResult& r : result.promises) text += case_xml(result, r, file_of);
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace phasebox::contract
