// SPDX-License-Identifier: MIT
// The part of the C interface for version, errors, memory, and broadphases with their parameters;
// and `Search`, which the frames and worlds of the interface use.
#include <cstring>

#include "base/result.hpp"
#include "base/version.hpp"
#include "c/search.hpp"
#include "collide/registry.hpp"

namespace phasebox::c {
namespace {

// The sentence that phasebox_error returns on this thread. It is an array, so that an error can be
// kept when there is no memory. The last byte is never written and stays 0.
thread_local char last_error[256] = "";

/// Returns a text of a broadphase's entry or of a parameter's row as a C string, never null. The
/// string is the text itself: such texts are string literals and so end with a zero.
const char* text_of(std::string_view text) { return text.data() ? text.data() : ""; }

/// Calls `body(row)` for the parameter of the broadphase with that key, and returns its status.
/// Fails with PHASEBOX_UNKNOWN_PARAM when there is none; the sentence lists those that there are.
template <class Body>
phasebox_status with_row(const phasebox_broadphase* broadphase, const char* key, Body body) {
  return guarded([&] {
    if (!broadphase) return null_argument("broadphase");
    if (!key) return null_argument("key");
    const auto rows = broadphase->search->params().rows;
    if (const Param* row = find_param(rows, key)) return body(*row);
    std::string text =
        std::string(broadphase->search->entry().id) + " has no parameter '" + key + "'";
    for (const Param& other : rows)
      text.append(&other == rows.data() ? "; choose from " : ", ").append(other.key);
    return fail(PHASEBOX_UNKNOWN_PARAM, text);
  });
}

/// Sets a parameter, after which the next search starts afresh. Fails with PHASEBOX_OUT_OF_RANGE
/// for a value that the parameter cannot have.
phasebox_status set_value(phasebox_broadphase& broadphase, const Param& row, double value) {
  if (const Status wrong = check_value(row, value); wrong.failed())
    return fail(PHASEBOX_OUT_OF_RANGE, wrong.error().text);
  row.set(broadphase.search->params().object, value);
  broadphase.search->forget();
  return PHASEBOX_OK;
}

}  // namespace

phasebox_status fail(phasebox_status status, const char* sentence) {
  std::strncpy(last_error, sentence, sizeof last_error - 1);
  return status;
}
phasebox_status fail(phasebox_status status, const std::string& sentence) {
  return fail(status, one_line(sentence).c_str());
}

phasebox_status null_argument(const char* name) {
  return fail(PHASEBOX_NULL_ARGUMENT, std::string(name) + " is null, and is needed");
}

phasebox_status check_struct(std::size_t given, std::size_t size, const char* name) {
  // Each struct has had only one size so far; a smaller one of an older header would be allowed
  // here.
  if (given == size) return PHASEBOX_OK;
  return fail(PHASEBOX_BAD_STRUCT, std::string(name) + ".struct_size is " + std::to_string(given) +
                                       "; it must be sizeof(" + name + "), here " +
                                       std::to_string(size));
}

phasebox_status check_rule(std::uint32_t rule) {
  if (rule <= PHASEBOX_EITHER) return PHASEBOX_OK;
  return fail(PHASEBOX_OUT_OF_RANGE, "the rule is " + std::to_string(rule) +
                                         "; it must be PHASEBOX_BOTH or PHASEBOX_EITHER");
}

phasebox_status check_box(const Aabb& box, const std::string& name) {
  if (is_valid(box)) return PHASEBOX_OK;
  std::string sides;
  for (const float side : {box.min.x, box.min.y, box.max.x, box.max.y})
    sides += (sides.empty() ? "" : ", ") + number_text(static_cast<double>(side));
  return fail(PHASEBOX_BAD_BOX,
              name + " is (" + sides + "); it must be finite, and no min greater than its max");
}

phasebox_status check_box(const float* box) {
  return box ? check_box(box_of(box), "the box") : null_argument("box");
}

std::atomic<std::size_t>& living() {
  static std::atomic<std::size_t> count{0};
  return count;
}

[[gnu::weak]] bool take_allocator(const phasebox_allocator*) { return false; }

Search::Search(const BroadphaseEntry& entry, const phasebox_options& options)
    : entry_(entry), method_(entry.make()), threads_(std::max(options.threads, 1u)) {
  if (options.run_jobs) runner_ = JobRunner{options.run_jobs, options.run_context};
  if (options.max_pairs > 0) limit_.max_pairs = options.max_pairs;
  for (const Param& row : params().rows) {
    auto& names = choices_.emplace_back();
    for (const std::string_view choice : row.choices) names.push_back(choice.data());
  }
}

const PairSink* Search::find(Frame frame, std::span<const Edit> edits) {
  RunBy jobs(runner_ ? &*runner_ : nullptr);
  frame.threads = threads_;
  frame.limit = &limit_;
  limit_.begin();
  pairs_.clear();
  if (is_fresh_)
    method_->reset(frame);
  else if (!edits.empty())
    method_->edit(frame, edits);
  is_fresh_ = true;  // stays true when the search fails or runs out of memory
  method_->find_pairs(frame, pairs_, nullptr);
  has_bad_jobs_ = jobs.has_failed();
  if (has_bad_jobs_ || limit_.is_stopped()) return nullptr;
  is_fresh_ = false;
  return &pairs_;
}

phasebox_status Search::failure() const {
  if (has_bad_jobs_)
    return fail(PHASEBOX_BAD_JOBS, "run_jobs did not do each job once before it returned");
  return fail(PHASEBOX_TOO_MANY_PAIRS, "there are more pairs than max_pairs allows");
}

void Search::query(const Frame& frame, const Segment& segment, Sink<SpriteId>& found) {
  constexpr float kMost = kMaxFloat / 10;  // largest coordinate that `query_segment` is valid for
  if (!contains({{-kMost, -kMost}, {kMost, kMost}}, around_piece(segment, 0, 1)))
    return scan_along(frame, SegmentBand(segment), found);
  segment_hits_.clear();
  query_segment(*method_, frame, segment, near_, segment_hits_);
  for (const SegmentHit& hit : segment_hits_.items()) found.push(hit.id);
}

phasebox_status make_search(const char* id, const phasebox_options* options,
                            std::unique_ptr<Search>& search) {
  if (!id) return null_argument("id");
  phasebox_options chosen{};
  if (options) {
    if (const auto status = check_struct(options->struct_size, sizeof *options, "phasebox_options"))
      return status;
    chosen = *options;
  }
  constexpr std::uint32_t kMaxThreads = 1024;
  if (chosen.threads > kMaxThreads)
    return fail(PHASEBOX_OUT_OF_RANGE, "threads is " + std::to_string(chosen.threads) +
                                           "; it must be at most " + std::to_string(kMaxThreads));
  const BroadphaseEntry* entry = find_entry(broadphases(), id);
  if (!entry) return fail(PHASEBOX_UNKNOWN_ID, unknown_id("broadphase", id, broadphases()).text);
  search = std::make_unique<Search>(*entry, chosen);
  return PHASEBOX_OK;
}

}  // namespace phasebox::c

