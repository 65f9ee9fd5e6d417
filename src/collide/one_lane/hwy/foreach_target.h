// SPDX-License-Identifier: MIT
// Stands in for Highway's header of this name in builds without Highway, where a file is compiled
// only once.
#pragma once
