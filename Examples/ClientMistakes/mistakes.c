// A window whose color changes with each click. Its argument names a mistake that it makes; “none” makes none.
// README.md describes the mistakes. Keys: A animates, V pastes, P opens two popups, Q closes the window.
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
#include "fractional-scale-v1-client-protocol.h"
#include "viewporter-client-protocol.h"
#include "xdg-decoration-unstable-v1-client-protocol.h"
#include "xdg-shell-client-protocol.h"

struct buffer { struct wl_buffer *object; uint32_t *pixels; int width, height; bool held; };
struct popup { struct wl_surface *surface; struct xdg_surface *shell; struct xdg_popup *popup; };

static const char *mistake;
static struct wl_display *display;
static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct wl_output *output;
static uint32_t output_name;
static struct xdg_wm_base *shell_base;
static struct zxdg_decoration_manager_v1 *decorations;
static struct wp_viewporter *viewporter;
static struct wp_fractional_scale_manager_v1 *fractions;
static struct wl_data_device_manager *data_manager;
static struct wl_data_offer *offer;
static struct wl_surface *surface;
static struct xdg_surface *shell;
static struct xdg_toplevel *toplevel;
static struct zxdg_toplevel_decoration_v1 *decoration;
static struct wp_viewport *viewport;
static struct wl_callback *frame;
static struct buffer buffers[16];
static struct popup popups[2];
static int width = 200, height = 100, next_width, next_height, scale120 = 120, pasting = -1;
static uint32_t color = 0xff204060, unanswered, press;
static int animated;
static bool running = true, dirty = true, configured, maximized;

static bool makes(const char *name) { return !strcmp(mistake, name); }

static void release(void *data, struct wl_buffer *object) { ((struct buffer *)data)->held = false; }
static const struct wl_buffer_listener buffer_listener = {release};

static void fill(struct buffer *buffer, uint32_t value) {
  for (int i = 0; i < buffer->width * buffer->height; i++) buffer->pixels[i] = value;
}

static void make_buffer(struct buffer *buffer, int columns, int rows) {
  size_t size = (size_t)columns * rows * 4;
  int file = memfd_create("mistakes", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, size) < 0) exit(1);
  *buffer = (struct buffer){.width = columns, .height = rows};
  buffer->pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size);
  buffer->object = wl_shm_pool_create_buffer(pool, 0, columns, rows, columns * 4, WL_SHM_FORMAT_XRGB8888);
  wl_buffer_add_listener(buffer->object, &buffer_listener, buffer);
  wl_shm_pool_destroy(pool);
  close(file);
}

static void free_buffer(struct buffer *buffer) {
  if (!buffer->object) return;
  if (!makes("leaked-buffers")) wl_buffer_destroy(buffer->object);
  munmap(buffer->pixels, (size_t)buffer->width * buffer->height * 4);
  buffer->object = NULL;
}

static struct buffer *next_buffer(void) {
  // fractional-scale-v1 says that the size is rounded; the mistake truncates it.
  int columns = (width * scale120 + (makes("truncated-size") ? 0 : 60)) / 120;
  int rows = (height * scale120 + (makes("truncated-size") ? 0 : 60)) / 120;
  if (makes("truncated-size")) columns -= 2;
  if (makes("odd-size")) columns |= 1;
  for (int i = 0; i < (makes("unthrottled") ? 16 : 3); i++) {
    struct buffer *buffer = &buffers[i];
    if (buffer->held && !makes("held-buffer")) continue;
    if (buffer->object && buffer->width == columns && buffer->height == rows && !makes("leaked-buffers")) return buffer;
    free_buffer(buffer);
    make_buffer(buffer, columns, rows);
    return buffer;
  }
  return NULL;
}

static void draw(void);
static void done(void *data, struct wl_callback *callback, uint32_t time) {
  wl_callback_destroy(callback);
  frame = NULL;
  if (makes("idle-callbacks")) {
    frame = wl_surface_frame(surface);
    wl_callback_add_listener(frame, data, data);
    wl_surface_commit(surface);
  }
  if (animated > 0) {
    animated--;
    if (!makes("unchanged-content")) color += 0x000301;
    dirty = true;
  }
  if (dirty) draw();
}
static const struct wl_callback_listener frame_listener = {done};

