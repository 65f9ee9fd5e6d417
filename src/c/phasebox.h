/* SPDX-License-Identifier: MIT */
/* Phasebox for C, and for every language that can call C: it takes boxes and gives the overlapping pairs,
 * by any of its broadphases.
 *
 * There are two ways to use it. Frame by frame, you keep the boxes and hand over all of them each time
 * (phasebox_broadphase). With living objects, the library keeps the boxes, and you insert, move and remove
 * single ones (phasebox_world).
 *
 * Every function that can fail returns a status, and phasebox_error() then says in a sentence what was
 * wrong. Nothing is thrown, and nothing is written to a terminal. A null handle, a box that is not finite or
 * whose min exceeds its max, and a handle whose object is gone are reported by the status and change nothing.
 *
 * Threads: several threads may use the library at the same time, each with a broadphase or world of its own.
 * One broadphase or world must be used by one thread at a time.
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

/* The version of this interface. It is raised when a declaration changes its meaning; functions and trailing
 * members of structs may be added without that. */
#define PHASEBOX_API_VERSION 2u

/* The result of a call. After every status but PHASEBOX_OK, phasebox_error() says more. */
typedef enum phasebox_status {
  PHASEBOX_OK = 0,
  PHASEBOX_NULL_ARGUMENT = 1,    /* a pointer that is needed is null */
  PHASEBOX_BAD_STRUCT = 2,       /* `struct_size` is not that of any version of the struct */
  PHASEBOX_UNKNOWN_ID = 3,       /* there is no such broadphase */
  PHASEBOX_UNKNOWN_PARAM = 4,    /* the broadphase has no such parameter */
  PHASEBOX_OUT_OF_RANGE = 5,     /* a value is outside its range, or an index is too large */
  PHASEBOX_BAD_BOX = 6,          /* a box is not finite, or its min exceeds its max */
  PHASEBOX_BAD_STRIDE = 7,       /* a stride is less than the size of what is read, or not aligned */
  PHASEBOX_DUPLICATE_ID = 8,     /* two boxes of one frame have the same id */
  PHASEBOX_TOO_SMALL = 9,        /* there is no room for all results; the count says how many there are */
  PHASEBOX_STALE_HANDLE = 10,    /* the object was removed, or belongs to another world */
  PHASEBOX_NOT_READY = 11,       /* there is no finished search to read from: find pairs first */
  PHASEBOX_TOO_MANY_PAIRS = 12,  /* the search was stopped: it found more pairs than `max_pairs` */
  PHASEBOX_OUT_OF_MEMORY = 13,
  PHASEBOX_UNSUPPORTED = 14,     /* this build of the library, or this broadphase, cannot do that */
  PHASEBOX_BAD_JOBS = 15,        /* `run_jobs` did not do each job once; the next search starts afresh */
  PHASEBOX_IN_USE = 16           /* a broadphase or world exists and must be destroyed first */
} phasebox_status;

/* Returns the version of the library, such as "0.2.0". Never null. */
PHASEBOX_API const char* phasebox_version(void);
/* Returns the PHASEBOX_API_VERSION with which the library was built. */
PHASEBOX_API uint32_t phasebox_api_version(void);
/* Returns the name of a status, such as "stale handle". Never null. */
PHASEBOX_API const char* phasebox_status_name(phasebox_status status);
/* Returns a sentence about the last call of this thread that failed: what was given, the rule, the remedy.
 * Never null; empty while no call has failed. Valid until the next call of this thread. */
PHASEBOX_API const char* phasebox_error(void);

/* ---- memory -------------------------------------------------------------------------------------- */

/* The functions by which the library takes and gives back its memory. `allocate` returns `bytes` bytes
 * aligned to `alignment` (a power of two), or null. `release` gets a pointer that `allocate` returned, never
 * null. Several threads may call both at the same time. */
typedef struct phasebox_allocator {
  size_t struct_size; /* sizeof(phasebox_allocator) */
  void* (*allocate)(void* context, size_t bytes, size_t alignment);
  void (*release)(void* context, void* memory);
  void* context;
} phasebox_allocator;

