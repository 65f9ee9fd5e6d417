// SPDX-License-Identifier: MIT
#pragma once
struct Map {
  int rooms = 3;
};
