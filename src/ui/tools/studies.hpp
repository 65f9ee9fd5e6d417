// SPDX-License-Identifier: MIT
// What the table of tools draws: one function per tool, each in its own file.
#pragma once

namespace phasebox {

struct Model;
struct Chrome;
struct Intents;

void draw_why(const Model& model, Chrome& chrome, Intents& out);
void draw_accuracy(const Model& model, Chrome& chrome, Intents& out);

}  // namespace phasebox