static void draw(void) {
  struct buffer *buffer = next_buffer();
  if (!buffer) return;
  uint32_t *former = makes("missed-damage") ? buffer->pixels : NULL;
  fill(buffer, color);
  wl_surface_attach(surface, buffer->object, makes("attach-offset") ? 3 : 0, 0);
  if (former && configured) wl_surface_damage_buffer(surface, 0, 0, 10, 10);
  else wl_surface_damage_buffer(surface, 0, 0, buffer->width, buffer->height);
  if (viewport) wp_viewport_set_destination(viewport, width, height);
  if (makes("odd-size")) wl_surface_set_buffer_scale(surface, 2);
  if (makes("large-geometry")) xdg_surface_set_window_geometry(shell, 0, 0, width + 20, height);
  if (!frame) {
    frame = wl_surface_frame(surface);
    wl_callback_add_listener(frame, &frame_listener, (void *)&frame_listener);
  }
  dirty = false;
  configured = true;
  buffer->held = true;
  wl_surface_commit(surface);
  if (unanswered && !makes("late-ack")) unanswered = 0;
}

// Waits for a frame as eglSwapBuffers does: the other events wait, too.
static void wait_for_frame(void) {
  struct wl_event_queue *queue = wl_display_create_queue(display);
  struct wl_surface *wrapper = wl_proxy_create_wrapper(surface);
  wl_proxy_set_queue((struct wl_proxy *)wrapper, queue);
  if (frame) wl_callback_destroy(frame);
  frame = wl_surface_frame(wrapper);
  wl_callback_add_listener(frame, &frame_listener, (void *)&frame_listener);
  wl_surface_commit(surface);
  while (frame && wl_display_dispatch_queue(display, queue) >= 0) {}
  wl_proxy_wrapper_destroy(wrapper);
  wl_event_queue_destroy(queue);
}

static void configure_toplevel(void *data, struct xdg_toplevel *object, int32_t w, int32_t h, struct wl_array *states) {
  next_width = w;
  next_height = h;
  maximized = false;
  uint32_t *state;
  wl_array_for_each(state, states) if (*state == XDG_TOPLEVEL_STATE_MAXIMIZED) maximized = true;
}
static void close_toplevel(void *data, struct xdg_toplevel *object) { running = false; }
static const struct xdg_toplevel_listener toplevel_listener = {configure_toplevel, close_toplevel};

static void configure(void *data, struct xdg_surface *object, uint32_t serial) {
  if (makes("wrong-serial") && configured) serial += 1000;
  if (makes("late-ack") && configured) {
    for (int i = 0; i < 4; i++) { color += 5; draw(); }
    unanswered = serial;
    return;
  }
  xdg_surface_ack_configure(object, serial);
  bool keeps = makes("ignored-size") || (makes("maximized-size") && maximized);
  if (next_width > 0 && next_height > 0 && !keeps) {
    dirty = dirty || width != next_width || height != next_height;
    width = next_width;
    height = next_height;
  } else if (makes("maximized-size") && maximized) {
    width = next_width - 40;
    height = next_height;
    dirty = true;
  }
  if (dirty || !configured) draw();
  else wl_surface_commit(surface);
}
static const struct xdg_surface_listener surface_listener = {configure};
static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) { xdg_wm_base_pong(base, serial); }
static const struct xdg_wm_base_listener base_listener = {ping};

static void preferred(void *data, struct wp_fractional_scale_v1 *object, uint32_t value) {
  dirty = dirty || scale120 != (int)value;
  scale120 = value;
  if (dirty && configured && !frame) draw();
}
static const struct wp_fractional_scale_v1_listener scale_listener = {preferred};

static void change(void) {
  color += 0x102030;
  dirty = true;
  if (makes("waits-for-frame") && configured) return wait_for_frame();
  if (makes("unthrottled")) for (int i = 0; i < 12; i++) { color++; draw(); }
  if (makes("held-buffer") && buffers[0].object) fill(&buffers[0], color);
  if (!frame) draw();
}

