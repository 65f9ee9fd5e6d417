// SPDX-License-Identifier: MIT
// Included before all else by MSVC: what it does not have of GCC and Clang.
#pragma once
#ifndef __clang__
#define __builtin_prefetch(address, ...) static_cast<void>(address)
#endif
