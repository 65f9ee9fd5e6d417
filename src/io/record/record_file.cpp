// SPDX-License-Identifier: MIT
// Reads a record line by line, and writes it as a whole or while its session runs.
#include "io/record/record_file.hpp"

#include <algorithm>
#include <charconv>
#include <variant>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/version.hpp"
#include "io/archive/archive.hpp"
#include "io/archive/json.hpp"
#include "io/record/command_json.hpp"
#include "io/record/snapshot_json.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {

void read(const Reader& at, StateHash& hash) {
  if (!at.is_text()) return;
  const std::string& text = *at.json().text();
  const char* const digits = text.data() + std::min<std::size_t>(2, text.size());
  const char* const end = text.data() + text.size();
  const auto [last, failure] = std::from_chars(digits, end, hash.value, 16);
  if (!text.starts_with("0x") || failure != std::errc{} || last != end)
    at.refuse("a hash must be written as 0x and hexadecimal digits");
}

namespace {

std::string line_text(const Json& line) {
  return json_text(line, {.real = JsonReal::float64}) + "\n";
}

std::string head_text(const RecordFacts& facts) {
  return line_text(
      {{"phasebox-record", kRecordVersion}, {"version", std::string(kVersion)}, {"facts", facts}});
}

void add_hash(Json& line, const StateHash& hash) {
  line[hash.is_of_all ? "state" : "sprites"] = fmt::format("0x{:016x}", hash.value);
}

Result<std::string> entry_text(const RecordEntry& entry) {
  Json line{{"step", entry.step}};
  if (const auto* hash = std::get_if<StateHash>(&entry.what)) {
    add_hash(line, *hash);
  } else if (const auto* command = std::get_if<Command>(&entry.what)) {
    if (const Status status = add_command(line, *command); status.failed()) return status.error();
  } else {
    auto begin = snapshot_json(*std::get<std::shared_ptr<const Snapshot>>(entry.what));
    if (begin.failed()) return begin.error();
    line["begin"] = *std::move(begin);
  }
  return line_text(line);
}

std::string end_text(std::uint64_t step, const StateHash& hash) {
  Json line{{"step", step}};
  add_hash(line, hash);
  line["end"] = true;
  return line_text(line);
}

// ---- reading

class RecordReader {
 public:
  explicit RecordReader(std::string_view file) : file_(file) {}

  Result<SessionRecord> run(std::string_view text) {
    for (number_ = 1; !text.empty(); ++number_)
      if (Status status = read_line(take_until(text, '\n')); status.failed()) return status.error();
    if (record_.entries.empty())
      return Error{fmt::format("{}:{}: ends before the record begins", file_, number_)};
    return std::move(record_);
  }

 private:
  Status read_line(std::string_view text) {
    const Result<Json> json = parse_json(text, file_, number_, JsonReal::float64);
    if (json.failed()) return json.error();
    ReadState state{fmt::format("{}:{}", file_, number_)};
    const Reader line(*json, state);
    number_ == 1 ? read_head(line) : read_entry(line);
    return state.status;
  }

  void read_head(const Reader& line) {
    if (!line.is_version("phasebox-record", kRecordVersion, "Phasebox record")) return;
    FieldReader head(line);
    head.find("phasebox-record");
    head.field("version", record_.version);
    head.field("facts", record_.facts);
    head.end();
  }

  void read_entry(const Reader& line) {
    constexpr std::uint64_t kMaxSteps = 1'000'000'000;
    if (record_.has_end) return line.refuse("the record has ended; no line may follow");
    FieldReader f(line);
    RecordEntry entry;
    f.field("step", entry.step, Whole{0, kMaxSteps});
    const std::uint64_t before = record_.entries.empty() ? 0 : record_.entries.back().step;
    if (entry.step < before)
      return line.refuse(
          fmt::format("step {} comes after step {}; steps must ascend", entry.step, before));
    read_what(f, entry);
    f.end();
    record_.entries.push_back(std::move(entry));
    record_.lines.push_back(number_);
  }

  void read_what(FieldReader& f, RecordEntry& entry) {
    const Json& line = f.place().json();
    const auto begin = [&](const Reader& at) {
      entry.what = std::make_shared<const Snapshot>(read_snapshot(at));
    };
    if (f.if_given("begin", begin)) return;
    if (record_.entries.empty()) return f.place().refuse("the second line must have \"begin\"");
    if (line.find("do")) return void(entry.what = read_command(f));
    StateHash hash{line.find("state") != nullptr};
    if (!hash.is_of_all && !line.find("sprites"))
      return f.place().refuse("must have one of \"begin\", \"do\", \"state\" and \"sprites\"");
    f.field(hash.is_of_all ? "state" : "sprites", hash);
    f.optional("end", record_.has_end);
    entry.what = hash;
  }

  std::string_view file_;
  std::size_t number_ = 1;
  SessionRecord record_;
};

}  // namespace

Result<SessionRecord> parse_record(std::string_view text, std::string_view file_name) {
  return RecordReader(file_name).run(text);
}

Result<SessionRecord> load_record(const std::filesystem::path& path) {
  return opened(path, kMaxRecordText,
                [&](const std::string& text) { return parse_record(text, path.string()); });
}

Result<std::string> record_text(const RecordFacts& facts, const std::deque<RecordEntry>& entries,
                                std::uint64_t steps, const StateHash& end) {
  std::string text = head_text(facts);
  for (const RecordEntry& entry : entries) {
    const auto line = entry_text(entry);
    if (line.failed()) return line.error();
    text += *line;
  }
  return text + end_text(steps, end);
}

Status save_record(const std::filesystem::path& path, const RecordFacts& facts,
                   const KeptRecord& kept, const Session& session) {
  const auto text = record_text(facts, kept.entries(), kept.step(), state_hash(session));
  if (text.failed()) return Error{say("{}: {}", Sentence::as_is(path.string()), text.error().text)};
  return write_file_atomically(path, *text);
}

Result<std::unique_ptr<RecordFile>> RecordFile::open(const std::filesystem::path& path,
                                                     const RecordFacts& facts, Session& session) {
  Result<LineFile> file = LineFile::open(path, head_text(facts));
  if (file.failed()) return file.error();
  std::unique_ptr<RecordFile> record(new RecordFile(session, *std::move(file)));
  record->begin();
  if (auto status = record->take_status(); status.failed()) return status.error();
  return record;
}

void RecordFile::take(RecordEntry entry) {
  if (has_failed_) return;
  const auto line = entry_text(entry);
  status_ = line.failed() ? line.error() : file_.append(*line);
  has_failed_ = status_.failed();
}

Status RecordFile::close() {
  Status status = take_status();
  if (!has_failed_) status = file_.append(end_text(step(), state_hash(session())));
  const Status closing = file_.close();
  return status.failed() ? status : closing;
}

}  // namespace phasebox
