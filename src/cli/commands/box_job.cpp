// SPDX-License-Identifier: MIT
// Reads a box file, runs a broadphase over its frames, and writes the answer as lines of numbers.
#include "cli/commands/box_job.hpp"

#include <algorithm>
#include <charconv>

#include "io/boxes/box_file.hpp"

namespace phasebox::cli {

std::string begin_reading(const std::string& file, const OutputFiles& files) {
  const bool is_stream = file == "-";
  files.check(is_stream ? "" : file);
  return must(is_stream ? read_standard_input(kMaxText) : read_file(file, kMaxText));
}

BoxRecording recording_of(const std::string& file, std::string_view bytes,
                          const BoxReading& reading) {
  const std::string name = file == "-" ? "standard input" : file;
  return noted(decompressed_recording(bytes, name, reading), name);
}

int deliver(const OutputFiles& files, std::string_view text) {
  if (files["--out"].empty()) return print(text);
  files.write("--out", [&] { return text; });
  return kDone;
}

void add_boxes(Options& to, BoxOptions& boxes) {
  to.text("FILE", "", boxes.file,
          "Boxes as CSV, JSON, MOT or a map of Tiled or LDtk; - reads standard input")
      .required();
  to.text("--broadphase", "ID", boxes.broadphase, "Broadphase")
      .suggests(broadphase_ids)
      .by_default(boxes.broadphase);
  add_sets(to, boxes.sets);
  add_swept(to, boxes.is_swept);
  add_reading(to, boxes.reading);
  boxes.files.add(to, "--out", "FILE", "File instead of standard output");
}

BoxJob::BoxJob(const BoxOptions& options)
    : files_(options.files),
      entry_(broadphase_named(options.broadphase)),
      broadphase_(make_broadphase(entry_, options.sets)) {
  const std::string bytes = begin_reading(options.file, files_);
  recording_ = recording_of(options.file, bytes, options.reading);
  if (options.is_swept) recording_ = swept(std::move(recording_));
  has_frames_ = names_frames(bytes);
}

int BoxJob::run(std::string_view columns, const FrameVisit& visit) {
  text_ = fmt::format("{}{}\n", has_frames_ ? "frame," : "", columns);
  RecordingCast cast;
  PairSink pairs;
  std::string warning;
  for (std::size_t f = 0; f < recording_.size(); ++f) {
    cast.show(recording_, f);
    number_ = recording_.frames[f];
    const Frame frame = cast.frame();
    if (f == 0)
      broadphase_->reset(frame);
    else if (!cast.edits().empty())
      broadphase_->edit(frame, cast.edits());
    pairs.clear();
    broadphase_->find_pairs(frame, pairs, nullptr);
    visit(frame, cast.ids(), pairs);
    if (!entry_.file.empty() && warning.empty()) warning = warning_at(frame);
  }
  if (!warning.empty()) report({warning}, kDone);
  return deliver(files_, text_);
}

void BoxJob::add_line(std::initializer_list<std::int64_t> numbers) {
  char digits[24];
  const auto append = [&](std::int64_t number) {
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    text_ += ',';
  };
  if (has_frames_) append(number_);
  for (const std::int64_t number : numbers) append(number);
  text_.back() = '\n';
}

std::string BoxJob::warning_at(const Frame& frame) const {
  std::vector<Remark> remarks;
  broadphase_->remark(frame, remarks);
  const auto warning = std::ranges::find(remarks, true, &Remark::warning);
  return warning == remarks.end() ? "" : fmt::format("frame {}: {}", number_, warning->text);
}

}  // namespace phasebox::cli
