// SPDX-License-Identifier: MIT
// One line of JSON for each entry; every line is checked where it stands.
#include "io/record/record_file.hpp"

#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/version.hpp"
#include "io/record/command_lines.hpp"
#include "io/record/snapshot_lines.hpp"
#include "io/text_file.hpp"

namespace phasebox {
namespace {

using record::BadLine;
using record::Fields;
using RecordLine = record::Json;

std::string line_text(const RecordLine& line) {
  return line.dump(-1, ' ', false, RecordLine::error_handler_t::replace) + "\n";
}

std::string head_text(const RecordFacts& facts) {
  RecordLine all = RecordLine::object();
  for (const auto& [name, value] : facts) all[name] = value;
  return line_text(
      {{"phasebox-record", kRecordVersion}, {"version", std::string(kVersion)}, {"facts", all}});
}

std::string hash_text(const StateHash& hash) { return fmt::format("0x{:016x}", hash.value); }

RecordLine hash_json(const StateHash& hash) {
  return {{hash.is_of_all ? "state" : "sprites", hash_text(hash)}};
}

/// Throws BadLine.
std::string entry_text(const RecordEntry& entry) {
  RecordLine line{{"step", entry.step}};
  if (const auto* command = std::get_if<Command>(&entry.what))
    line.update(record::command_json(*command));
  else if (const auto* hash = std::get_if<StateHash>(&entry.what))
    line.update(hash_json(*hash));
  else
    line["begin"] = record::snapshot_json(*std::get<std::shared_ptr<const Snapshot>>(entry.what));
  return line_text(line);
}

std::string end_text(std::uint64_t step, const StateHash& hash) {
  RecordLine line{{"step", step}};
  line.update(hash_json(hash));
  line["end"] = true;
  return line_text(line);
}

// ---- reading

StateHash hash_of(Fields& line) {
  const bool is_of_all = line.has("state");
  const std::string text = line.text(is_of_all ? "state" : "sprites");
  StateHash hash{is_of_all, 0};
  const char* const digits = text.data() + std::min<std::size_t>(2, text.size());
  const char* const end = text.data() + text.size();
  const auto [last, failure] = std::from_chars(digits, end, hash.value, 16);
  if (!text.starts_with("0x") || failure != std::errc{} || last != end)
    throw BadLine{"a hash must be written as 0x and hexadecimal digits"};
  return hash;
}

class RecordReader {
 public:
  explicit RecordReader(std::string_view file) : file_(file) {}

  Result<SessionRecord> run(std::string_view text) {
    try {
      for (number_ = 1; !text.empty(); ++number_) {
        const std::size_t end = text.find('\n');
        read_line(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
      }
      if (record_.entries.empty()) throw BadLine{"ends before the record begins"};
    } catch (const BadLine& bad) {
      return Error{fmt::format("{}:{}: {}", file_, number_, bad.text)};
    } catch (const nlohmann::json::exception&) {
      return Error{
          fmt::format("{}:{}: each line must be one JSON object; this one is not", file_, number_)};
    }
    return std::move(record_);
  }

 private:
  void read_line(std::string_view text) {
    const RecordLine json = RecordLine::parse(text);
    if (number_ == 1) return read_head(json);
    if (record_.has_end) throw BadLine{"the record has ended; no line may follow"};
    Fields line(json, "");
    const auto step = line.number<std::uint64_t>("step");
    const std::uint64_t before = record_.entries.empty() ? 0 : record_.entries.back().step;
    if (step < before)
      throw BadLine{fmt::format("step {} comes after step {}; steps must ascend", step, before)};
    constexpr std::uint64_t kMaxSteps = 1'000'000'000;
    if (step > kMaxSteps) throw BadLine{fmt::format("step: at most {} are repeated", kMaxSteps)};
    record_.entries.push_back({step, what_of(line)});
    record_.lines.push_back(number_);
  }

  decltype(RecordEntry::what) what_of(Fields& line) {
    if (line.has("begin")) {
      auto snapshot = std::make_shared<const Snapshot>(record::snapshot_of(line.at("begin")));
      line.end();
      return snapshot;
    }
    if (record_.entries.empty()) throw BadLine{"the second line must have \"begin\""};
    if (line.has("do")) return record::command_of(line);
    if (!line.has("state") && !line.has("sprites"))
      throw BadLine{"must have one of \"begin\", \"do\", \"state\" and \"sprites\""};
    const StateHash hash = hash_of(line);
    record_.has_end = line.has("end") && line.flag("end");
    line.end();
    return hash;
  }

  void read_head(const RecordLine& json) {
    if (!json.is_object() || !json.contains("phasebox-record"))
      throw BadLine{"no Phasebox record; the first line must have \"phasebox-record\": 1"};
    Fields head(json, "");
    if (const RecordLine& version = head.at("phasebox-record"); version != kRecordVersion)
      throw BadLine{fmt::format("version {} is not known, this program reads version {}",
                                version.dump(), kRecordVersion)};
    record_.version = head.text("version");
    for (const auto& [name, value] : head.at("facts").items()) {
      if (!value.is_string()) throw BadLine{"facts/" + name + ": must be a string"};
      record_.facts.emplace(name, value.get<std::string>());
    }
    head.end();
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
  const Result<std::string> text = read_file(path, kMaxRecordText);
  if (!text) return text.error();
  return parse_record(*text, path.string());
}

Result<std::string> record_text(const RecordFacts& facts, const std::deque<RecordEntry>& entries,
                                std::uint64_t steps, const StateHash& end) {
  try {
    std::string text = head_text(facts);
    for (const RecordEntry& entry : entries) text += entry_text(entry);
    return text + end_text(steps, end);
  } catch (const BadLine& bad) {
    return Error{bad.text};
  }
}

Status save_record(const std::filesystem::path& path, const RecordFacts& facts,
                   const KeptRecord& kept, const Session& session) {
  const auto text = record_text(facts, kept.entries(), kept.step(), state_hash(session));
  if (!text) return Error{path.string() + ": " + text.error().text};
  return write_file_atomically(path, *text);
}

Result<std::unique_ptr<RecordFile>> RecordFile::open(const std::filesystem::path& path,
                                                     const RecordFacts& facts, Session& session) {
  Result<LineFile> file = LineFile::open(path, head_text(facts));
  if (!file) return file.error();
  std::unique_ptr<RecordFile> record(new RecordFile(session, *std::move(file)));
  record->begin();
  if (auto error = record->take_error()) return *std::move(error);
  return record;
}

void RecordFile::take(RecordEntry entry) {
  try {
    if (Status error = file_.append(entry_text(entry))) error_ = std::move(error);
  } catch (const BadLine& bad) {
    error_ = Error{bad.text};
  }
}

Status RecordFile::close() {
  Status error = take_error();
  if (!error) error = file_.append(end_text(step(), state_hash(session())));
  const Status closing = file_.close();
  return error ? error : closing;
}

}  // namespace phasebox
