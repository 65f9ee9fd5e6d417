// SPDX-License-Identifier: MIT
// A plug-in's instance as a broadphase: its pairs, finds and events arrive in a collector, which
// checks them one by one; nothing is thrown through.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "c/phasebox.h"
#include "collide/broadphase.hpp"
#include "plugin/checked_description.hpp"
#include "plugin/loaded_plugin.hpp"

namespace phasebox::plugin {

namespace {

// In the order of phasebox_plugin_event_kind.
constexpr EventKind kKinds[] = {EventKind::test,  EventKind::recheck, EventKind::skip,
                                EventKind::cell,  EventKind::node,    EventKind::group,
                                EventKind::split, EventKind::member,  EventKind::enter,
                                EventKind::leave, EventKind::visit,   EventKind::fat};
static_assert(std::size(kKinds) == PHASEBOX_EVENT_FAT + 1);

/// Those of one kind that were not taken.
template <class T>
struct Refused {
  std::uint64_t count = 0;
  T first{};

  void add(const T& one) {
    if (count++ == 0) first = one;
  }
  std::string text(const char* one, const char* many) const {
    return std::to_string(count) + " " + (count == 1 ? one : many);
  }
};

/// What was not taken of one search and the queries after it.
struct Refusals {
  Refused<phasebox_plugin_pair> pairs;
  Refused<std::uint32_t> found;
  Refused<phasebox_plugin_event> events;

  /// A sentence for each kind that there is.
  template <class Warn>
  void tell(std::size_t sprites, Warn warn) const {
    const std::string below = " below " + std::to_string(sprites);
    if (pairs.count > 0)
      warn(pairs.text("pair was refused: (", "pairs were refused, the first (") +
           std::to_string(pairs.first.a) + ", " + std::to_string(pairs.first.b) +
           "); a pair is two different numbers" + below);
    if (found.count > 0)
      warn(
          found.text("find of a query was refused: ", "finds of a query were refused, the first ") +
          std::to_string(found.first) + "; it must be a number" + below);
    if (events.count > 0)
      warn(events.text("event was refused: kind ", "events were refused, the first of kind ") +
           std::to_string(events.first.kind) + " with a = " + std::to_string(events.first.a) +
           ", b = " + std::to_string(events.first.b) +
           "; see phasebox_plugin_event_kind, objects must be" + below);
  }
};

Aabb box_of(const phasebox_plugin_event& e) { return {{e.box[0], e.box[1]}, {e.box[2], e.box[3]}}; }

/// Takes what comes during one call of a plug-in, up to `end`: `Found` are pairs of a search, or
/// sprites of a query.
template <class Found>
class Collector {
 public:
  /// All outlive it; `log` is null or gets the events.
  Collector(const Frame& frame, Refusals& refused, Recorder* log, Found& to)
      : count_(static_cast<std::uint32_t>(frame.size())), refused_(refused), log_(log), to_(to) {}
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  /// Of a search.
  const phasebox_plugin_sink* sink() const { return &sink_; }
  /// Null without a log.
  const phasebox_plugin_trace* trace() const { return log_ ? &trace_ : nullptr; }
  /// For `query`: one find; the context is the collector.
  static void found(void* context, std::uint32_t id) {
    take(context, [&](Collector& self) {
      if (id >= self.count_) return self.refused_.found.add(id);
      if (self.log_) self.log_->add({EventKind::hit, Axis::x, 0, id, id});
      self.to_.push(id);
    });
  }
  /// The call is over. Throws std::bad_alloc where there was no memory for what came.
  void end() {
    has_ended_ = true;
    if (lacks_memory_) throw std::bad_alloc();
  }

 private:
  static constexpr bool kIsQuery = std::is_same_v<Found, Sink<SpriteId>>;

  // A search that was stopped takes no more, and nothing is thrown through the plug-in.
  template <class Body>
  static void take(void* context, Body body) {
    auto& self = *static_cast<Collector*>(context);
    if (self.has_ended_) return;
    try {
      body(self);
    } catch (const Stopped&) {
      self.has_ended_ = true;
    } catch (const std::bad_alloc&) {
      self.has_ended_ = self.lacks_memory_ = true;
    }
  }

  static void emit(void* context, std::uint32_t a, std::uint32_t b) {
    const phasebox_plugin_pair pair{a, b};
    emit_many(context, &pair, 1);
  }
  static void emit_many(void* context, const phasebox_plugin_pair* pairs, std::size_t count) {
    if (!pairs) return;
    take(context, [&](Collector& self) {
      for (std::size_t k = 0; k < count; ++k) self.take_pair(pairs[k]);
    });
  }
  static void add(void* context, const phasebox_plugin_event* event) {
    if (event) take(context, [&](Collector& self) { self.take_event(*event); });
  }

