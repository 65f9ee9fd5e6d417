// SPDX-License-Identifier: MIT
// BoxStream, which makes frames of bytes, and BoxFollower, which reads the bytes on a thread.
#include "io/boxes/box_follower.hpp"

#include <functional>
#include <mutex>
#include <system_error>

#include "io/boxes/box_filters.hpp"
#include "io/boxes/recording_rows.hpp"
#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"
#include "session/limits.hpp"

namespace phasebox {

using os::FileHandle;

void BoxStream::give(std::string_view bytes) {
  rows_.give(bytes);
  read();
}

void BoxStream::end() {
  rows_.end();
  read();
  if (status_.failed()) return;
  complete();
  if (!status_.failed() && !rows_.has_header()) status_ = rows_.no_header();
}

void BoxStream::restart() {
  rows_ = BoxRows(name_, origin_);
  lines_.clear();
  open_ = {};
  first_.clear();
  has_detections_ = is_placed_ = false;
  number_.reset();
  loss_ = {};
  status_ = {};
}

void BoxStream::read() {
  if (status_.failed()) return;
  BoxRow row;
  for (BoxRows::Next next{}; (next = rows_.next(row)) != BoxRows::Next::end;) {
    if (!rows_.has_header()) return void(status_ = rows_.status());
    if (!number_) check_columns();
    if (status_.failed()) return;
    switch (next) {
      case BoxRows::Next::row: add(row); break;
      case BoxRows::Next::bad: refuse(rows_.status().error()); break;
      case BoxRows::Next::again:
        complete();
        is_placed_ = false;
        number_.reset();
        break;
      case BoxRows::Next::end: break;
    }
  }
}

void BoxStream::check_columns() {
  if (rows_.has(BoxColumn::frame)) return;
  status_ = rows_.refuse(
      rows_.header_line(),
      say("the header has no column 'frame'{}; a game that is followed says in each row "
          "which frame it belongs to",
          did_you_mean(rows_.header().likely_frame)));
}

void BoxStream::add(const BoxRow& row) {
  if (number_ && row.frame < *number_)
    return refuse(rows_.refuse(
        say("frame {} comes after frame {}; frames must ascend while a game is followed", row.frame,
            *number_)));
  if (rows_.header().has_layers && row.filter.category >= kLayers)
    return refuse(rows_.refuse(
        say("layer is {}, it must be the number of a layer, 0 to {}; call the column category if "
            "it has bits",
            row.filter.category, kLayers - 1)));
  if (number_ != row.frame) complete();
  if (lines_.size() >= kMaxSprites)
    return refuse(rows_.refuse(
        say("frame {} has more than {} boxes, the most of a frame", row.frame, kMaxSprites)));
  number_ = row.frame;
  lines_.push_back(rows_.line());
  if (is_placed_)
    append_row(open_, row, rows_, loss_);
  else
    first_.push_back(row);
}

// Chooses the offset that is subtracted from all boxes, as for a file that ends after this first
// frame: later boxes are not known yet.
void BoxStream::place() {
  constexpr int kMaxSteps = 3;  // each step finds a better offset, as in recording_of
  std::array<double, 2> offset{};
  for (int step = 0; step < kMaxSteps; ++step) {
    FloatLoss loss;
    std::vector<Aabb> boxes;
    for (const BoxRow& row : first_) boxes.push_back(loss.rounded(row.sides, offset));
    if (!loss.is_notable()) break;
    const auto [x, y] = far_offset(boxes);
    offset = {offset[0] + x, offset[1] + y};
  }
  open_.offset = rows_.origin().value_or(offset);
  for (const BoxRow& row : first_) append_row(open_, row, rows_, loss_);
  is_placed_ = !first_.empty();
  first_ = {};
}

std::vector<Sentence> BoxStream::notes() const {
  std::vector<Sentence> notes = rows_.notes();
  if (rows_.header().has_layers) notes.push_back(layers_note(true));
  if (has_detections_) notes.push_back(detections_note());
  if (loss_.is_notable()) notes.push_back(loss_.note(rows_.unit()));
  return notes;
}

void BoxStream::complete() {
  if (!is_placed_) place();
  if (open_.ids.empty()) return;
  if (number_detections(open_)) has_detections_ = true;
  if (std::ranges::adjacent_find(open_.ids, std::ranges::greater_equal{}) != open_.ids.end()) {
    drop_duplicates();
    sort_frame(open_, 0);
  }
  if (rows_.header().has_layers) read_as_layers(open_.filters);
  open_.unit = rows_.unit();
  open_.rule = rows_.rule();
  // a copy, because its vectors have no spare capacity
  done_.push_back(std::make_shared<const BoxRecording>(open_));
  open_.frames.clear();
  open_.begins = {0};
  lines_.clear();
  each_column(open_, [](auto& column) { column.clear(); });
}

void BoxStream::drop_duplicates() {
  std::unordered_map<std::int64_t, std::size_t> line_of;
  RowOrder kept;
  for (std::size_t row = 0; row < open_.ids.size(); ++row) {
    const auto [it, is_new] = line_of.emplace(open_.ids[row], lines_[row]);
    if (is_new)
      kept.push_back(row);
    else
      refuse(rows_.refuse(lines_[row], duplicate_text(open_.ids[row], open_.frames.front(),
                                                      rows_.place_of(it->second))));
  }
  if (kept.size() == open_.ids.size()) return;
  reorder_rows(open_, 0, kept);
  open_.begins.back() = kept.size();
  each_column(open_, [&](auto& column) { column.resize(std::min(column.size(), kept.size())); });
}

void BoxStream::refuse(const Error& error) {
  ++refused_;
  last_refusal_ = error.text;
}

namespace {

// The thread waits for bytes together with a pipe of its own, or at the end of a regular file for
// that pipe alone; closing the pipe's writer stops it.

constexpr std::size_t kReadBlock = std::size_t{1} << 18;  // bytes read at once
constexpr int kGrowthMs = 10;  // ms between two attempts to read at the end of a file

constexpr const char* kStandardInput = "standard input";

Error file_error(const std::string& name, const Sentence& what) {
  const Sentence file = name == kStandardInput ? Sentence(name) : Sentence::as_is(name);
  return say("{}: cannot be followed: {}", file, what);
}

Error system_failure(const std::string& name, int code) {
  return file_error(name, Sentence::as_is(std::generic_category().message(code)));
}

Result<FileHandle> open_file(const std::string& path, const std::string& name) {
  int code = 0;
  FileHandle file = path == "-" ? FileHandle::standard_input(code)
                                : FileHandle::open(path, FileHandle::Mode::read, code);
  if (code != 0) return system_failure(name, code);
  if (path == "-" && file.is_terminal())
    return file_error(name, "it is a terminal; pipe the boxes of a game into phasebox --follow -");
  return file;
}

}  // namespace

Result<std::unique_ptr<BoxFollower>> BoxFollower::open(const std::string& path,
                                                       const KeepLimits& keep, BoxOrigin origin) {
  const std::string name = path == "-" ? kStandardInput : path;
  Result<FileHandle> file = open_file(path, name);
  if (file.failed()) return file.error();
  const FileHandle::Kind kind = file->facts().kind;
  if (kind == FileHandle::Kind::folder)
    return file_error(name, "it is a folder; name a file or a pipe that a game writes");
  // A file that is redirected into standard input does not grow: it is read to its end.
  const bool grows = kind == FileHandle::Kind::file && path != "-";
  if (grows && is_compressed(read_beginning(path, 4)))
    return file_error(name, "it is compressed, and a game that is followed writes text");
  int code = 0;
  os::Pipe stop = os::Pipe::make(code);
  if (code != 0) return system_failure(name, code);
  return std::unique_ptr<BoxFollower>(
      new BoxFollower(*std::move(file), std::move(stop), name, grows, keep, origin));
}

BoxFollower::BoxFollower(FileHandle file, os::Pipe stop, std::string name, bool grows,
                         const KeepLimits& keep, BoxOrigin origin)
    : file_(std::move(file)),
      name_(std::move(name)),
      grows_(grows),
      keep_(keep),
      stop_(std::move(stop)),
      stream_(name_, origin),
      block_(kReadBlock, '\0') {
  const auto step = [this] {
    const bool has_more = read_some();
    publish();
    return has_more;
  };
  reader_.begin(step, [](bool) {});
}

BoxFollower::~BoxFollower() {
  stop_.writer.close();  // which the thread sees as the end of the pipe, and ends
  reader_.stop();
}

BoxFollower::Taken BoxFollower::take() {
  const std::lock_guard lock(mutex_);
  Taken taken{{}, report_.starts};
  taken.frames.reserve(waiting_.size());
  for (std::size_t f = 0; f < waiting_.size(); ++f) taken.frames.push_back(waiting_.shared(f));
  waiting_ = {};
  return taken;
}

FollowReport BoxFollower::report() const {
  const std::lock_guard lock(mutex_);
  FollowReport report = report_;
  report.waiting = waiting_.size();
  return report;
}

bool BoxFollower::is_stopped(int milliseconds) const {
  int ignored = 0;
  const std::array<const FileHandle*, 1> stop{&stop_.reader};
  return os::wait_for(stop, milliseconds, ignored) != 0;
}

// Reads one block, or waits for more. Returns false when the thread has nothing more to do.
bool BoxFollower::read_some() {
  int code = 0;
  if (grows_) {
    if (is_stopped(0)) return false;
  } else {
    const std::array<const FileHandle*, 2> both{&file_, &stop_.reader};
    const unsigned ready = os::wait_for(both, -1, code);
    if (code != 0) {
      end(system_failure(name_, code).text);
      return false;
    }
    if (ready & 2) return false;
    if (ready == 0) return true;
  }
  const auto n = file_.read(block_, code);
  if (code != 0) {
    end(system_failure(name_, code).text);
    return false;
  }
  if (!n) return true;
  if (*n == 0 && grows_) return wait_for_growth();
  if (*n == 0) {
    end({});
    return false;
  }
  read_ += *n;
  // Bytes are taken also after a bad header: a pipe that is not read would block the game, and a
  // file may be written again.
  stream_.give({block_.data(), *n});
  return true;
}

// Waits kGrowthMs at the end of a file; false when the thread was stopped meanwhile. A file that
// has become shorter, or whose name now belongs to another file, was written again: it is read from
// its beginning.
bool BoxFollower::wait_for_growth() {
  if (is_stopped(kGrowthMs)) return false;
  const FileHandle::Facts now = file_.facts(), named = FileHandle::facts_of(name_);
  // A program that replaces the file may first remove it, so a missing name is no error.
  const bool is_replaced = named.kind == FileHandle::Kind::file && !named.is_same(now);
  if (!is_replaced && now.size >= read_) return true;
  if (is_replaced) {
    Result<FileHandle> file = open_file(name_, name_);
    if (file.failed()) return true;
    file_ = *std::move(file);
  }
  publish();
  file_.go_to_begin();
  stream_.restart();
  read_ = 0;
  last_.reset();
  const std::lock_guard lock(mutex_);
  waiting_ = {};
  ++report_.starts;
  return true;
}

void BoxFollower::publish() {
  std::vector<BoxFrame> frames = stream_.take();
  const std::lock_guard lock(mutex_);
  for (BoxFrame& frame : frames) {
    const std::int64_t number = frame->frames.front();
    if (last_ && number <= *last_) {
      waiting_ = {};
      ++report_.starts;
    }
    last_ = number;
    waiting_.add(std::move(frame));
    waiting_.forget(keep_);
    ++report_.frames;
  }
  report_.refused = stream_.refused();
  report_.notes = stream_.notes();
  if (!report_.has_ended)
    report_.failure = stream_.status().failed() ? stream_.status().error().text : "";
  report_.last_refusal = stream_.last_refusal();
}

void BoxFollower::end(Sentence failure) {
  if (report_.has_ended) return;  // read without the lock: only this thread writes it
  stream_.end();
  if (failure.empty() && stream_.status().failed()) failure = stream_.status().error().text;
  publish();
  const std::lock_guard lock(mutex_);
  report_.has_ended = true;
  report_.failure = std::move(failure);
}

}  // namespace phasebox
