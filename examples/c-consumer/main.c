/* SPDX-License-Identifier: MIT */
/* A game in C: its boxes are members of its own structs. First frame by frame, then as living objects.
 * cc main.c $(pkg-config --cflags --libs phasebox) */
#include <phasebox.h>
#include <stdio.h>

struct ship {
  char name[8];
  float box[4]; /* min x, min y, max x, max y */
  uint64_t id;
};

static int failed(phasebox_status status) {
  if (status != PHASEBOX_OK) fprintf(stderr, "%s\n", phasebox_error());
  return status != PHASEBOX_OK;
}

static int frame_by_frame(const char* method) {
  const struct ship ships[] = {{"red", {0, 0, 10, 10}, 100},
                               {"green", {5, 5, 15, 15}, 101},
                               {"blue", {15, 0, 25, 10}, 102},
                               {"gray", {8, 8, 20, 9}, 103}};
  phasebox_broadphase* broadphase = NULL;
  phasebox_pair pairs[16];
  phasebox_frame frame = {sizeof(phasebox_frame)};
  size_t count = 0, i;
  frame.count = sizeof ships / sizeof *ships;
  frame.boxes = ships[0].box, frame.box_stride = sizeof *ships;
  frame.ids = &ships[0].id, frame.id_stride = sizeof *ships;
  if (failed(phasebox_create(method, NULL, &broadphase))) return 1;
  /* Once in every frame of the game: */
  if (failed(phasebox_find_pairs(broadphase, &frame, pairs, 16, &count))) return 1;
  for (i = 0; i < count; ++i) printf("%d %d\n", (int)pairs[i].a, (int)pairs[i].b);
  phasebox_destroy(broadphase);
  return 0;
}

static int living_objects(const char* method) {
  phasebox_world* world = NULL;
  phasebox_object ship = {sizeof(phasebox_object), {0, 0, 10, 10}};
  phasebox_object rock = {sizeof(phasebox_object), {100, 0, 120, 20}};
  const float near_rock[4] = {95, 0, 105, 10};
  phasebox_handle ship_handle, rock_handle;
  phasebox_contact begun[4];
  phasebox_hit hits[4];
  size_t count = 0;
  ship.user_data = 1, rock.user_data = 2;
  if (failed(phasebox_world_create(method, NULL, &world)) ||
      failed(phasebox_insert(world, &ship, &ship_handle)) ||
      failed(phasebox_insert(world, &rock, &rock_handle)) || failed(phasebox_update(world)) ||
      failed(phasebox_move(world, ship_handle, near_rock)) || failed(phasebox_update(world)) ||
      failed(phasebox_contacts_begun(world, begun, 4, &count)))
    return 1;
  printf("begun %d: %d %d\n", (int)count, (int)begun[0].user_data_a, (int)begun[0].user_data_b);
  if (failed(phasebox_query_segment(world, 0, 5, 200, 5, 0xFFFF, hits, 4, &count))) return 1;
  printf("ray meets %d, first object %d\n", (int)count, (int)hits[0].user_data);
  if (phasebox_remove(world, 12345) != PHASEBOX_STALE_HANDLE) return 1;
  phasebox_world_destroy(world);
  return 0;
}

int main(int argc, char** argv) {
  const char* method = argc > 1 ? argv[1] : "aabb-tree";
  return frame_by_frame(method) || living_objects(method);
}
