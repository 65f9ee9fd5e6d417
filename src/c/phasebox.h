/* SPDX-License-Identifier: MIT */
/* Phasebox for C, and for every language that can call C: boxes in, pairs out, by any broadphase.
 *
 * Two ways to use it. Frame by frame: you keep the boxes, and hand over all of them each time
 * (phasebox_broadphase). Living objects: the library keeps them, and you insert, move and remove
 * single ones (phasebox_world).
 *
 * Every function that can fail gives a status, and phasebox_error() then says in a sentence what was
 * wrong. Nothing is thrown, nothing is written to a terminal. A null handle, a box that is not finite
 * or whose min exceeds its max, a handle that is gone: each is a status, and nothing has changed.
 *
 * Threads: different objects may be used by different threads at the same time; one object by one
 * thread at a time.
 *
 * Boxes are four floats: min x, min y, max x, max y. Two boxes overlap when they share area; boxes
 * that only touch do not. */
#ifndef PHASEBOX_H
#define PHASEBOX_H

#include <stddef.h>
#include <stdint.h>

#if defined(PHASEBOX_EXPORTS) /* while phasebox.dll is built */
#define PHASEBOX_API __declspec(dllexport)
#elif defined(__GNUC__)
#define PHASEBOX_API __attribute__((visibility("default")))
#else
#define PHASEBOX_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a declaration here changes what it means; functions and trailing members of structs may
 * be added without that. */
#define PHASEBOX_API_VERSION 2u

typedef enum phasebox_status {
  PHASEBOX_OK = 0,
  PHASEBOX_NULL_ARGUMENT = 1,    /* a pointer that is needed is null */
  PHASEBOX_BAD_STRUCT = 2,       /* `struct_size` is not that of any version of the struct */
  PHASEBOX_UNKNOWN_ID = 3,       /* there is no such broadphase */
  PHASEBOX_UNKNOWN_PARAM = 4,    /* the broadphase has no such parameter */
  PHASEBOX_OUT_OF_RANGE = 5,     /* a value outside its range, or an index too large */
  PHASEBOX_BAD_BOX = 6,          /* not finite, or min exceeds max */
  PHASEBOX_BAD_STRIDE = 7,       /* less than the size of what is read, or not aligned */
  PHASEBOX_DUPLICATE_ID = 8,     /* two boxes of one frame have the same id */
  PHASEBOX_TOO_SMALL = 9,        /* no room for all results; the count says how many there are */
  PHASEBOX_STALE_HANDLE = 10,    /* the object was removed, or is of another world */
  PHASEBOX_NOT_READY = 11,       /* there is nothing to ask yet: find pairs first */
  PHASEBOX_TOO_MANY_PAIRS = 12,  /* more than `max_pairs` */
  PHASEBOX_OUT_OF_MEMORY = 13,
  PHASEBOX_UNSUPPORTED = 14,     /* not by this build of the library */
  PHASEBOX_BAD_JOBS = 15,        /* `run_jobs` did not do each job once; a next search begins afresh */
  PHASEBOX_IN_USE = 16           /* something of the library exists that must not */
} phasebox_status;

/* The version of the library, as "0.2.0", and PHASEBOX_API_VERSION as it was built. */
PHASEBOX_API const char* phasebox_version(void);
PHASEBOX_API uint32_t phasebox_api_version(void);
/* A status in short: "stale handle". Never null. */
PHASEBOX_API const char* phasebox_status_name(phasebox_status status);
/* What was wrong in the last call of this thread that failed: what, the rule, the remedy. Never
 * null; valid until the next call of this thread. */
PHASEBOX_API const char* phasebox_error(void);

/* ---- memory -------------------------------------------------------------------------------------- */

/* Where the library takes its memory from. `allocate` gives `bytes` bytes aligned to `alignment` (a
 * power of two), or null; `release` gets what it gave, never null. Both may be called by several
 * threads. */
