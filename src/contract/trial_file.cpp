// SPDX-License-Identifier: MIT
// Writes and reads trials.
#include "contract/trial_file.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "io/boxes/box_file.hpp"

namespace phasebox::contract {
namespace {

// Keys of the comments; a line is "# check-seed: 7".
constexpr std::string_view kPromise = "# check-promise: ", kSeed = "# check-seed: ",
                           kName = "# check-world: ", kFrames = "# check-frames: ",
                           kReset = "# check-reset: ", kTransients = "# check-transients: ";

std::string on_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string comments(const TrialFile& file) {
  const auto& [trial, note] = file;
  std::string text = "# " + on_one_line(note.what) + "\n# repeat: " + note.command + "\n";
  text += fmt::format("{}{}\n{}{}\n{}{}\n{}{}\n", kPromise, note.promise, kName, trial.name, kSeed,
                      trial.seed, kFrames, trial.frames.size());
  if (trial.has_transients) text += fmt::format("{}yes\n", kTransients);
  // The first frame begins with a reset anyway.
  for (std::size_t k = 0; k < trial.frames.size(); ++k)
    if (trial.frames[k].is_reset && (k > 0 || !trial.frames[k].sets.empty()))
      text += fmt::format("{}{}{}\n", kReset, k, settings_text(trial.frames[k].sets, " "));
  return text;
}

bool has_filters(const Trial& trial) {
  return std::ranges::any_of(trial.frames, [](const auto& f) { return !f.filters.empty(); });
}
bool has_statics(const Trial& trial) {
  return std::ranges::any_of(trial.frames, [](const auto& f) { return !f.is_static.empty(); });
}

template <class T>
std::optional<T> read(std::string_view text) {
  T value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

/// What the comments say; frames have no objects yet.
class Comments {
 public:
  Comments(std::string_view text, TrialFile& to) : to_(to) {
    for (std::size_t number = 1; is_good() && !text.empty(); ++number) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (!take(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line)) bad_ = number;
    }
  }
  bool is_good() const { return bad_ == 0; }
  std::size_t bad_line() const { return bad_; }
  bool names_frames() const { return !to_.trial.frames.empty(); }

 private:
  bool take(std::string_view line) {
    const auto value = [&](std::string_view key) -> std::optional<std::string_view> {
      return line.starts_with(key) ? std::optional(line.substr(key.size())) : std::nullopt;
    };
    if (const auto id = value(kPromise)) to_.note.promise = *id;
    if (const auto name = value(kName)) to_.trial.name = *name;
    if (value(kTransients)) to_.trial.has_transients = true;
    if (const auto seed = value(kSeed)) {
      const auto number = read<std::uint64_t>(*seed);
      if (number) to_.trial.seed = *number;
      return number.has_value();
    }
    if (const auto frames = value(kFrames)) {
      const auto number = read<std::size_t>(*frames);
      if (!number || *number == 0 || *number > kMaxTrialFrames) return false;
      to_.trial.frames.resize(*number);
    }
    const auto reset = value(kReset);
    return !reset || take_reset(*reset);
  }

  bool take_reset(std::string_view text) {
    const std::string_view word = text.substr(0, text.find(' '));
    const auto frame = read<std::size_t>(word);
    auto sets = parse_settings(text.substr(std::min(word.size() + 1, text.size())));
    if (!frame || !sets || *frame >= to_.trial.frames.size()) return false;
    to_.trial.frames[*frame].is_reset = true;
    to_.trial.frames[*frame].sets = *std::move(sets);
    return true;
  }

  TrialFile& to_;
  std::size_t bad_ = 0;
};

void put_rows(const BoxRecording& recording, std::size_t from, TrialFrame& to) {
  const auto copy = [](const auto& column, auto& into) {
    into.assign(column.begin(), column.end());
  };
  copy(recording.ids_of(from), to.ids), copy(recording.boxes_of(from), to.boxes);
  copy(recording.filters_of(from), to.filters), copy(recording.statics_of(from), to.is_static);
}

}  // namespace

std::string trial_text(const TrialFile& file) {
  const Trial& trial = file.trial;
  const bool filters = has_filters(trial), statics = has_statics(trial);
  std::string text = comments(file);
  text += fmt::format("frame,id,min_x,min_y,max_x,max_y{}{}\n", statics ? ",static" : "",
                      filters ? ",category,mask" : "");
  for (std::size_t k = 0; k < trial.frames.size(); ++k) {
    const TrialFrame& f = trial.frames[k];
    for (std::size_t row = 0; row < f.size(); ++row) {
      const Aabb& b = f.boxes[row];
      text += fmt::format("{},{},{},{},{},{}", k, f.ids[row], b.min.x, b.min.y, b.max.x, b.max.y);
      if (statics) text += fmt::format(",{}", f.is_static[row]);
      if (filters) text += fmt::format(",{},{}", f.filters[row].category, f.filters[row].mask);
      text += '\n';
    }
  }
  return text;
}

Result<TrialFile> parse_trial(std::string_view text, const std::string& file_name) {
  TrialFile file;
  file.trial.name = file_name;
  const Comments comments(text, file);
  if (!comments.is_good())
    return Error{
        fmt::format("{}:{}: this line of a check cannot be read; write the file again "
                    "with phasebox check",
                    file_name, comments.bad_line())};
  const auto recording = parse_box_recording(text, file_name);
  if (!recording) return recording.error();
  std::vector<TrialFrame>& frames = file.trial.frames;
  const bool is_numbered = comments.names_frames();
  if (!is_numbered) frames.resize(std::max<std::size_t>(recording->size(), 1));
  for (std::size_t k = 0; k < recording->size(); ++k) {
    const auto number = is_numbered ? static_cast<std::uint64_t>(recording->frames[k]) : k;
    if (number >= frames.size())
      return Error{fmt::format("{}: frame {} is none of the {} that check-frames names", file_name,
                               recording->frames[k], frames.size())};
    put_rows(*recording, k, frames[number]);
  }
  frames.front().is_reset = true;
  return file;
}

}  // namespace phasebox::contract
