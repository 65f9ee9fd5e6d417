// SPDX-License-Identifier: MIT
// Plug-ins in C++, on top of phasebox.h, whose last section says what a plug-in is and must do:
// `plugin_of` makes the table of functions that the program expects from a class.
#pragma once
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "phasebox.h"

namespace phasebox_cpp {

/// One search by a plug-in: the frame that it reads, and functions that take its pairs and events.
/// Valid until `find_pairs`, to which it is given, returns.
class PluginSearch {
 public:
  PluginSearch(const phasebox_plugin_frame& of, const phasebox_plugin_sink& sink,
               const phasebox_plugin_trace* trace)
      : frame(of), sink_(sink), trace_(trace) {}

  const phasebox_plugin_frame& frame;

  /// Tests whether objects number `a` and `b` are a pair, and emits them if so: filters and static
  /// flags allow it and their boxes overlap. Logs the test while the program watches. Most
  /// algorithms need nothing else for a pair; call it once for each candidate pair.
  void test(std::uint32_t a, std::uint32_t b) const {
    phasebox_plugin_test(&frame, a, b, &sink_, trace_);
  }
  /// Emits objects number `a` and `b` as a pair without a test. The caller knows that they overlap
  /// and that phasebox_plugin_eligible allows the pair.
  void emit(std::uint32_t a, std::uint32_t b) const { sink_.emit(sink_.context, a, b); }
  /// Logs an event while the program watches; phasebox_plugin_event_kind says what `a`, `b` and the
  /// box mean. A null box counts as four zeros. While nothing watches, the call is one branch.
  void log(phasebox_plugin_event_kind kind, std::uint32_t a, std::uint32_t b,
           const float* box = nullptr) const {
    if (trace_) phasebox_plugin_log(trace_, kind, a, b, box);
  }
  /// Whether the pairs are no longer needed. Call it every few milliseconds of a search, and return
  /// from the search when it is true.
  bool should_stop() const { return frame.should_stop(frame.stop_context) != 0; }

 private:
  const phasebox_plugin_sink& sink_;
  const phasebox_plugin_trace* trace_;
};

namespace detail {

// An instance of the plug-in's class with the functions of its table, which let no exception out.
// It remembers whether the last search, or a function since the search before, threw, as pairs of
// that search may then be missing.
template <class Self>
struct PluginInstance {
  Self self{};
  bool fails = false, has_failed = false;  // since the last search; up to it

  static PluginInstance& of(void* instance) { return *static_cast<PluginInstance*>(instance); }
  template <class Body>
  void guarded(Body body) noexcept {
    try {
      body();
    } catch (...) {
      fails = true;
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
    of(instance).guarded([&] { of(instance).self.find_pairs(PluginSearch(*frame, *sink, trace)); });
    of(instance).has_failed = of(instance).fails;
    of(instance).fails = false;
  }
  static void remark(const void* instance, const phasebox_plugin_frame*,
                     void (*say)(void*, int, const char*), void* context) noexcept {
    if (static_cast<const PluginInstance*>(instance)->has_failed)
      say(context, 1, "it threw an exception, so pairs may be missing; is there enough memory?");
  }
};

}  // namespace detail

/// Makes the table of functions for a class `Self` that is made without arguments and has
/// `void find_pairs(const PluginSearch&)`. The class may also have `set(std::size_t param,
/// double)`, which it needs if there are parameters, `reset(const phasebox_plugin_frame&)` and
/// `edit(const phasebox_plugin_frame&, std::span<const phasebox_plugin_edit>)`. An exception of
/// these functions is caught.
///
/// `facts` holds id, title and the other texts. If `query`, `remark` or `is_exact` are set in it,
/// they stay; the instance that they get is a `detail::PluginInstance<Self>`. `params` must stay
/// valid. Keep the result in a static variable, as the program keeps using it.
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