typedef struct phasebox_allocator {
  size_t struct_size; /* sizeof(phasebox_allocator) */
  void* (*allocate)(void* context, size_t bytes, size_t alignment);
  void (*release)(void* context, void* memory);
  void* context;
} phasebox_allocator;

/* While nothing of the library exists, else PHASEBOX_IN_USE; null: malloc and free. PHASEBOX_UNSUPPORTED in a static library, which
 * uses the program's own operator new: replace that one. */
PHASEBOX_API phasebox_status phasebox_set_allocator(const phasebox_allocator* allocator);

/* ---- broadphases --------------------------------------------------------------------------------- */

typedef struct phasebox_broadphase_info {
  const char* id;      /* "aabb-tree"; what phasebox_create takes */
  const char* title;   /* "AABB tree" */
  const char* summary; /* one sentence */
  const char* source;  /* where the method is from */
} phasebox_broadphase_info;

/* How many broadphases there are, and what they are, in teaching order. The texts live as long as
 * the library. */
PHASEBOX_API size_t phasebox_broadphase_count(void);
PHASEBOX_API phasebox_status phasebox_broadphase_at(size_t index, phasebox_broadphase_info* info);

/* Runs `jobs` jobs on the program's own threads: calls job(data, number) once for each number below
 * `jobs`, in any order, at the same time or not, and returns when all are done. */
typedef void (*phasebox_run_jobs)(void* context, uint32_t jobs, void (*job)(void* data, uint32_t number),
                                  void* data);

typedef struct phasebox_options {
  size_t struct_size;         /* sizeof(phasebox_options) */
  uint32_t threads;           /* how many may be used, the caller's among them; 0 means 1. No result
                                 depends on it */
  phasebox_run_jobs run_jobs; /* null: the library's own threads, where it was built with them */
  void* run_context;
  uint64_t max_pairs; /* a search that finds more is ended; 0: no limit */
} phasebox_options;

typedef struct phasebox_broadphase phasebox_broadphase;

/* A broadphase with its default parameters; `options` may be null. Allocates. */
PHASEBOX_API phasebox_status phasebox_create(const char* id, const phasebox_options* options,
                                             phasebox_broadphase** broadphase);
/* Null is allowed. */
PHASEBOX_API void phasebox_destroy(phasebox_broadphase* broadphase);

typedef enum phasebox_param_kind {
  PHASEBOX_REAL = 0,
  PHASEBOX_INTEGER = 1,
  PHASEBOX_FLAG = 2,  /* 0 or 1 */
  PHASEBOX_CHOICE = 3 /* 0, 1, ...: the names are `choices` */
} phasebox_param_kind;

typedef struct phasebox_param {
  const char* key;  /* "group-size" */
  const char* unit; /* "px"; may be empty */
  const char* help; /* one sentence */
  phasebox_param_kind kind;
  double lowest, highest, initial, value; /* the range, ends included; the default; what it is now */
  const char* const* choices;             /* [choice_count], or null */
  size_t choice_count;
} phasebox_param;

/* The parameters of a broadphase; the texts live as long as it does. */
PHASEBOX_API size_t phasebox_param_count(const phasebox_broadphase* broadphase);
PHASEBOX_API phasebox_status phasebox_param_at(const phasebox_broadphase* broadphase, size_t index,
                                               phasebox_param* param);
PHASEBOX_API phasebox_status phasebox_get(const phasebox_broadphase* broadphase, const char* key,
                                          double* value);
/* A change makes the next search start afresh, which may allocate. */
PHASEBOX_API phasebox_status phasebox_set(phasebox_broadphase* broadphase, const char* key, double value);
/* The value as it is written elsewhere: "8", "on", "brute-force". */
PHASEBOX_API phasebox_status phasebox_set_text(phasebox_broadphase* broadphase, const char* key,
                                               const char* text);
/* 1; 0 while a parameter makes the result a part of the overlapping pairs only. */
PHASEBOX_API int phasebox_is_exact(const phasebox_broadphase* broadphase);

/* ---- frame by frame ------------------------------------------------------------------------------ */

