// SPDX-License-Identifier: MIT
#pragma once
struct Wall {
  int height = 3;
};
