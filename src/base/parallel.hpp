// SPDX-License-Identifier: MIT
// Work on several threads at once, in parts that are known beforehand.
#pragma once
#include <cstddef>

namespace phasebox {

/// Runs jobs on a program's own threads. `run` calls `job(data, number)` once for each number below
/// `jobs`, on any threads, and returns when all are done.
struct JobRunner {
  void (*run)(void* context, unsigned jobs, void (*job)(void* data, unsigned number), void* data);
  void* context = nullptr;
};

/// While this object lives, `runner` runs the parts of this thread's `for_each_part`. Null stands
/// for the default: oneTBB, or one part after the other without it.
class RunBy {
 public:
  explicit RunBy(const JobRunner* runner);
  ~RunBy();
  RunBy(const RunBy&) = delete;
  RunBy& operator=(const RunBy&) = delete;

  /// Whether the runner did not do each part exactly once. All parts have been done nevertheless.
  bool has_failed() const { return has_failed_; }
  /// Runs the parts of `for_each_part` if there is more than one.
  static void run_parts(unsigned parts, void (*part)(void* work, unsigned number), void* work);

 private:
  const JobRunner* runner_;
  RunBy* before_;
  bool has_failed_ = false;
};

/// Whether there is oneTBB to run parts at the same time.
bool has_threads();

/// Calls `f(part)` for each part from 0 to `parts - 1` and returns when all are done. Parts run at
/// the same time where there are cores, the caller's own among them. If a part runs out of memory,
/// this is passed on to the caller, and other parts may have been left out. A single part costs a
/// call; more cost about as much as moving 10,000 boxes. Allocates nothing by operator new.
template <class F>
void for_each_part(unsigned parts, F f) {
  if (parts <= 1) return f(0u);
  RunBy::run_parts(
      parts, [](void* work, unsigned number) { (*static_cast<F*>(work))(number); }, &f);
}

/// The number of the first of `n` things in part `part` of `parts` about equal ones; part `parts`
/// begins at `n`.
constexpr std::size_t part_begin(std::size_t n, unsigned parts, unsigned part) {
  return n / parts * part + n % parts * part / parts;
}

/// The number of parts for `n` things with at least `least` in each, at most `threads`.
constexpr unsigned parts_of(std::size_t n, unsigned threads, std::size_t least) {
  const std::size_t most = n / least;
  if (most <= 1 || threads <= 1) return 1;
  return most < threads ? static_cast<unsigned>(most) : threads;
}

/// Calls `f(begin, end)` for ranges of about equal size that make up `n` things, with at least
/// `least` in each, on at most `threads` threads, by `for_each_part`.
template <class F>
void for_each_range(std::size_t n, unsigned threads, std::size_t least, F f) {
  const unsigned parts = parts_of(n, threads, least);
  for_each_part(
      parts, [&](unsigned part) { f(part_begin(n, parts, part), part_begin(n, parts, part + 1)); });
}

}  // namespace phasebox