/* How many of two objects must want the other for them to be a pair: an object wants those whose category
 * its mask contains. Two of the same group do not ask their masks: above 0 they may always be a pair, below
 * 0 never; group 0 is none. */
typedef enum phasebox_filter_rule {
  PHASEBOX_BOTH = 0,
  PHASEBOX_EITHER = 1
} phasebox_filter_rule;

/* All boxes of one frame, in your own memory, which is read only during the call. A stride is the
 * distance in bytes from one box to the next, so that the boxes may be members of larger structs; 0
 * means that they lie side by side.
 *
 * Without ids, box number i of a frame is the same object as number i of the frame before: objects
 * are added and removed at the end. With ids they may come in any order; a frame then costs O(count)
 * more. Boxes side by side without ids are not copied. */
typedef struct phasebox_frame {
  size_t struct_size; /* sizeof(phasebox_frame) */
  size_t count;
  const float* boxes; /* [count] four floats each, 4-byte aligned */
  size_t box_stride;
  const uint32_t* categories; /* [count] sets of bits, or null: 1 each */
  size_t category_stride;
  const uint32_t* masks; /* [count] sets of bits, or null: all of them each */
  size_t mask_stride;
  const uint8_t* is_static; /* [count] or null: none; two static objects are no pair */
  size_t static_stride;
  const uint64_t* ids; /* [count] unique, or null: 0, 1, ... */
  size_t id_stride;
  const int32_t* groups; /* [count] or null: none has a group */
  size_t group_stride;
  uint32_t rule; /* phasebox_filter_rule */
} phasebox_frame;

/* Two objects by their ids, a < b. */
typedef struct phasebox_pair {
  uint64_t a, b;
} phasebox_pair;

/* Finds every overlapping pair of the frame, each once, in any order: `count` says how many, and
 * `pairs`, which has room for `capacity`, gets them. When they do not fit the status is
 * PHASEBOX_TOO_SMALL and nothing was written: call phasebox_pairs with more room, which does not
 * search again. `pairs` may be null with capacity 0.
 * Allocates only when there are more objects or pairs than ever before. */
PHASEBOX_API phasebox_status phasebox_find_pairs(phasebox_broadphase* broadphase, const phasebox_frame* frame,
                                                 phasebox_pair* pairs, size_t capacity, size_t* count);
/* The pairs of the last search again. */
PHASEBOX_API phasebox_status phasebox_pairs(const phasebox_broadphase* broadphase, phasebox_pair* pairs,
                                            size_t capacity, size_t* count);
/* The ids of all objects of the last search whose boxes overlap `box`; room as for pairs. The boxes of
 * that frame must still be there, unchanged, where they were not copied. */
PHASEBOX_API phasebox_status phasebox_query(phasebox_broadphase* broadphase, const float box[4], uint64_t* ids,
                                            size_t capacity, size_t* count);

/* ---- living objects ------------------------------------------------------------------------------ */

typedef struct phasebox_world phasebox_world;

/* Names an object of one world as long as it lives, and nothing afterwards; never 0. */
typedef uint64_t phasebox_handle;

typedef struct phasebox_object {
  size_t struct_size; /* sizeof(phasebox_object) */
  float box[4];
  uint32_t category, mask; /* both 0: category 1, all bits in the mask */
  int32_t group;           /* 0: none */
  int is_static;
  uint64_t user_data; /* yours */
} phasebox_object;

/* A world without objects, whose pairs that broadphase finds; `options` may be null. */
PHASEBOX_API phasebox_status phasebox_world_create(const char* id, const phasebox_options* options,
                                                   phasebox_world** world);
PHASEBOX_API void phasebox_world_destroy(phasebox_world* world);
/* For its parameters; it belongs to the world. Null for a null world. */
PHASEBOX_API phasebox_broadphase* phasebox_world_broadphase(phasebox_world* world);

PHASEBOX_API phasebox_status phasebox_insert(phasebox_world* world, const phasebox_object* object,
                                             phasebox_handle* handle);
