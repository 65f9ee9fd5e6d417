// SPDX-License-Identifier: MIT
// Plug-ins in C++, on top of phasebox.h: `plugin_of` makes a plug-in's table of functions from a
// class.
#pragma once
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "phasebox.h"

namespace phasebox_cpp {

/// One search of a plug-in: the frame that it reads, and the sinks of its pairs and events. Valid
/// as long as the call lasts.
class PluginSearch {
 public:
  PluginSearch(const phasebox_plugin_frame& of, const phasebox_plugin_sink& sink,
               const phasebox_plugin_trace* trace)
      : frame(of), sink_(sink), trace_(trace) {}

  const phasebox_plugin_frame& frame;

  /// Tests two objects: filters them, logs the test, compares their boxes, and emits the pair if
  /// they overlap. Most algorithms need nothing else for a pair.
  void test(std::uint32_t a, std::uint32_t b) const {
    phasebox_plugin_test(&frame, a, b, &sink_, trace_);
  }
  /// Emits a pair that is known to overlap and to be eligible.
  void emit(std::uint32_t a, std::uint32_t b) const { sink_.emit(sink_.context, a, b); }
  /// Logs an event while the program watches. While the program measures time, this is one branch.
  void log(phasebox_plugin_event_kind kind, std::uint32_t a, std::uint32_t b,
           const float* box = nullptr) const {
    if (trace_) phasebox_plugin_log(trace_, kind, a, b, box);
  }
  /// Whether the pairs are no longer needed. Call it every few milliseconds, and return when it is
  /// true.
  bool should_stop() const { return frame.should_stop(frame.stop_context) != 0; }

 private:
  const phasebox_plugin_sink& sink_;
  const phasebox_plugin_trace* trace_;
};

namespace detail {

// An instance of the plug-in, and whether it threw since the last search began; pairs of that
// search may then be missing.
template <class Self>
struct PluginInstance {
  Self self{};
  bool has_failed = false;

  static PluginInstance& of(void* instance) { return *static_cast<PluginInstance*>(instance); }
  template <class Body>
  void guarded(Body body) noexcept {
    try {
      body();
    } catch (...) {
      has_failed = true;
    }
  }

  static void* create() noexcept {
    try {
      return new (std::nothrow) PluginInstance;
    } catch (...) {
      return nullptr;
    }
  }
  static void destroy(void* instance) noexcept { delete &of(instance); }
  static void set(void* instance, std::size_t param, double value) noexcept {
    if constexpr (requires(Self & s) { s.set(param, value); })
      of(instance).guarded([&] { of(instance).self.set(param, value); });
  }
  static void reset(void* instance, const phasebox_plugin_frame* frame) noexcept {
    if constexpr (requires(Self & s) { s.reset(*frame); })
      of(instance).guarded([&] { of(instance).self.reset(*frame); });
  }
  static void edit(void* instance, const phasebox_plugin_frame* frame,
                   const phasebox_plugin_edit* edits, std::size_t count) noexcept {
    if constexpr (requires(Self & s) { s.edit(*frame, std::span(edits, count)); })
      of(instance).guarded([&] { of(instance).self.edit(*frame, std::span(edits, count)); });
  }
  static void find_pairs(void* instance, const phasebox_plugin_frame* frame,
                         const phasebox_plugin_sink* sink,
                         const phasebox_plugin_trace* trace) noexcept {
    of(instance).has_failed = false;
    of(instance).guarded([&] { of(instance).self.find_pairs(PluginSearch(*frame, *sink, trace)); });
  }
  static void remark(const void* instance, const phasebox_plugin_frame*,
                     void (*say)(void*, int, const char*), void* context) noexcept {
    if (static_cast<const PluginInstance*>(instance)->has_failed)
      say(context, 1, "it threw an exception, so pairs may be missing; is there enough memory?");
  }
};

}  // namespace detail

/// Makes the table of functions for a class with `void find_pairs(const PluginSearch&)`. The class
/// may also have `set(std::size_t param, double)`, `reset(const phasebox_plugin_frame&)` and
/// `edit(const phasebox_plugin_frame&, std::span<const phasebox_plugin_edit>)`. `facts` holds id,
/// title and the other texts; its `query`, `remark` and `is_exact` stay if they are set. Keep the
/// result in a static variable, as the program keeps using it.
template <class Self>
phasebox_plugin_broadphase plugin_of(phasebox_plugin_broadphase facts,
                                     std::span<const phasebox_plugin_param> params = {}) {
  using Instance = detail::PluginInstance<Self>;
  facts.struct_size = sizeof facts;
  facts.version = PHASEBOX_PLUGIN_VERSION;
  facts.param_size = sizeof(phasebox_plugin_param);
  facts.param_count = params.size();
  facts.params = params.data();
  facts.create = Instance::create;
  facts.destroy = Instance::destroy;
  facts.set = Instance::set;
  facts.reset = Instance::reset;
  if constexpr (requires(Self & s, const phasebox_plugin_frame& f,
                         std::span<const phasebox_plugin_edit> edits) { s.edit(f, edits); })
    facts.edit = Instance::edit;
  facts.find_pairs = Instance::find_pairs;
  if (!facts.remark) facts.remark = Instance::remark;
  return facts;
}

}  // namespace phasebox_cpp
