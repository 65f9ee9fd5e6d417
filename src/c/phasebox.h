/* SPDX-License-Identifier: MIT */
/* Phasebox for C, and for every language that can call C: it takes axis-aligned boxes in two dimensions and
 * gives the overlapping pairs, found by the broadphase that you choose.
 *
 * There are two ways to use it. Frame by frame, you keep the boxes and hand over all of them each time
 * (phasebox_broadphase). With living objects, the library keeps the boxes, and you insert, move and remove
 * single ones (phasebox_world).
 *
 * Functions that can fail return a status, and phasebox_error() then says in a sentence what was wrong. The
 * few that return a number or a pointer give 0 or null for a null argument. Nothing is thrown, and nothing is
 * written to a terminal. A null pointer, a box that is not finite or whose min exceeds its max, and a handle
 * whose object is gone are refused: broadphase and world stay as they were, and of the results at most
 * `count` is written. After PHASEBOX_OUT_OF_MEMORY, the broadphase or world of the call can only be destroyed.
 *
 * Threads: several threads may use the library at the same time, each with a broadphase or world of its own.
 * One broadphase or world must be used by one thread at a time.
 *
 * Boxes are four floats: min x, min y, max x, max y, in any unit of length. Two boxes overlap when, on both
 * axes, the min of each is below the max of the other; boxes that only touch do not. So a box without width
 * or height overlaps a box whose inside it meets. */
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

/* The version of this interface: functions, structs and constants of this header except those of plug-ins. It
 * is raised when a declaration changes its meaning; functions and members at the end of a struct may be added
 * without that. */
#define PHASEBOX_API_VERSION 2u

/* The result of a call. After every status but PHASEBOX_OK, phasebox_error() says more. */
typedef enum phasebox_status {
  PHASEBOX_OK = 0,
  PHASEBOX_NULL_ARGUMENT = 1,    /* a pointer that the call needs is null */
  PHASEBOX_BAD_STRUCT = 2,       /* `struct_size` is not the size of a version of the struct that is known */
  PHASEBOX_UNKNOWN_ID = 3,       /* there is no such broadphase */
  PHASEBOX_UNKNOWN_PARAM = 4,    /* the broadphase has no such parameter */
  PHASEBOX_OUT_OF_RANGE = 5,     /* a value or count is outside its range, or an index is too large */
  PHASEBOX_BAD_BOX = 6,          /* a box is not finite, or its min exceeds its max */
  PHASEBOX_BAD_STRIDE = 7,       /* a stride is too small, or it or an address is not aligned for its values */
  PHASEBOX_DUPLICATE_ID = 8,     /* two boxes of one frame have the same id */
  PHASEBOX_TOO_SMALL = 9,        /* there is no room for all results; `count` says how many there are */
  PHASEBOX_STALE_HANDLE = 10,    /* the handle's object was removed, or belongs to another world */
  PHASEBOX_NOT_READY = 11,       /* there is no finished search to read from: find pairs first */
  PHASEBOX_TOO_MANY_PAIRS = 12,  /* the search was stopped, without results: more pairs than `max_pairs` */
  PHASEBOX_OUT_OF_MEMORY = 13,   /* the broadphase or world of the call can only be destroyed now */
  PHASEBOX_UNSUPPORTED = 14,     /* this build of the library, or this broadphase, cannot do that */
  PHASEBOX_BAD_JOBS = 15,        /* `run_jobs` did not do each job exactly once; the search has no results */
  PHASEBOX_IN_USE = 16           /* a broadphase or world exists and must be destroyed first */
} phasebox_status;

/* Returns the version of the library, such as "0.2.0". Never null. */
PHASEBOX_API const char* phasebox_version(void);
/* Returns the PHASEBOX_API_VERSION with which the library was built. If it differs from that of your header,
 * header and library do not belong together. */
PHASEBOX_API uint32_t phasebox_api_version(void);
/* Returns the name of a status, such as "stale handle", or "unknown status". Never null. */
PHASEBOX_API const char* phasebox_status_name(phasebox_status status);
/* Returns a sentence about the last call of this thread that failed: what was given, the rule, the remedy. It
 * is cut off after 255 bytes, and stays when later calls succeed. Never null; empty while no call of this thread
 * has failed. The text may change with the next call of this thread. */
