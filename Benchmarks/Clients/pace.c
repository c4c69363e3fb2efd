// Measures how many frames a second the compositor requests from a client that does almost nothing. This is
// an upper bound for all clients.
//
// pace SECONDS         attaches one of three buffers that were filled before. Their pixels are still in the
//                      caches when the compositor reads them.
// pace SECONDS fill    fills the buffer before each frame, as fast as memory allows. The pixels are new, as from
//                      a client that draws.
//
// Each frame damages the whole window. The first second is not measured. Prints lines of "name: figure". As in
// carousel-photos, pixels are ARGB and declared opaque, and a frame that is at least 1/120 s late is counted as
// missed.
#define _GNU_SOURCE
#include "xdg-shell.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

enum { PICTURES = 3 };  // sway keeps two
static const double warm_up = 1, interval = 1.0 / 60;  // s

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;
static int width = 640, height = 360;                // used if the compositor requests no size
static int made_width, made_height;                  // the size of the current pictures
static bool is_shown, is_closed;

static struct picture {
  struct wl_buffer *buffer;
  void *pixels;
  bool is_held;  // by the compositor
} pictures[PICTURES];

static double seconds;  // the measured duration
static bool fills;
static double first = -1, last, begin_processor;
static long count, missed, unanswered;

static void refuse(const char *reason) {
  fprintf(stderr, "pace: %s\n", reason);
  exit(69);
}

static double time_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void released(void *picture, struct wl_buffer *buffer) {
  (void)buffer;
  ((struct picture *)picture)->is_held = false;
}
static const struct wl_buffer_listener of_buffer = {released};

static size_t picture_size(void) { return (size_t)width * height * 4; }

static void make_picture(struct picture *picture) {
  if (picture->buffer) {
    wl_buffer_destroy(picture->buffer);
    munmap(picture->pixels, (size_t)made_width * made_height * 4);
  }
  const int file = memfd_create("picture", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, picture_size()) < 0) refuse("no memory for pictures");
  picture->pixels = mmap(NULL, picture_size(), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (picture->pixels == MAP_FAILED) refuse("no memory for pictures");
  memset(picture->pixels, 0xff, picture_size());
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, picture_size());
  picture->buffer = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_ARGB8888);
  picture->is_held = false;
  wl_buffer_add_listener(picture->buffer, &of_buffer, picture);
  wl_shm_pool_destroy(pool);
  close(file);
}

static void make_pictures(void) {
  for (int i = 0; i < PICTURES; i++) make_picture(&pictures[i]);
  made_width = width, made_height = height;
  struct wl_region *all = wl_compositor_create_region(compositor);
  wl_region_add(all, 0, 0, width, height);
  wl_surface_set_opaque_region(surface, all);
  wl_region_destroy(all);
}

static void show(void);

static void frame_wanted(void *data, struct wl_callback *callback, uint32_t time) {
  (void)data, (void)time;
  wl_callback_destroy(callback);
  const double now = time_of(CLOCK_MONOTONIC);
  static double start = -1;
  if (start < 0) start = now;
  if (first >= 0) {
    count++;
    missed += fmax(0, round((now - last) / interval) - 1);
  } else if (now - start >= warm_up) {
    first = now;
    begin_processor = time_of(CLOCK_PROCESS_CPUTIME_ID);
  }
  last = now;
  show();
}
static const struct wl_callback_listener of_frame = {frame_wanted};

static void show(void) {
  wl_callback_add_listener(wl_surface_frame(surface), &of_frame, NULL);
  struct picture *free = NULL;
  for (int i = 0; i < PICTURES; i++)
    if (!pictures[i].is_held) free = &pictures[i];
  if (free) {
    if (fills) memset(free->pixels, 0xff, picture_size());
    free->is_held = true;
    wl_surface_attach(surface, free->buffer, 0, 0);
  } else {
    unanswered++;
  }
  wl_surface_damage_buffer(surface, 0, 0, width, height);
  wl_surface_commit(surface);
}

static void ping(void *data, struct xdg_wm_base *shell, uint32_t serial) {
  (void)data;
  xdg_wm_base_pong(shell, serial);
}
static const struct xdg_wm_base_listener of_shell = {ping};

static void sized(void *data, struct xdg_toplevel *window, int32_t wanted_width, int32_t wanted_height,
                  struct wl_array *states) {
  (void)data, (void)window, (void)states;
  if (wanted_width > 0) width = wanted_width;
  if (wanted_height > 0) height = wanted_height;
}
static void closed(void *data, struct xdg_toplevel *window) {
  (void)data, (void)window;
  is_closed = true;
}
static const struct xdg_toplevel_listener of_window = {.configure = sized, .close = closed};

static void configured(void *data, struct xdg_surface *role, uint32_t serial) {
  (void)data;
  xdg_surface_ack_configure(role, serial);
  if (width != made_width || height != made_height) make_pictures();
  if (is_shown) return;  // the next frame has the new size
  is_shown = true;
  show();
}
static const struct xdg_surface_listener of_role = {configured};

static void offered(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                    uint32_t version) {
  (void)data, (void)version;
  if (!strcmp(interface, "wl_compositor"))
    compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
  else if (!strcmp(interface, "wl_shm"))
    shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  else if (!strcmp(interface, "xdg_wm_base"))
    shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
}
static void withdrawn(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}
static const struct wl_registry_listener of_registry = {offered, withdrawn};

int main(int argument_count, char **arguments) {
  seconds = argument_count > 1 ? atof(arguments[1]) : 0;
  fills = argument_count == 3 && !strcmp(arguments[2], "fill");
  if (!(seconds > 0) || argument_count > 2 + fills) refuse("usage: pace SECONDS [fill]");
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) refuse("no compositor");
  wl_registry_add_listener(wl_display_get_registry(display), &of_registry, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !shell) refuse("the compositor lacks wl_compositor, wl_shm or xdg_wm_base");

  xdg_wm_base_add_listener(shell, &of_shell, NULL);
  surface = wl_compositor_create_surface(compositor);
  struct xdg_surface *role = xdg_wm_base_get_xdg_surface(shell, surface);
  xdg_surface_add_listener(role, &of_role, NULL);
  struct xdg_toplevel *window = xdg_surface_get_toplevel(role);
  xdg_toplevel_add_listener(window, &of_window, NULL);
  xdg_toplevel_set_title(window, "pace");
  wl_surface_commit(surface);

  alarm(30 + seconds * 2);  // do not wait forever for a compositor that requests no frame
  while (!is_closed && (first < 0 || last - first < seconds))
    if (wl_display_dispatch(display) < 0) refuse("the compositor ended the conversation");
  if (count == 0) refuse("the window was closed");

  printf("window: %d × %d pixels\n", width, height);
  printf("frames a second: %.1f, %ld missed\n", count / (last - first), missed);
  printf("without a free picture: %ld\n", unanswered);
  printf("CPU ms a frame: %.3f\n", (time_of(CLOCK_PROCESS_CPUTIME_ID) - begin_processor) * 1000 / count);
  return 0;
}