namespace c = phasebox::c;
using phasebox::Param;

const char* phasebox_version(void) { return phasebox::kVersion.data(); }
uint32_t phasebox_api_version(void) { return PHASEBOX_API_VERSION; }
const char* phasebox_error(void) { return c::last_error; }

const char* phasebox_status_name(phasebox_status status) {
  static constexpr const char* kNames[] = {
      "ok",           "null argument", "bad struct",     "unknown id",    "unknown parameter",
      "out of range", "bad box",       "bad stride",     "duplicate id",  "too small",
      "stale handle", "not ready",     "too many pairs", "out of memory", "unsupported",
      "bad jobs",     "in use"};
  static_assert(std::size(kNames) == PHASEBOX_IN_USE + 1);
  const auto number = static_cast<std::size_t>(status);
  return number < std::size(kNames) ? kNames[number] : "unknown status";
}

phasebox_status phasebox_set_allocator(const phasebox_allocator* allocator) {
  if (allocator) {
    if (const auto status =
            c::check_struct(allocator->struct_size, sizeof *allocator, "phasebox_allocator"))
      return status;
    if (!allocator->allocate) return c::null_argument("allocate");
    if (!allocator->release) return c::null_argument("release");
  }
  if (c::living() > 0)
    return c::fail(PHASEBOX_IN_USE,
                   "what exists would be given back to another allocator; destroy it first");
  if (c::take_allocator(allocator)) return PHASEBOX_OK;
  return c::fail(PHASEBOX_UNSUPPORTED,
                 "a static library uses the program's operator new: replace that one");
}

size_t phasebox_broadphase_count(void) { return phasebox::broadphases().size(); }

phasebox_status phasebox_broadphase_at(size_t index, phasebox_broadphase_info* info) {
  return c::guarded([&] {
    if (!info) return c::null_argument("info");
    const auto entries = phasebox::broadphases();
    if (index >= entries.size())
      return c::fail(PHASEBOX_OUT_OF_RANGE, "index is " + std::to_string(index) + "; there are " +
                                                std::to_string(entries.size()) + " broadphases");
    const phasebox::BroadphaseEntry& entry = *entries[index];
    *info = {c::text_of(entry.id), c::text_of(entry.title), c::text_of(entry.summary),
             c::text_of(entry.source)};
    return PHASEBOX_OK;
  });
}

size_t phasebox_param_count(const phasebox_broadphase* broadphase) {
  return broadphase ? broadphase->search->params().rows.size() : 0;
}

phasebox_status phasebox_param_at(const phasebox_broadphase* broadphase, size_t index,
                                  phasebox_param* param) {
  return c::guarded([&] {
    if (!broadphase) return c::null_argument("broadphase");
    if (!param) return c::null_argument("param");
    const auto params = broadphase->search->params();
    if (index >= params.rows.size())
      return c::fail(PHASEBOX_OUT_OF_RANGE, "index is " + std::to_string(index) + "; there are " +
                                                std::to_string(params.rows.size()) + " parameters");
    const Param& row = params.rows[index];
    const auto choices = broadphase->search->choices(index);
    *param = {c::text_of(row.key),
              c::text_of(row.unit),
              c::text_of(row.help),
              static_cast<phasebox_param_kind>(row.kind),
              row.lo,
              row.hi,
              row.init,
              row.get(params.object),
              choices.empty() ? nullptr : choices.data(),
              choices.size()};
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_get(const phasebox_broadphase* broadphase, const char* key,
                             double* value) {
  return c::with_row(broadphase, key, [&](const Param& row) {
    if (!value) return c::null_argument("value");
    *value = row.get(broadphase->search->params().object);
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_set(phasebox_broadphase* broadphase, const char* key, double value) {
  return c::with_row(broadphase, key,
                     [&](const Param& row) { return c::set_value(*broadphase, row, value); });
}

phasebox_status phasebox_set_text(phasebox_broadphase* broadphase, const char* key,
                                  const char* text) {
  return c::with_row(broadphase, key, [&](const Param& row) {
    if (!text) return c::null_argument("text");
    const auto value = phasebox::parse_value(row, text);
    if (value.failed()) return c::fail(PHASEBOX_OUT_OF_RANGE, value.error().text);
    return c::set_value(*broadphase, row, *value);
  });
}

int phasebox_is_exact(const phasebox_broadphase* broadphase) {
  return broadphase && broadphase->search->is_exact() ? 1 : 0;
}
