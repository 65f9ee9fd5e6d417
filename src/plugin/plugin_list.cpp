// SPDX-License-Identifier: MIT
// Loads, adds, reloads and removes plug-ins. An adapter makes a broadphase of each instance: the
// pairs, finds and events that the plug-in gives arrive in a collector, which checks each of them.
// No exception passes through a plug-in.
#include "plugin/plugin_list.hpp"

#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "base/parallel.hpp"
#include "collide/narrowphase.hpp"
#include "collide/registry.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

using plugin::Description;

// [phasebox_plugin_event_kind] the library's kind of each event of a plug-in.
constexpr EventKind kKinds[] = {EventKind::test,  EventKind::recheck, EventKind::skip,
                                EventKind::cell,  EventKind::node,    EventKind::group,
                                EventKind::split, EventKind::member,  EventKind::enter,
                                EventKind::leave, EventKind::visit,   EventKind::fat};
static_assert(std::size(kKinds) == PHASEBOX_EVENT_FAT + 1);

/// What was refused of the pairs, finds and events that a plug-in gave in the last search and the
/// queries after it.
struct Refusals {
  struct Kind {
    std::uint64_t count = 0;
    std::string first = {};

    void add(auto text) {
      if (count++ == 0) first = text();
    }
  };
  Kind pairs, found, events;

  /// Calls `warn` with a sentence for each of the three of which something was refused. `sprites`
  /// is the number below which objects are valid.
  template <class Warn>
  void tell(std::size_t sprites, Warn warn) const {
    const auto tell_of = [&](const Kind& k, const char* one, const char* many) {
      const Sentence first = Sentence::as_is(k.first), end = std::to_string(sprites);
      if (k.count == 1) warn({one, {first, end}});
      if (k.count > 1) warn({many, {std::to_string(k.count), first, end}});
    };
    tell_of(pairs, "1 pair was refused: {}; a pair is two different numbers below {}",
            "{} pairs were refused, the first {}; a pair is two different numbers below {}");
    tell_of(found, "1 find of a query was refused: {}; it must be a number below {}",
            "{} finds of a query were refused, the first {}; it must be a number below {}");
    tell_of(
        events,
        "1 event was refused: kind {}; see phasebox_plugin_event_kind, objects must be below {}",
        "{} events were refused, the first of kind {}; see phasebox_plugin_event_kind, objects "
        "must be below {}");
  }
};

Aabb box_of(const phasebox_plugin_event& e) { return {{e.box[0], e.box[1]}, {e.box[2], e.box[3]}}; }

/// Takes what a plug-in gives during one call, up to `end`. `Found` is the type of the sink `to`,
/// which gets the pairs of a search or the sprites of a query.
template <class Found>
class Collector {
 public:
  /// All arguments must outlive it. `log` gets the events; it may be null.
  Collector(const Frame& frame, Refusals& refused, Recorder* log, Found& to)
      : frame_(frame),
        count_(static_cast<std::uint32_t>(frame.size())),
        refused_(refused),
        log_(log),
        to_(to) {}
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  /// The sink that is given to the plug-in for a search.
  const phasebox_plugin_sink* sink() const { return &sink_; }
  /// The trace that is given to the plug-in for a search or query; null without a log.
  const phasebox_plugin_trace* trace() const { return log_ ? &trace_ : nullptr; }
  /// Called by the plug-in for each sprite that a query finds; `context` is the collector.
  static void found(void* context, std::uint32_t id) {
    take(context, [&](Collector& self) {
      if (id >= self.count_) return self.refused_.found.add([&] { return std::to_string(id); });
      if (self.log_) self.log_->add({EventKind::hit, Axis::x, 0, id, id});
      self.to_.push(id);
    });
  }
  /// Ends the call: what the plug-in gives later is ignored. Throws std::bad_alloc where memory ran
  /// out during the call.
  void end() {
    has_ended_ = true;
    if (lacks_memory_) throw std::bad_alloc();
  }

 private:
  static constexpr bool kIsQuery = std::is_same_v<Found, Sink<SpriteId>>;

