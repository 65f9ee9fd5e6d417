#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A user without a plan, in the real window on an X server of its own: soak.sh [--minutes N] [--seed N]
# N minutes (10) of random keys, clicks, drags and wheels. Ends with 1 when the program ended, the oracle said that an
# answer was wrong and, from 8 minutes on, when a frame took over 1 s or memory grew by more than 5 %.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
third_party/install.sh build libs gui test
cmake --preset dev >/dev/null
cmake --build --preset dev --target phasebox phasebox_soak
exec build/dev/tests/phasebox_soak "$@"
