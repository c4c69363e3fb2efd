// A window with a square that moves with each click. The key V shows the length of the clipboard's text as a bar.
//
// It is a client as a beginner writes it, with five mistakes; each is in an #ifndef MENDED. `make` builds both programs:
// counter-faulty has the mistakes, and counter does not.
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>
#include "xdg-shell-client-protocol.h"

enum { MOST_PIXELS = 2000 * 2000, SIDE = 20 };
struct buffer { struct wl_buffer *object; uint32_t *pixels; int width, height, x, bar; bool held; };

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct wl_data_device_manager *data_manager;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;
static struct wl_data_offer *offer;
static struct wl_display *display;
static struct buffer buffers[3];
static struct buffer *shown;
static struct wl_callback *frame;
static int width = 200, height = 100, next_width, next_height, x = 10, bar, clipboard = -1;
static bool running = true, dirty = true;

static void release(void *data, struct wl_buffer *object) { ((struct buffer *)data)->held = false; }
static const struct wl_buffer_listener buffer_listener = {release};

static struct buffer *free_buffer(void) {
  struct buffer *buffer = &buffers[0];
#ifdef MENDED
  for (int i = 0; i < 3 && buffer->held; i++) buffer = &buffers[i];
  if (buffer->held) return NULL;
#endif  // Mistake 1: the buffer is drawn into while the compositor shows it.
  if (buffer->object && buffer->width == width && buffer->height == height) return buffer;
  if (buffer->object) wl_buffer_destroy(buffer->object);
  if (buffer->pixels) munmap(buffer->pixels, (size_t)buffer->width * buffer->height * 4);
  size_t size = (size_t)width * height * 4;
  int file = memfd_create("counter", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, size) < 0) exit(1);
  *buffer = (struct buffer){.width = width, .height = height, .x = -1};
  buffer->pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size);
  buffer->object = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
  wl_buffer_add_listener(buffer->object, &buffer_listener, buffer);
  wl_shm_pool_destroy(pool);
  close(file);
  return buffer;
}

static void draw(void);
static void done(void *data, struct wl_callback *callback, uint32_t time) {
#ifdef MENDED
  wl_callback_destroy(callback);
#endif
  frame = NULL;
  draw();
}
static const struct wl_callback_listener frame_listener = {done};

static void request_frame(void) {
#ifdef MENDED
  if (frame) return;
#endif  // Mistake 3: each change requests a callback, also if one waits already, and none is destroyed.
  frame = wl_surface_frame(surface);
  wl_callback_add_listener(frame, &frame_listener, NULL);
}

static void fill(struct buffer *buffer, int left, int top, int columns, int rows, uint32_t color) {
  for (int row = top; row < top + rows && row < buffer->height; row++)
    for (int column = left; column < left + columns && column < buffer->width; column++)
      buffer->pixels[row * buffer->width + column] = color;
}

static void draw(void) {
  struct buffer *buffer = dirty ? free_buffer() : NULL;
  if (!buffer) return;
  fill(buffer, 0, 0, width, height, 0xffffff);
  fill(buffer, 0, height - 10, bar, 10, 0x208020);
  fill(buffer, x, 30, SIDE, SIDE, 0x2040c0);
  wl_surface_attach(surface, buffer->object, 0, 0);
  bool is_first = !shown || shown->width != width || shown->height != height;
#ifdef MENDED
  wl_surface_damage_buffer(surface, 0, 0, width, height);
#else  // Mistake 4: the former place of the square is not damaged.
  wl_surface_damage_buffer(surface, is_first ? 0 : x, 0, is_first ? width : SIDE, height);
#endif
  (void)is_first;
  dirty = false;
  buffer->held = true;
  shown = buffer;
  request_frame();
  wl_surface_commit(surface);
}

static void change(void) {
  dirty = true;
#ifdef MENDED
  if (!frame) draw();
#else
  request_frame();
  wl_surface_commit(surface);
#endif
}

static void read_clipboard(void) {
  char text[256];
  ssize_t count = read(clipboard, text, sizeof text);
  if (count > 0) bar += count;
  if (count > 0 || (count < 0 && errno == EINTR)) return;
  close(clipboard);
  clipboard = -1;
  change();
}