static void read_clipboard(void) {
  char text[256];
  ssize_t count = read(pasting, text, sizeof text);
  if (count > 0 || (count < 0 && errno == EINTR)) return;
  close(pasting);
  pasting = -1;
  change();
}

static void paste(void) {
  int ends[2];
  if (!offer || pasting >= 0 || pipe2(ends, O_CLOEXEC) < 0) return;
  wl_data_offer_receive(offer, "text/plain", ends[1]);
  wl_display_flush(display);
  if (!makes("open-pipe")) close(ends[1]);
  pasting = ends[0];
  if (makes("blocking-pipe")) while (pasting >= 0) read_clipboard();
}

static void popup_configure(void *data, struct xdg_surface *object, uint32_t serial) {
  static struct buffer popup_buffers[2];
  int index = (struct popup *)data == &popups[1];
  xdg_surface_ack_configure(object, serial);
  if (!popup_buffers[index].object) make_buffer(&popup_buffers[index], 20, 20);
  fill(&popup_buffers[index], 0xffffffff);
  wl_surface_attach(popups[index].surface, popup_buffers[index].object, 0, 0);
  wl_surface_damage_buffer(popups[index].surface, 0, 0, 20, 20);
  wl_surface_commit(popups[index].surface);
}
static const struct xdg_surface_listener popup_surface_listener = {popup_configure};
static void ignore() {}
static const struct xdg_popup_listener popup_listener = {.configure = ignore, .popup_done = ignore, .repositioned = ignore};

static void open_popup(struct popup *popup, struct xdg_surface *parent) {
  struct xdg_positioner *rules = xdg_wm_base_create_positioner(shell_base);
  xdg_positioner_set_size(rules, 20, 20);
  xdg_positioner_set_anchor_rect(rules, 5, 5, 1, 1);
  popup->surface = wl_compositor_create_surface(compositor);
  popup->shell = xdg_wm_base_get_xdg_surface(shell_base, popup->surface);
  xdg_surface_add_listener(popup->shell, &popup_surface_listener, popup);
  popup->popup = xdg_surface_get_popup(popup->shell, parent, rules);
  xdg_popup_add_listener(popup->popup, &popup_listener, NULL);
  xdg_popup_grab(popup->popup, seat, press);
  xdg_positioner_destroy(rules);
  wl_surface_commit(popup->surface);
  wl_display_roundtrip(display);
  wl_display_roundtrip(display);
}

static void close_popup(struct popup *popup) {
  xdg_popup_destroy(popup->popup);
  xdg_surface_destroy(popup->shell);
  wl_surface_destroy(popup->surface);
}

static void use_popups(void) {
  open_popup(&popups[0], shell);
  open_popup(&popups[1], popups[0].shell);
  int first = makes("popup-order") ? 0 : 1;
  close_popup(&popups[first]);
  close_popup(&popups[1 - first]);
}

static void close_window(void) {
  if (decoration && !makes("decoration-order")) zxdg_toplevel_decoration_v1_destroy(decoration);
  if (makes("surface-order")) xdg_surface_destroy(shell);
  xdg_toplevel_destroy(toplevel);
  wl_display_roundtrip(display);
  running = false;
}

static void button(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
  if (state != WL_POINTER_BUTTON_STATE_PRESSED) return;
  press = serial;
  change();
}
static const struct wl_pointer_listener pointer_listener = {
  .enter = ignore, .leave = ignore, .motion = ignore, .button = button, .axis = ignore, .frame = ignore,
  .axis_source = ignore, .axis_stop = ignore, .axis_discrete = ignore};
static void keymap(void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t file, uint32_t size) {
  if (!makes("leaked-keymaps")) close(file);
}
static void key(void *data, struct wl_keyboard *keyboard, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
  if (state != WL_KEYBOARD_KEY_STATE_PRESSED) return;
  press = serial;
  if (code == 30) { animated = 80; change(); }  // KEY_A
  if (code == 47) paste();                      // KEY_V
  if (code == 25) use_popups();                 // KEY_P
  if (code == 16) close_window();               // KEY_Q
}
static const struct wl_keyboard_listener keyboard_listener = {keymap, ignore, ignore, key, ignore, ignore};
static void selection(void *data, struct wl_data_device *device, struct wl_data_offer *new) {
  if (offer) wl_data_offer_destroy(offer);
  offer = new;
}
static const struct wl_data_device_listener data_listener = {
  .data_offer = ignore, .enter = ignore, .leave = ignore, .motion = ignore, .drop = ignore, .selection = selection};
