// SPDX-License-Identifier: MIT
// Commands over a box file: `pairs` and `near`, which boxes overlap one another or a given box,
// frame by frame, by any broadphase; `merge`, its static boxes as few larger ones.
#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "base/number_format.hpp"
#include "cli/commands/commands.hpp"
#include "io/boxes/box_file.hpp"
#include "io/files/text_file.hpp"
#include "lab/merged_statics.hpp"

namespace phasebox::cli {
namespace {

/// Options of every command that runs a broadphase over a file.
struct BoxOptions {
  std::string file;  ///< "-": standard input
  std::string broadphase = kFastBroadphase;
  ParamTexts sets;
  bool is_swept = false;
  OutputFiles files;
};

/// A box file as read, and the broadphase that is asked about it.
struct BoxJob {
  const BroadphaseEntry& entry;
  std::unique_ptr<Broadphase> broadphase = {};
  BoxRecording trace = {};
  bool has_frames = false;   ///< whether the file says so, and so the answer does as well
  std::string trouble = {};  ///< the first warning of a plug-in, with its frame
};

void note_trouble(BoxJob& job, const Frame& frame, std::int64_t number) {
  std::vector<Remark> remarks;
  job.broadphase->remark(frame, remarks);
  const auto warning = std::ranges::find(remarks, true, &Remark::warning);
  if (warning != remarks.end()) job.trouble = fmt::format("frame {}: {}", number, warning->text);
}

/// The bytes of the file; what is to be written is checked first.
std::string begin_reading(const std::string& file, const OutputFiles& files) {
  const bool is_stream = file == "-";
  files.check(is_stream ? "" : file);
  return must(is_stream ? read_standard_input(kMaxText) : read_file(file, kMaxText));
}

BoxRecording recording_of(const std::string& file, std::string_view bytes) {
  const std::string name = file == "-" ? "standard input" : file;
  return noted(decompressed_recording(bytes, name), name);
}

BoxJob begin_job(const BoxOptions& options) {
  BoxJob job{broadphase_named(options.broadphase)};
  job.broadphase = make_broadphase(job.entry, options.sets);
  const std::string bytes = begin_reading(options.file, options.files);
  job.trace = recording_of(options.file, bytes);
  if (options.is_swept) job.trace = swept(std::move(job.trace));
  job.has_frames = names_frames(bytes);
  return job;
}

/// Goes through the frames in their order with the one instance: reset at the first, edits where
/// objects come and go, `find_pairs` at each. `visit` may ask the broadphase about the frame.
using FrameVisit =
    std::function<void(std::int64_t number, const Frame&, const RecordingCast&, const PairSink&)>;
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
    if (!job.entry.file.empty() && job.trouble.empty())
      note_trouble(job, frame, job.trace.frames[f]);
  }
}

/// Says on standard error what a plug-in did wrong in one of the frames, if it did.
void report_trouble(const BoxJob& job) {
  if (!job.trouble.empty()) report({job.trouble}, kDone);
}

/// Adds a line of numbers with commas between, the frame's first where there are many.
void append_line(std::string& text, const BoxJob& job, std::int64_t frame,
                 std::initializer_list<std::int64_t> ids) {
  char digits[24];
  const auto append = [&](std::int64_t number) {
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    text += ',';
  };
  if (job.has_frames) append(frame);
  for (const std::int64_t id : ids) append(id);
  text.back() = '\n';
}

/// Puts the answer where it was asked for; the result is the exit code.
int deliver(const OutputFiles& files, std::string_view text) {
  if (files["--out"].empty()) return print(text);
  files.write("--out", [&] { return text; });
  return kDone;
}

// ---- pairs

using IdPair = std::pair<std::int64_t, std::int64_t>;

void sorted_by_id(const PairSink& pairs, const RecordingCast& cast, std::vector<IdPair>& sorted) {
  sorted.clear();
  for (const Pair p : pairs.items())
    sorted.push_back(std::minmax({cast.ids()[p.a], cast.ids()[p.b]}));
  std::ranges::sort(sorted);
}

// The pairs are not all: it is said beside them, never among them.
void say_inexact(const BoxOptions& options) {
  std::string sets;
  for (const auto& [key, value] : options.sets)
    sets += fmt::format("{}{}={}", sets.empty() ? "" : " ", key, value);
  report({fmt::format("{} with {} is not exact: pairs may be left out", options.broadphase, sets)},
         kDone);
}