  // Runs `body(collector)` for something that the plug-in gives, unless the call has ended, the
  // search was stopped or memory ran out before. Throws nothing, because the plug-in is the caller.
  template <class Body>
  static void take(void* context, Body body) {
    auto& self = *static_cast<Collector*>(context);
    if (self.has_ended_) return;
    self.lacks_memory_ = !fits_in_memory([&] { body(self); });
    self.has_ended_ = self.lacks_memory_ || (!kIsQuery && is_stopped(self.frame_));
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
    if (!is_sound)
      return refused_.pairs.add([&] { return fmt::format("({}, {})", pair.a, pair.b); });
    if (log_) log_->add({EventKind::hit, Axis::x, 0, pair.a, pair.b});
    if constexpr (!kIsQuery) to_.emit(pair.a, pair.b);
  }

  void take_event(const phasebox_plugin_event& e) {
    constexpr std::uint32_t kMaxDepth = 1000;
    if (!is_sound(e))
      return refused_.events.add(
          [&] { return fmt::format("{} with a = {}, b = {}", e.kind, e.a, e.b); });
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

  const Frame& frame_;
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

// Runs `job(data, number)` for each number below `jobs`, for a plug-in. `context` points to the
// frame's number of threads. If that is 1 or less, the jobs run one after the other on this thread;
// else as the parts of `for_each_part`, where the number does not bound how many run at the same
// time.
void run_jobs(void* context, std::uint32_t jobs, void (*job)(void*, std::uint32_t), void* data) {
  if (!job) return;
  const auto threads = *static_cast<const unsigned*>(context);
  if (threads > 1) return for_each_part(jobs, [=](unsigned number) { job(data, number); });
  for (std::uint32_t number = 0; number < jobs; ++number) job(data, number);
}

// Returns 1 to a plug-in whose search was stopped, else 0. `context` is the frame's WorkLimit, or
// null for a search without limit.
int should_stop(void* context) {
  const auto* limit = static_cast<const WorkLimit*>(context);
  return limit && limit->is_stopped() ? 1 : 0;
}

// Returns a frame in the form of the C interface. It refers to `f`, which must outlive it.
phasebox_plugin_frame given(const Frame& f) {
  return {.struct_size = sizeof(phasebox_plugin_frame),
          .count = static_cast<std::uint32_t>(f.size()),
          .boxes = reinterpret_cast<const float(*)[4]>(f.boxes.data()),
          .filters = reinterpret_cast<const phasebox_plugin_filter*>(
              f.filters.empty() ? nullptr : f.filters.data()),
          .is_static = f.is_static.empty() ? nullptr : f.is_static.data(),
          .threads = std::max(f.threads, 1u),
          .run_jobs = run_jobs,
          .run_context = const_cast<unsigned*>(&f.threads),  // run_jobs only reads it
          .should_stop = should_stop,
          .stop_context = f.limit,
          .rule = static_cast<std::uint32_t>(f.rule)};
}

/// A broadphase that runs an instance of a plug-in. It keeps the contract of `Broadphase` whatever
/// the plug-in gives or throws; a plug-in that damages memory or does not return cannot be
/// contained. Parameters that have changed are passed on before a search, a search is preceded by
/// a reset where one is due, and a remark says what failed.
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
    const phasebox_plugin_frame frame = given(f);
    call("reset", [&] { functions().reset(instance_, &frame); });
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
    const phasebox_plugin_frame frame = given(f);
    call("edit", [&] { functions().edit(instance_, &frame, edits_.data(), edits_.size()); });
  }

  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    WorkLimit* const outer = out.limit();
    out.set_limit(f.limit);
    refused_ = {};
    if (instance_) trouble_ = {};
    search(f, out, log);
    out.set_limit(outer);
    drop_if_stopped(f, out);
  }

  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    if (!is_searched_ || sprites_ != f.size() || !functions().query)
      return Broadphase::query(f, box, out, log);
    Collector to(f, refused_, log, out);
    const phasebox_plugin_frame frame = given(f);
    const float asked[4] = {box.min.x, box.min.y, box.max.x, box.max.y};
    call("query", [&] { functions().query(instance_, &frame, asked, to.found, &to, to.trace()); });
    to.end();
  }

  void remark(const Frame& f, std::vector<Remark>& remarks) const override {
    const auto warn = [&](const Sentence& text) {
      const Sentence title = Sentence::as_is(std::string(plugin_->entry().title));
      remarks.push_back({true, {"{}: {}", {title, text}}});
    };
    if (!trouble_.empty()) warn(trouble_);
    refused_.tell(sprites_, warn);
    if (!instance_ || !functions().remark) return;
    const phasebox_plugin_frame frame = given(f);
    Said said{remarks};
    call("remark", [&] { functions().remark(instance_, &frame, say, &said); });
  }

 private:
  struct Said {
    std::vector<Remark>& remarks;
    int left = 8;  // sentences that this call may still add
  };
  static void say(void* context, int is_warning, const char* text) {
    auto& said = *static_cast<Said*>(context);
    std::string line = plugin::shown_line(text);
    if (line.empty() || said.left-- <= 0) return;
    said.remarks.push_back({is_warning != 0, Sentence::as_is(std::move(line))});
  }

  const phasebox_plugin_broadphase& functions() const { return plugin_->functions(); }

  // Runs `body`, which calls the function of the plug-in with that name. If it throws, a remark
  // says so, and the next search begins with a reset, as the plug-in's state is not trusted any
  // more.
  template <class Body>
  void call(const char* function, Body body) const {
    try {
      body();
    } catch (...) {
      trouble_ = {"{} threw; nothing may be thrown out of a plug-in", {Sentence::as_is(function)}};
      must_reset_ = true;
    }
  }

  // Tells the plug-in the parameters that have changed since it was last told. The next search then
  // begins with a reset.
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
    const phasebox_plugin_frame frame = given(f);
    call("find_pairs", [&] { functions().find_pairs(instance_, &frame, to.sink(), to.trace()); });
    to.end();
    is_searched_ = true;
    if (is_stopped(f)) must_reset_ = true;
  }

  std::shared_ptr<const Plugin> plugin_;
  void* instance_ = nullptr;
  std::array<double, Description::kMaxParams> values_{};
  std::vector<phasebox_plugin_edit> edits_;
  std::size_t sprites_ = 0;
  bool is_searched_ = false;
  Refusals refused_;
  // These may change in const functions: `is_exact` first passes on parameters, on which its answer
  // depends, and a call that throws leaves a remark.
  mutable std::array<double, Description::kMaxParams> told_{};
  mutable bool must_reset_ = true;
  mutable Sentence trouble_;
};

