// SPDX-License-Identifier: MIT
// Code that may crash, hang or end the program, in a process of its own.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace phasebox::contract {

/// What a child writes and its parent reads at any time, also after the child has gone. What runs
/// in a child may garble it: nothing in it is more than a number to be shown.
struct Board {
  static constexpr std::size_t kRows = 16;
  std::atomic<std::uint32_t> job = 0, frame = 0;
  struct Row {
    std::atomic<std::uint32_t> worlds = 0, frames = 0;
    std::atomic<std::uint64_t> microseconds = 0;
  };
  std::array<Row, kRows> rows;
};

/// A board in memory that is shared with children.
class SharedBoard {
 public:
  SharedBoard();
  ~SharedBoard();
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  Board& operator*() const { return *board_; }
  Board* operator->() const { return board_; }

 private:
  Board* board_;
};

/// How a child tells its parent something, in the order in which it does.
class Channel {
 public:
  explicit Channel(int file) : file_(file) {}
  void send(char kind, std::uint32_t job, std::string_view text) const;

 private:
  int file_;
};

/// How a child ended.
struct ChildEnd {
  enum class Kind : std::uint8_t { done, signal, exited, silent, canceled } kind = Kind::done;
  int number = 0;          ///< of the signal; exit code
  std::string last_words;  ///< the last line that it wrote to standard error
};

/// What a parent does about its child.
struct Care {
  double limit = 10;  ///< s without a change of the board's job and frame
  std::function<void(char kind, std::uint32_t job, std::string text)> on_message;
  std::function<bool()> goes_on;  ///< asked several times a second; false ends the child
};

/// Runs `work` in a child and waits for it. The calling process has no other threads; in the child
/// standard input and output lead nowhere. The child ends with its parent.
ChildEnd run_in_child(Board& board, const Care& care,
                      const std::function<void(const Channel&)>& work);

}  // namespace phasebox::contract
