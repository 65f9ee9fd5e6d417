// SPDX-License-Identifier: MIT
// Where a plug-in's pairs, finds and events arrive: checked one by one, never thrown through.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "c/phasebox.h"
#include "collide/broadphase.hpp"

namespace phasebox::plugin {

/// What was not taken of one search and the queries after it.
struct Refused {
  std::uint64_t pairs = 0, found = 0, events = 0;
  phasebox_plugin_pair first_pair{};
  std::uint32_t first_found = 0;
  phasebox_plugin_event first_event{};

  /// A sentence for each kind that there is.
  void tell(std::size_t sprites, const std::function<void(const std::string&)>& warn) const;
};

/// Takes what comes during one call of a plug-in, up to `end`.
class Collector {
 public:
  /// Of a search, or of a query. All outlive it; `log` is null or gets the events.
  Collector(const Frame& frame, Refused& refused, Recorder* log, PairSink& pairs);
  Collector(const Frame& frame, Refused& refused, Recorder* log, Sink<SpriteId>& found);
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  const phasebox_plugin_sink* sink() const { return &sink_; }
  /// Null without a log.
  const phasebox_plugin_trace* trace() const { return log_ ? &trace_ : nullptr; }
  /// For `query`: one find; the context is the collector.
  static void found(void* context, std::uint32_t id);
  /// The call is over. Throws std::bad_alloc where there was no memory for what came.
  void end();

 private:
  Collector(const Frame& frame, Refused& refused, Recorder* log);
  static void emit(void* context, std::uint32_t a, std::uint32_t b);
  static void emit_many(void* context, const phasebox_plugin_pair* pairs, std::size_t count);
  static void add(void* context, const phasebox_plugin_event* event);

  template <class Body>
  void take(Body body);
  void take_pair(phasebox_plugin_pair pair);
  void take_event(const phasebox_plugin_event& event);
  bool is_sound(const phasebox_plugin_event& event) const;

  std::uint32_t count_;
  Refused& refused_;
  Recorder* log_;
  PairSink* pairs_ = nullptr;        // of a search
  Sink<SpriteId>* found_ = nullptr;  // of a query
  bool has_ended_ = false, lacks_memory_ = false;
  phasebox_plugin_sink sink_;
  phasebox_plugin_trace trace_;
};

}  // namespace phasebox::plugin
