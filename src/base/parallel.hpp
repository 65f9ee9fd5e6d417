// SPDX-License-Identifier: MIT
// Work on several threads at once, in a number of parts that is known beforehand.
#pragma once
#include <cstddef>

namespace phasebox {

/// The way in which a program that uses the library runs jobs on its own threads. `run` must call
/// `job(data, number)` exactly once for each number below `jobs`, on any threads, and return when
/// all calls have ended. `context` is passed to it as it is.
struct JobRunner {
  void (*run)(void* context, unsigned jobs, void (*job)(void* data, unsigned number), void* data);
  void* context = nullptr;
};

/// While this object lives, `runner` runs the parts of all `for_each_part` that the thread which
/// made it calls. Null stands for the default: oneTBB, or one part after the other in a build
/// without it. Objects nest; the newest one counts.
class RunBy {
 public:
  explicit RunBy(const JobRunner* runner);
  ~RunBy();
  RunBy(const RunBy&) = delete;
  RunBy& operator=(const RunBy&) = delete;

  /// Whether the runner, in any `for_each_part` so far, left out a part, ran one twice or used a
  /// number that is no part. The library has done the parts that were left out. Repeats of the
  /// first 2,048 parts are noticed and not run; there are never so many in practice.
  bool has_failed() const { return has_failed_; }
  /// Runs `part(work, number)` for each number below `parts`, by the newest RunBy of this thread.
  /// Only `for_each_part` calls it.
  static void run_parts(unsigned parts, void (*part)(void* work, unsigned number), void* work);

 private:
  const JobRunner* runner_;
  RunBy* before_;
  bool has_failed_ = false;
};

/// Whether this build has oneTBB, which runs parts at the same time if there is no other runner.
bool has_threads();

/// Calls `f(part)` for each part from 0 to `parts - 1` and returns when all are done; 0 parts count
/// as 1. oneTBB runs parts at the same time where there are free cores, some on the caller's
/// thread. If a part runs out of memory, this is passed on to the caller, and other parts may have
/// been left out. A single part costs a call; more cost about as much as moving 10,000 boxes.
/// Allocates nothing by operator new.
template <class F>
void for_each_part(unsigned parts, F f) {
  if (parts <= 1) return f(0u);
  RunBy::run_parts(
      parts, [](void* work, unsigned number) { (*static_cast<F*>(work))(number); }, &f);
}

/// The index of the first of `n` things in part number `part`, where `parts` about equal parts make
/// up all. Part number `parts` begins at `n`, so part k ends where part k + 1 begins.
constexpr std::size_t part_begin(std::size_t n, unsigned parts, unsigned part) {
  return n / parts * part + n % parts * part / parts;
}

/// The number of parts, at most `threads`, into which `n` things are divided so that each has at
/// least `least` things (1 or more). It is 1 if there are fewer things than that.
constexpr unsigned parts_of(std::size_t n, unsigned threads, std::size_t least) {
  const std::size_t most = n / least;
  if (most <= 1 || threads <= 1) return 1;
  return most < threads ? static_cast<unsigned>(most) : threads;
}

/// Divides `n` things by `parts_of` into ranges of about equal size and calls `f(begin, end)` for
/// each, at the same time as `for_each_part` does. Fewer than `least` things, even none, are one
/// range.
template <class F>
void for_each_range(std::size_t n, unsigned threads, std::size_t least, F f) {
  const unsigned parts = parts_of(n, threads, least);
  for_each_part(
      parts, [&](unsigned part) { f(part_begin(n, parts, part), part_begin(n, parts, part + 1)); });
}

}  // namespace phasebox
