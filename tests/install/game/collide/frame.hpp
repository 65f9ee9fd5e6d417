// SPDX-License-Identifier: MIT
#pragma once
struct Hud {
  int lives = 3;
};