PHASEBOX_API const char* phasebox_error(void);

/* ---- memory -------------------------------------------------------------------------------------- */

/* Your functions by which the library takes and gives back its memory. `allocate` returns `bytes` bytes,
 * aligned to `alignment` (a power of two), or null when there is no memory. `release` gets a pointer that
 * `allocate` returned, never null. Both get `context`, and several threads may call them at the same time. */
typedef struct phasebox_allocator {
  size_t struct_size; /* sizeof(phasebox_allocator) */
  void* (*allocate)(void* context, size_t bytes, size_t alignment);
  void (*release)(void* context, void* memory);
  void* context; /* your own pointer, which may be null */
} phasebox_allocator;

/* Sets the allocator of the shared library; the struct is copied. Null sets malloc and free again. Fails with
 * PHASEBOX_IN_USE while a broadphase or world exists, and with PHASEBOX_UNSUPPORTED in a static library, which
 * uses the program's own operator new: replace that one instead. */
PHASEBOX_API phasebox_status phasebox_set_allocator(const phasebox_allocator* allocator);

/* ---- broadphases --------------------------------------------------------------------------------- */

/* The description of a broadphase. No text is null. */
typedef struct phasebox_broadphase_info {
  const char* id;      /* the name that phasebox_create takes, such as "aabb-tree" */
  const char* title;   /* the name for users, such as "AABB tree" */
  const char* summary; /* one sentence about how it works */
  const char* source;  /* the publication or program that the method comes from */
} phasebox_broadphase_info;

/* Returns the number of broadphases in the library. */
PHASEBOX_API size_t phasebox_broadphase_count(void);
/* Describes broadphase number `index`, from 0 to phasebox_broadphase_count() - 1; simple ones tend to come
 * first. The texts are valid while the library is loaded. */
PHASEBOX_API phasebox_status phasebox_broadphase_at(size_t index, phasebox_broadphase_info* info);

/* Your function that runs jobs on your own threads. It must call job(data, number) exactly once for each number
 * from 0 to `jobs` - 1, in any order, at the same time or one after the other, and return when all jobs are
 * done. `context` is the pointer that you gave with the function. */
typedef void (*phasebox_run_jobs)(void* context, uint32_t jobs, void (*job)(void* data, uint32_t number),
                                  void* data);

/* How a broadphase or world searches. All members but `struct_size` may be 0, which gives the defaults. */
typedef struct phasebox_options {
  size_t struct_size;         /* sizeof(phasebox_options) */
  uint32_t threads;           /* the number of threads that a search may use, the caller's included, at most
                                 1,024; 0 means 1. It changes no set of pairs, but perhaps their order */
  phasebox_run_jobs run_jobs; /* runs the parts of a search when `threads` is above 1. Null: the library's own
                                 threads do, or the caller's alone where it was built without threads */
  void* run_context;          /* the `context` that `run_jobs` gets */
  uint64_t max_pairs;         /* a search that finds more pairs fails with PHASEBOX_TOO_MANY_PAIRS; 0: no limit */
} phasebox_options;

/* One instance of a broadphase: its parameters, and what it keeps from frame to frame. */
typedef struct phasebox_broadphase phasebox_broadphase;

/* Creates the broadphase with that id, with its default parameters, and writes it to `*broadphase`, which stays
 * as it was on failure. `options` is copied; null gives the defaults. Allocates. */
PHASEBOX_API phasebox_status phasebox_create(const char* id, const phasebox_options* options,
                                             phasebox_broadphase** broadphase);
/* Destroys a broadphase that phasebox_create made. Does nothing for null and for the broadphase of a world. */
PHASEBOX_API void phasebox_destroy(phasebox_broadphase* broadphase);

/* Which values a parameter may have within its range; all are passed as a double. */
typedef enum phasebox_param_kind {
  PHASEBOX_REAL = 0,    /* any finite number */
  PHASEBOX_INTEGER = 1, /* a whole number */
  PHASEBOX_FLAG = 2,    /* 0 or 1 */
  PHASEBOX_CHOICE = 3   /* 0, 1, ...: an index into `choices`, which has the names */
} phasebox_param_kind;

