// SPDX-License-Identifier: MIT
// Sprites poured into a bowl beside Box2D's world. All take turns, step by step. Prints a table.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/statistics.hpp"
#include "pour.hpp"

namespace {

using namespace phasebox;
using namespace phasebox::pour;

constexpr int kSettleSteps = 700, kRestSteps = 100;

void print(const char* phase, std::uint32_t count, std::vector<std::unique_ptr<Contestant>>& all) {
  for (const auto& one : all) {
    const Summary ms = summary_of(one->ms);
    std::printf("%6u  %-6s %-22s mean %8.3f  median %8.3f  p99 %8.3f  worst %8.3f ms\n", count,
                phase, one->name().c_str(), ms.mean, ms.median, ms.p99, ms.worst);
    one->ms.clear();
  }
}

void run(std::uint32_t count) {
  std::vector<std::unique_ptr<Contestant>> all;
  auto first = std::make_unique<OfPhasebox>(count, 1);
  const Session& session = first->session();
  auto box2d = std::make_unique<OfBox2d>(session, false),
       sleepy = std::make_unique<OfBox2d>(session, true);
  all.push_back(std::move(first));
  all.push_back(std::make_unique<OfPhasebox>(count, 2));
  all.push_back(std::move(box2d)), all.push_back(std::move(sleepy));
  pour::run(all, kPourSteps);
  print("pour", count, all);
  pour::run(all, kSettleSteps);
  print("settle", count, all);
  pour::run(all, kRestSteps);
  print("rest", count, all);
}

}  // namespace

int main(int count, char** values) {
  if (count > 1) {
    for (int k = 1; k < count; ++k) run(static_cast<std::uint32_t>(std::atoi(values[k])));
    return 0;
  }
  for (const std::uint32_t n : {303u, 1003u, 5003u}) run(n);
}
