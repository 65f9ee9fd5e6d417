// SPDX-License-Identifier: MIT
// Code that may crash, hang or end the program, in a process of its own; and memory for such code.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace phasebox::os {

/// How a child process ended.
struct ChildEnd {
  enum class Kind : std::uint8_t { done, signal, exited, killed } kind = Kind::done;
  int number = 0;           ///< of the signal; exit code
  std::string signal_name;  ///< "Segmentation fault"
  std::string result;       ///< of its work, if it is done
  std::string stderr_line;  ///< the last line that it wrote to standard error
};

/// Runs `work` in a child, which ends with its parent and has null input and output. Waits for the
/// result; `continues` is called several times a second, false kills it. The caller has one thread.
ChildEnd run_in_child(const std::function<std::string()>& work,
                      const std::function<bool()>& continues);

/// Whole pages of memory, zeros at first, shared with children. Access past them ends the process.
class Pages {
 public:
  /// At least so many bytes.
  explicit Pages(std::size_t bytes);
  Pages(Pages&& o) noexcept : begin_(std::exchange(o.begin_, nullptr)), size_(o.size_) {}
  Pages& operator=(Pages&& o) noexcept;
  ~Pages();

  std::byte* begin() const { return begin_; }
  std::byte* end() const { return begin_ + size_; }
  std::size_t size() const { return size_; }
  /// A process that writes to them while they are not writable is ended.
  void set_writable(bool is_writable);

 private:
  std::byte* begin_;
  std::size_t size_;
};

}  // namespace phasebox::os
