// SPDX-License-Identifier: MIT
// Stands in for Highway's header of this name where there is no Highway: a file is compiled once.
#pragma once
