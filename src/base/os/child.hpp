// SPDX-License-Identifier: MIT
// Runs code that may crash, hang or end the program in a process of its own (on Windows: on a
// thread of its own), and gives memory to such code.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace phasebox::os {

/// The way in which a child process ended, and what it left.
struct ChildEnd {
  /// done: the work returned; signal: it crashed; exited: it ended its process before it returned;
  /// killed: `continues` returned false.
  enum class Kind : std::uint8_t { done, signal, exited, killed } kind = Kind::done;
  int number = 0;           ///< of the signal, or the exit code; 0 if done
  std::string signal_name;  ///< such as "Segmentation fault"; empty without a signal
  std::string result;       ///< what its work returned; empty if it is not done
  std::string stderr_line;  ///< its last line on standard error; empty on Windows
};

/// Runs `work` in a child process and waits for its result, which must not have a zero byte. The
/// child has null input and output, may take 16 GiB of memory, and on Linux ends with its parent.
/// Windows has no fork and runs `work` on a thread without these limits. `continues` is called at
/// least every 50 ms; false kills the child. The calling process must have one thread, as fork
/// copies no other. Throws std::bad_alloc if no child can be made.
ChildEnd run_in_child(const std::function<std::string()>& work,
                      const std::function<bool()>& continues);

/// Whole pages of memory, zeros at first, which children share. The page behind them is not
/// accessible, so that reading or writing past the end is a fault and not silent.
class Pages {
 public:
  /// Allocates pages for at least `bytes` bytes. Throws std::bad_alloc if there are none.
  explicit Pages(std::size_t bytes);
  Pages(Pages&& o) noexcept : begin_(std::exchange(o.begin_, nullptr)), size_(o.size_) {}
  Pages& operator=(Pages&& o) noexcept;
  ~Pages();

  std::byte* begin() const { return begin_; }
  std::byte* end() const { return begin_ + size_; }
  std::size_t size() const { return size_; }
  /// Sets whether the pages may be written, as at first. If not, a write to them is a fault.
  void set_writable(bool is_writable);

 private:
  std::byte* begin_;
  std::size_t size_;
};

}  // namespace phasebox::os
