// SPDX-License-Identifier: MIT
// The program `phasebox_peers`: `report` makes the tables of docs/performance.md; anything else
// is phasebox's own command line, whose bench has other libraries in it.
#include <filesystem>

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/terminal.hpp"
#include "io/files/text_file.hpp"
#include "peer.hpp"
#include "report.hpp"

namespace phasebox::peers {
namespace {

/// Replaces what stands between `<!-- name -->` and `<!-- /name -->`.
Status replace_between(std::string& page, std::string_view name, std::string_view text) {
  const std::string begin = fmt::format("<!-- {} -->\n", name),
                    end = fmt::format("<!-- /{} -->", name);
  const std::size_t from = page.find(begin), to = page.find(end);
  if (from == std::string::npos || to == std::string::npos)
    return Error{fmt::format("the page has no place for '{}'", name)};
  page.replace(from + begin.size(), to - from - begin.size(), fmt::format("\n{}\n", text));
  return {};
}

Status write_page(const std::filesystem::path& docs, const Findings& found, double share) {
  const auto path = docs / "performance-tables.md";
  Result<std::string> page = read_file(path, 1 << 20);
  if (page.failed()) return page.error();
  const std::pair<std::string_view, std::string> parts[] = {{"machine", machine_text(share)},
                                                            {"traits", trait_table(found.races)},
                                                            {"extras", extra_tables(found)},
                                                            {"tables", time_tables(found.races)}};
  for (const auto& [name, text] : parts)
    if (const Status status = replace_between(*page, name, text); status.failed()) return status;
  if (const Status status = write_file_atomically(path, *page); status.failed()) return status;
  for (const std::string_view workload : kWorkloads)
    if (const Status status =
            write_file_atomically(docs / "pictures" / fmt::format("bench-{}.svg", workload),
                                  workload_svg(found.races, workload));
        status.failed())
      return status;
  return {};
}

int run_report(std::span<char*> words, const cli::BenchParts& parts) {
  if (words.size() < 2)
    return cli::report(
        {"usage: phasebox_peers report FOLDER [DOCS] [SHARE]; results go to FOLDER, "
         "tables and plots into DOCS/performance-tables.md (-: nowhere); SHARE of the default "
         "time, 1 without it"});
  const std::filesystem::path folder = words[1];
  const double asked = words.size() > 3 ? std::atof(words[3]) : 1, share = asked > 0 ? asked : 1;
  const Findings found = measure(parts, share);
  fmt::print("{}\n{}\n", trait_table(found.races), extra_tables(found));
  const std::string command[] = {"report"};
  std::vector<cli::BenchTable> all = found.races;
  for (const auto* more : {&found.threads, &found.million, &found.steps, &found.pour})
    all.insert(all.end(), more->begin(), more->end());
  if (const Status status =
          write_file_atomically(folder / "bench.json", cli::bench_json(all, command));
      status.failed())
    return cli::report(status.error());
  if (const Status status = write_file_atomically(folder / "bench.csv", cli::csv_text(all));
      status.failed())
    return cli::report(status.error());
  if (cli::was_interrupted()) return cli::kInterrupted;
  if (words.size() > 2 && std::string_view(words[2]) != "-")
    if (const Status status = write_page(words[2], found, share); status.failed())
      return cli::report(status.error());
  for (const cli::BenchTable& t : all)
    if (t.any_wrong()) return cli::kOurFailure;
  return cli::kDone;
}

}  // namespace
}  // namespace phasebox::peers

int main(int argc, char** argv) {
  using namespace phasebox;
  const cli::BenchParts parts{.heap = cli::heap_meter(), .peers = peers::all()};
  const std::span<char*> words(argv + 1, static_cast<std::size_t>(argc - 1));
  if (!words.empty() && std::string_view(words[0]) == "report")
    return peers::run_report(words, parts);
  return cli::run_cli(argc, argv, {}, parts);
}