/* Sets the allocator of the library; null sets malloc and free again. Fails with PHASEBOX_IN_USE while a
 * broadphase or world exists, and with PHASEBOX_UNSUPPORTED in a static library: that one uses the program's
 * own operator new, which can be replaced instead. */
PHASEBOX_API phasebox_status phasebox_set_allocator(const phasebox_allocator* allocator);

/* ---- broadphases --------------------------------------------------------------------------------- */

/* The description of a broadphase. No text is null. */
typedef struct phasebox_broadphase_info {
  const char* id;      /* "aabb-tree"; the name that phasebox_create takes */
  const char* title;   /* "AABB tree" */
  const char* summary; /* one sentence */
  const char* source;  /* the origin of the method */
} phasebox_broadphase_info;

/* Returns the number of broadphases in the library. */
PHASEBOX_API size_t phasebox_broadphase_count(void);
/* Describes broadphase number `index`, counted from 0 in teaching order. The texts live as long as the
 * library. */
PHASEBOX_API phasebox_status phasebox_broadphase_at(size_t index, phasebox_broadphase_info* info);

/* A function of the program that runs jobs on the program's own threads. It calls job(data, number) once for
 * each number below `jobs`, in any order, at the same time or one after the other, and returns when all jobs
 * are done. */
typedef void (*phasebox_run_jobs)(void* context, uint32_t jobs, void (*job)(void* data, uint32_t number),
                                  void* data);

/* The options of a broadphase or world for its searches. All members but `struct_size` may be 0, which gives the
 * defaults. */
typedef struct phasebox_options {
  size_t struct_size;         /* sizeof(phasebox_options) */
  uint32_t threads;           /* the number of threads a search may use, the caller's included, at most
                                 1,024; 0 means 1. No result depends on it */
  phasebox_run_jobs run_jobs; /* null: the library's own threads, where it was built with them */
  void* run_context;          /* the `context` of `run_jobs` */
  uint64_t max_pairs;         /* a search that finds more pairs is stopped; 0: no limit */
} phasebox_options;

/* One broadphase with its parameters and what it keeps from frame to frame. */
typedef struct phasebox_broadphase phasebox_broadphase;

/* Creates a broadphase with its default parameters; `options` may be null. Allocates. */
PHASEBOX_API phasebox_status phasebox_create(const char* id, const phasebox_options* options,
                                             phasebox_broadphase** broadphase);
/* Destroys a broadphase that phasebox_create made. Null, and the broadphase of a world, are left alone. */
PHASEBOX_API void phasebox_destroy(phasebox_broadphase* broadphase);

/* The values that a parameter may have, within its range. */
typedef enum phasebox_param_kind {
  PHASEBOX_REAL = 0,
  PHASEBOX_INTEGER = 1,
  PHASEBOX_FLAG = 2,  /* 0 or 1 */
  PHASEBOX_CHOICE = 3 /* 0, 1, ...: numbers into `choices`, which has their names */
} phasebox_param_kind;

/* The description of a parameter, with its present value. */
typedef struct phasebox_param {
  const char* key;  /* "group-size" */
  const char* unit; /* "px"; may be empty */
  const char* help; /* one sentence */
  phasebox_param_kind kind;
  double lowest, highest, initial, value; /* the range, ends included; the default; the present value */
  const char* const* choices;             /* [choice_count], or null */
  size_t choice_count;
} phasebox_param;

/* Returns the number of parameters of a broadphase; 0 for null. */
PHASEBOX_API size_t phasebox_param_count(const phasebox_broadphase* broadphase);
/* Describes parameter number `index`, counted from 0. The texts live as long as the broadphase. */
PHASEBOX_API phasebox_status phasebox_param_at(const phasebox_broadphase* broadphase, size_t index,
                                               phasebox_param* param);
/* Reads the value of the parameter with that key. */
PHASEBOX_API phasebox_status phasebox_get(const phasebox_broadphase* broadphase, const char* key,
                                          double* value);
/* Sets the parameter with that key. The next search then starts afresh, which may allocate. */
PHASEBOX_API phasebox_status phasebox_set(phasebox_broadphase* broadphase, const char* key, double value);
/* Sets the parameter with that key to a value in text: "8", "on", "brute-force". The next search then starts
 * afresh. */