/* The description of a parameter, with its present value. `key`, `unit` and `help` are not null. */
typedef struct phasebox_param {
  const char* key;  /* the name that phasebox_set takes, such as "group-size" */
  const char* unit; /* the unit of its values, such as "px", which is your unit of length; may be empty */
  const char* help; /* one sentence about what it changes */
  phasebox_param_kind kind;
  double lowest, highest, initial, value; /* the range, ends included; the default; the present value */
  const char* const* choices;             /* [choice_count] names of a choice; null for other kinds */
  size_t choice_count;
} phasebox_param;

/* Returns the number of parameters of a broadphase; 0 for null. */
PHASEBOX_API size_t phasebox_param_count(const phasebox_broadphase* broadphase);
/* Describes parameter number `index`, from 0 to phasebox_param_count() - 1. The texts are valid until the
 * broadphase is destroyed. */
PHASEBOX_API phasebox_status phasebox_param_at(const phasebox_broadphase* broadphase, size_t index,
                                               phasebox_param* param);
/* Reads the value of the parameter with that key. */
PHASEBOX_API phasebox_status phasebox_get(const phasebox_broadphase* broadphase, const char* key,
                                          double* value);
/* Sets the parameter with that key; PHASEBOX_OUT_OF_RANGE for a value that its kind or range excludes. The next
 * search keeps nothing of earlier frames, so it may allocate and take longer. */
PHASEBOX_API phasebox_status phasebox_set(phasebox_broadphase* broadphase, const char* key, double value);
/* Does what phasebox_set does, with the value as text: a number such as "8", "on" or "off" for a flag, or the
 * name of a choice. */
PHASEBOX_API phasebox_status phasebox_set_text(phasebox_broadphase* broadphase, const char* key,
                                               const char* text);
/* Returns 1 when searches find all overlapping pairs, and 0 while the parameters are such that a search may
 * leave out some of them. Returns 0 for null. */
PHASEBOX_API int phasebox_is_exact(const phasebox_broadphase* broadphase);

/* ---- frame by frame ------------------------------------------------------------------------------ */

/* Decides which two objects may be a pair by their filters: category and mask, which are sets of bits, and
 * group. An object accepts another one when its mask shares a bit with the other's category. Two objects of the
 * same group ignore their masks: they always may be a pair when the group is above 0, and never when it is below
 * 0. Group 0 is no group. Whatever the filters say, two static objects are no pair. */
typedef enum phasebox_filter_rule {
  PHASEBOX_BOTH = 0,  /* both objects must accept each other */
  PHASEBOX_EITHER = 1 /* it is enough that one object accepts the other */
} phasebox_filter_rule;

/* All boxes of one frame, in your own memory. A stride is the distance in bytes from one value to the next, so
 * that the values may be members of larger structs; 0 means that they lie side by side. Addresses and strides
 * must be aligned for the type of the value.
 *
 * Without ids, box number i of a frame is the same object as box number i of the frame before, and objects are
 * added and removed at the end. With ids, the boxes may come in any order; a frame then costs expected O(count)
 * more.
 *
 * The memory is read during phasebox_find_pairs and copied, with one exception: phasebox_query reads the boxes
 * again where they lie side by side and the frame has neither ids nor filters nor static flags. */
typedef struct phasebox_frame {
  size_t struct_size; /* sizeof(phasebox_frame) */
  size_t count;       /* the number of boxes, at most 4,294,967,294 */
  const float* boxes; /* [count] four floats each; may be null when the count is 0 */
  size_t box_stride;
  const uint32_t* categories; /* [count] sets of bits, or null: each is 1 */
  size_t category_stride;
  const uint32_t* masks; /* [count] sets of bits, or null: each has all bits */
  size_t mask_stride;
  const uint8_t* is_static; /* [count] not 0 for a static object, or null: none is static */
  size_t static_stride;
  const uint64_t* ids; /* [count] all different, or null: the ids are 0, 1, ... */
  size_t id_stride;
  const int32_t* groups; /* [count], or null: none has a group */
  size_t group_stride;
  uint32_t rule; /* a phasebox_filter_rule */
} phasebox_frame;

/* Two objects, named by their ids in the frame, with a < b. */
typedef struct phasebox_pair {
  uint64_t a, b;
} phasebox_pair;

