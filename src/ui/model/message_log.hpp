// SPDX-License-Identifier: MIT
// The messages to the user, which are toasts at first and then lines of a list.
#pragma once
#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include "base/sentence.hpp"

namespace phasebox::ui {

struct ActionRow;

/// A message to the user: a toast at first, then a line of the list of messages.
struct Message {
  enum class Kind : unsigned char { note, warning } kind;
  Sentence text;
  double said_at;     ///< s, by the window's clock
  std::string topic;  ///< see MessageLog::say()
  std::string path;   ///< absolute path of the file or folder that it names as written, or empty
  const ActionRow* next = nullptr;  ///< an action that a button below it performs, or null
};

/// The last kLimit messages, the newest last.
class MessageLog {
 public:
  static constexpr double kToastSeconds = 5;
  static constexpr std::size_t kLimit = 200;

  /// Adds a message at `now`, in s. It replaces the newest one if that is still a toast and has the
  /// same text or, unless it is empty, the same topic.
  void say(Message::Kind kind, Sentence text, double now, std::string topic = {},
           std::string path = {}, const ActionRow* next = nullptr) {
    if (!all_.empty() && is_toast(all_.back(), now)) {
      const Message& last = all_.back();
      if (last.text == text || (!topic.empty() && last.topic == topic)) all_.pop_back();
    }
    all_.push_back({kind, std::move(text), now, std::move(topic), std::move(path), next});
    if (all_.size() > kLimit) all_.pop_front();
  }
  static bool is_toast(const Message& m, double now) { return now - m.said_at < kToastSeconds; }
  const std::deque<Message>& all() const { return all_; }

 private:
  std::deque<Message> all_;
};

}  // namespace phasebox::ui
