// Watches the middle of a wlroots output: watch X Y WIDTH HEIGHT
//
// For each frame of the output in which the region changed, prints a line: the time of CLOCK_MONOTONIC in seconds, the
// mean red, green and blue of the upper half, and the mean difference between neighboring pixels of the lower half; all
// colors are 0…255. Each generated photo has a different color in the upper half and narrow stripes in the lower half.
// The lines therefore show which photo is in the middle, and how sharp it is.
#define _GNU_SOURCE
#include "screencopy.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

static struct wl_shm *shm;
static struct wl_output *output;
static struct zwlr_screencopy_manager_v1 *manager;
static struct wl_buffer *buffer;
static uint8_t *pixels, *last;
static uint32_t width, height, stride, format;
static int has_answer;

static void refuse(const char *reason) {
  fprintf(stderr, "watch: %s\n", reason);
  exit(69);
}

static void found(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  (void)data, (void)version;
  if (!strcmp(interface, "wl_shm")) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  if (!strcmp(interface, "wl_output")) output = wl_registry_bind(registry, name, &wl_output_interface, 1);
  if (!strcmp(interface, "zwlr_screencopy_manager_v1"))
    manager = wl_registry_bind(registry, name, &zwlr_screencopy_manager_v1_interface, 1);
}
static void removed(void *data, struct wl_registry *registry, uint32_t name) { (void)data, (void)registry, (void)name; }
static const struct wl_registry_listener of_registry = {found, removed};

static void needs_buffer(void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t wanted_format, uint32_t wanted_width,
                         uint32_t wanted_height, uint32_t wanted_stride) {
  (void)data;
  if (!buffer) {
    width = wanted_width, height = wanted_height, stride = wanted_stride, format = wanted_format;
    size_t count = (size_t)stride * height;
    int file = memfd_create("watch", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)count) != 0) refuse("no memory");
    pixels = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    last = calloc(1, count);
    if (pixels == MAP_FAILED || !last) refuse("no memory");
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, (int32_t)count);
    buffer = wl_shm_pool_create_buffer(pool, 0, (int32_t)width, (int32_t)height, (int32_t)stride, format);
    wl_shm_pool_destroy(pool);
    close(file);
  }
  zwlr_screencopy_frame_v1_copy(frame, buffer);
}

static void has_flags(void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t flags) {
  (void)data, (void)frame, (void)flags;
}

static void is_ready(void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t high, uint32_t low, uint32_t nanoseconds) {
  (void)data, (void)frame;
  has_answer = 1;
  size_t count = (size_t)stride * height;
  if (!memcmp(pixels, last, count)) return;
  memcpy(last, pixels, count);
  uint64_t sums[3] = {0}, differences = 0, compared = 0, covered = 0;
  for (uint32_t y = 0; y < height; y++) {
    const uint8_t *row = pixels + (size_t)y * stride;
    if (y < height / 2) {
      for (uint32_t x = 0; x < width; x++, covered++)
        for (int channel = 0; channel < 3; channel++) sums[channel] += row[x * 4 + channel];
    } else {
      for (uint32_t x = 1; x < width; x++, compared++) differences += (uint64_t)abs(row[x * 4 + 1] - row[x * 4 - 3]);
    }
  }
  // The first byte of a pixel is red in these two formats, and blue in the other formats that compositors
  // use.
  int red = format == WL_SHM_FORMAT_ABGR8888 || format == WL_SHM_FORMAT_XBGR8888 ? 0 : 2;
  double seconds = (double)(((uint64_t)high << 32) | low) + nanoseconds / 1e9;
  printf("%.6f %.1f %.1f %.1f %.2f\n", seconds, (double)sums[red] / covered, (double)sums[1] / covered,
         (double)sums[2 - red] / covered, (double)differences / compared);
  fflush(stdout);
}

static void has_failed(void *data, struct zwlr_screencopy_frame_v1 *frame) {
  (void)data, (void)frame;
  has_answer = 1;
}
static const struct zwlr_screencopy_frame_v1_listener of_frame = {needs_buffer, has_flags, is_ready, has_failed};

int main(int count, char **arguments) {
  if (count != 5) refuse("usage: watch X Y WIDTH HEIGHT");
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) refuse("no compositor");
  wl_registry_add_listener(wl_display_get_registry(display), &of_registry, NULL);
  wl_display_roundtrip(display);
  if (!shm || !output || !manager) refuse("the compositor has no screencopy protocol");
  for (;;) {
    struct zwlr_screencopy_frame_v1 *frame = zwlr_screencopy_manager_v1_capture_output_region(
        manager, 0, output, atoi(arguments[1]), atoi(arguments[2]), atoi(arguments[3]), atoi(arguments[4]));
    zwlr_screencopy_frame_v1_add_listener(frame, &of_frame, NULL);
    for (has_answer = 0; !has_answer;)
      if (wl_display_dispatch(display) < 0) return 0;
    zwlr_screencopy_frame_v1_destroy(frame);
  }
}
