// The scene format as the contenders in C read it, and shared geometry.
//
// They read the flat form of a scene file: the same path with .txt instead of .json, written by ../scenes.py.
// ../README.md specifies the fields. The file contains
//
//     carousel-bench-scene/1 NAME  canvas W H  background B G R A
//     textures N, then N times:  ID W H OPAQUE FILE          FILE is relative to the scene
//     items N, then N times:     TEXTURE ALPHA m0…m8 x0 y0 x1 y1 x2 y2 x3 y3
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int width, height, opaque;
  uint32_t *pixels; // premultiplied BGRA, no padding between rows, some after the last
} Texture;

typedef struct {
  int texture;
  double alpha;
  double matrix[9];  // row-major, texture pixels to canvas pixels
  double corners[8]; // the projections of (0,0) (w,0) (w,h) (0,h)
} Item;

typedef struct {
  char name[128];
  int width, height;
  uint32_t background; // as a pixel of the canvas
  int texture_count, item_count;
  Texture *textures;
  Item *items; // back to front
} Scene;

// Ends the process with a reason, which the comparison reports next to the contender's name.
_Noreturn static inline void refuse(const char *reason, const char *detail) {
  fprintf(stderr, "%s%s%s\n", reason, *detail ? ": " : "", detail);
  exit(1);
}

static inline void *allocate(size_t count, size_t size) {
  void *memory = calloc(count > 0 ? count : 1, size);
  if (!memory) refuse("out of memory", "");
  return memory;
}

// Allocates memory for pixels, aligned to a cache line.
static inline void *allocate_pixels(size_t count) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, (count * 4 + 63) & ~(size_t)63)) refuse("out of memory", "");
  return memory;
}

static inline void load_texture(Texture *texture, const char *path) {
  // Kernels may read beyond the last pixel and discard the values.
  const size_t count = (size_t)texture->width * texture->height, behind = 64;
  FILE *file = fopen(path, "rb");
  if (!file) refuse("cannot open a texture", path);
  texture->pixels = allocate_pixels(count + behind);
  if (fread(texture->pixels, 4, count, file) != count) refuse("a texture is too short", path);
  fclose(file);
}

static inline void load_scene(const char *json_path, Scene *scene) {
  char path[4096], name[1024], texture_path[sizeof path + sizeof name];
  const size_t length = strlen(json_path), ending = strlen(".json");
  if (length >= sizeof path || length < ending || strcmp(json_path + length - ending, ".json"))
    refuse("not the path of a scene", json_path);
  memcpy(path, json_path, length - ending);
  strcpy(path + length - ending, ".txt");
  const char *slash = strrchr(path, '/');
  const int folder = slash ? (int)(slash + 1 - path) : 0;

  FILE *file = fopen(path, "r");
  if (!file) refuse("cannot open the scene", path);
  int blue, green, red, alpha;
  const char *head = "carousel-bench-scene/1 %127s canvas %d %d background %d %d %d %d textures %d";
  if (fscanf(file, head, scene->name, &scene->width, &scene->height, &blue, &green, &red, &alpha,
             &scene->texture_count) != 8)
    refuse("not a scene", path);
  scene->background = (uint32_t)blue | (uint32_t)green << 8 | (uint32_t)red << 16 | (uint32_t)alpha << 24;

  scene->textures = allocate(scene->texture_count, sizeof(Texture));
  for (int i = 0; i < scene->texture_count; i++) {
    int id;
    Texture texture;
    if (fscanf(file, "%d %d %d %d %1023s", &id, &texture.width, &texture.height, &texture.opaque, name) != 5 ||
        id < 0 || id >= scene->texture_count)
      refuse("a bad texture in the scene", path);
    snprintf(texture_path, sizeof texture_path, "%.*s%s", folder, path, name);
    load_texture(&texture, texture_path);
    scene->textures[id] = texture;
  }

  if (fscanf(file, " items %d", &scene->item_count) != 1) refuse("no items in the scene", path);
  scene->items = allocate(scene->item_count, sizeof(Item));
  for (int i = 0; i < scene->item_count; i++) {
    Item *item = scene->items + i;
    int read = fscanf(file, "%d %lf", &item->texture, &item->alpha);
    for (int k = 0; k < 9; k++) read += fscanf(file, "%lf", item->matrix + k);
    for (int k = 0; k < 8; k++) read += fscanf(file, "%lf", item->corners + k);
    if (read != 19) refuse("a bad item in the scene", path);
  }
  fclose(file);
}

// Inverts a row-major 3 × 3 matrix: canvas pixels to texture pixels.
static inline void invert(const double *m, double *o) {
  const double a = m[4] * m[8] - m[5] * m[7];
  const double b = m[5] * m[6] - m[3] * m[8];
  const double c = m[3] * m[7] - m[4] * m[6];
  const double d = 1 / (m[0] * a + m[1] * b + m[2] * c);
  o[0] = a * d;
  o[1] = (m[2] * m[7] - m[1] * m[8]) * d;
  o[2] = (m[1] * m[5] - m[2] * m[4]) * d;
  o[3] = b * d;
  o[4] = (m[0] * m[8] - m[2] * m[6]) * d;
  o[5] = (m[2] * m[3] - m[0] * m[5]) * d;
  o[6] = c * d;
  o[7] = (m[1] * m[6] - m[0] * m[7]) * d;
  o[8] = (m[0] * m[4] - m[1] * m[3]) * d;
}

static inline int is_projective(const double *m) { return fabs(m[6]) > 1e-12 || fabs(m[7]) > 1e-12; }

static inline int is_integral_translation(const double *m) {
  return !is_projective(m) && m[0] == 1 && m[4] == 1 && m[1] == 0 && m[3] == 0 && m[2] == floor(m[2]) &&
         m[5] == floor(m[5]);
}

typedef struct {
  int left, top, right, bottom; // right and bottom are exclusive
} Box;

// Returns the pixels that an item may touch: its bounds plus one pixel, clipped to the canvas.
static inline Box bounds(const Item *item, const Scene *scene) {
  double left = 1e30, top = 1e30, right = -1e30, bottom = -1e30;
  for (int k = 0; k < 4; k++) {
    const double x = item->corners[2 * k], y = item->corners[2 * k + 1];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  Box box = {(int)floor(fmax(left - 1, 0)), (int)floor(fmax(top - 1, 0)), (int)ceil(fmin(right + 1, scene->width)),
             (int)ceil(fmin(bottom + 1, scene->height))};
  if (box.right < box.left) box.right = box.left;
  if (box.bottom < box.top) box.bottom = box.top;
  return box;
}