// ---- loading

std::unique_ptr<Broadphase> make_instance(const void* plugin) {
  return static_cast<const Plugin*>(plugin)->make();
}

// Makes an instance and destroys it at once, so that a plug-in that cannot make one is refused when
// it is loaded.
Status try_instance(const phasebox_plugin_broadphase& functions) {
  try {
    void* const instance = functions.create();
    if (!instance) return Error{"create gave null: it found no memory for an instance"};
    functions.destroy(instance);
  } catch (...) {
    return Error{"create threw; nothing may be thrown out of a plug-in"};
  }
  return {};
}

using Function = const phasebox_plugin_broadphase* (*)(std::uint32_t host_version);

// Calls the function by which the shared object gives its description; null when that gives null or
// throws.
const phasebox_plugin_broadphase* ask(const os::SharedObject& code) {
  try {
    return code.function<Function>("phasebox_plugin")(PHASEBOX_PLUGIN_VERSION);
  } catch (...) {
    return nullptr;
  }
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code unknown;
  return std::filesystem::equivalent(a, b, unknown) || a == b;
}

// Whether a plug-in may not have this id, because something has it: an algorithm, or another owner
// of parameters, since settings name owners by their id alone. "all" and "none" are words of the
// command line.
bool is_taken(std::string_view id) {
  constexpr std::string_view kOwners[] = {"world", "scene", "response", "view", "all", "none"};
  return find_entry(broadphases(), id) || find_entry(narrowphases(), id) ||
         std::ranges::find(kOwners, id) != std::end(kOwners) || id.starts_with("race-");
}

}  // namespace

