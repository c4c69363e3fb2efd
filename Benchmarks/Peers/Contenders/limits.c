// Contenders that show the limits of the machine's memory, timed in turn with the others: memset fills the frame,
// copyframe copies a whole frame.
#include "contender.h"

static uint32_t *pixels, *source; // without a source the frame is filled
static size_t size;

static void set_up(Scene *scene, const char *variant) {
  size = (size_t)scene->width * scene->height * 4;
  pixels = allocate_pixels(size / 4);
  if (!strcmp(variant, "copyframe")) {
    source = allocate_pixels(size / 4);
    memset(source, 0x5a, size);
  } else if (strcmp(variant, "memset")) {
    refuse("no such variant", variant);
  }
}

static uint32_t *draw_frame(void) {
  if (source)
    memcpy(pixels, source, size);
  else
    memset(pixels, 0x24, size);
  return pixels;
}