  void take_pair(phasebox_plugin_pair pair) {
    const bool is_sound = !kIsQuery && pair.a < count_ && pair.b < count_ && pair.a != pair.b;
    if (!is_sound) return refused_.pairs.add(pair);
    if (log_) log_->add({EventKind::hit, Axis::x, 0, pair.a, pair.b});
    if constexpr (!kIsQuery) to_.emit(pair.a, pair.b);
  }

  void take_event(const phasebox_plugin_event& e) {
    constexpr std::uint32_t kMaxDepth = 1000;
    if (!is_sound(e)) return refused_.events.add(e);
    log_->add({.kind = kKinds[e.kind],
               .depth = static_cast<std::uint16_t>(std::min(e.depth, kMaxDepth)),
               .a = e.a,
               .b = e.b,
               .box = box_of(e)});
  }

  bool is_sound(const phasebox_plugin_event& e) const {
    if (e.kind >= std::size(kKinds) || !is_valid(box_of(e))) return false;
    switch (e.kind) {
      case PHASEBOX_EVENT_TEST:
      case PHASEBOX_EVENT_RECHECK:
      case PHASEBOX_EVENT_SKIP: return e.a < count_ && e.b < count_ && (e.a != e.b || kIsQuery);
      case PHASEBOX_EVENT_MEMBER:
      case PHASEBOX_EVENT_FAT: return e.a < count_;
      default: return true;
    }
  }

  std::uint32_t count_;
  Refusals& refused_;
  Recorder* log_;
  Found& to_;
  bool has_ended_ = false, lacks_memory_ = false;
  phasebox_plugin_sink sink_{sizeof sink_, this, emit, emit_many};
  phasebox_plugin_trace trace_{sizeof trace_, this, add};
};

static_assert(sizeof(Aabb) == 4 * sizeof(float) && std::is_standard_layout_v<Aabb>);
static_assert(sizeof(Filter) == sizeof(phasebox_plugin_filter) &&
              static_cast<std::uint32_t>(FilterRule::either) == PHASEBOX_EITHER);

void run_jobs(void* context, std::uint32_t jobs, void (*job)(void*, std::uint32_t), void* data) {
  if (!job) return;
  const auto threads = *static_cast<const unsigned*>(context);
  if (threads > 1) return for_each_part(jobs, [=](unsigned number) { job(data, number); });
  for (std::uint32_t number = 0; number < jobs; ++number) job(data, number);
}

int should_stop(void* context) {
  const auto* limit = static_cast<const WorkLimit*>(context);
  return limit && limit->is_stopped() ? 1 : 0;
}

// A frame as a plug-in sees it, as long as this and the frame live.
class GivenFrame {
 public:
  explicit GivenFrame(const Frame& f) : threads_(f.threads) {
    frame_ = {.struct_size = sizeof frame_,
              .count = static_cast<std::uint32_t>(f.size()),
              .boxes = reinterpret_cast<const float(*)[4]>(f.boxes.data()),
              .filters = reinterpret_cast<const phasebox_plugin_filter*>(
                  f.filters.empty() ? nullptr : f.filters.data()),
              .is_static = f.is_static.empty() ? nullptr : f.is_static.data(),
              .threads = std::max(f.threads, 1u),
              .run_jobs = run_jobs,
              .run_context = &threads_,
              .should_stop = should_stop,
              .stop_context = f.limit,
              .rule = static_cast<std::uint32_t>(f.rule)};
  }
  GivenFrame(const GivenFrame&) = delete;
  GivenFrame& operator=(const GivenFrame&) = delete;
  const phasebox_plugin_frame* get() const { return &frame_; }

 private:
  unsigned threads_;
  phasebox_plugin_frame frame_;
};

/// Keeps to the contract of `Broadphase` whatever the plug-in does, short of writing where it must
/// not: values are told before a reset, a reset comes where one is due, and what is refused or
/// thrown becomes a remark.
class Adapter final : public Broadphase {
 public:
  explicit Adapter(std::shared_ptr<const Plugin> plugin) : plugin_(std::move(plugin)) {
    const auto& rows = plugin_->description()->rows;
    for (std::size_t k = 0; k < rows.size(); ++k) values_[k] = told_[k] = rows[k].init;
    call("create", [&] { instance_ = functions().create(); });
    if (!instance_) trouble_ = "no instance could be made: create gave null";
  }
  ~Adapter() override {
    if (instance_) call("destroy", [&] { functions().destroy(instance_); });
  }
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  ParamView params() override { return {values_.data(), plugin_->description()->rows}; }

