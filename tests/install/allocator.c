/* SPDX-License-Identifier: MIT */
/* All memory of the shared library comes from the program's allocator, and all of it is given back. */
#include <phasebox.h>
#include <stdio.h>
#include <stdlib.h>

static long given = 0, taken_back = 0;

static void* allocate(void* context, size_t bytes, size_t alignment) {
  (void)context;
  ++given;
  return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
static void release(void* context, void* memory) {
  (void)context;
  ++taken_back;
  free(memory);
}

int main(void) {
  const phasebox_allocator own = {sizeof own, allocate, release, NULL};
  const float boxes[2][4] = {{0, 0, 10, 10}, {5, 5, 15, 15}};
  phasebox_frame frame = {sizeof frame};
  phasebox_broadphase* broadphase = NULL;
  phasebox_pair pair;
  size_t count = 0;
  if (phasebox_set_allocator(&own)) return fprintf(stderr, "%s\n", phasebox_error()), 1;
  frame.count = 2, frame.boxes = boxes[0];
  if (phasebox_create("kd-tree", NULL, &broadphase) ||
      phasebox_find_pairs(broadphase, &frame, &pair, 1, &count) || count != 1)
    return fprintf(stderr, "%s\n", phasebox_error()), 1;
  if (phasebox_set_allocator(NULL) != PHASEBOX_IN_USE) return puts("memory would go elsewhere"), 1;
  phasebox_destroy(broadphase);
  printf("given %ld, taken back %ld\n", given, taken_back);
  return !(given > 5 && given == taken_back);
}