/* Finds the pairs of objects of the frame that overlap and may be a pair by filters and static flags, each
 * once, in any order: all of them while phasebox_is_exact() is 1. `count` gets their number, or 0 when the search
 * failed, and `pairs`, which has room for `capacity`, gets the pairs. When they do not fit, the status is
 * PHASEBOX_TOO_SMALL and no pair is written: call phasebox_pairs with more room, which does not search again.
 * `pairs` may be null with capacity 0. Memory is kept from frame to frame. A frame allocates when there are more
 * objects or pairs than before, when an id is new, and when the search starts afresh: at first, after a failed
 * search, when a parameter was set, and when ids, filters or static flags appear or vanish. */
PHASEBOX_API phasebox_status phasebox_find_pairs(phasebox_broadphase* broadphase, const phasebox_frame* frame,
                                                 phasebox_pair* pairs, size_t capacity, size_t* count);
/* Writes the pairs of the last search by phasebox_find_pairs again, without a search; `pairs`, `capacity` and
 * `count` are as there. PHASEBOX_NOT_READY when there was none, or when it failed. A call of phasebox_find_pairs
 * that refused its arguments was no search. */
PHASEBOX_API phasebox_status phasebox_pairs(const phasebox_broadphase* broadphase, phasebox_pair* pairs,
                                            size_t capacity, size_t* count);
/* Writes the ids of all objects of the last search whose boxes overlap `box`, whatever their filters, in any
 * order. `count` gets their number; when it exceeds `capacity`, the status is PHASEBOX_TOO_SMALL and no id is
 * written. PHASEBOX_NOT_READY when there was no search, or when it failed. Boxes that the search did not copy
 * (see phasebox_frame) must still be where they were, unchanged. May allocate. */
PHASEBOX_API phasebox_status phasebox_query(phasebox_broadphase* broadphase, const float box[4], uint64_t* ids,
                                            size_t capacity, size_t* count);

/* ---- living objects ------------------------------------------------------------------------------ */

/* A set of objects that the library keeps, and the overlapping pairs among them. */
typedef struct phasebox_world phasebox_world;

/* Names an object of one world until the object is removed, and nothing afterwards. Never 0. */
typedef uint64_t phasebox_handle;

/* The properties of an object in a world. */
typedef struct phasebox_object {
  size_t struct_size; /* sizeof(phasebox_object) */
  float box[4];
  uint32_t category, mask; /* see phasebox_filter_rule; both 0 stand for category 1 and a mask of all bits */
  int32_t group;           /* 0: no group */
  int is_static;           /* not 0: static; two static objects are no pair */
  uint64_t user_data;      /* your own value, which hits and contacts give back */
} phasebox_object;

/* Creates a world without objects, whose pairs are found by the broadphase with that id, and writes it to
 * `*world`, which stays as it was on failure. `options` is copied; null gives the defaults. Allocates. */
PHASEBOX_API phasebox_status phasebox_world_create(const char* id, const phasebox_options* options,
                                                   phasebox_world** world);
/* Destroys a world with its objects and its broadphase. Does nothing for null. */
PHASEBOX_API void phasebox_world_destroy(phasebox_world* world);
/* Returns the broadphase of a world, for reading and setting its parameters; phasebox_find_pairs, phasebox_pairs
 * and phasebox_query fail for it. It belongs to the world and ends with it. Null for a null world. */
PHASEBOX_API phasebox_broadphase* phasebox_world_broadphase(phasebox_world* world);

/* Inserts an object and writes its handle to `*handle`. Queries see it at once; its pairs begin with the next
 * update. */
PHASEBOX_API phasebox_status phasebox_insert(phasebox_world* world, const phasebox_object* object,
                                             phasebox_handle* handle);
/* Gives an object another box. Queries see it at once; its pairs change with the next update. */
PHASEBOX_API phasebox_status phasebox_move(phasebox_world* world, phasebox_handle handle, const float box[4]);
/* Gives an object another filter. When category and mask are both 0, category 1 and a mask of all bits hold. */
PHASEBOX_API phasebox_status phasebox_set_filter(phasebox_world* world, phasebox_handle handle,
                                                 uint32_t category, uint32_t mask, int32_t group);
/* Sets the phasebox_filter_rule of a world, which is PHASEBOX_BOTH at first. Another rule marks every object as
 * changed for the next update. */
