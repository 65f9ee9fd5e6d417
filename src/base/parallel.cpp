// SPDX-License-Identifier: MIT
// The parts, run by the caller's own jobs, by oneTBB, or one after the other where there is none.
#include "base/parallel.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <utility>

#if PHASEBOX_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#endif

// ThreadSanitizer does not see how oneTBB, which is built without it, hands work over. So it does
// not look at this file (cmake/layers.cmake), and is told.
#if PHASEBOX_TSAN
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#else
#define __tsan_acquire(tag) static_cast<void>(tag)
#define __tsan_release(tag) static_cast<void>(tag)
#endif

namespace phasebox {
namespace {

thread_local const JobRunner* current_runner = nullptr;

// Nothing is thrown through a program's own functions, which may be written in C; and two of them
// would write to the same places if they did one part.
struct GuardedParts {
  unsigned count;
  void (*part)(void* work, unsigned number);
  void* work;
  std::atomic<unsigned> done{0};
  std::atomic<bool> has_repeated{false};
  std::array<std::atomic<std::uint64_t>, 32>
      begun{};  // a bit for each; more parts are only counted
  std::atomic_flag has_failed = ATOMIC_FLAG_INIT;
  std::exception_ptr failure{};

  bool begin(unsigned number) {
    if (number >= count) return false;
    if (number / 64 >= begun.size()) return true;
    const std::uint64_t bit = std::uint64_t{1} << number % 64;
    return (begun[number / 64].fetch_or(bit) & bit) == 0;
  }
  static void run(void* data, unsigned number) {
    auto& parts = *static_cast<GuardedParts*>(data);
    if (!parts.begin(number)) return void(parts.has_repeated = true);
    try {
      parts.part(parts.work, number);
    } catch (...) {
      if (!parts.has_failed.test_and_set()) parts.failure = std::current_exception();
    }
    ++parts.done;
  }
};

void run_by(const JobRunner& runner, unsigned parts, void (*part)(void*, unsigned), void* work) {
  GuardedParts guarded{parts, part, work};
  runner.run(runner.context, parts, &GuardedParts::run, &guarded);
  if (guarded.failure) std::rethrow_exception(guarded.failure);
  if (guarded.done != parts || guarded.has_repeated) throw RunnerFailed{};
}

#if PHASEBOX_TBB
using Parts = tbb::blocked_range<unsigned>;

// What oneTBB copies from thread to thread. All that came before the call comes before each part,
// and each part before what comes after; parts have no order among them.
struct SharedParts {
  void (*part)(void* work, unsigned number);
  void* work;
  char *begin, *end;  // of which only the addresses are used

  void operator()(const Parts& some) const {
    __tsan_acquire(begin);
    for (unsigned number = some.begin(); number != some.end(); ++number) part(work, number);
    __tsan_release(end);
  }
};

void share(unsigned parts, void (*part)(void*, unsigned), void* work) {
  char begin = 0, end = 0;
  __tsan_release(&begin);
  tbb::parallel_for(Parts(0, parts, 1), SharedParts{part, work, &begin, &end},
                    tbb::simple_partitioner());
  __tsan_acquire(&end);
}
#endif

}  // namespace

RunBy::RunBy(const JobRunner* runner) : before_(std::exchange(current_runner, runner)) {}
RunBy::~RunBy() { current_runner = before_; }

bool has_threads() { return PHASEBOX_TBB != 0; }

namespace detail {

void run_parts(unsigned parts, void (*part)(void* work, unsigned number), void* work) {
  if (current_runner) return run_by(*current_runner, parts, part, work);
#if PHASEBOX_TBB
  share(parts, part, work);
#else
  for (unsigned number = 0; number < parts; ++number) part(work, number);
#endif
}

}  // namespace detail
}  // namespace phasebox
