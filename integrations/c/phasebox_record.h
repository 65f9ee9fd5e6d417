/* SPDX-License-Identifier: MIT */
/* Writes the boxes of a running game as a box recording for Phasebox. One header, C99.
 *
 *   phasebox_recorder rec = phasebox_record_open("game.csv", 600);       // at most 600 frames
 *   phasebox_record_frame(&rec);                                         // once in each frame, then
 *   phasebox_record_box(&rec, id, min_x, min_y, max_x, max_y, is_static, category, mask);
 *   phasebox_record_close(&rec);                                         // 0: all was written
 */
#ifndef PHASEBOX_RECORD_H
#define PHASEBOX_RECORD_H

#include <stdio.h>

typedef struct phasebox_recorder {
  FILE* file; /* null when it could not be opened, or after the last frame */
  long frame, limit;
  int failed;
} phasebox_recorder;

static inline phasebox_recorder phasebox_record_open(const char* path, long frames) {
  phasebox_recorder rec = {fopen(path, "w"), 0, frames, 0};
  if (rec.file)
    fputs("frame,id,min_x,min_y,max_x,max_y,static,category,mask\n", rec.file);
  else
    rec.failed = 1;
  return rec;
}

/* Closes the file; 0 when everything was written. */
static inline int phasebox_record_close(phasebox_recorder* rec) {
  if (rec->file && ferror(rec->file)) rec->failed = 1;
  if (rec->file && fclose(rec->file)) rec->failed = 1;
  rec->file = NULL;
  return rec->failed;
}

/* Begins the next frame; after the last one nothing more is written. */
static inline void phasebox_record_frame(phasebox_recorder* rec) {
  if (rec->file && ++rec->frame > rec->limit) phasebox_record_close(rec);
}

/* An object keeps its id from frame to frame; it is there in the frames in which it is written. Nine
 * digits give every float back exactly. */
static inline void phasebox_record_box(phasebox_recorder* rec, long long id, float min_x, float min_y,
                                       float max_x, float max_y, int is_static, unsigned category,
                                       unsigned mask) {
  if (rec->file)
    fprintf(rec->file, "%ld,%lld,%.9g,%.9g,%.9g,%.9g,%d,%u,%u\n", rec->frame, id, (double)min_x,
            (double)min_y, (double)max_x, (double)max_y, is_static != 0, category & 0xFFFFu, mask & 0xFFFFu);
}

#endif /* PHASEBOX_RECORD_H */