PHASEBOX_API phasebox_status phasebox_set_text(phasebox_broadphase* broadphase, const char* key,
                                               const char* text);
/* Returns 1 when a search finds all overlapping pairs, and 0 while a parameter makes it find only a part of
 * them. Returns 0 for null. */
PHASEBOX_API int phasebox_is_exact(const phasebox_broadphase* broadphase);

/* ---- frame by frame ------------------------------------------------------------------------------ */

/* Decides which two objects may be a pair. An object accepts those whose category its mask contains. Two
 * objects of the same group ignore their masks: they always may be a pair when the group is above 0, and never
 * when it is below 0. Group 0 is no group. */
typedef enum phasebox_filter_rule {
  PHASEBOX_BOTH = 0,  /* both objects must accept each other */
  PHASEBOX_EITHER = 1 /* it is enough that one object accepts the other */
} phasebox_filter_rule;

/* All boxes of one frame, in your own memory. A stride is the distance in bytes from one value to the next, so
 * that the values may be members of larger structs; 0 means that they lie side by side.
 *
 * Without ids, box number i of a frame is the same object as box number i of the frame before, and objects are
 * added and removed at the end. With ids, the boxes may come in any order; a frame then costs O(count) more.
 *
 * The memory is read during the call and copied, except for boxes that lie side by side and have neither ids
 * nor filters nor static flags: phasebox_query reads these again. */
typedef struct phasebox_frame {
  size_t struct_size; /* sizeof(phasebox_frame) */
  size_t count;
  const float* boxes; /* [count] four floats each, 4-byte aligned */
  size_t box_stride;
  const uint32_t* categories; /* [count] sets of bits, or null: 1 each */
  size_t category_stride;
  const uint32_t* masks; /* [count] sets of bits, or null: all of them each */
  size_t mask_stride;
  const uint8_t* is_static; /* [count] 0 or not, or null: none is static. Two static objects are no pair */
  size_t static_stride;
  const uint64_t* ids; /* [count] unique, or null: 0, 1, ... */
  size_t id_stride;
  const int32_t* groups; /* [count], or null: none has a group */
  size_t group_stride;
  uint32_t rule; /* phasebox_filter_rule */
} phasebox_frame;

/* Two objects, named by their ids, with a < b. */
typedef struct phasebox_pair {
  uint64_t a, b;
} phasebox_pair;

/* Finds every overlapping pair of the frame, each once, in any order. `count` gets their number, and `pairs`,
 * which has room for `capacity`, gets the pairs. When they do not fit, the status is PHASEBOX_TOO_SMALL and no
 * pair is written: call phasebox_pairs with more room, which does not search again. `pairs` may be null with
 * capacity 0. Allocates only when there are more objects or pairs than ever before. */
PHASEBOX_API phasebox_status phasebox_find_pairs(phasebox_broadphase* broadphase, const phasebox_frame* frame,
                                                 phasebox_pair* pairs, size_t capacity, size_t* count);
/* Writes the pairs of the last phasebox_find_pairs again, without a search. `count` and `capacity` are as
 * there. */
PHASEBOX_API phasebox_status phasebox_pairs(const phasebox_broadphase* broadphase, phasebox_pair* pairs,
                                            size_t capacity, size_t* count);
/* Finds the ids of all objects of the last search whose boxes overlap `box`, in any order. `count` gets their
 * number; when it exceeds `capacity`, the status is PHASEBOX_TOO_SMALL and no id is written. Boxes that were
 * not copied (see phasebox_frame) must still be where they were, unchanged. */
PHASEBOX_API phasebox_status phasebox_query(phasebox_broadphase* broadphase, const float box[4], uint64_t* ids,
                                            size_t capacity, size_t* count);

/* ---- living objects ------------------------------------------------------------------------------ */

/* A set of objects that the library keeps, and the pairs that overlap among them. */
typedef struct phasebox_world phasebox_world;

/* Names an object of one world as long as the object lives, and nothing afterwards; never 0. */
typedef uint64_t phasebox_handle;