  bool is_exact() const override {
    if (!instance_ || !functions().is_exact) return true;
    tell_values();
    int is_exact = 1;
    call("is_exact", [&] { is_exact = functions().is_exact(instance_); });
    return is_exact != 0;
  }

  void reset(const Frame& f) override {
    if (!instance_) return;
    tell_values();
    must_reset_ = is_searched_ = false;
    sprites_ = f.size();
    const GivenFrame frame(f);
    call("reset", [&] { functions().reset(instance_, frame.get()); });
  }

  void edit(const Frame& f, std::span<const Edit> edits) override {
    if (!instance_) return;
    tell_values();
    if (must_reset_ || !functions().edit) return reset(f);
    edits_.clear();
    for (const Edit& e : edits)
      edits_.push_back({static_cast<std::uint32_t>(e.kind), e.id, e.moved_from});
    sprites_ = f.size();
    is_searched_ = false;
    const GivenFrame frame(f);
    call("edit", [&] { functions().edit(instance_, frame.get(), edits_.data(), edits_.size()); });
  }

  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    WorkLimit* const outer = out.limit();
    out.set_limit(f.limit);
    if (log) log->set_limit(f.limit);
    refused_ = {};
    if (instance_) trouble_.clear();
    search(f, out, log);
    if (f.limit && out.size() > f.limit->max_pairs) f.limit->stop(WorkLimit::Reason::pairs);
    if (f.limit && f.limit->is_stopped()) out.clear();
    if (log) log->set_limit(nullptr);
    out.set_limit(outer);
  }

  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    if (!is_searched_ || sprites_ != f.size() || !functions().query)
      return Broadphase::query(f, box, out, log);
    Collector to(f, refused_, log, out);
    const GivenFrame frame(f);
    const float asked[4] = {box.min.x, box.min.y, box.max.x, box.max.y};
    call("query",
         [&] { functions().query(instance_, frame.get(), asked, to.found, &to, to.trace()); });
    to.end();
  }

  void remark(const Frame& f, std::vector<Remark>& remarks) const override {
    const auto warn = [&](const std::string& text) {
      remarks.push_back({true, std::string(plugin_->entry().title) + ": " + text});
    };
    if (!trouble_.empty()) warn(trouble_);
    refused_.tell(sprites_, warn);
    if (!instance_ || !functions().remark) return;
    const GivenFrame frame(f);
    Said said{remarks};
    call("remark", [&] { functions().remark(instance_, frame.get(), say, &said); });
  }

 private:
  struct Said {
    std::vector<Remark>& remarks;
    int left = 8;  // that a plug-in may say of one frame
  };
  static void say(void* context, int is_warning, const char* text) {
    auto& said = *static_cast<Said*>(context);
    std::string line = shown_line(text);
    if (line.empty() || said.left-- <= 0) return;
    said.remarks.push_back({is_warning != 0, std::move(line)});
  }

  const phasebox_plugin_broadphase& functions() const { return plugin_->functions(); }

  // What a plug-in throws is said in a remark; nothing of what it keeps is trusted then.
  template <class Body>
  void call(const char* function, Body body) const {
    try {
      body();
    } catch (...) {
      trouble_ = std::string(function) + " threw; nothing may be thrown out of a plug-in";
      must_reset_ = true;
    }
  }

  void tell_values() const {
    for (std::size_t k = 0; k < plugin_->description()->rows.size(); ++k) {
      if (values_[k] == told_[k]) continue;
      told_[k] = values_[k];
      must_reset_ = true;
      call("set", [&] { functions().set(instance_, k, told_[k]); });
    }
  }

  void search(const Frame& f, PairSink& out, Recorder* log) {
    if (!instance_) return;
    tell_values();
    if (must_reset_ || sprites_ != f.size()) reset(f);
    Collector to(f, refused_, log, out);
    const GivenFrame frame(f);
    call("find_pairs",
         [&] { functions().find_pairs(instance_, frame.get(), to.sink(), to.trace()); });
    to.end();
    is_searched_ = true;
    if (f.limit && f.limit->is_stopped()) must_reset_ = true;
  }

  std::shared_ptr<const Plugin> plugin_;
  void* instance_ = nullptr;
  std::array<double, Description::kMaxParams> values_{};
  std::vector<phasebox_plugin_edit> edits_;
  std::size_t sprites_ = 0;
  bool is_searched_ = false;
  Refusals refused_;
  // Of looking as well: whether it is exact depends on values that it may not know yet.
  mutable std::array<double, Description::kMaxParams> told_{};
  mutable bool must_reset_ = true;
  mutable std::string trouble_;
};

}  // namespace

std::unique_ptr<Broadphase> make_adapter(std::shared_ptr<const Plugin> plugin) {
  return std::make_unique<Adapter>(std::move(plugin));
}

}  // namespace phasebox::plugin
