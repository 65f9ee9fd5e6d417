// SPDX-License-Identifier: MIT
// The parts, run by oneTBB.
#include "base/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

namespace phasebox::detail {

void run_parts(unsigned parts, void (*part)(void* work, unsigned number), void* work) {
  using Parts = tbb::blocked_range<unsigned>;
  tbb::parallel_for(
      Parts(0, parts, 1),
      [=](const Parts& some) {
        for (unsigned number = some.begin(); number != some.end(); ++number) part(work, number);
      },
      tbb::simple_partitioner());
}

}  // namespace phasebox::detail
