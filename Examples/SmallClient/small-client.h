// What the clients of the examples have in common: a window with buffers in shared memory, a pointer, a keyboard and a clipboard.
// A client includes this file and defines the functions that are declared at its begin.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>
#include "xdg-shell-client-protocol.h"

static void found_global(struct wl_registry *registry, uint32_t name, const char *interface);
static void lost_global(uint32_t name);
static void configured(uint32_t serial);
static void clicked(uint32_t serial);
static void pressed(uint32_t code, uint32_t serial);
static void got_keymap(int file);
static void got_text(ssize_t count);  // bytes of the clipboard, and 0 at its end

struct buffer { struct wl_buffer *object; uint32_t *pixels; int width, height; bool held; };

static struct wl_display *display;
static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct wl_data_device_manager *data_manager;
static struct xdg_wm_base *shell_base;
static struct wl_data_offer *offer;
static struct wl_surface *surface;
static struct xdg_surface *shell;
static struct xdg_toplevel *toplevel;
static struct wl_callback *frame;  // of the last request for a frame, until it is done
static int width = 200, height = 100, next_width, next_height, clipboard = -1;
static bool running = true, maximized;

#define BIND(variable, type, version) \
  if (!strcmp(interface, #type)) variable = wl_registry_bind(registry, name, &type##_interface, version)

static void ignore() {}

static void release(void *data, struct wl_buffer *object) { ((struct buffer *)data)->held = false; }
static const struct wl_buffer_listener buffer_listener = {release};

static void make_buffer(struct buffer *buffer, int columns, int rows) {
  size_t size = (size_t)columns * rows * 4;
  int file = memfd_create("buffer", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, size) < 0) exit(1);
  *buffer = (struct buffer){.width = columns, .height = rows};
  buffer->pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size);
  buffer->object = wl_shm_pool_create_buffer(pool, 0, columns, rows, columns * 4, WL_SHM_FORMAT_XRGB8888);
  wl_buffer_add_listener(buffer->object, &buffer_listener, buffer);
  wl_shm_pool_destroy(pool);
  close(file);
}

static void destroy_buffer(struct buffer *buffer) {
  if (buffer->object) wl_buffer_destroy(buffer->object);
  if (buffer->pixels) munmap(buffer->pixels, (size_t)buffer->width * buffer->height * 4);
  *buffer = (struct buffer){0};
}

// The clipboard: begin_paste() returns whether a text will arrive in got_text(), and the end of the pipe for its owner.

static void read_clipboard(void) {
  char text[256];
  ssize_t count = read(clipboard, text, sizeof text);
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) {
    close(clipboard);
    clipboard = -1;
  }
  got_text(count > 0 ? count : 0);
}

static bool begin_paste(int *owner) {
  int ends[2];
  if (!offer || clipboard >= 0 || pipe2(ends, O_CLOEXEC) < 0) return false;
  wl_data_offer_receive(offer, "text/plain", ends[1]);
  wl_display_flush(display);
  clipboard = ends[0];
  *owner = ends[1];
  return true;
}

static void on_selection(void *data, struct wl_data_device *device, struct wl_data_offer *new) {
  if (offer) wl_data_offer_destroy(offer);
  offer = new;
}
static const struct wl_data_device_listener data_listener = {
  .data_offer = ignore, .enter = ignore, .leave = ignore, .motion = ignore, .drop = ignore, .selection = on_selection};

static void on_button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
  if (state == WL_POINTER_BUTTON_STATE_PRESSED) clicked(serial);
}
static const struct wl_pointer_listener pointer_listener = {
  .enter = ignore, .leave = ignore, .motion = ignore, .button = on_button, .axis = ignore, .frame = ignore,
  .axis_source = ignore, .axis_stop = ignore, .axis_discrete = ignore};
static void on_keymap(void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t file, uint32_t size) { got_keymap(file); }
static void on_key(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
  if (state == WL_KEYBOARD_KEY_STATE_PRESSED) pressed(code, serial);
}
static const struct wl_keyboard_listener keyboard_listener = {on_keymap, ignore, ignore, on_key, ignore, ignore};

static void on_toplevel(void *data, struct xdg_toplevel *object, int32_t columns, int32_t rows, struct wl_array *states) {
  next_width = columns;
  next_height = rows;
  maximized = false;
  uint32_t *state;
  wl_array_for_each(state, states) if (*state == XDG_TOPLEVEL_STATE_MAXIMIZED) maximized = true;
}
static void on_close(void *data, struct xdg_toplevel *object) { running = false; }
static const struct xdg_toplevel_listener toplevel_listener = {on_toplevel, on_close};
static void on_configure(void *data, struct xdg_surface *object, uint32_t serial) { configured(serial); }
static const struct xdg_surface_listener surface_listener = {on_configure};
static void on_ping(void *data, struct xdg_wm_base *base, uint32_t serial) { xdg_wm_base_pong(base, serial); }
static const struct xdg_wm_base_listener base_listener = {on_ping};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  BIND(compositor, wl_compositor, 5);
  BIND(shm, wl_shm, 1);
  BIND(seat, wl_seat, 5);
  BIND(data_manager, wl_data_device_manager, 3);
  BIND(shell_base, xdg_wm_base, 3);
  found_global(registry, name, interface);
}
static void on_removal(void *data, struct wl_registry *registry, uint32_t name) { lost_global(name); }
static const struct wl_registry_listener registry_listener = {on_global, on_removal};

static void open_window(const char *title) {
  display = wl_display_connect(NULL);
  if (!display) { fprintf(stderr, "%s: no Wayland display\n", title); exit(1); }
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !seat || !data_manager || !shell_base) { fprintf(stderr, "%s: a global is missing\n", title); exit(1); }
  xdg_wm_base_add_listener(shell_base, &base_listener, NULL);
  wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_listener, NULL);
  wl_keyboard_add_listener(wl_seat_get_keyboard(seat), &keyboard_listener, NULL);
  wl_data_device_add_listener(wl_data_device_manager_get_data_device(data_manager, seat), &data_listener, NULL);
  surface = wl_compositor_create_surface(compositor);
  shell = xdg_wm_base_get_xdg_surface(shell_base, surface);
  xdg_surface_add_listener(shell, &surface_listener, NULL);
  toplevel = xdg_surface_get_toplevel(shell);
  xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
  xdg_toplevel_set_title(toplevel, title);
}

static int run_window(void) {
  while (running) {
    while (wl_display_prepare_read(display) != 0)
      if (wl_display_dispatch_pending(display) < 0) return 1;
    wl_display_flush(display);
    struct pollfd files[2] = {{wl_display_get_fd(display), POLLIN}, {clipboard, POLLIN}};
    if (!running || (poll(files, 2, -1) < 0 && errno != EINTR)) break;
    if (files[0].revents ? wl_display_read_events(display) < 0 : (wl_display_cancel_read(display), false)) return 1;
    if (files[1].revents) read_clipboard();
    if (wl_display_dispatch_pending(display) < 0) return 1;
  }
  return running;
}
