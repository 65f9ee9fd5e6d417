/* SPDX-License-Identifier: MIT */
/* A broadphase as a plug-in, in one page of C99: a naive uniform grid.
 *
 *     cc -std=c99 -O2 -shared -fPIC -I ../../src/c naive_grid.c -o naive_grid.so
 *     phasebox --plugin naive_grid.so --broadphase naive-grid
 *
 * -I names the folder of phasebox.h, the only thing it needs; nothing is linked. The cells are those
 * of one frame: each box is put into every cell that it touches, each cell compares its boxes, and of
 * two boxes that share several cells the first one of both counts. */
#include <math.h>
#include <stdlib.h>

#include "phasebox.h"

#define CELLS 64 /* across and down, at most */

typedef struct grid {
  double cell_size;                  /* px, the parameter */
  double min[2], max[2], size;       /* of the grid, and the side of a cell; doubles: they do not overflow */
  int across[2];                     /* cells */
  uint32_t begin[CELLS * CELLS + 1]; /* where the boxes of a cell begin in `boxes` */
  uint32_t* boxes;                   /* numbers of boxes, cell by cell */
  size_t room;
} grid;

static void* create(void) {
  grid* g = calloc(1, sizeof *g);
  if (g) g->cell_size = 64;
  return g;
}

static void destroy(void* instance) {
  free(((grid*)instance)->boxes);
  free(instance);
}

static void set(void* instance, size_t param, double value) {
  (void)param; /* there is one */
  ((grid*)instance)->cell_size = value;
}

static void reset(void* instance, const phasebox_plugin_frame* frame) {
  (void)instance, (void)frame; /* nothing is kept from frame to frame */
}

/* The cell of a coordinate along axis k. */
static int cell(const grid* g, double at, int k) {
  const int c = (int)((at - g->min[k]) / g->size);
  return c < 0 ? 0 : c >= g->across[k] ? g->across[k] - 1 : c;
}

/* The grid covers all boxes; where that would be too many cells, they are larger. */
static void place_grid(grid* g, const phasebox_plugin_frame* f) {
  for (int k = 0; k < 2; ++k) {
    g->min[k] = f->boxes[0][k], g->max[k] = f->boxes[0][k + 2];
    for (uint32_t i = 1; i < f->count; ++i) {
      g->min[k] = fmin(g->min[k], f->boxes[i][k]);
      g->max[k] = fmax(g->max[k], f->boxes[i][k + 2]);
    }
  }
  g->size = fmax(g->cell_size, fmax(g->max[0] - g->min[0], g->max[1] - g->min[1]) / CELLS);
  for (int k = 0; k < 2; ++k) {
    g->across[k] = CELLS;
    g->across[k] = cell(g, g->max[k], k) + 1;
  }
}

/* Calls for every cell of every box: counts the boxes of the cells, or writes them down. */
static void each_cell(grid* g, const phasebox_plugin_frame* f, int writes) {
  for (uint32_t i = 0; i < f->count; ++i)
    for (int y = cell(g, f->boxes[i][1], 1); y <= cell(g, f->boxes[i][3], 1); ++y)
      for (int x = cell(g, f->boxes[i][0], 0); x <= cell(g, f->boxes[i][2], 0); ++x) {
        uint32_t* at = &g->begin[y * g->across[0] + x];
        if (writes)
          g->boxes[--*at] = i;
        else
          ++*at;
      }
}

static int fill(grid* g, const phasebox_plugin_frame* f) {
  const int cells = g->across[0] * g->across[1];
  for (int c = 0; c <= cells; ++c) g->begin[c] = 0;
  each_cell(g, f, 0);
  for (int c = 1; c <= cells; ++c) g->begin[c] += g->begin[c - 1];
  if (g->begin[cells] > g->room) {
    free(g->boxes);
    g->room = 2 * (size_t)g->begin[cells];
    g->boxes = malloc(g->room * sizeof *g->boxes);
    if (!g->boxes) return g->room = 0, 0;
  }
  each_cell(g, f, 1); /* from the end of each cell back to its begin */
  return 1;
}

/* Whether cell (x, y) is the first one that both boxes touch. */
static int is_first(const grid* g, const float a[4], const float b[4], int x, int y) {
  return x == cell(g, fmaxf(a[0], b[0]), 0) && y == cell(g, fmaxf(a[1], b[1]), 1);
}

static void find_pairs(void* instance, const phasebox_plugin_frame* f, const phasebox_plugin_sink* sink,
                       const phasebox_plugin_trace* trace) {
  grid* g = instance;
  if (f->count == 0) return;
  place_grid(g, f);
  if (!fill(g, f)) return;
  for (int y = 0; y < g->across[1]; ++y) {
    if (f->should_stop(f->stop_context)) return;
    for (int x = 0; x < g->across[0]; ++x) {
      const int c = y * g->across[0] + x;
      const uint32_t begin = g->begin[c], end = g->begin[c + 1];
      const double left = g->min[0] + x * g->size, top = g->min[1] + y * g->size;
      const float place[4] = {(float)left, (float)top, (float)fmin(left + g->size, g->max[0]),
                              (float)fmin(top + g->size, g->max[1])};
      if (begin == end) continue;
      phasebox_plugin_log(trace, PHASEBOX_EVENT_CELL, (uint32_t)c, end - begin, place);
      for (uint32_t i = begin; trace && i < end; ++i)
        phasebox_plugin_log(trace, PHASEBOX_EVENT_MEMBER, g->boxes[i], (uint32_t)c, NULL);
      for (uint32_t i = begin; i < end; ++i)
        for (uint32_t j = i + 1; j < end; ++j)
          if (is_first(g, f->boxes[g->boxes[i]], f->boxes[g->boxes[j]], x, y))
            phasebox_plugin_test(f, g->boxes[i], g->boxes[j], sink, trace);
    }
  }
}

static const phasebox_plugin_param params[] = {{.key = "cell-size",
                                                .unit = "px",
                                                .help = "Side of a cell; more where there would be too many.",
                                                .kind = PHASEBOX_REAL,
                                                .lowest = 1,
                                                .highest = 1000,
                                                .initial = 64,
                                                .tuning = PHASEBOX_TUNE_BOX_SIZE,
                                                .tune_lowest = 0.5,
                                                .tune_highest = 8}};

static const phasebox_plugin_broadphase broadphase = {.struct_size = sizeof broadphase,
                                                      .version = PHASEBOX_PLUGIN_VERSION,
                                                      .id = "naive-grid",
                                                      .title = "Naive grid",
                                                      .summary = "Boxes in the cells of a grid over all of them.",
                                                      .source = "examples/plugin-c",
                                                      .part = "cell",
                                                      .complexity = 2,
                                                      .param_size = sizeof *params,
                                                      .param_count = 1,
                                                      .params = params,
                                                      .create = create,
                                                      .destroy = destroy,
                                                      .set = set,
                                                      .reset = reset,
                                                      .find_pairs = find_pairs};

const phasebox_plugin_broadphase* phasebox_plugin(uint32_t host_version) {
  return host_version == PHASEBOX_PLUGIN_VERSION ? &broadphase : NULL;
}
