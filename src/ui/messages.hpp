// SPDX-License-Identifier: MIT
// What Phasebox says in passing: shown as toasts for five seconds, kept for View > Messages.
#pragma once
#include <deque>
#include <string>

namespace phasebox {

/// One thing said.
struct Message {
  enum class Kind : unsigned char { note, warning } kind;
  std::string text;
  double said_at;  ///< s, by the window's clock
};

/// The last messages, newest last.
class MessageLog {
 public:
  static constexpr double kToastSeconds = 5;
  static constexpr std::size_t kLimit = 200;
  static constexpr std::size_t kToasts = 4;  ///< on screen at once, at most

  /// Says it; the same text while its toast still stands only makes the toast last longer.
  void say(Message::Kind kind, std::string text, double now) {
    const bool stands = !all_.empty() && all_.back().text == text && is_toast(all_.back(), now);
    if (stands) all_.pop_back();
    all_.push_back({kind, std::move(text), now});
    if (all_.size() > kLimit) all_.pop_front();
  }
  static bool is_toast(const Message& m, double now) { return now - m.said_at < kToastSeconds; }
  const std::deque<Message>& all() const { return all_; }

 private:
  std::deque<Message> all_;
};

}  // namespace phasebox
