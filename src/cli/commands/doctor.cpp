// SPDX-License-Identifier: MIT
// `phasebox doctor`: what was found of this machine, what is slow or missing, and the remedy.
#include <algorithm>
#include <iterator>
#include <thread>

#include <fmt/format.h>

#include "base/os/system.hpp"
#include "base/parallel.hpp"
#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "cli/picture.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "lab/study_subject.hpp"

namespace phasebox::cli {
namespace {

Finding program() {
  Finding found{"phasebox", fmt::format("{}, built by {}", kVersion, this_machine().compiler)};
#ifndef __OPTIMIZE__
  found.value += ", not optimized";
  found.remedy = "times mean nothing; build it as release: cmake --preset release";
#endif
  return found;
}

Finding machine() {
  const os::SystemFacts about = os::system_facts();
  if (about.name.empty()) return {"system", "unknown"};
  return {"system", fmt::format("{} {}, {}", about.name, about.release, about.machine)};
}

Finding vectors() {
  const VectorTarget target = vector_target();
  if (target.floats == 1)
    return {"vectors", target.name,
            "built without Highway, searches take two to seven times as long; install libhwy-dev "
            "and build again"};
  return {"vectors", fmt::format("{}, {} boxes at once", target.name, target.floats)};
}

Finding threads() {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  if (has_threads()) return {"threads", fmt::format("{}, by oneTBB", cores)};
  return {"threads", fmt::format("1 of {}", cores),
          "built without oneTBB, a search uses one thread; install libtbb-dev and build again"};
}

Finding memory() {
  constexpr double kLittle = 1, kGigabyte = 1e9;
  const os::Memory memory = os::memory();
  const double free = memory.free / kGigabyte, all = memory.all / kGigabyte;
  return {"memory", fmt::format("{:.1f} GB, {:.1f} GB of it unused", all, free),
          all < kLittle ? "races of 100,000 boxes with every algorithm want 1 GB" : ""};
}

Finding pictures() {
  const Painter painter;
  const auto drawer = painter.device();
  if (drawer) return {"pictures", *drawer};
  return {"pictures", "none", drawer.error().text};
}

}  // namespace

std::vector<Finding> findings_of_machine() {
  return {program(), machine(), vectors(), threads(), memory()};
}

std::vector<Finding> findings_of_program() {
  std::vector<Finding> all = findings_of_machine();
  all.push_back(pictures());
  return all;
}

std::string findings_text(const std::vector<Finding>& findings) {
  std::size_t width = 0;
  for (const Finding& f : findings) width = std::max(width, f.name.size());
  std::string text;
  for (const Finding& f : findings) {
    text += fmt::format("{:<{}}  {}\n", f.name, width, f.value);
    if (!f.remedy.empty()) text += fmt::format("{:<{}}  ! {}\n", "", width, f.remedy);
  }
  return text;
}

std::map<std::string, std::string> findings_as_facts(const std::vector<Finding>& findings) {
  std::map<std::string, std::string> facts;
  for (const Finding& f : findings)
    facts["doctor." + f.name] = f.remedy.empty() ? f.value : f.value + " ! " + f.remedy;
  return facts;
}

Run doctor_command(Options&, const Program& program) {
  return [&program] {
    std::vector<Finding> all = findings_of_program();
    if (program.window.findings)
      std::ranges::move(program.window.findings(), std::back_inserter(all));
    const auto remarks =
        std::ranges::count_if(all, [](const Finding& f) { return !f.remedy.empty(); });
    return print(findings_text(all) +
                 (remarks == 0 ? std::string("\nAll is well.\n")
                  : remarks == 1
                      ? std::string("\nOne thing is slow or missing: see !.\n")
                      : fmt::format("\n{} things are slow or missing: see !.\n", remarks)));
  };
}

}  // namespace phasebox::cli
