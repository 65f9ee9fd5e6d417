// SPDX-License-Identifier: MIT
// What a pair costs in each narrowphase, next to a loop over RGBA pixels; answers are checked
// first.
#include "collide/narrowphase.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collide/registry.hpp"
#include "sprite_pairs.hpp"

namespace phasebox {
namespace {

using namespace sprite_pairs;

/// How an answer may differ from the exact one.
enum class Promise { exact, no_false_hits, no_misses, none };

struct Contestant {
  std::string name;
  std::unique_ptr<Narrowphase> narrowphase;
  Promise promise;
  Sink<Contact> contacts{};
  std::vector<double> ns{};  // per pair, by round
  double recall = 0;
  std::size_t false_hits = 0;
  bool wrong = false;
};

using Settings = std::vector<std::pair<std::string_view, double>>;

std::vector<Contestant> contestants() {
  std::vector<Contestant> all;
  all.push_back({"naive RGBA loop", std::make_unique<NaiveLoop>(), Promise::exact});
  const auto add = [&](std::string name, std::string_view id, Promise promise,
                       const Settings& settings) {
    auto made = find_entry(narrowphases(), id)->make();
    for (const auto& [key, value] : settings) {
      const ParamView view = made->params();
      find_param(view.rows, key)->set(view.object, value);
    }
    all.push_back({std::move(name), std::move(made), promise});
  };
  for (const int n : {1, 2, 4, 8})
    add("pixel-samples, n = " + std::to_string(n), "pixel-samples",
        n == 1 ? Promise::exact : Promise::no_false_hits, {{"n", n}});
  add("bit-mask", "bit-mask", Promise::exact, {});
  for (const int leaf : {8, 16, 32})
    add("alpha-quadtree, leaf " + std::to_string(leaf), "alpha-quadtree", Promise::exact,
        {{"leaf-size", leaf}});
  // The other way than by default.
  add("samples, n = 1, no circles", "pixel-samples", Promise::exact,
      {{"n", 1}, {"circle-reject", 0}});
  add("bit-mask, circles", "bit-mask", Promise::exact, {{"circle-reject", 1}});
  add("quadtree, leaf 16, circles", "alpha-quadtree", Promise::exact,
      {{"leaf-size", 16}, {"circle-reject", 1}});
  add("convex-hull", "convex-hull", Promise::no_misses, {});
  add("circle", "circle", Promise::no_misses, {});
  add("inset-box", "inset-box", Promise::none, {});
  return all;
}

/// In processor time, so that other programs do not count.
double run_once(Contestant& c, const Course& course) {
  c.contacts.clear();
  const std::clock_t start = std::clock();
  c.narrowphase->confirm(course.frame(), course.pairs(), c.contacts, nullptr);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return seconds * 1e9 / static_cast<double>(course.pairs().size());
}

/// Compares the contacts with the exact ones, both in the order of the pairs.
void check(Contestant& c, std::span<const Contact> exact) {
  std::size_t shared = 0, same_points = 0;
  auto e = exact.begin();
  for (const Contact& got : c.contacts.items()) {
    while (e != exact.end() && e->pair.a < got.pair.a) ++e;
    if (e == exact.end() || e->pair != got.pair) continue;
    ++shared;
    same_points += e->point == got.point;
  }
  c.false_hits = c.contacts.size() - shared;
  c.recall = static_cast<double>(shared) / static_cast<double>(exact.size());
  const bool missed = shared < exact.size();
  switch (c.promise) {
    case Promise::exact: c.wrong = missed || c.false_hits > 0 || same_points < shared; break;
    case Promise::no_false_hits: c.wrong = c.false_hits > 0; break;
    case Promise::no_misses: c.wrong = missed; break;
    case Promise::none: break;
  }
}

double quantile(std::vector<double> values, double q) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

void print(const std::vector<Contestant>& all, const Course& course) {
  const double pairs = static_cast<double>(course.pairs().size());
  std::printf("%-26s %10s %17s %9s %8s %7s\n", "", "ns/pair", "quartiles", "of naive", "recall",
              "false");
  const double naive = quantile(all[0].ns, 0.5);
  for (const Contestant& c : all) {
    if (c.wrong) {
      std::printf("%-26s %10s\n", c.name.c_str(), "WRONG");
      continue;
    }
    const double median = quantile(c.ns, 0.5);
    std::printf("%-26s %10.1f %8.1f-%8.1f %9.3f %8.3f %7.3f\n", c.name.c_str(), median,
                quantile(c.ns, 0.25), quantile(c.ns, 0.75), median / naive, c.recall,
                static_cast<double>(c.false_hits) / pairs);
  }
  std::printf("\n");
}

struct Options {
  std::size_t pairs;
  int rounds;
  std::uint64_t seed;
  std::string_view only;   // part of a name; the naive loop always runs
  std::string_view table;  // part of a title; empty: all of them
};

/// One table; false when an answer is wrong.
bool race(std::string_view title, Sides sides, bool turned, const Options& options) {
  const auto& [pairs, rounds, seed, only, table] = options;
  if (title.find(table) == title.npos) return true;
  const Course course(pairs, seed, sides, turned);
  std::vector<Contestant> all = contestants();
  const auto is_left_out = [&](const Contestant& c) { return c.name.find(only) == c.name.npos; };
  all.erase(std::remove_if(all.begin() + 1, all.end(), is_left_out), all.end());
  for (Contestant& c : all) {
    c.narrowphase->reset(course.frame());
    for (int warm = 0; warm < 2; ++warm) run_once(c, course);
  }
  std::size_t wrong = 0;
  for (Contestant& c : all) check(c, all[0].contacts.items()), wrong += c.wrong;
  std::printf(
      "%.*s: %zu pairs of %d images, %d-%d px, mean fill %.2f, %.0f %% collide, seed %llu\n",
      static_cast<int>(title.size()), title.data(), pairs, kImages, sides.smallest, sides.largest,
      mean_fill(course.images()),
      100.0 * static_cast<double>(all[0].contacts.size()) / static_cast<double>(pairs),
      static_cast<unsigned long long>(seed));
  // Rotated: no contestant always runs first, or after the same one.
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < all.size(); ++k) {
      Contestant& c = all[(k + static_cast<std::size_t>(round)) % all.size()];
      if (!c.wrong) c.ns.push_back(run_once(c, course));
    }
  print(all, course);
  return wrong == 0;
}

/// The value of the option `--name`, or nothing.
std::string_view text(std::span<char* const> arguments, std::string_view name) {
  for (std::size_t k = 1; k + 1 < arguments.size(); ++k)
    if (name == arguments[k]) return arguments[k + 1];
  return {};
}
long number(std::span<char* const> arguments, std::string_view name, long otherwise) {
  const std::string_view typed = text(arguments, name);
  return typed.empty() ? otherwise : std::max(1L, std::atol(typed.data()));
}

}  // namespace
}  // namespace phasebox

int main(int count, char** values) {
  using namespace phasebox;
  const std::span<char* const> arguments(values, static_cast<std::size_t>(count));
  Options options{static_cast<std::size_t>(number(arguments, "--pairs", 20000)),
                  static_cast<int>(number(arguments, "--rounds", 21)),
                  static_cast<std::uint64_t>(number(arguments, "--seed", 1)),
                  text(arguments, "--only"), text(arguments, "--table")};
  constexpr Sides kDefault{32, 200}, kLarge{400, 1200};
  bool right = race("Neither turned nor scaled", kDefault, false, options);
  options.pairs = (options.pairs + 3) / 4;  // each costs more
  right &= race("Turned and scaled", kDefault, true, options);
  options.pairs = (options.pairs + 3) / 4;
  right &= race("Large, neither turned nor scaled", kLarge, false, options);
  return right ? 0 : 1;
}
