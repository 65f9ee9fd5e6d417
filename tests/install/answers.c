/* SPDX-License-Identifier: MIT */
/* What every broadphase finds among the same boxes, one line each: number of pairs and a sum that does
 * not depend on their order. Two builds of the library must print the same. */
#include <phasebox.h>
#include <stdio.h>
#include <stdlib.h>

#define BOXES 3000

static uint32_t state = 2463534242u;
static float below(float limit) {
  state ^= state << 13, state ^= state >> 17, state ^= state << 5;
  return (float)(state >> 8) / 16777216.0f * limit;
}

int main(void) {
  static float boxes[BOXES][4];
  static phasebox_pair pairs[200000];
  size_t i, k, frame_number;
  for (i = 0; i < phasebox_broadphase_count(); ++i) {
    phasebox_broadphase_info info;
    phasebox_options options = {sizeof(phasebox_options)};
    phasebox_broadphase* broadphase = NULL;
    phasebox_frame frame = {sizeof(phasebox_frame)};
    options.threads = 3;
    state = 2463534242u;
    if (phasebox_broadphase_at(i, &info) || phasebox_create(info.id, &options, &broadphase)) return 1;
    frame.count = BOXES, frame.boxes = boxes[0];
    for (frame_number = 0; frame_number < 3; ++frame_number) {
      size_t count = 0;
      uint64_t sum = 0;
      for (k = 0; k < BOXES; ++k) {
        boxes[k][0] = below(1000), boxes[k][1] = below(1000);
        boxes[k][2] = boxes[k][0] + below(40), boxes[k][3] = boxes[k][1] + below(40);
      }
      if (phasebox_find_pairs(broadphase, &frame, pairs, 200000, &count)) {
        fprintf(stderr, "%s: %s\n", info.id, phasebox_error());
        return 1;
      }
      for (k = 0; k < count; ++k) sum += (pairs[k].a * 1000003u + pairs[k].b) * 0x9E3779B97F4A7C15ull;
      printf("%s %d %016llx\n", info.id, (int)count, (unsigned long long)sum);
    }
    phasebox_destroy(broadphase);
  }
  return 0;
}
