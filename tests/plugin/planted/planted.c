/* SPDX-License-Identifier: MIT */
/* A plug-in for tests: all pairs by brute force, with what is wrong at loading named by the environment
 * (PHASEBOX_TEST_BROKEN), and what is wrong in a search by its parameter. REVISION 2 has other
 * parameters, another title, and finds no pairs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "phasebox.h"

#ifndef REVISION
#define REVISION 1
#endif

enum { NONE, BEYOND, ITSELF, NO_PAIRS, EVENTS, FIND, SAYS, INEXACT };
static const char* const faults[9] = {"none",   "beyond", "itself", "no-pairs",
                                     "events", "find",   "says",   "inexact"};

typedef struct planted {
  int fault;
  uint32_t edits, resets;
} planted;

static void* create(void) { return calloc(1, sizeof(planted)); }
static void* create_nothing(void) { return NULL; }
static void destroy(void* instance) { free(instance); }
static void set(void* instance, size_t param, double value) {
  if (param == 0) ((planted*)instance)->fault = (int)value;
}
static void reset(void* instance, const phasebox_plugin_frame* frame) {
  (void)frame;
  ++((planted*)instance)->resets;
}
static void edit(void* instance, const phasebox_plugin_frame* frame, const phasebox_plugin_edit* edits,
                 size_t count) {
  (void)frame, (void)edits;
  ((planted*)instance)->edits += (uint32_t)count;
}

static void log_nonsense(const phasebox_plugin_trace* trace, uint32_t count) {
  const float nowhere[4] = {0, NAN, 1, 1}, turned[4] = {1, 1, 0, 0};
  if (!trace) return;
  phasebox_plugin_log(trace, 99, 0, 0, NULL);
  phasebox_plugin_log(trace, PHASEBOX_EVENT_TEST, 0, count, NULL);
  phasebox_plugin_log(trace, PHASEBOX_EVENT_MEMBER, 0xFFFFFFFFu, 0, NULL);
  phasebox_plugin_log(trace, PHASEBOX_EVENT_CELL, 0, 0, nowhere);
  phasebox_plugin_log(trace, PHASEBOX_EVENT_NODE, 0, 0, turned);
  trace->add(trace->context, NULL);
}

static void find_pairs(void* instance, const phasebox_plugin_frame* frame, const phasebox_plugin_sink* sink,
                       const phasebox_plugin_trace* trace) {
  const planted* p = instance;
  uint32_t i, j;
  if (REVISION == 2) return;
  for (i = 0; i < frame->count; ++i)
    for (j = 0; j < i; ++j) phasebox_plugin_test(frame, i, j, sink, trace);
  if (p->fault == BEYOND) {
    const phasebox_plugin_pair pairs[] = {{0, frame->count}, {0xFFFFFFFFu, 1}};
    sink->emit_many(sink->context, pairs, 2);
  }
  if (p->fault == ITSELF) sink->emit(sink->context, 1, 1);
  if (p->fault == NO_PAIRS) sink->emit_many(sink->context, NULL, 1000);
  if (p->fault == EVENTS) log_nonsense(trace, frame->count);
}

static void query(void* instance, const phasebox_plugin_frame* frame, const float box[4],
                  void (*found)(void* context, uint32_t id), void* context,
                  const phasebox_plugin_trace* trace) {
  uint32_t i;
  for (i = 0; i < frame->count; ++i) {
    phasebox_plugin_log(trace, PHASEBOX_EVENT_TEST, i, i, NULL);
    if (phasebox_plugin_overlap(frame->boxes[i], box)) found(context, i);
  }
  if (((planted*)instance)->fault == FIND) found(context, frame->count);
}

static void remark(const void* instance, const phasebox_plugin_frame* frame,
                   void (*say)(void* context, int is_warning, const char* text), void* context) {
  const planted* p = instance;
  int k;
  (void)frame;
  if (p->fault != SAYS) return;
  say(context, 0, NULL);
  say(context, 0, p->edits > 0 ? "edited" : "not edited");
  for (k = 0; k < 100; ++k) say(context, 1, "a\nb\xFF");
}

static int is_exact(const void* instance) { return ((const planted*)instance)->fault != INEXACT; }

static phasebox_plugin_param params[] = {
    {"fault", NULL, "What is wrong.", PHASEBOX_CHOICE, 0, 7, 0, faults, 8, NULL, PHASEBOX_TUNE_NOT, 0, 0},
    {"size", "px", "A number.", PHASEBOX_REAL, 0, 100, 10, NULL, 0, "auto", PHASEBOX_TUNE_FACTOR, 1, 50},
#if REVISION == 2
    {"added", NULL, NULL, PHASEBOX_FLAG, 0, 1, 1, NULL, 0, NULL, PHASEBOX_TUNE_VALUES, 0, 0},
#else
    {"gone", "boxes", NULL, PHASEBOX_INTEGER, 1, 8, 2, NULL, 0, NULL, PHASEBOX_TUNE_NOT, 0, 0},
#endif
};

static phasebox_plugin_broadphase made = {.struct_size = sizeof made,
                                          .version = PHASEBOX_PLUGIN_VERSION,
                                          .id = "planted",
                                          .title = REVISION == 2 ? "Planted 2" : "Planted",
                                          .summary = "Planted by a test.",
                                          .param_size = sizeof *params,
                                          .param_count = sizeof params / sizeof *params,
                                          .params = params,
                                          .create = create,
                                          .destroy = destroy,
                                          .set = set,
                                          .reset = reset,
                                          .edit = edit,
                                          .find_pairs = find_pairs,
                                          .query = query,
                                          .remark = remark,
                                          .is_exact = is_exact};

static int broken(const char* what) {
  const char* asked = getenv("PHASEBOX_TEST_BROKEN");
  return asked && strcmp(asked, what) == 0;
}

static void break_texts(void) {
  if (broken("id-null")) made.id = NULL;
  if (broken("id-form")) made.id = "Not_Kebab";
  if (broken("id-taken")) made.id = "quadtree";
  if (broken("id-of-owner")) made.id = "world";
  if (broken("id-of-narrowphase")) made.id = "convex-hull";
  if (broken("id-other")) made.id = "replanted";
  if (broken("title")) made.title = "";
  if (broken("summary")) made.summary = "two\nlines";
  if (broken("source")) made.source = "\xC3\x28";
  if (broken("complexity")) made.complexity = 10;
}

static void break_functions(void) {
  if (broken("size")) made.struct_size = 8;
  if (broken("version")) made.version = PHASEBOX_PLUGIN_VERSION + 1;
  if (broken("create")) made.create = NULL;
  if (broken("create-null")) made.create = create_nothing;
  if (broken("destroy")) made.destroy = NULL;
  if (broken("set")) made.set = NULL;
  if (broken("reset")) made.reset = NULL;
  if (broken("find_pairs")) made.find_pairs = NULL;
}

static void break_params(void) {
  phasebox_plugin_param* p = &params[1];
  if (broken("params-null")) made.params = NULL;
  if (broken("param-size")) made.param_size = 4;
  if (broken("param-count")) made.param_count = 1000000;
  if (broken("key-null")) p->key = NULL;
  if (broken("key-form")) p->key = "cell size";
  if (broken("key-twice")) p->key = "fault";
  if (broken("kind")) p->kind = 77;
  if (broken("range")) p->lowest = 200;
  if (broken("nan")) p->highest = NAN;
  if (broken("huge")) p->highest = 1e300;
  if (broken("initial")) p->initial = 101;
  if (broken("whole")) params[2].highest = 7.5;
  if (broken("choices")) params[0].choices = NULL;
  if (broken("choice-null")) params[0].choice_count = 9;
  if (broken("tuning")) p->tuning = 9;
  if (broken("tuning-kind")) p->tuning = PHASEBOX_TUNE_VALUES;
  if (broken("tuning-range")) p->tune_highest = 1000;
  if (broken("tuning-zero")) p->tune_lowest = 0;
}

const phasebox_plugin_broadphase* phasebox_plugin(uint32_t host_version) {
  (void)host_version;
  break_texts();
  break_functions();
  break_params();
  return broken("null") ? NULL : &made;
}