Plugin::Plugin(std::string file, os::SharedObject code)
    : file_(std::move(file)),
      code_(std::move(code)),
      functions_(ask(code_)),
      entry_{.id = {}, .title = {}, .summary = {}, .source = {}, .make = {make_instance, this}} {}

Result<std::shared_ptr<const Plugin>> Plugin::load(const std::filesystem::path& file) {
  const auto because = [&](const Error& error) {
    return Error{say("{}: {}", Sentence::as_is(file.string()), error.text)};
  };
  auto code = os::SharedObject::load_copy(file);
  if (code.failed()) return because(code.error());
  if (!code->function<Function>("phasebox_plugin"))
    return because(
        Error{"it exports no function phasebox_plugin; define it with PHASEBOX_PLUGIN_EXPORT"});
  const std::shared_ptr<Plugin> made(new Plugin(file.string(), *std::move(code)));
  auto description = plugin::Description::read(made->functions_);
  if (description.failed()) return because(description.error());
  if (const Status status = try_instance(*made->functions_); status.failed())
    return because(status.error());
  made->description_ = *description;
  const plugin::Description& d = **description;
  made->entry_ = {.id = d.id,
                  .title = d.title,
                  .summary = d.summary,
                  .source = d.source,
                  .make = {make_instance, made.get()},
                  .is_coherent = d.is_coherent,
                  .complexity = d.complexity,
                  .file = made->file_};
  made->entry_.walkthrough.part = d.part;
  return std::shared_ptr<const Plugin>(made);
}

std::unique_ptr<Broadphase> Plugin::make() const {
  return std::make_unique<Adapter>(shared_from_this());
}

void Plugins::Slot::use(std::shared_ptr<const Plugin> next) {
  plugin = std::move(next);
  descriptions.push_back(plugin->description());
  entry = plugin->entry();
  entry.file = file;
}

Plugins::~Plugins() {
  for (const Slot& slot : slots_) remove_broadphase(slot.entry);
}

Result<const BroadphaseEntry*> Plugins::load(const std::filesystem::path& file) {
  for (Slot& slot : slots_) {
    if (!is_same_file(slot.file, file)) continue;
    if (auto status = reload(slot.entry); status.failed()) return status.error();
    return &slot.entry;
  }
  auto plugin = Plugin::load(file);
  if (plugin.failed()) return plugin.error();
  const std::string id((*plugin)->entry().id);
  if (is_taken(id))
    return Error{say("{}: there is something with the id '{}' already; give the plug-in another id",
                     Sentence::as_is(file.string()), Sentence::as_is(id))};
  Slot& slot = slots_.emplace_back(Slot{file.string(), (*plugin)->entry(), nullptr, {}});
  slot.use(*std::move(plugin));
  if (add_broadphase(slot.entry)) return &slot.entry;
  slots_.pop_back();
  return Error{say("{}: there are {} plug-ins already; start with fewer",
                   Sentence::as_is(file.string()), kMaxAddedBroadphases)};
}

Status Plugins::reload(const BroadphaseEntry& entry) {
  const auto slot = std::ranges::find_if(slots_, [&](const Slot& s) { return &s.entry == &entry; });
  assert(slot != slots_.end() && "only a plug-in is loaded again");
  auto plugin = Plugin::load(slot->file);
  if (plugin.failed()) return plugin.error();
  if ((*plugin)->entry().id != entry.id)
    return Error{say("{}: its id was '{}' and is now '{}'; keep the id, or start again",
                     Sentence::as_is(slot->file), Sentence::as_is(entry.id),
                     Sentence::as_is((*plugin)->entry().id))};
  slot->use(*std::move(plugin));
  return {};
}

std::vector<const BroadphaseEntry*> Plugins::entries() const {
  std::vector<const BroadphaseEntry*> all;
  for (const Slot& slot : slots_) all.push_back(&slot.entry);
  return all;
}

bool is_plugin_file(const std::filesystem::path& file) { return file.extension() == ".so"; }

}  // namespace phasebox
