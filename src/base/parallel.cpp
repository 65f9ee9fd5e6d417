// SPDX-License-Identifier: MIT
// Runs parts by the program's own runner, by oneTBB, or one after the other where there is neither.
#include "base/parallel.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>

#include "base/memory_end.hpp"

#if PHASEBOX_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#endif

// ThreadSanitizer does not see how oneTBB, which is built without it, hands work over. So this file
// is not instrumented (cmake/layers.cmake) and tells ThreadSanitizer by itself.
#if PHASEBOX_TSAN
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#else
#define __tsan_acquire(tag) static_cast<void>(tag)
#define __tsan_release(tag) static_cast<void>(tag)
#endif

namespace phasebox {
namespace {

thread_local RunBy* current = nullptr;  // the newest RunBy of this thread that lives

// Guards parts that a program's own runner calls. No exception passes through the functions of the
// runner, which may be written in C. A part that is called again is not done again, because two
// runs of a part would write to the same places.
struct GuardedParts {
  unsigned count;
  void (*part)(void* work, unsigned number);
  void* work;
  std::atomic<unsigned> done{0};
  std::atomic<bool> lacks_memory{false}, has_repeated{false};
  std::array<std::atomic<std::uint64_t>, 32>
      begun{};  // a bit for each of the first 2,048 parts; for others, repeats go unnoticed

  // Notes that a part begins. Returns false if there is no such part or it has begun before.
  bool begin(unsigned number) {
    if (number >= count) return false;
    if (number / 64 >= begun.size()) return true;
    const std::uint64_t bit = std::uint64_t{1} << number % 64;
    return (begun[number / 64].fetch_or(bit) & bit) == 0;
  }
  static void run(void* data, unsigned number) {
    auto& parts = *static_cast<GuardedParts*>(data);
    if (!parts.begin(number)) return void(parts.has_repeated = true);
    if (!fits_in_memory([&] { parts.part(parts.work, number); })) parts.lacks_memory = true;
    ++parts.done;
  }
};

/// Runs the parts by a program's runner, and does on this thread what the runner left out, because
/// callers rely on every part. Returns false if the runner left out a part, repeated one or called
/// a wrong number. If a part ran out of memory, this is reported once all others are done.
bool run_by(const JobRunner& runner, unsigned parts, void (*part)(void*, unsigned), void* work) {
  GuardedParts guarded{parts, part, work};
  runner.run(runner.context, parts, &GuardedParts::run, &guarded);
  const bool is_right = guarded.done == parts && !guarded.has_repeated;
  for (unsigned number = 0; guarded.done < parts && number < parts; ++number)
    GuardedParts::run(&guarded, number);
  if (guarded.lacks_memory) tell_memory_end();
  return is_right;
}

#if PHASEBOX_TBB
using Parts = tbb::blocked_range<unsigned>;

// The function that oneTBB copies from thread to thread. It tells ThreadSanitizer that all before
// the call comes before each part, and each part before all after the call. Parts have no order
// among them.
struct SharedParts {
  void (*part)(void* work, unsigned number);
  void* work;
  char *begin, *end;  // only their addresses are used

  void operator()(const Parts& some) const {
    __tsan_acquire(begin);
    for (unsigned number = some.begin(); number != some.end(); ++number) part(work, number);
    __tsan_release(end);
  }
};

// Runs the parts by oneTBB and returns when all are done.
void share(unsigned parts, void (*part)(void*, unsigned), void* work) {
  char begin = 0, end = 0;
  __tsan_release(&begin);
  tbb::parallel_for(Parts(0, parts, 1), SharedParts{part, work, &begin, &end},
                    tbb::simple_partitioner());
  __tsan_acquire(&end);
}
#endif

}  // namespace

RunBy::RunBy(const JobRunner* runner) : runner_(runner), before_(std::exchange(current, this)) {}
RunBy::~RunBy() { current = before_; }

bool has_threads() { return PHASEBOX_TBB != 0; }

void RunBy::run_parts(unsigned parts, void (*part)(void* work, unsigned number), void* work) {
  if (current && current->runner_) {
    current->has_failed_ |= !run_by(*current->runner_, parts, part, work);
    return;
  }
#if PHASEBOX_TBB
  share(parts, part, work);
#else
  for (unsigned number = 0; number < parts; ++number) part(work, number);
#endif
}

}  // namespace phasebox