PHASEBOX_API phasebox_status phasebox_move(phasebox_world* world, phasebox_handle handle, const float box[4]);
PHASEBOX_API phasebox_status phasebox_set_filter(phasebox_world* world, phasebox_handle handle,
                                                 uint32_t category, uint32_t mask, int32_t group);
/* A phasebox_filter_rule; at first PHASEBOX_BOTH. */
PHASEBOX_API phasebox_status phasebox_set_rule(phasebox_world* world, uint32_t rule);
PHASEBOX_API phasebox_status phasebox_set_static(phasebox_world* world, phasebox_handle handle, int is_static);
/* Its pairs end with the next update. */
PHASEBOX_API phasebox_status phasebox_remove(phasebox_world* world, phasebox_handle handle);

PHASEBOX_API size_t phasebox_object_count(const phasebox_world* world);
/* What is known of an object; `struct_size` must be set before. */
PHASEBOX_API phasebox_status phasebox_get_object(const phasebox_world* world, phasebox_handle handle,
                                                 phasebox_object* object);

/* Two objects, the one inserted first as a. After `remove`, an ended pair names handles that are
 * gone. */
typedef struct phasebox_contact {
  phasebox_handle a, b;
  uint64_t user_data_a, user_data_b;
} phasebox_contact;

/* Finds what has begun and ended to overlap since the last update. With m objects changed of n:
 * broadphases that answer queries without looking at all objects (aabb-tree, hierarchical-grid and
 * others, see the guide) take O(m (sqrt(n) + their query)) on average while m is small; all take the
 * time of one search while it is large. */
PHASEBOX_API phasebox_status phasebox_update(phasebox_world* world);
/* Pairs that overlap as of the last update; those that began with it; those that ended with it. Room
 * as for phasebox_find_pairs. */
