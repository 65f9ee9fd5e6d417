// SPDX-License-Identifier: MIT
// Runs code that may crash, hang or end the program in a process of its own, and gives memory to
// such code.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace phasebox::os {

/// The way in which a child process ended, and what it left.
struct ChildEnd {
  enum class Kind : std::uint8_t { done, signal, exited, killed } kind = Kind::done;
  int number = 0;           ///< number of the signal, or the exit code
  std::string signal_name;  ///< "Segmentation fault"
  std::string result;       ///< what its work returned, if it is done
  std::string stderr_line;  ///< the last line that it wrote to standard error
};

/// Runs `work` in a child, which ends with its parent and has null input and output, and waits for
/// the result. `continues` is called several times a second; false kills the child. The caller must
/// have one thread. Throws std::bad_alloc if no child can be made.
ChildEnd run_in_child(const std::function<std::string()>& work,
                      const std::function<bool()>& continues);

/// Whole pages of memory, zeros at first, shared with children. Access past them ends the process.
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
  /// Sets whether the pages may be written. A process that writes to them otherwise is ended.
  void set_writable(bool is_writable);

 private:
  std::byte* begin_;
  std::size_t size_;
};

}  // namespace phasebox::os