PHASEBOX_API phasebox_status phasebox_set_rule(phasebox_world* world, uint32_t rule);
/* Makes an object static, or with 0 not static. A static object may be moved nevertheless. */
PHASEBOX_API phasebox_status phasebox_set_static(phasebox_world* world, phasebox_handle handle, int is_static);
/* Removes an object. Its handle names nothing from then on; its pairs end with the next update. */
PHASEBOX_API phasebox_status phasebox_remove(phasebox_world* world, phasebox_handle handle);

/* Returns the number of objects in a world; 0 for null. */
PHASEBOX_API size_t phasebox_object_count(const phasebox_world* world);
/* Reads the properties of an object as they are now; `object->struct_size` must be set before the call. */
PHASEBOX_API phasebox_status phasebox_get_object(const phasebox_world* world, phasebox_handle handle,
                                                 phasebox_object* object);

/* A pair of objects, of which `a` was inserted first. When an object was removed since, its handle in the pair
 * names nothing any more, but its user data are still those of the object. */
typedef struct phasebox_contact {
  phasebox_handle a, b;
  uint64_t user_data_a, user_data_b;
} phasebox_contact;

/* Finds the pairs that have begun and ended to overlap since the last update. Let n be the number of objects and
 * m the number of those that changed since the last update. While m is small, an update queries around the
 * changed objects and takes O(m (sqrt(n) + the broadphase's query)) on average. It takes the time of one search
 * of all objects when more than 4 sqrt(n) have changed since the last such search, at first, after a parameter
 * was set, while the broadphase is not exact, and always with the broadphases "brute-force" and "auto". With
 * PHASEBOX_TOO_MANY_PAIRS and PHASEBOX_BAD_JOBS the contacts stay those of the update before, and the next update
 * tries again. */
PHASEBOX_API phasebox_status phasebox_update(phasebox_world* world);
/* These three write the pairs that overlap as of the last update that succeeded, the pairs that began with it,
 * and the pairs that ended with it. They come in the order in which the objects `a` were inserted, and for the
 * same `a` in that of `b`. `count` gets their number; when it exceeds `capacity`, the status is
 * PHASEBOX_TOO_SMALL and no contact is written. Those of objects that were removed since are among them. */
