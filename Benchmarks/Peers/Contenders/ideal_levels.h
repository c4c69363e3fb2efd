// The mip levels that `ideal` samples. Their width and height are halved independently.
#pragma once
#include "scene.h"

enum { most_halvings = 6 };

typedef struct {
  int width, height;
  uint32_t *pixels;
} Level;

// The levels of one texture, by the number of times its width and its height are halved; made on demand.
typedef Level Levels[most_halvings + 1][most_halvings + 1];

// Averages four bytes at a time. Halves are rounded up.
static uint32_t average_up(uint32_t a, uint32_t b) {
  return (((a ^ b) & 0xfefefefeu) >> 1) + (a & b) + ((a ^ b) & 0x01010101u);
}

// Rounds up and down in a checkerboard pattern, so that levels become neither lighter nor darker.
static uint32_t average(uint32_t a, uint32_t b, int x, int y) {
  return (x + y) & 1 ? ~average_up(~a, ~b) : average_up(a, b);
}

static const Level *level(Levels levels, int across, int down) {
  Level *made = &levels[across][down];
  if (made->pixels) return made; // always true for the base level
  const Level *from = across > 0 ? level(levels, across - 1, down) : level(levels, 0, down - 1);
  // The distance between the two pixels of a pair.
  const size_t step = across > 0 ? 1 : from->width, stride = from->width;
  made->width = across > 0 ? from->width / 2 : from->width;
  made->height = across > 0 ? from->height : from->height / 2;
  made->pixels = allocate_pixels((size_t)made->width * made->height + 64);
  for (int y = 0; y < made->height; y++)
    for (int x = 0; x < made->width; x++) {
      const uint32_t *pair = from->pixels + (across > 0 ? y * stride + 2 * x : 2 * y * stride + x);
      made->pixels[(size_t)y * made->width + x] = average(pair[0], pair[step], x, y);
    }
  return made;
}
