// SPDX-License-Identifier: MIT
// The parts, run by the caller's own jobs, by oneTBB, or one after the other where there is none.
#include "base/parallel.hpp"

#include <atomic>
#include <exception>
#include <utility>

#if PHASEBOX_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#endif

namespace phasebox {
namespace {

thread_local const JobRunner* current_runner = nullptr;

// Nothing is thrown through a program's own functions, which may be written in C.
struct GuardedParts {
  void (*part)(void* work, unsigned number);
  void* work;
  std::atomic_flag has_failed = ATOMIC_FLAG_INIT;
  std::exception_ptr failure;

  static void run(void* data, unsigned number) {
    auto& parts = *static_cast<GuardedParts*>(data);
    try {
      parts.part(parts.work, number);
    } catch (...) {
      if (!parts.has_failed.test_and_set()) parts.failure = std::current_exception();
    }
  }
};

void run_by(const JobRunner& runner, unsigned parts, void (*part)(void*, unsigned), void* work) {
  GuardedParts guarded{part, work, ATOMIC_FLAG_INIT, nullptr};
  runner.run(runner.context, parts, &GuardedParts::run, &guarded);
  if (guarded.failure) std::rethrow_exception(guarded.failure);
}

}  // namespace

RunBy::RunBy(const JobRunner* runner) : before_(std::exchange(current_runner, runner)) {}
RunBy::~RunBy() { current_runner = before_; }

bool has_threads() { return PHASEBOX_TBB != 0; }

namespace detail {

void run_parts(unsigned parts, void (*part)(void* work, unsigned number), void* work) {
  if (current_runner) return run_by(*current_runner, parts, part, work);
#if PHASEBOX_TBB
  using Parts = tbb::blocked_range<unsigned>;
  tbb::parallel_for(
      Parts(0, parts, 1),
      [=](const Parts& some) {
        for (unsigned number = some.begin(); number != some.end(); ++number) part(work, number);
      },
      tbb::simple_partitioner());
#else
  for (unsigned number = 0; number < parts; ++number) part(work, number);
#endif
}

}  // namespace detail
}  // namespace phasebox