PHASEBOX_API phasebox_status phasebox_contacts(const phasebox_world* world, phasebox_contact* contacts,
                                               size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_contacts_begun(const phasebox_world* world, phasebox_contact* contacts,
                                                     size_t capacity, size_t* count);
PHASEBOX_API phasebox_status phasebox_contacts_ended(const phasebox_world* world, phasebox_contact* contacts,
                                                     size_t capacity, size_t* count);

/* An object that a query finds. Queries see every object as it is now, whether or not an update came since it
 * changed. They leave out objects whose category shares no bit with the query's `mask`; the objects' own masks,
 * groups and static flags do not matter. */
typedef struct phasebox_hit {
  phasebox_handle handle;
  uint64_t user_data;
  float distance; /* for a segment, where along it the box is entered: 0 at its beginning, also when that lies in
                     the box, 1 at its end. For nearest, the distance from the point to the box, 0 inside.
                     Otherwise 0 */
} phasebox_hit;

/* The five queries, in this order, find the objects whose boxes
 * - overlap a box;
 * - contain a point, edges included;
 * - have a point nearer to a circle's center than its radius, which must not be negative; 0 finds nothing;
 * - are met by a segment, edges included, those entered first coming first;
 * - are the `k` nearest to a point, the nearest first; all objects when there are fewer than k.
 * Hits at the same distance, and those of the first three, come in order of insertion. `count` gets the number of
 * hits; when it exceeds `capacity`, the status is PHASEBOX_TOO_SMALL and no hit is written. Room for k hits is
 * always enough for the nearest. Coordinates must be finite. */
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

/* A plug-in is a broadphase of your own: a shared object that exports the function `phasebox_plugin`. The program
 * `phasebox` loads it by the option --plugin FILE. It is then one more broadphase, which can be listed, raced,
 * tuned, watched and checked. A plug-in calls nothing of the library, so this header is all that it needs;
 * libphasebox itself does not load plug-ins. See docs/plugins.md and examples/plugin-c.
 *
 * In this section, "the program" is `phasebox`, and "you" are the plug-in. The program checks the pairs, finds
 * and events that it gets; those that it refuses are left out and counted in a warning. What the program gives is
 * valid during the call only. No function of a plug-in may let an exception out.
 *
 * Threads: several instances may be used by different threads at the same time, but one instance by one thread
 * at a time. A plug-in must therefore keep its variables in its instances. */

/* The version of the plug-in declarations below. It is raised when one changes its meaning; members at the end of
 * a struct may be added without that. */
#define PHASEBOX_PLUGIN_VERSION 2u
#define PHASEBOX_PLUGIN_PARAMS 32 /* the largest number of parameters that a plug-in may have */

/* The filter of an object, as phasebox_filter_rule explains it; phasebox_plugin_eligible applies it. */
typedef struct phasebox_plugin_filter {
  uint32_t category, mask;
  int32_t group;
} phasebox_plugin_filter;

/* The objects of one frame, which have the numbers 0 to count - 1. Every box is finite, with min <= max. `boxes`
 * may be null when the count is 0. */
typedef struct phasebox_plugin_frame {
  size_t struct_size; /* sizeof(phasebox_plugin_frame) of the program */
  uint32_t count;
  const float (*boxes)[4];               /* [count] min x, min y, max x, max y */
  const phasebox_plugin_filter* filters; /* [count], or null: every pair is eligible */
  const uint8_t* is_static;              /* [count], or null; two static objects are no pair */
  uint32_t threads;                      /* the number of threads you may use, the caller's included; the set of
                                            pairs must not depend on it */
  phasebox_run_jobs run_jobs;            /* never null; you may call it to run jobs on the program's threads */
  void* run_context;                     /* the `context` to call `run_jobs` with */
  /* Returns 1 when the pairs are no longer needed, else 0. Never null; call it with `stop_context` every few
   * milliseconds of a search, and return when it gives 1. A reset comes before the next search. */
  int (*should_stop)(void* stop_context);
  void* stop_context;
  uint32_t rule; /* a phasebox_filter_rule */
} phasebox_plugin_frame;

/* Two objects by their numbers: different, below `count`, in either order. */
typedef struct phasebox_plugin_pair {
  uint32_t a, b;
} phasebox_plugin_pair;

/* The functions that take the pairs of a search, with `context` as their first argument: `emit` takes one pair,
 * `emit_many` an array of them. Call them only from the thread that called find_pairs. The two numbers of a pair
 * must be different and below the frame's `count`, and may be in either order. */
typedef struct phasebox_plugin_sink {
  size_t struct_size;
  void* context;
  void (*emit)(void* context, uint32_t a, uint32_t b);
  void (*emit_many)(void* context, const phasebox_plugin_pair* pairs, size_t count);
} phasebox_plugin_sink;

/* The kinds of event that an algorithm may log of its work. The comments say what `a`, `b` and `box` of an event
 * mean for each kind; members that they do not name mean nothing, but a box must always be finite, with min <= max.
 * An object is given by its number in the frame; cells, nodes, groups and parts have numbers that you choose. */
typedef enum phasebox_plugin_event_kind {
  PHASEBOX_EVENT_TEST = 0,    /* two boxes are compared; a, b: the objects, in a query both the same */
  PHASEBOX_EVENT_RECHECK = 1, /* a pair that is kept from frame to frame is compared again; a, b: objects */
  PHASEBOX_EVENT_SKIP = 2,    /* a pair is left out by filters or static flags; a, b: objects */
  PHASEBOX_EVENT_CELL = 3,    /* a cell; a: its number, b: count of objects in it, box: the cell */
  PHASEBOX_EVENT_NODE = 4,    /* a tree node; a: its number, b: count of objects in it, box: its bounds */
  PHASEBOX_EVENT_GROUP = 5,   /* a group; a: its number, b: count of objects in it, box: its bounds */
  PHASEBOX_EVENT_SPLIT = 6,   /* a group or node is divided; a: its number, b: count of parts, box: its bounds */
  PHASEBOX_EVENT_MEMBER = 7,  /* an object is put somewhere; a: object, b: number of the cell, node or group */
  PHASEBOX_EVENT_ENTER = 8,   /* a pass or part is begun; a: its number, b: count of objects, box: its bounds */
  PHASEBOX_EVENT_LEAVE = 9,   /* a pass or part is done; a: its number */
  PHASEBOX_EVENT_VISIT = 10,  /* a query or descent visits a part; a: the part's number, box: what it covers */
  PHASEBOX_EVENT_FAT = 11     /* a larger box is kept for an object; a: object, box: the larger one */
} phasebox_plugin_event_kind;

/* One thing that happened inside an algorithm. */
typedef struct phasebox_plugin_event {
  uint32_t kind; /* a phasebox_plugin_event_kind */
  uint32_t a, b;
  float box[4];
  uint32_t depth; /* the depth of the event's part in its tree; 0 at the root and without a tree */
} phasebox_plugin_event;

/* The function that takes events while the program watches a search or query, with `context` as its first
 * argument. Call it only from the thread that called find_pairs or query. Pairs and finds need no event: the
 * program logs them itself. */
typedef struct phasebox_plugin_trace {
  size_t struct_size;
  void* context;
  void (*add)(void* context, const phasebox_plugin_event* event);
} phasebox_plugin_trace;

/* The kinds of change of the set of objects. */
typedef enum phasebox_plugin_edit_kind {
  PHASEBOX_EDIT_ADD = 0,   /* object number `id` is new; it is the last number then. `moved_from` means nothing */
  PHASEBOX_EDIT_REMOVE = 1 /* object number `id` is gone, and the object with the last number then, `moved_from`,
                              took its number. `moved_from` equals `id` when the last object itself was removed */
} phasebox_plugin_edit_kind;

/* An object was added or removed since the frame before. Edits come in the order in which they happened, and the
 * numbers of each are those at its time. */
typedef struct phasebox_plugin_edit {
  uint32_t kind; /* a phasebox_plugin_edit_kind */
  uint32_t id, moved_from;
} phasebox_plugin_edit;

/* The values of a parameter that `phasebox tune`, a search for fast settings, tries beside the default. */
typedef enum phasebox_plugin_tuning {
  PHASEBOX_TUNE_NOT = 0,     /* no value */
  PHASEBOX_TUNE_VALUES = 1,  /* every value of a flag or choice */
  PHASEBOX_TUNE_LINEAR = 2,  /* numbers from tune_lowest to tune_highest at equal steps */
  PHASEBOX_TUNE_FACTOR = 3,  /* numbers from tune_lowest to tune_highest at equal ratios */
  PHASEBOX_TUNE_BOX_SIZE = 4 /* numbers at equal ratios; the range is in multiples of the typical box's longer side */
} phasebox_plugin_tuning;

/* The description of a parameter of a plug-in. */
typedef struct phasebox_plugin_param {
  const char* key;  /* the name in options, such as "cell-size": lower case letters, digits, hyphens */
  const char* unit; /* the unit of the values, such as "px", or null */
  const char* help; /* one sentence for users, or null */
  uint32_t kind;    /* a phasebox_param_kind */
  double lowest, highest, initial; /* the range, ends included, and the default. Flags range from 0 to 1 and
                                      choices over `choices`, whatever finite lowest and highest say */
  const char* const* choices;      /* [choice_count] 2 to 64 names of a choice; not read for other kinds */
  size_t choice_count;
  const char* zero; /* the word that users see for 0 where 0 is no amount, such as "auto"; or null */
  uint32_t tuning;  /* a phasebox_plugin_tuning */
  double tune_lowest, tune_highest; /* the range for linear, factor and box size; else not read */
} phasebox_plugin_param;

/* The algorithm: its texts, its parameters and its functions. Everything that it points at must stay unchanged
 * while the shared object is loaded. */
typedef struct phasebox_plugin_broadphase {
  size_t struct_size;  /* sizeof(phasebox_plugin_broadphase) */
  uint32_t version;    /* PHASEBOX_PLUGIN_VERSION */
  const char* id;      /* such as "naive-grid": lower case letters, digits, hyphens; no other broadphase has it */
  const char* title;   /* the name for users, such as "Naive grid" */
  const char* summary; /* one sentence about how it works, or null */
  const char* source;  /* the publication or program that the method comes from, or null */
  const char* part;    /* the noun for its cells, nodes or groups, such as "cell"; null means "group" */
  /* How complex the algorithm is, by your own judgement, from 1 (two loops) to 9; 0 means 5. Among equally fast
   * algorithms the program recommends the one with the lowest number. */
  uint32_t complexity;
  uint32_t is_coherent;                /* 1: its time depends on how much has moved since the frame before; else 0 */
  size_t param_size;                   /* sizeof(phasebox_plugin_param) */
  size_t param_count;                  /* at most PHASEBOX_PLUGIN_PARAMS */
  const phasebox_plugin_param* params; /* [param_count], or null when there are none */

  void* (*create)(void);           /* makes an instance with the default parameters; null for lack of memory */
  void (*destroy)(void* instance); /* destroys an instance, never null */
  /* Sets parameter number `param`, its index in `params`, to a value in its range. A reset comes before the next
   * search. May be null when there are no parameters. */
  void (*set)(void* instance, size_t param, double value);
  /* Drops what was kept from earlier frames. It is called before the first search with the frame of that search,
   * and again before a later one when another scene began, a parameter was set, or the last search was stopped. */
  void (*reset)(void* instance, const phasebox_plugin_frame* frame);
  /* Takes note of the objects that were added or removed since the last search; `frame` is the one to be searched
   * next. Null: the program calls reset instead. */
  void (*edit)(void* instance, const phasebox_plugin_frame* frame, const phasebox_plugin_edit* edits, size_t count);
  /* Emits every overlapping pair that phasebox_plugin_eligible lets be a pair, each once, in any order. Boxes,
   * filters and static flags may have changed in any way since the last search. It should allocate only when
   * there are more objects or pairs than ever before. `trace` is null unless the program watches. */
  void (*find_pairs)(void* instance, const phasebox_plugin_frame* frame, const phasebox_plugin_sink* sink,
                     const phasebox_plugin_trace* trace);
  /* Calls `found(context, number)` for every object whose box overlaps `box`, each once, whatever its filter. It is
   * called after a search of the same frame; `trace` is null unless the program watches. A null function: the
   * program tests all boxes instead. */
  void (*query)(void* instance, const phasebox_plugin_frame* frame, const float box[4],
                void (*found)(void* context, uint32_t id), void* context, const phasebox_plugin_trace* trace);
  /* Calls `say` with each sentence that a user should know about the last search, with `is_warning` 1 for a
   * warning and 0 for a remark; up to 8 sentences of up to 400 bytes are shown. "#12" in a sentence stands for
   * object 12; the program replaces it by the name that the user knows. May be null. */
  void (*remark)(const void* instance, const phasebox_plugin_frame* frame,
                 void (*say)(void* context, int is_warning, const char* text), void* context);
  /* Returns 1 when searches find all overlapping pairs, and 0 while the parameters are such that a search may
   * leave out some of them. A null function: always 1. */
  int (*is_exact)(const void* instance);
} phasebox_plugin_broadphase;

#if defined(__GNUC__)
#define PHASEBOX_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define PHASEBOX_PLUGIN_EXPORT
#endif

/* The function that your shared object defines and the program calls after loading it. `host_version` is the
 * program's PHASEBOX_PLUGIN_VERSION. Return null when you do not support that version. */
PHASEBOX_PLUGIN_EXPORT const phasebox_plugin_broadphase* phasebox_plugin(uint32_t host_version);

/* Returns 1 when two boxes overlap, else 0; boxes that only touch do not overlap. */
static inline int phasebox_plugin_overlap(const float a[4], const float b[4]) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/* Returns 1 when the filters and static flags of two objects let them be a pair, else 0. Does not look at their
 * boxes. `a` and `b` are the objects' numbers. */
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

/* Logs an event of depth 0; its box is four zeros when `box` is null. Does nothing when `trace` is null. */
static inline void phasebox_plugin_log(const phasebox_plugin_trace* trace, uint32_t kind, uint32_t a,
                                       uint32_t b, const float box[4]) {
  phasebox_plugin_event event = {kind, a, b, {0, 0, 0, 0}, 0};
  int k;
  if (!trace) return;
  for (k = 0; box && k < 4; ++k) event.box[k] = box[k];
  trace->add(trace->context, &event);
}

/* Tests whether objects number `a` and `b` are a pair, and emits them if so: they are eligible and their boxes
 * overlap. Logs a test, or a skip when they are not eligible, unless `trace` is null. Most algorithms need nothing
 * else for a pair; call it once for each candidate pair. */
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
