// SPDX-License-Identifier: MIT
// Steps a session to the step of each entry, then applies the entry.
#include "io/record/replay.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

class Repeater {
 public:
  Repeater(const SessionRecord& record, std::string_view file, bool verify)
      : record_(record), file_(file), verify_(verify) {}

  Result<ReplayResult> run() {
    result_.steps = record_.entries.front().step;  // above 0 in a record that began again
    for (at_ = 0; at_ < record_.entries.size() && !result_.divergence; ++at_) {
      const RecordEntry& entry = record_.entries[at_];
      for (; result_.steps < entry.step; ++result_.steps) session_->step();
      if (Status status = std::visit([&](const auto& what) { return take(what); }, entry.what);
          status.failed())
        return status.error();
    }
    result_.end = found_hash(true);
    return result_;
  }

 private:
  Status take(const std::shared_ptr<const Snapshot>& snapshot) {
    session_.emplace(*snapshot);
    session_->keep_frames();
    return {};
  }

  Status take(const Command& command) {
    const Status status = session_->apply(command);
    if (!status.failed()) {
      ++result_.commands;
      return Status{};
    }
    return Error{fmt::format("{}:{}: {}", file_, record_.lines[at_], status.error().text)};
  }

  Status take(const StateHash& recorded) {
    if (!verify_) return {};
    ++result_.hashes;
    const StateHash found = found_hash(recorded.is_of_all);
    if (found == recorded)
      equal_until_ = result_.steps;
    else
      result_.divergence =
          Divergence{result_.steps, record_.lines[at_], recorded, found, equal_until_};
    return {};
  }

  StateHash found_hash(bool is_of_all) {
    if (!is_of_all) return {false, session_->world().hash()};
    if (!session_->is_detected()) session_->detect();
    return {true, session_->hash()};
  }

  const SessionRecord& record_;
  std::string_view file_;
  bool verify_;
  std::optional<Session> session_;
  std::size_t at_ = 0;
  std::optional<std::uint64_t> equal_until_;
  ReplayResult result_;
};

}  // namespace

Result<ReplayResult> replay(const SessionRecord& record, std::string_view file_name, bool verify) {
  return Repeater(record, file_name, verify).run();
}

}  // namespace phasebox