/* The properties of an object. */
typedef struct phasebox_object {
  size_t struct_size; /* sizeof(phasebox_object) */
  float box[4];
  uint32_t category, mask; /* sets of bits; when both are 0, category 1 and a mask of all bits hold */
  int32_t group;           /* 0: no group */
  int is_static;           /* 0 or not; two static objects are no pair */
  uint64_t user_data;      /* your own value, which hits and contacts give back */
} phasebox_object;

/* Creates a world without objects, whose pairs are found by the broadphase `id`; `options` may be null.
 * Allocates. */
PHASEBOX_API phasebox_status phasebox_world_create(const char* id, const phasebox_options* options,
                                                   phasebox_world** world);
/* Destroys a world with its objects. Null is left alone. */
PHASEBOX_API void phasebox_world_destroy(phasebox_world* world);
/* Returns the broadphase of a world, whose parameters may be read and set. It belongs to the world and has no
 * frames of its own. Null for a null world. */
PHASEBOX_API phasebox_broadphase* phasebox_world_broadphase(phasebox_world* world);

/* Inserts an object and gives its handle. Its pairs begin with the next update. */
PHASEBOX_API phasebox_status phasebox_insert(phasebox_world* world, const phasebox_object* object,
                                             phasebox_handle* handle);
/* Gives an object another box. */
PHASEBOX_API phasebox_status phasebox_move(phasebox_world* world, phasebox_handle handle, const float box[4]);
/* Gives an object another filter; category and mask 0 mean what they mean in phasebox_object. */
PHASEBOX_API phasebox_status phasebox_set_filter(phasebox_world* world, phasebox_handle handle,
                                                 uint32_t category, uint32_t mask, int32_t group);
/* Sets the phasebox_filter_rule of a world, which is PHASEBOX_BOTH at first. */
PHASEBOX_API phasebox_status phasebox_set_rule(phasebox_world* world, uint32_t rule);
/* Makes an object static, or movable with 0. */
PHASEBOX_API phasebox_status phasebox_set_static(phasebox_world* world, phasebox_handle handle, int is_static);
/* Removes an object, whose handle is stale from then on. Its pairs end with the next update. */
PHASEBOX_API phasebox_status phasebox_remove(phasebox_world* world, phasebox_handle handle);

/* Returns the number of objects in a world; 0 for null. */
PHASEBOX_API size_t phasebox_object_count(const phasebox_world* world);
/* Reads the properties of an object; `object->struct_size` must be set before the call. */
PHASEBOX_API phasebox_status phasebox_get_object(const phasebox_world* world, phasebox_handle handle,
                                                 phasebox_object* object);

/* A pair of objects, of which `a` was inserted first. In a pair that ended because an object was removed, the
 * handle of that object is stale. */
typedef struct phasebox_contact {
  phasebox_handle a, b;
  uint64_t user_data_a, user_data_b;
} phasebox_contact;

/* Finds the pairs that have begun and ended to overlap since the last update. The cost depends on the number m
 * of objects that changed, of n. While m is small, broadphases that answer queries without reading all objects
 * (aabb-tree, hierarchical-grid and others, see the guide) take O(m (sqrt(n) + their query)) on average. While
 * m is large, every broadphase takes the time of one search. With PHASEBOX_TOO_MANY_PAIRS the contacts stay
 * those of the update before. */
PHASEBOX_API phasebox_status phasebox_update(phasebox_world* world);
/* These three write the pairs that overlap as of the last update, the pairs that began with it, and the pairs
 * that ended with it, in the order in which their objects were inserted. `count` gets their number; when it
 * exceeds `capacity`, the status is PHASEBOX_TOO_SMALL and nothing is written. */
