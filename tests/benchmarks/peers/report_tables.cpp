// SPDX-License-Identifier: MIT
// The report's tables, as Markdown.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "plot/plot.hpp"
#include "report.hpp"

namespace phasebox::peers {
namespace {

using Races = std::span<const cli::BenchTable>;

const cli::BenchTable* race_of(Races races, std::string_view workload, std::size_t count) {
  for (const cli::BenchTable& t : races)
    if (t.scene == workload && t.boxes == count) return &t;
  return nullptr;
}

/// The row of that name, or null.
const cli::BenchRow* row_of(const cli::BenchTable* race, std::string_view name) {
  if (!race) return nullptr;
  const auto it = std::ranges::find(race->rows, name, &cli::BenchRow::name);
  return it == race->rows.end() ? nullptr : &*it;
}

std::string milliseconds(double ms) {
  return fmt::format("{:.{}f}", ms, ms < 0.1 ? 4 : ms < 10 ? 3 : ms < 100 ? 2 : 1);
}

std::string head(std::string_view first, std::span<const std::string> more) {
  std::string text = fmt::format("| {} |", first), rule = "|---|";
  for (const std::string& m : more) text += fmt::format(" {} |", m), rule += "---|";
  return text + "\n" + rule + "\n";
}

std::vector<std::string> names_in(Races races, std::string_view workload) {
  std::vector<std::string> names;
  for (const cli::BenchTable& t : races)
    for (const cli::BenchRow& r : t.rows)
      if (t.scene == workload && std::ranges::find(names, r.name) == names.end())
        names.push_back(r.name);
  return names;
}

std::string time_cell(const cli::BenchTable* race, std::string_view name) {
  const cli::BenchRow* row = row_of(race, name);
  if (!row) return "-";
  if (row->verdict == RaceResult::Verdict::wrong) return "WRONG";
  if (row->times.empty()) return "-";
  std::string text =
      fmt::format("{} / {}", milliseconds(row->ms.mean), milliseconds(row->ms.worst));
  if (row->times.size() + 10 < race->frames) text += fmt::format(" ({} frames)", row->times.size());
  return text;
}

/// The library that a peer's id begins with, as it is usually written.
std::string library_of(std::string_view id) {
  const std::string_view word = id.substr(0, id.find('-'));
  if (word == "box2d") return "Box2D";
  if (word == "chipmunk") return "Chipmunk";
  if (word == "bullet") return "Bullet";
  return word == "cgal" ? "CGAL" : "Boost";
}

}  // namespace

std::string time_tables(Races races) {
  std::string text;
  for (const std::string_view workload : kWorkloads) {
    const cli::BenchTable* middle = race_of(races, workload, kCounts[1]);
    const double per_object = middle ? middle->pairs / static_cast<double>(middle->boxes) : 0;
    text += fmt::format("### {}: {:.2f} pairs per object at 10,000\n\n", workload, per_object);
    text += head("ms, mean / worst", std::vector<std::string>{"1,000", "10,000", "100,000"});
    for (const std::string& name : names_in(races, workload)) {
      text += fmt::format("| {}{} |", name, is_peer(name) ? "" : " (ours)");
      for (const unsigned count : kCounts)
        text += fmt::format(" {} |", time_cell(race_of(races, workload, count), name));
      text += "\n";
    }
    text += fmt::format("\n![{0}, ms against boxes](pictures/bench-{0}.svg)\n\n", workload);
  }
  return text;
}

std::string trait_table(Races races) {
  std::string text =
      head("ours", std::vector<std::string>{"growth exponent, 1k to 100k (worst workload)",
                                            "worst frame / median, 10k", "bytes per sprite, 10k",
                                            "allocations per frame"});
  const cli::BenchTable* first = race_of(races, kWorkloads[0], kCounts[1]);
  if (!first) return text;
  for (const cli::BenchRow& named : first->rows) {
    if (is_peer(named.name)) continue;
    double growth = 0, worst = 0, bytes = 0, allocations = 0;
    for (const std::string_view workload : kWorkloads) {
      const cli::BenchTable *small = race_of(races, workload, 1'000),
                            *middle = race_of(races, workload, 10'000),
                            *large = race_of(races, workload, 100'000);
      const cli::BenchRow* s = row_of(small, named.name);
      const cli::BenchRow* m = row_of(middle, named.name);
      const cli::BenchRow* l = row_of(large, named.name);
      if (s && l && s->ms.mean > 0 && l->ms.mean > 0)
        growth = std::max(growth, std::log10(l->ms.mean / s->ms.mean) / 2);
      if (!m || m->times.empty()) continue;
      worst = std::max(worst, m->ms.worst / m->ms.median);
      bytes = std::max(bytes, m->bytes.value_or(0));
      allocations = std::max(allocations, m->allocations.value_or(0));
    }
    text += fmt::format("| {} | {:.2f} | {:.1f} | {:.0f} | {:.1f} |\n", named.name, growth, worst,
                        bytes, allocations);
  }
  return text;
}

namespace {

std::string thread_table(const Findings& found) {
  std::string text = head(
      "two threads: ms, mean (times as fast as one)",
      std::vector<std::string>{"uniform 10k", "uniform 100k", "clusters 10k", "clusters 100k"});
  const auto names = found.threads.empty() ? std::vector<std::string>{}
                                           : names_in(found.threads, found.threads[0].scene);
  for (const std::string& name : names) {
    text += fmt::format("| {} |", name);
    for (const cli::BenchTable& two : found.threads) {
      const cli::BenchTable* one = race_of(found.races, two.scene, two.boxes);
      const cli::BenchRow *a = row_of(one, name), *b = row_of(&two, name);
      const bool both = a && b && b->ms.mean > 0;
      text += both
                  ? fmt::format(" {} ({:.2f}) |", milliseconds(b->ms.mean), a->ms.mean / b->ms.mean)
                  : " - |";
    }
    text += "\n";
  }
  return text;
}

std::string million_table(const Findings& found) {
  std::string text =
      head("a million boxes of uniform, one thread",
           std::vector<std::string>{"ms, mean", "ns per object", "bytes per sprite"});
  for (const cli::BenchTable& t : found.million)
    for (const cli::BenchRow& r : t.rows)
      if (!r.times.empty())
        text += fmt::format("| {} | {} | {:.1f} | {:.0f} |\n", r.name, milliseconds(r.ms.mean),
                            r.ms.mean, r.bytes.value_or(0));
  return text;
}

std::string step_table(const Findings& found) {
  std::string text =
      head("whole step, 100,000 sprites of uniform, two threads: ms",
           std::vector<std::string>{"total", "move", "broadphase", "sort", "narrowphase"});
  for (const cli::BenchTable& t : found.steps)
    for (const cli::BenchRow& r : t.rows)
      if (r.phases)
        text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", r.name, milliseconds(r.ms.mean),
                            milliseconds((*r.phases)[0]), milliseconds((*r.phases)[1]),
                            milliseconds((*r.phases)[2]), milliseconds((*r.phases)[3]));
  return text;
}

bool is_too_slow(double ms) { return ms > 1000.0 / 60; }

std::string pour_table(const Findings& found) {
  std::string text = head("a thousand sprites poured into a bowl, whole steps, two threads: ms",
                          std::vector<std::string>{"mean", "of it response", "median", "95 of 100",
                                                   "worst", "steps over 1/60 s"});
  for (const cli::BenchTable& t : found.pour)
    for (const cli::BenchRow& r : t.rows)
      if (r.phases)
        text += fmt::format(
            "| {} | {} | {} | {} | {} | {} | {} of {} |\n", r.name, milliseconds(r.ms.mean),
            milliseconds(r.phases->back()), milliseconds(r.ms.median), milliseconds(r.ms.p95),
            milliseconds(r.ms.worst), std::ranges::count_if(r.times, is_too_slow), r.times.size());
  return text;
}

}  // namespace

std::string extra_tables(const Findings& found) {
  return thread_table(found) + "\n" + million_table(found) + "\n" + step_table(found) + "\n" +
         pour_table(found);
}

std::string machine_text(double share) {
  std::string processor = "unknown processor", line;
  for (std::ifstream file("/proc/cpuinfo"); std::getline(file, line);)
    if (line.starts_with("model name")) processor = line.substr(line.find(':') + 2);
  const std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  return fmt::format(
      "- Machine: {}, {} hardware threads\n- Compiler: {} {}, {}\n- Date: {}\n"
      "- Command: `tests/benchmarks/run.sh{}`\n",
      processor, std::thread::hardware_concurrency(), PHASEBOX_COMPILER, __VERSION__,
      PHASEBOX_FLAGS, date, share == 1 ? "" : fmt::format(" {:g}", share));
}

std::string workload_svg(Races races, std::string_view workload) {
  Plot plot;
  plot.title = fmt::format("{}: ours (lines) and the best of each library (dashed)", workload);
  plot.x_label = "boxes", plot.y_label = "mean time per frame, ms";
  plot.log_x = plot.log_y = true;
  const auto put = [&](const std::string& name, double count, double ms, bool is_dashed) {
    auto s = std::ranges::find(plot.series, name, [](auto& known) { return known.name.english(); });
    if (s == plot.series.end()) s = plot.series.insert(s, {name, {}, is_dashed});
    if (!s->points.empty() && s->points.back().first == count)
      s->points.back().second = std::min(s->points.back().second, ms);
    else
      s->points.emplace_back(count, ms);
  };
  for (const cli::BenchTable& t : races)
    for (const cli::BenchRow& r : t.rows) {
      if (t.scene != workload || r.times.empty()) continue;
      const bool peer = is_peer(r.name);
      put(peer ? library_of(r.name) : r.name, static_cast<double>(t.boxes), r.ms.mean, peer);
    }
  return plot_svg(plot);
}

}  // namespace phasebox::peers