static void paste(void) {
  int ends[2];
  if (!offer || clipboard >= 0 || pipe(ends) < 0) return;
  wl_data_offer_receive(offer, "text/plain", ends[1]);
  close(ends[1]);
  wl_display_flush(display);
  clipboard = ends[0];
  bar = 0;
#ifndef MENDED  // Mistake 5: nothing else happens until the owner of the clipboard has sent its text.
  while (clipboard >= 0) read_clipboard();
#endif
}

static void configure_toplevel(void *data, struct xdg_toplevel *toplevel, int32_t w, int32_t h, struct wl_array *states) {
  next_width = w;
  next_height = h;
}
static void close_toplevel(void *data, struct xdg_toplevel *toplevel) { running = false; }
static const struct xdg_toplevel_listener toplevel_listener = {configure_toplevel, close_toplevel};
static void configure(void *data, struct xdg_surface *object, uint32_t serial) {
  xdg_surface_ack_configure(object, serial);
#ifdef MENDED
  if (next_width > 0 && next_height > 0 && (int64_t)next_width * next_height <= MOST_PIXELS) {
    dirty = dirty || width != next_width || height != next_height;
    width = next_width;
    height = next_height;
  }
#endif  // Mistake 2: the size of the configure is ignored.
  if (!shown || dirty) draw();
}
static const struct xdg_surface_listener surface_listener = {configure};
static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) { xdg_wm_base_pong(base, serial); }
static const struct xdg_wm_base_listener shell_listener = {ping};

static void button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
  if (state != WL_POINTER_BUTTON_STATE_PRESSED) return;
  x = (x + 30) % (width - SIDE);
  change();
}
static void ignore() {}
static const struct wl_pointer_listener pointer_listener = {
  .enter = ignore, .leave = ignore, .motion = ignore, .button = button, .axis = ignore, .frame = ignore,
  .axis_source = ignore, .axis_stop = ignore, .axis_discrete = ignore};
static void keymap(void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t file, uint32_t size) { close(file); }
static void key(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
  if (code == 47 && state == WL_KEYBOARD_KEY_STATE_PRESSED) paste();  // KEY_V
}
static const struct wl_keyboard_listener keyboard_listener = {keymap, ignore, ignore, key, ignore, ignore};
static void data_offer(void *data, struct wl_data_device *device, struct wl_data_offer *new) {}
static void selection(void *data, struct wl_data_device *device, struct wl_data_offer *new) {
  if (offer) wl_data_offer_destroy(offer);
  offer = new;
}
static const struct wl_data_device_listener data_listener = {
  .data_offer = data_offer, .enter = ignore, .leave = ignore, .motion = ignore, .drop = ignore, .selection = selection};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
#define BIND(variable, type, number) \
  if (!strcmp(interface, #type)) variable = wl_registry_bind(registry, name, &type##_interface, number)
  BIND(compositor, wl_compositor, 4);
  BIND(shm, wl_shm, 1);
  BIND(seat, wl_seat, 5);
  BIND(data_manager, wl_data_device_manager, 3);
  BIND(shell, xdg_wm_base, 1);
}
static const struct wl_registry_listener registry_listener = {global, ignore};

int main(void) {
  display = wl_display_connect(NULL);
  if (!display) return fprintf(stderr, "counter: no Wayland display\n"), 1;
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !seat || !data_manager || !shell) return fprintf(stderr, "counter: a global is missing\n"), 1;
  xdg_wm_base_add_listener(shell, &shell_listener, NULL);
  wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_listener, NULL);
  wl_keyboard_add_listener(wl_seat_get_keyboard(seat), &keyboard_listener, NULL);
  wl_data_device_add_listener(wl_data_device_manager_get_data_device(data_manager, seat), &data_listener, NULL);
  surface = wl_compositor_create_surface(compositor);
  struct xdg_surface *object = xdg_wm_base_get_xdg_surface(shell, surface);
  xdg_surface_add_listener(object, &surface_listener, NULL);
  struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(object);
  xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
  xdg_toplevel_set_title(toplevel, "Counter");
  wl_surface_commit(surface);
  while (running) {
    if (wl_display_dispatch_pending(display) < 0) return 1;
    wl_display_flush(display);
    struct pollfd files[] = {{wl_display_get_fd(display), POLLIN, 0}, {clipboard, POLLIN, 0}};
    if (poll(files, 2, -1) < 0 && errno != EINTR) return 1;
    if (files[0].revents && wl_display_dispatch(display) < 0) return 1;
    if (files[1].revents) read_clipboard();
  }
  return 0;
}
