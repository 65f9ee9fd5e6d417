// SPDX-License-Identifier: MIT
// Who is told what.
#include "lab/lab.hpp"

namespace phasebox {
namespace {

// One overload per command of the variant.
struct Apply {
  Lab& lab;
  Status operator()(std::monostate) const { return {}; }
  Status operator()(const lesson::Open& c) const { return lab.lessons.apply(c); }
  Status operator()(const lesson::GoTo& c) const { return lab.lessons.apply(c); }
  Status operator()(const lesson::Leave& c) const { return lab.lessons.apply(c); }
};

}  // namespace

Status Lab::apply(const LabCommand& command, const Session&) {
  return std::visit(Apply{*this}, command);
}

void Lab::observe(const Session&) {}

}  // namespace phasebox