PHASEBOX_API phasebox_status phasebox_contacts(const phasebox_world* world, phasebox_contact* contacts,
                                               size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_contacts_begun(const phasebox_world* world, phasebox_contact* contacts,
                                                     size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_contacts_ended(const phasebox_world* world, phasebox_contact* contacts,
                                                     size_t capacity, size_t* count);

/* An object that a query finds. Queries see every object as it is now, whether or not an update came since it
 * changed. They leave out objects whose category their `mask` does not contain. */
typedef struct phasebox_hit {
  phasebox_handle handle;
  uint64_t user_data;
  float distance; /* for a segment, where along it the box is entered, 0 to 1; for nearest, the distance from the
                     point to the box, 0 inside; otherwise 0 */
} phasebox_hit;

/* The queries find the objects whose boxes
 * - overlap a box;
 * - contain a point, edges included;
 * - overlap a circle;
 * - are met by a segment, the earliest first;
 * - are the `k` nearest to a point, the nearest first.
 * Ties, and hits without a distance, come in order of insertion. `count` gets their number; when it exceeds
 * `capacity`, the status is PHASEBOX_TOO_SMALL and nothing is written. Room for k is enough for the nearest. */
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

/* A plug-in is a broadphase of your own: a shared object that exports `phasebox_plugin`. The program loads it
 * with `phasebox --plugin FILE`. It is then one more broadphase, which can be listed, raced, tuned, watched
 * and checked. It calls nothing of the library, so this header is all that it needs; libphasebox itself does
 * not load plug-ins. See docs/plugins.md and examples/plugin-c.
 *
 * The program checks everything that it gets: what it refuses is left out and named in a remark. What the
 * program gives is valid during the call only. No function may let an exception out.
 *
 * Threads: several instances may be used by different threads at the same time, but one instance by one thread
 * at a time. A plug-in must therefore keep its variables in its instances. */

/* The version of this section. It is raised when a declaration changes its meaning; trailing members of structs
 * may be added without that. */
#define PHASEBOX_PLUGIN_VERSION 2u
#define PHASEBOX_PLUGIN_PARAMS 32 /* the largest number of parameters that a plug-in may have */

/* The filter of an object, with the meaning of phasebox_filter_rule; phasebox_plugin_eligible applies it. */
typedef struct phasebox_plugin_filter {
  uint32_t category, mask;
  int32_t group;
} phasebox_plugin_filter;

/* The objects of one frame, which have the numbers 0 to count - 1. Every box is finite, with min <= max. With a
 * count of 0, `boxes` may be null. */
typedef struct phasebox_plugin_frame {
  size_t struct_size; /* sizeof(phasebox_plugin_frame) of the program */
  uint32_t count;
  const float (*boxes)[4];               /* [count] min x, min y, max x, max y */
  const phasebox_plugin_filter* filters; /* [count], or null: every pair is eligible */
  const uint8_t* is_static;              /* [count], or null; two static objects are no pair */
  uint32_t threads;                      /* the number of threads you may use, the caller's included; no result
                                            may depend on it */
  phasebox_run_jobs run_jobs;            /* never null; runs jobs on the program's threads */
  void* run_context;                     /* the `context` of `run_jobs` */
  /* Returns 1 when the pairs are no longer needed. Never null. Call it every few milliseconds, and return when
   * it gives 1; a reset comes next. */
  int (*should_stop)(void* stop_context);
  void* stop_context;
  uint32_t rule; /* phasebox_filter_rule */
} phasebox_plugin_frame;

/* Two objects by their numbers: different, below `count`, in either order. */
typedef struct phasebox_plugin_pair {
  uint32_t a, b;
} phasebox_plugin_pair;

/* The functions that take the pairs of a search. Call them only from the thread that called the search. Two
 * numbers of a pair are different, below `count`, and in either order. */
typedef struct phasebox_plugin_sink {
  size_t struct_size;
  void* context;
  void (*emit)(void* context, uint32_t a, uint32_t b);
  void (*emit_many)(void* context, const phasebox_plugin_pair* pairs, size_t count);
} phasebox_plugin_sink;

/* The kinds of event that an algorithm may log of its work. The comments say what `a`, `b` and `box` of an event
 * mean for each kind. */
typedef enum phasebox_plugin_event_kind {
  PHASEBOX_EVENT_TEST = 0,    /* two boxes are compared; a, b: objects, in a query both the same */
  PHASEBOX_EVENT_RECHECK = 1, /* a pair that is kept from frame to frame is compared again; a, b: objects */
  PHASEBOX_EVENT_SKIP = 2,    /* a pair is left out because it is not eligible; a, b: objects */
  PHASEBOX_EVENT_CELL = 3,    /* a: its number, b: objects in it, box: the cell */
  PHASEBOX_EVENT_NODE = 4,    /* a: its number, b: objects in it, box: the node */
  PHASEBOX_EVENT_GROUP = 5,   /* a: its number, b: objects in it, box: its bounds */
  PHASEBOX_EVENT_SPLIT = 6,   /* a group or node is divided; a: its number, b: parts, box: its bounds */
  PHASEBOX_EVENT_MEMBER = 7,  /* a: object, b: number of the cell, node or group that owns it */
  PHASEBOX_EVENT_ENTER = 8,   /* a pass or part is begun; a: its number, b: objects, box: its bounds */
  PHASEBOX_EVENT_LEAVE = 9,   /* a pass or part is done; a: its number */
  PHASEBOX_EVENT_VISIT = 10,  /* a query or descent visits a part; a: its number, box: what it covers */
  PHASEBOX_EVENT_FAT = 11     /* a box kept larger than the object's; a: object, box: the larger one */
} phasebox_plugin_event_kind;

/* One thing that happened inside an algorithm. */
typedef struct phasebox_plugin_event {
  uint32_t kind; /* phasebox_plugin_event_kind */
  uint32_t a, b;
  float box[4];
  uint32_t depth; /* the depth of a part in its tree; the root has 0 */
} phasebox_plugin_event;

/* The function that takes events while the program watches. Call it only from the thread that called the search
 * or query. The program logs each emitted pair itself. */
typedef struct phasebox_plugin_trace {
  size_t struct_size;
  void* context;
  void (*add)(void* context, const phasebox_plugin_event* event);
} phasebox_plugin_trace;

/* The kinds of change of the set of objects. */
typedef enum phasebox_plugin_edit_kind {
  PHASEBOX_EDIT_ADD = 0,   /* the object `id` is new and has the last number */
  PHASEBOX_EDIT_REMOVE = 1 /* the object `id` is gone, and the object with the last number, `moved_from`, took its
                              number. `moved_from` equals `id` when the last object itself was removed */
} phasebox_plugin_edit_kind;

/* A change of the objects since the frame before. Edits come in the order in which they happened. */
typedef struct phasebox_plugin_edit {
  uint32_t kind; /* phasebox_plugin_edit_kind */
  uint32_t id, moved_from;
} phasebox_plugin_edit;

/* The values of a parameter that a search for good settings tries beside its default. */
typedef enum phasebox_plugin_tuning {
  PHASEBOX_TUNE_NOT = 0,     /* no value */
  PHASEBOX_TUNE_VALUES = 1,  /* every value of a flag or choice */
  PHASEBOX_TUNE_LINEAR = 2,  /* values at equal steps */
  PHASEBOX_TUNE_FACTOR = 3,  /* values at equal ratios */
  PHASEBOX_TUNE_BOX_SIZE = 4 /* values at equal ratios, in multiples of the typical longer side of boxes */
} phasebox_plugin_tuning;

/* The description of a parameter. */
typedef struct phasebox_plugin_param {
  const char* key;  /* "cell-size": lower case, digits, hyphens */
  const char* unit; /* "px", or null */
  const char* help; /* one sentence, or null */
  uint32_t kind;    /* phasebox_param_kind */
  double lowest, highest, initial; /* the range, ends included, and the default. A flag ranges from 0 to 1, and a
                                      choice over the numbers of its names */
  const char* const* choices;      /* [choice_count] names of a choice; null for other kinds */
  size_t choice_count;
  const char* zero; /* the word for 0 where 0 is no amount: "auto"; or null */
  uint32_t tuning;  /* phasebox_plugin_tuning */
  double tune_lowest, tune_highest; /* the range that linear, factor and box size try */
} phasebox_plugin_param;

/* The algorithm: its texts, its parameters and its functions. Everything that it points at must stay unchanged
 * while the shared object is loaded. */
typedef struct phasebox_plugin_broadphase {
  size_t struct_size;  /* sizeof(phasebox_plugin_broadphase) */
  uint32_t version;    /* PHASEBOX_PLUGIN_VERSION */
  const char* id;      /* "naive-grid": lower case, digits, hyphens; no other broadphase has it */
  const char* title;   /* "Naive grid" */
  const char* summary; /* one sentence, or null */
  const char* source;  /* the origin of the method, or null */
  const char* part;    /* the noun for its cells, nodes or groups: "cell"; or null */
  /* The complexity of the algorithm, from 1 (two loops) to 9; 0 means 5. Among equally fast algorithms the
   * program recommends the simplest. */
  uint32_t complexity;
  uint32_t is_coherent;                /* 1: its time depends on how much moved since the last frame; else 0 */
  size_t param_size;                   /* sizeof(phasebox_plugin_param) */
  size_t param_count;                  /* at most PHASEBOX_PLUGIN_PARAMS */
  const phasebox_plugin_param* params; /* [param_count], or null */

  void* (*create)(void);           /* makes an instance with the default parameters; null: there is no memory */
  void (*destroy)(void* instance); /* destroys an instance, never null */
  /* Sets parameter number `param` to a value in its range. A reset comes before the next search. May be null
   * where there are no parameters. */
  void (*set)(void* instance, size_t param, double value);
  /* Drops what was kept from earlier frames. It is called before the first search, and when the scene or a
   * parameter has changed. */
  void (*reset)(void* instance, const phasebox_plugin_frame* frame);
  /* Takes the objects that were added or removed since the last frame; `frame` already has the new number of
   * objects. Null: the program calls reset instead. */
  void (*edit)(void* instance, const phasebox_plugin_frame* frame, const phasebox_plugin_edit* edits, size_t count);
  /* Emits every eligible overlapping pair, each once, in any order. Boxes, filters and static flags may have
   * changed in any way since the last search. It should allocate only when there are more objects or pairs than
   * ever before. `trace` is null while time is measured. */
  void (*find_pairs)(void* instance, const phasebox_plugin_frame* frame, const phasebox_plugin_sink* sink,
                     const phasebox_plugin_trace* trace);
  /* Calls `found` for every object whose box overlaps `box`, each once, whatever its filter. It is called after a
   * search of the same frame. Null: the program tests all boxes instead. */
  void (*query)(void* instance, const phasebox_plugin_frame* frame, const float box[4],
                void (*found)(void* context, uint32_t id), void* context, const phasebox_plugin_trace* trace);
  /* Calls `say` with each sentence that a user should know about the last search. "#12" in a sentence stands for
   * object 12; the program replaces it by the name that the user knows. May be null. */
  void (*remark)(const void* instance, const phasebox_plugin_frame* frame,
                 void (*say)(void* context, int is_warning, const char* text), void* context);
  /* Returns 1 when a search finds all overlapping pairs, and 0 while a parameter makes it find only a part of
   * them. Null: always 1. */
  int (*is_exact)(const void* instance);
} phasebox_plugin_broadphase;

#if defined(__GNUC__)
#define PHASEBOX_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define PHASEBOX_PLUGIN_EXPORT
#endif

/* The function that the shared object defines. `host_version` is the program's PHASEBOX_PLUGIN_VERSION. It
 * returns null when the plug-in does not support that version. */
PHASEBOX_PLUGIN_EXPORT const phasebox_plugin_broadphase* phasebox_plugin(uint32_t host_version);

/* Returns whether two boxes share area; boxes that only touch do not. */
static inline int phasebox_plugin_overlap(const float a[4], const float b[4]) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/* Returns whether two objects may be a pair, by their filters and static flags. */
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

/* Logs an event, with an empty box where `box` is null. Does nothing where `trace` is null. */
static inline void phasebox_plugin_log(const phasebox_plugin_trace* trace, uint32_t kind, uint32_t a,
                                       uint32_t b, const float box[4]) {
  phasebox_plugin_event event = {kind, a, b, {0, 0, 0, 0}, 0};
  int k;
  if (!trace) return;
  for (k = 0; box && k < 4; ++k) event.box[k] = box[k];
  trace->add(trace->context, &event);
}

/* Tests two objects that may overlap: it filters them, logs the test, compares their boxes, and emits the pair if
 * they overlap. Most algorithms need nothing else for a pair. */
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