static const struct zxdg_toplevel_decoration_v1_listener decoration_listener = {ignore};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
#define BIND(variable, type, number) \
  if (!strcmp(interface, #type)) variable = wl_registry_bind(registry, name, &type##_interface, number)
  BIND(compositor, wl_compositor, 5);
  BIND(shm, wl_shm, 1);
  BIND(seat, wl_seat, 5);
  BIND(data_manager, wl_data_device_manager, 3);
  BIND(shell_base, xdg_wm_base, 3);
  BIND(decorations, zxdg_decoration_manager_v1, 1);
  BIND(viewporter, wp_viewporter, 1);
  BIND(fractions, wp_fractional_scale_manager_v1, 1);
  if (!strcmp(interface, "wl_output") && !output) {
    output = wl_registry_bind(registry, name, &wl_output_interface, 1);
    output_name = name;
  }
}
static void global_remove(void *data, struct wl_registry *registry, uint32_t name) {
  if (name != output_name || !output) return;
  wl_output_destroy(output);
  output = NULL;
  if (makes("missing-output")) abort();  // as a program does that uses the destroyed output
}
static const struct wl_registry_listener registry_listener = {global, global_remove};

static void open_window(void) {
  surface = wl_compositor_create_surface(compositor);
  shell = xdg_wm_base_get_xdg_surface(shell_base, surface);
  xdg_surface_add_listener(shell, &surface_listener, NULL);
  toplevel = xdg_surface_get_toplevel(shell);
  xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
  xdg_toplevel_set_title(toplevel, mistake);
  if (decorations) {
    decoration = zxdg_decoration_manager_v1_get_toplevel_decoration(decorations, toplevel);
    zxdg_toplevel_decoration_v1_add_listener(decoration, &decoration_listener, NULL);
    if (makes("second-decoration")) zxdg_decoration_manager_v1_get_toplevel_decoration(decorations, toplevel);
  }
  if (!makes("odd-size") && viewporter && fractions) {
    viewport = wp_viewporter_get_viewport(viewporter, surface);
    wp_fractional_scale_v1_add_listener(
      wp_fractional_scale_manager_v1_get_fractional_scale(fractions, surface), &scale_listener, NULL);
  }
  if (makes("unconfigured-buffer")) draw();
  else wl_surface_commit(surface);
}

int main(int count, char **arguments) {
  mistake = count > 1 ? arguments[1] : "none";
  display = wl_display_connect(NULL);
  if (!display) return fprintf(stderr, "mistakes: no Wayland display\n"), 1;
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !seat || !data_manager || !shell_base) return fprintf(stderr, "mistakes: a global is missing\n"), 1;
  xdg_wm_base_add_listener(shell_base, &base_listener, NULL);
  wl_pointer_add_listener(wl_seat_get_pointer(seat), &pointer_listener, NULL);
  wl_keyboard_add_listener(wl_seat_get_keyboard(seat), &keyboard_listener, NULL);
  wl_data_device_add_listener(wl_data_device_manager_get_data_device(data_manager, seat), &data_listener, NULL);
  open_window();
  while (running) {
    while (wl_display_prepare_read(display) != 0)
      if (wl_display_dispatch_pending(display) < 0) return 1;
    wl_display_flush(display);
    if (!running) break;
    struct pollfd files[2] = {{wl_display_get_fd(display), POLLIN}, {pasting, POLLIN}};
    if (poll(files, pasting >= 0 ? 2 : 1, -1) < 0 && errno != EINTR) return 1;
    if (files[0].revents ? wl_display_read_events(display) < 0 : (wl_display_cancel_read(display), false)) return 1;
    if (pasting >= 0 && files[1].revents) read_clipboard();
    if (wl_display_dispatch_pending(display) < 0) return 1;
  }
  return 0;
}
