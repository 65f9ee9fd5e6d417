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
#include <string.h>

typedef struct phasebox_recorder {
  FILE* file; /* null when it could not be opened, or after the last frame */
  long frame, limit;
  int failed, either;
  long left_out; /* boxes that have no size in numbers */
} phasebox_recorder;

static inline phasebox_recorder phasebox_record_open(const char* path, long frames) {
  phasebox_recorder rec = {fopen(path, "w"), 0, frames, 0, 0, 0};
  rec.failed = !rec.file;
  return rec;
}

static inline void phasebox_record_header(phasebox_recorder* rec) {
  if (rec->either) fputs("# rule: either\n", rec->file);
  fputs("frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n", rec->file);
}

/* Closes the file; 0 when everything was written. */
static inline int phasebox_record_close(phasebox_recorder* rec) {
  if (rec->file && rec->frame == 0) phasebox_record_header(rec);
  if (rec->file && ferror(rec->file)) rec->failed = 1;
  if (rec->file && fclose(rec->file)) rec->failed = 1;
  rec->file = NULL;
  return rec->failed;
}

/* Begins the next frame, and hands over the one before; after the last one nothing more is written. */
static inline void phasebox_record_frame(phasebox_recorder* rec) {
  if (rec->file && rec->frame == 0) phasebox_record_header(rec);
  if (rec->file) fflush(rec->file);
  if (rec->file && ++rec->frame > rec->limit) phasebox_record_close(rec);
}

/* Nine digits give every float back exactly; whatever the locale makes of the point is one again. */
static inline void phasebox_record_number(phasebox_recorder* rec, float number) {
  char text[64];
  size_t before, point;
  snprintf(text, sizeof text, "%.9g", (double)number);
  before = strspn(text, "+-0123456789"), point = strcspn(text + before, "0123456789eE");
  fprintf(rec->file, ",%.*s%s%s", (int)before, text, point ? "." : "", text + before + point);
}

/* An object keeps its id from frame to frame; it is there in the frames in which it is written. */
static inline void phasebox_record_box(phasebox_recorder* rec, long long id, float min_x, float min_y,
                                       float max_x, float max_y, int is_static, unsigned category,
                                       unsigned mask, int group) {
  const int is_box = max_x - max_x == 0 && max_y - max_y == 0 && min_x - min_x == 0 && min_y - min_y == 0 &&
                     min_x <= max_x && min_y <= max_y;
  if (!rec->file) return;
  if (!is_box) {
    ++rec->left_out;
    return;
  }
  fprintf(rec->file, "%ld,%lld", rec->frame, id);
  phasebox_record_number(rec, min_x), phasebox_record_number(rec, min_y);
  phasebox_record_number(rec, max_x), phasebox_record_number(rec, max_y);
  fprintf(rec->file, ",%d,%u,%u,%d\n", is_static != 0, category, mask, group);
}

#endif /* PHASEBOX_RECORD_H */