int run_pairs(const BoxOptions& options) {
  BoxJob job = begin_job(options);
  if (!job.broadphase->is_exact()) say_inexact(options);
  std::string text = job.has_frames ? "frame,a,b\n" : "a,b\n";
  std::vector<IdPair> sorted;
  for_each_frame(job, [&](std::int64_t number, const Frame&, const RecordingCast& cast,
                          const PairSink& pairs) {
    sorted_by_id(pairs, cast, sorted);
    for (const auto& [a, b] : sorted) append_line(text, job, number, {a, b});
  });
  report_trouble(job);
  return deliver(options.files, text);
}

// ---- near

std::string listed_ids(const BoxJob& job, std::int64_t number, std::span<const SpriteId> found,
                       const RecordingCast& cast) {
  std::vector<std::int64_t> ids;
  for (const SpriteId sprite : found) ids.push_back(cast.ids()[sprite]);
  std::ranges::sort(ids);
  std::string text;
  for (const std::int64_t id : ids) append_line(text, job, number, {id});
  return text;
}

struct NearOptions : BoxOptions {
  std::string box;  ///< as typed
};

int run_near(const NearOptions& options) {
  if (const auto typed = parse_box(options.box); !typed)
    return report({"--box: " + typed.error().text});
  BoxJob job = begin_job(options);
  const Result<Aabb> box = parse_box(options.box, job.trace.offset);
  std::string text = job.has_frames ? "frame,id\n" : "id\n";
  Sink<SpriteId> found;
  for_each_frame(job, [&](std::int64_t number, const Frame& frame, const RecordingCast& cast,
                          const PairSink&) {
    found.clear();
    job.broadphase->query(frame, *box, found, nullptr);
    text += listed_ids(job, number, found.items(), cast);
  });
  report_trouble(job);
  return deliver(options.files, text);
}

// ---- merge

struct MergeOptions {
  std::string file;
  bool takes_all = false;
  OutputFiles files;
};

int run_merge(const MergeOptions& options) {
  if (options.file.empty()) return report({"merge: a file is required; phasebox merge FILE.csv"});
  const std::string bytes = begin_reading(options.file, options.files);
  BoxRecording boxes = recording_of(options.file, bytes);
  if (options.takes_all) boxes.is_static.assign(boxes.ids.size(), 1);
  const auto statics = [](const BoxRecording& r) {
    return static_cast<std::uint64_t>(std::ranges::count(r.is_static, 1));
  };
  if (statics(boxes) == 0)
    return report(
        {fmt::format("{}: no box is static, so nothing can be merged; mark tiles by a "
                     "column 'static', or take all boxes with --all",
                     options.file)});
  const BoxRecording few = with_merged_statics(boxes);
  report({fmt::format("{} static boxes -> {}{}", grouped(statics(boxes)), grouped(statics(few)),
                      few.size() > 1 ? ", all frames together" : "")},
         kDone);
  return deliver(options.files, box_recording_text(few, names_frames(bytes)));
}

void add_boxes(Options& to, BoxOptions& boxes) {
  to.text("FILE", "", boxes.file, "Boxes as CSV, MOT or a map of Tiled; - reads standard input")
      .required();
  to.text("--broadphase", "ID", boxes.broadphase, "Broadphase").by_default(boxes.broadphase);
  add_sets(to, boxes.sets);
  add_swept(to, boxes.is_swept);
  boxes.files.add(to, "--out", "FILE", "File instead of standard output");
}

}  // namespace

Run pairs_command(Options& to, const Program&) {
  const auto options = std::make_shared<BoxOptions>();
  add_boxes(to, *options);
  return [options] { return run_pairs(*options); };
}

Run near_command(Options& to, const Program&) {
  const auto options = std::make_shared<NearOptions>();
  add_boxes(to, *options);
  to.text("--box", "X0,Y0,X1,Y1", options->box, "The box: min_x,min_y,max_x,max_y").required();
  return [options] { return run_near(*options); };
}

Run merge_command(Options& to, const Program&) {
  const auto options = std::make_shared<MergeOptions>();
  to.text("FILE", "", options->file, "Recorded boxes; - reads standard input");
  to.text("--boxes", "RECORDING.csv", options->file, "The same").excludes("FILE");
  to.flag("--all", options->takes_all, "Every box is a tile, and becomes static");
  options->files.add(to, "--out", "FILE", "File instead of standard output");
  return [options] { return run_merge(*options); };
}

}  // namespace phasebox::cli
