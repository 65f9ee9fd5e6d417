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
  double said_at;     ///< s, by the window's clock
  std::string topic;  ///< what it is about, if a newer word on it takes its place
};

/// The last messages, newest last.
class MessageLog {
 public:
  static constexpr double kToastSeconds = 5;
  static constexpr std::size_t kLimit = 200;
  static constexpr std::size_t kToasts = 4;  ///< on screen at once, at most

  /// Says it. While the last toast stands, the same text or another on the same topic replaces it.
  void say(Message::Kind kind, std::string text, double now, std::string topic = {}) {
    if (!all_.empty() && is_toast(all_.back(), now)) {
      const Message& last = all_.back();
      if (last.text == text || (!topic.empty() && last.topic == topic)) all_.pop_back();
    }
    all_.push_back({kind, std::move(text), now, std::move(topic)});
    if (all_.size() > kLimit) all_.pop_front();
  }
  static bool is_toast(const Message& m, double now) { return now - m.said_at < kToastSeconds; }
  const std::deque<Message>& all() const { return all_; }

 private:
  std::deque<Message> all_;
};

}  // namespace phasebox
