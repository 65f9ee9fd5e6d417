// SPDX-License-Identifier: MIT
// From the command line to a broadphase that goes through the frames of a file.
#include "cli/boxes.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "cli/cli.hpp"
#include "cli/output.hpp"
#include "collide/registry.hpp"
#include "io/boxes/box_file.hpp"
#include "io/files/compressed.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
namespace {

Status set_param(ParamView view, std::string_view owner, std::string_view key,
                 std::string_view text) {
  std::string_view name = key;
  if (name.starts_with(std::string(owner) + ".")) name.remove_prefix(owner.size() + 1);
  const Param* row = find_param(view.rows, name);
  if (!row) {
    std::vector<std::string_view> keys;
    for (const Param& r : view.rows) keys.push_back(r.key);
    return Error{keys.empty() ? fmt::format("--set {}: {} has no parameters", key, owner)
                              : fmt::format("--set {}: {} has no such parameter; choose from {}",
                                            key, owner, fmt::join(keys, ", "))};
  }
  const Result<double> value = parse_value(*row, text);
  if (!value) return Error{"--set " + value.error().text};
  row->set(view.object, *value);
  return {};
}

void note_trouble(BoxJob& job, const Frame& frame, std::int64_t number) {
  std::vector<Remark> remarks;
  job.broadphase->remark(frame, remarks);
  const auto warning = std::ranges::find(remarks, true, &Remark::warning);
  if (warning != remarks.end()) job.trouble = fmt::format("frame {}: {}", number, warning->text);
}

}  // namespace

Status set_params(Broadphase& broadphase, std::string_view id, const ParamTexts& sets) {
  for (const auto& [key, value] : sets)
    if (auto error = set_param(broadphase.params(), id, key, value)) return error;
  return {};
}

Result<BoxJob> begin_job(const BoxOptions& options) {
  const BroadphaseEntry* entry = find_entry(broadphases(), options.broadphase);
  if (!entry) return unknown_id("broadphase", options.broadphase, broadphases());
  const bool is_stream = options.file == "-";
  const OutputFile output{"--out", options.out};
  if (auto error = check_outputs({&output, 1}, is_stream ? "" : options.file))
    return *std::move(error);
  BoxJob job;
  job.broadphase = entry->make();
  job.is_plugin = !entry->file.empty();
  if (auto error = set_params(*job.broadphase, entry->id, options.sets)) return *std::move(error);

  const std::string name = is_stream ? "standard input" : options.file;
  Result<std::string> bytes =
      is_stream ? read_standard_input(kMaxText) : read_file(options.file, kMaxText);
  if (!bytes) return bytes.error();
  auto trace = decompressed_recording(*bytes, name);
  if (!trace) return trace.error();
  job.trace = *std::move(trace);
  job.has_frames = names_frames(*bytes);
  return job;
}

void for_each_frame(BoxJob& job, const FrameVisit& visit) {
  RecordingCast cast;
  PairSink pairs;
  for (std::size_t f = 0; f < job.trace.size(); ++f) {
    cast.show(job.trace, f);
    const Frame frame = cast.frame();
    if (f == 0)
      job.broadphase->reset(frame);
    else if (!cast.edits().empty())
      job.broadphase->edit(frame, cast.edits());
    pairs.clear();
    job.broadphase->find_pairs(frame, pairs, nullptr);
    visit(job.trace.frames[f], frame, cast, pairs);
    if (job.is_plugin && job.trouble.empty()) note_trouble(job, frame, job.trace.frames[f]);
  }
}

void report_trouble(const BoxJob& job) {
  if (!job.trouble.empty()) report({job.trouble}, kDone);
}

void append_line(std::string& text, std::initializer_list<std::int64_t> numbers) {
  char digits[24];
  for (const std::int64_t number : numbers) {
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    text += ',';
  }
  text.back() = '\n';
}

int deliver(const BoxOptions& options, std::string_view text) {
  if (options.out.empty()) return print(text);
  if (auto error = write_file_atomically(options.out, text)) return report(*error);
  return kDone;
}

}  // namespace phasebox