PHASEBOX_API phasebox_status phasebox_contacts(const phasebox_world* world, phasebox_contact* contacts,
                                               size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_contacts_begun(const phasebox_world* world, phasebox_contact* contacts,
                                                     size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_contacts_ended(const phasebox_world* world, phasebox_contact* contacts,
                                                     size_t capacity, size_t* count);

/* What a query finds; objects whose category `mask` does not contain are left out. Queries see every
 * object as it is now, updated or not. */
typedef struct phasebox_hit {
  phasebox_handle handle;
  uint64_t user_data;
  float distance; /* of a segment: 0 to 1, where along it the box is entered; of nearest: from the
                     point to the box, 0 inside; else 0 */
} phasebox_hit;

/* Objects whose boxes overlap a box; contain a point (edges included); overlap a circle; are met by a
 * segment, the earliest first, of equally early ones the one inserted first; the `k` nearest to a
 * point, the nearest first. Room as for phasebox_find_pairs; nearest needs room for k. */
PHASEBOX_API phasebox_status phasebox_query_box(phasebox_world* world, const float box[4], uint32_t mask,
                                                phasebox_hit* hits, size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_query_point(phasebox_world* world, float x, float y, uint32_t mask,
                                                  phasebox_hit* hits, size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_query_circle(phasebox_world* world, float x, float y, float radius,
                                                   uint32_t mask, phasebox_hit* hits, size_t capacity,
                                                   size_t* count);
PHASEBOX_API phasebox_status phasebox_query_segment(phasebox_world* world, float from_x, float from_y,
                                                    float to_x, float to_y, uint32_t mask, phasebox_hit* hits,
                                                    size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_query_nearest(phasebox_world* world, float x, float y, size_t k,
                                                    uint32_t mask, phasebox_hit* hits, size_t capacity,
                                                    size_t* count);

/* ---- plug-ins ------------------------------------------------------------------------------------ */

/* A broadphase of your own. A shared object that exports `phasebox_plugin` is loaded by the program,
 * `phasebox --plugin FILE`, and is then one more broadphase: listed, raced, tuned, watched, checked.
 * It calls nothing of the library, so this header is all that it needs; libphasebox does not load it.
 * See docs/plugins.md and examples/plugin-c.
 *
 * Everything that the program gets is checked: what is refused is left out and named in a remark.
 * What the program gives is valid during the call only. Nothing may be thrown out of a function.
 *
 * Threads: different instances are used by different threads at the same time, one instance by one
 * thread at a time. So there may be no variables outside of instances. */

/* Raised when a declaration of this section changes what it means; trailing members of structs may
 * be added without that. */
#define PHASEBOX_PLUGIN_VERSION 2u
#define PHASEBOX_PLUGIN_PARAMS 32 /* that a plug-in may have */

/* Who may collide with whom, as phasebox_filter_rule says; phasebox_plugin_eligible answers it. */
typedef struct phasebox_plugin_filter {
  uint32_t category, mask;
  int32_t group;
} phasebox_plugin_filter;

/* The objects of one frame, by their numbers from 0 on. Every box is finite, with min <= max. There may
 * be none; `boxes` may then be null. */
typedef struct phasebox_plugin_frame {
  size_t struct_size; /* sizeof(phasebox_plugin_frame) of the program */
  uint32_t count;
  const float (*boxes)[4];               /* [count] min x, min y, max x, max y */
  const phasebox_plugin_filter* filters; /* [count], or null: every pair is eligible */
  const uint8_t* is_static;              /* [count], or null; two static objects are no pair */
  uint32_t threads;                      /* how many may be used, yours among them; no result depends on it */
  phasebox_run_jobs run_jobs;            /* never null: jobs on the program's threads */
  void* run_context;
  /* Never null: 1 when the pairs are no longer needed. Call it every few milliseconds, and return when
   * it says so; a reset comes next. */
  int (*should_stop)(void* stop_context);
  void* stop_context;
  uint32_t rule; /* phasebox_filter_rule */
} phasebox_plugin_frame;

typedef struct phasebox_plugin_pair {
  uint32_t a, b;
} phasebox_plugin_pair;

/* Where pairs go, from the thread that called: two different numbers below `count`, in either order. */
typedef struct phasebox_plugin_sink {
  size_t struct_size;
  void* context;
  void (*emit)(void* context, uint32_t a, uint32_t b);
  void (*emit_many)(void* context, const phasebox_plugin_pair* pairs, size_t count);
} phasebox_plugin_sink;

/* What an algorithm may say of its work; `a`, `b` and `box` of the event mean, by kind: */
typedef enum phasebox_plugin_event_kind {
  PHASEBOX_EVENT_TEST = 0,    /* two boxes are compared; a, b: objects, in a query both the same */
  PHASEBOX_EVENT_RECHECK = 1, /* the same of a pair that is kept from frame to frame */
  PHASEBOX_EVENT_SKIP = 2,    /* a pair is left out, not being eligible; a, b: objects */
  PHASEBOX_EVENT_CELL = 3,    /* a: its number, b: objects in it, box: the cell */
  PHASEBOX_EVENT_NODE = 4,    /* a: its number, b: objects in it, box: the node */
  PHASEBOX_EVENT_GROUP = 5,   /* a: its number, b: objects in it, box: its bounds */
  PHASEBOX_EVENT_SPLIT = 6,   /* a group or node is divided; a: its number, b: parts, box: its bounds */
  PHASEBOX_EVENT_MEMBER = 7,  /* a: object, b: number of the cell, node or group that owns it */
  PHASEBOX_EVENT_ENTER = 8,   /* a pass or part is begun; a: its number, b: objects, box: its bounds */
  PHASEBOX_EVENT_LEAVE = 9,   /* ... is done; a: its number */
  PHASEBOX_EVENT_VISIT = 10,  /* a query or descent looks at; a: number of a part, box: what it covers */
  PHASEBOX_EVENT_FAT = 11     /* a box kept larger than the object's; a: object, box: the larger one */
} phasebox_plugin_event_kind;

typedef struct phasebox_plugin_event {
  uint32_t kind; /* phasebox_plugin_event_kind */
  uint32_t a, b;
  float box[4];
  uint32_t depth; /* of a part in its tree, the root being 0 */
} phasebox_plugin_event;

/* Where events go while the program watches, from the thread that called. A pair that is emitted is
 * an event by itself. */
typedef struct phasebox_plugin_trace {
  size_t struct_size;
  void* context;
  void (*add)(void* context, const phasebox_plugin_event* event);
} phasebox_plugin_trace;

/* A change of the objects since the frame before, in the order in which it happened. */
typedef enum phasebox_plugin_edit_kind {
  PHASEBOX_EDIT_ADD = 0,   /* the object `id` is new: the last one */
  PHASEBOX_EDIT_REMOVE = 1 /* the object `id` is gone; the last one, `moved_from`, took its number, unless
                              it was the last one itself: then both are equal */
} phasebox_plugin_edit_kind;

typedef struct phasebox_plugin_edit {
  uint32_t kind; /* phasebox_plugin_edit_kind */
  uint32_t id, moved_from;
} phasebox_plugin_edit;

/* What a search for good settings tries of a parameter beside its default. */
typedef enum phasebox_plugin_tuning {
  PHASEBOX_TUNE_NOT = 0,     /* nothing */
  PHASEBOX_TUNE_VALUES = 1,  /* every value of a flag or choice */
  PHASEBOX_TUNE_LINEAR = 2,  /* equal steps */
  PHASEBOX_TUNE_FACTOR = 3,  /* equal ratios */
  PHASEBOX_TUNE_BOX_SIZE = 4 /* equal ratios of the typical longer side of boxes: the range is multiples of it */
} phasebox_plugin_tuning;

typedef struct phasebox_plugin_param {
  const char* key;  /* "cell-size": lower case, digits, hyphens */
  const char* unit; /* "px", or null */
  const char* help; /* one sentence, or null */
  uint32_t kind;    /* phasebox_param_kind */
  double lowest, highest, initial; /* the range, ends included, and the default. A flag has 0 to 1, */
  const char* const* choices;      /* a choice the numbers of [choice_count] names; null for others */
  size_t choice_count;
  const char* zero; /* what 0 stands for where it is no amount: "auto"; or null */
  uint32_t tuning;  /* phasebox_plugin_tuning */
  double tune_lowest, tune_highest; /* of linear, factor and box size: what is tried */
} phasebox_plugin_param;

/* The algorithm: what it is called, what it can be set to, what it does. All that it points at must
 * stay as it is while the shared object is loaded. */
typedef struct phasebox_plugin_broadphase {
  size_t struct_size;  /* sizeof(phasebox_plugin_broadphase) */
  uint32_t version;    /* PHASEBOX_PLUGIN_VERSION */
  const char* id;      /* "naive-grid": lower case, digits, hyphens; no other broadphase has it */
  const char* title;   /* "Naive grid" */
  const char* summary; /* one sentence, or null */
  const char* source;  /* where the method is from, or null */
  const char* part;    /* what its cells, nodes or groups are called: "cell"; or null */
  /* How complex it is, from 1 (two loops) to 9; 0 means 5. Of equally fast ones the simplest is
   * recommended. */
  uint32_t complexity;
  uint32_t is_coherent;                /* 1: its time depends on how much has moved since the last frame; else 0 */
  size_t param_size;                   /* sizeof(phasebox_plugin_param) */
  size_t param_count;                  /* at most PHASEBOX_PLUGIN_PARAMS */
  const phasebox_plugin_param* params; /* [param_count], or null */

  void* (*create)(void);           /* an instance with the default parameters; null: no memory */
  void (*destroy)(void* instance); /* never of null */
  /* Sets parameter number `param` to a value in its range. A reset comes before the next search. May
   * be null where there are no parameters. */
  void (*set)(void* instance, size_t param, double value);
  /* Another scene, or another value of a parameter: forget what was kept. Comes before the first search. */
  void (*reset)(void* instance, const phasebox_plugin_frame* frame);
  /* Objects were added or removed since the last frame, the number of objects being that of `frame`
   * now. Null: reset is called. */
  void (*edit)(void* instance, const phasebox_plugin_frame* frame, const phasebox_plugin_edit* edits, size_t count);
  /* Emits every eligible overlapping pair, each once, in any order. Boxes, filters and static flags
   * may have changed in any way since the last search. Should allocate only when there are more
   * objects or pairs than ever before. `trace` is null while time is measured. */
  void (*find_pairs)(void* instance, const phasebox_plugin_frame* frame, const phasebox_plugin_sink* sink,
                     const phasebox_plugin_trace* trace);
  /* Gives `found` every object whose box overlaps `box`, each once, eligible or not, after a search
   * of the same frame. Null: all boxes are looked at. */
  void (*query)(void* instance, const phasebox_plugin_frame* frame, const float box[4],
                void (*found)(void* context, uint32_t id), void* context, const phasebox_plugin_trace* trace);
  /* Gives `say` a sentence that a user should know about the last search, or several; "#12" in it stands
   * for object 12, however the user calls it. May be null. */
  void (*remark)(const void* instance, const phasebox_plugin_frame* frame,
                 void (*say)(void* context, int is_warning, const char* text), void* context);
  /* 0 while a parameter makes the result a part of the overlapping pairs only. Null: 1. */
  int (*is_exact)(const void* instance);
} phasebox_plugin_broadphase;

#if defined(__GNUC__)
#define PHASEBOX_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define PHASEBOX_PLUGIN_EXPORT
#endif

/* What the shared object defines. `host_version` is the program's PHASEBOX_PLUGIN_VERSION; null when
 * the plug-in cannot serve that one. */
PHASEBOX_PLUGIN_EXPORT const phasebox_plugin_broadphase* phasebox_plugin(uint32_t host_version);

/* Whether two boxes share area; those that only touch do not. */
static inline int phasebox_plugin_overlap(const float a[4], const float b[4]) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/* Whether two objects may be a pair at all. */
static inline int phasebox_plugin_eligible(const phasebox_plugin_frame* frame, uint32_t a, uint32_t b) {
  phasebox_plugin_filter p, q;
  int wants, is_wanted;
  if (frame->is_static && frame->is_static[a] && frame->is_static[b]) return 0;
  if (!frame->filters) return 1;
  p = frame->filters[a], q = frame->filters[b];
  if (p.group != 0 && p.group == q.group) return p.group > 0;
  wants = (p.mask & q.category) != 0, is_wanted = (q.mask & p.category) != 0;
  return frame->rule == PHASEBOX_EITHER ? wants || is_wanted : wants && is_wanted;
}

static inline void phasebox_plugin_log(const phasebox_plugin_trace* trace, uint32_t kind, uint32_t a,
                                       uint32_t b, const float box[4]) {
  phasebox_plugin_event event = {kind, a, b, {0, 0, 0, 0}, 0};
  int k;
  if (!trace) return;
  for (k = 0; box && k < 4; ++k) event.box[k] = box[k];
  trace->add(trace->context, &event);
}

/* Filters, logs, compares and emits: all that most algorithms do with two objects that are near. */
static inline void phasebox_plugin_test(const phasebox_plugin_frame* frame, uint32_t a, uint32_t b,
                                        const phasebox_plugin_sink* sink, const phasebox_plugin_trace* trace) {
  const int may_collide = phasebox_plugin_eligible(frame, a, b);
  if (trace) phasebox_plugin_log(trace, may_collide ? PHASEBOX_EVENT_TEST : PHASEBOX_EVENT_SKIP, a, b, NULL);
  if (may_collide && phasebox_plugin_overlap(frame->boxes[a], frame->boxes[b])) sink->emit(sink->context, a, b);
}

#ifdef __cplusplus
}
#endif

#endif /* PHASEBOX_H */
