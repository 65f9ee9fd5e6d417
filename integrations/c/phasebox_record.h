/* SPDX-License-Identifier: MIT */
/* Writes the boxes of a running game as a box recording for Phasebox. One header, C99.
 *
 *   phasebox_recorder rec = phasebox_record_open("game.csv", 600);       // at most 600 frames
 *   phasebox_record_frame(&rec);                                         // once in each frame, then
 *   phasebox_record_box(&rec, id, min_x, min_y, max_x, max_y, is_static, category, mask, group);
 *   phasebox_record_close(&rec);                                         // 0: all was written
 *
 * category and mask are sets of 32 bits (1 and 0xFFFFFFFF where there are none). Two boxes of one group
 * always meet (above 0) or never (below 0); 0 is none. Where one of two masks is enough, say
 * `rec.either = 1` before the first frame.
 */
#ifndef PHASEBOX_RECORD_H
#define PHASEBOX_RECORD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct phasebox_record_id {
  long long id;
  long frame; /* in which the id came last; 0: a free place */
} phasebox_record_id;

typedef struct phasebox_recorder {
  FILE* file; /* null when it could not be opened, or after the last frame */
  long frame, limit;
  int failed, either;
  long left_out; /* number of boxes */
  int said;      /* a bit for each reason that was said */
  phasebox_record_id* ids;
  size_t count, places; /* ids of this frame; places of the table, a power of two */
} phasebox_recorder;

static inline void phasebox_record_fail(phasebox_recorder* rec) {
  if (!rec->failed) fputs("phasebox_record: the recording ends: the file takes no more\n", stderr);
  rec->failed = 1;
}

static inline phasebox_recorder phasebox_record_open(const char* path, long frames) {
  phasebox_recorder rec = {fopen(path, "w"), 0, frames, 0, 0, 0, 0, NULL, 0, 0};
  if (!rec.file) phasebox_record_fail(&rec);
  return rec;
}

static inline void phasebox_record_header(phasebox_recorder* rec) {
  if (rec->either) fputs("# rule: either\n", rec->file);
  fputs("frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n", rec->file);
}

/* Closes the file; 0 when everything was written. */
static inline int phasebox_record_close(phasebox_recorder* rec) {
  if (rec->file && rec->frame == 0) phasebox_record_header(rec);
  if (rec->file) {
    const int is_bad = ferror(rec->file);
    if (fclose(rec->file) || is_bad) phasebox_record_fail(rec);
  }
  rec->file = NULL;
  free(rec->ids);
  rec->ids = NULL;
  rec->count = rec->places = 0;
  return rec->failed;
}

/* Begins the next frame, and hands over the one before; after the last one nothing more is written. */
static inline void phasebox_record_frame(phasebox_recorder* rec) {
  if (rec->file && rec->frame == 0) phasebox_record_header(rec);
  rec->count = 0;
  if (rec->file && (fflush(rec->file) || ++rec->frame > rec->limit)) phasebox_record_close(rec);
}

/* Puts an id into the table of this frame; 0 when it was there. */
static inline int phasebox_record_put(phasebox_recorder* rec, long long id) {
  size_t at = (size_t)((unsigned long long)id * 0x9E3779B97F4A7C15ull >> 32);
  for (at &= rec->places - 1; rec->ids[at].frame == rec->frame; at = (at + 1) & (rec->places - 1))
    if (rec->ids[at].id == id) return 0;
  rec->ids[at].id = id, rec->ids[at].frame = rec->frame;
  ++rec->count;
  return 1;
}

/* Whether an id is new in this frame; it counts as new where there is no memory for the table. */
static inline int phasebox_record_is_new(phasebox_recorder* rec, long long id) {
  if (2 * rec->count >= rec->places) {
    const phasebox_recorder old = *rec;
    size_t k;
    rec->places = old.places ? 2 * old.places : 256;
    rec->ids = (phasebox_record_id*)calloc(rec->places, sizeof *rec->ids);
    if (!rec->ids) return *rec = old, 1;
    for (rec->count = 0, k = 0; k < old.places; ++k)
      if (old.ids[k].frame == rec->frame) phasebox_record_put(rec, old.ids[k].id);
    free(old.ids);
  }
  return phasebox_record_put(rec, id);
}

/* Seventeen digits give every double back exactly; whatever the locale makes of the point is one again. */
static inline void phasebox_record_number(phasebox_recorder* rec, double number) {
  char text[64];
  size_t before, point;
  snprintf(text, sizeof text, "%.15g", number);
  if (strtod(text, NULL) != number) snprintf(text, sizeof text, "%.17g", number);
  before = strspn(text, "+-0123456789"), point = strcspn(text + before, "0123456789eE");
  fprintf(rec->file, ",%.*s%s%s", (int)before, text, point ? "." : "", text + before + point);
}

/* Why a box is left out: 0, or a number of phasebox_record_leave_out. */
static inline int phasebox_record_fault(phasebox_recorder* rec, long long id, const double edges[4],
                                        unsigned long long category, unsigned long long mask) {
  int k;
  for (k = 0; k < 4; ++k)
    if (!(-3.4e38 < edges[k] && edges[k] < 3.4e38)) return 1;
  if (edges[0] > edges[2] || edges[1] > edges[3]) return 2;
  /* The upper half is full where a set was signed, and in "all" of 64 bits. */
  if ((category >> 32 && category >> 32 != 0xFFFFFFFF) || (mask >> 32 && mask >> 32 != 0xFFFFFFFF)) return 3;
  return phasebox_record_is_new(rec, id) ? 0 : 4;
}

static inline void phasebox_record_leave_out(phasebox_recorder* rec, int fault) {
  static const char* const reasons[] = {"", "an edge is not finite", "max is less than min",
                                        "category and mask have 32 bits", "its id is in the frame already"};
  ++rec->left_out;
  if (!(rec->said & 1 << fault))
    fprintf(stderr, "phasebox_record: left out in frame %ld (said once): %s\n", rec->frame, reasons[fault]);
  rec->said |= 1 << fault;
}

/* An object keeps its id from frame to frame; it is there in the frames in which it is written. An address is
 * no id: another object may get it. */
static inline void phasebox_record_box(phasebox_recorder* rec, long long id, double min_x, double min_y,
                                       double max_x, double max_y, int is_static, unsigned long long category,
                                       unsigned long long mask, int group) {
  const double edges[4] = {min_x, min_y, max_x, max_y};
  int k, fault;
  if (rec->file && rec->frame == 0) phasebox_record_frame(rec);
  if (!rec->file) return;
  fault = phasebox_record_fault(rec, id, edges, category, mask);
  if (fault) {
    phasebox_record_leave_out(rec, fault);
    return;
  }
  fprintf(rec->file, "%ld,%lld", rec->frame, id);
  for (k = 0; k < 4; ++k) phasebox_record_number(rec, edges[k]);
  fprintf(rec->file, ",%d,%u,%u,%d\n", is_static != 0, (unsigned)category, (unsigned)mask, group);
}

#endif /* PHASEBOX_RECORD_H */
