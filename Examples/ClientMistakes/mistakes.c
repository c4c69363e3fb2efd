// A window whose color changes with each click. Its argument names a mistake that it makes; “none” makes none.
// README.md describes the mistakes. Keys: A animates, V pastes, P opens two popups, Q closes the window.
#include "small-client.h"
#include "fractional-scale-v1-client-protocol.h"
#include "viewporter-client-protocol.h"
#include "xdg-decoration-unstable-v1-client-protocol.h"

struct popup { struct wl_surface *surface; struct xdg_surface *shell; struct xdg_popup *popup; };

static const char *mistake;
static struct wl_output *output;
static uint32_t output_name;
static struct zxdg_decoration_manager_v1 *decorations;
static struct wp_viewporter *viewporter;
static struct wp_fractional_scale_manager_v1 *fractions;
static struct zxdg_toplevel_decoration_v1 *decoration;
static struct wp_viewport *viewport;
static struct buffer buffers[16];
static struct popup popups[2];
static int scale120 = 120, animated;
static uint32_t color = 0xff204060, unanswered, press;
static bool dirty = true, is_shown;

static bool makes(const char *name) { return !strcmp(mistake, name); }

static void fill(struct buffer *buffer, uint32_t value) {
  for (int i = 0; i < buffer->width * buffer->height; i++) buffer->pixels[i] = value;
}

static void free_buffer(struct buffer *buffer) {
  if (makes("leaked-buffers")) buffer->object = NULL;
  destroy_buffer(buffer);
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
  if (former && is_shown) wl_surface_damage_buffer(surface, 0, 0, 10, 10);
  else wl_surface_damage_buffer(surface, 0, 0, buffer->width, buffer->height);
  if (viewport) wp_viewport_set_destination(viewport, width, height);
  if (makes("odd-size")) wl_surface_set_buffer_scale(surface, 2);
  if (makes("large-geometry")) xdg_surface_set_window_geometry(shell, 0, 0, width + 20, height);
  if (!frame) {
    frame = wl_surface_frame(surface);
    wl_callback_add_listener(frame, &frame_listener, (void *)&frame_listener);
  }
  dirty = false;
  is_shown = true;
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

static void configured(uint32_t serial) {
  if (makes("wrong-serial") && is_shown) serial += 1000;
  if (makes("late-ack") && is_shown) {
    for (int i = 0; i < 4; i++) { color += 5; draw(); }
    unanswered = serial;
    return;
  }
  xdg_surface_ack_configure(shell, serial);
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
  if (dirty || !is_shown) draw();
  else wl_surface_commit(surface);
}

static void preferred(void *data, struct wp_fractional_scale_v1 *object, uint32_t value) {
  dirty = dirty || scale120 != (int)value;
  scale120 = value;
  if (dirty && is_shown && !frame) draw();
}
static const struct wp_fractional_scale_v1_listener scale_listener = {preferred};

static void change(void) {
  color += 0x102030;
  dirty = true;
  if (makes("waits-for-frame") && is_shown) return wait_for_frame();
  if (makes("unthrottled")) for (int i = 0; i < 12; i++) { color++; draw(); }
  if (makes("held-buffer") && buffers[0].object) fill(&buffers[0], color);
  if (!frame) draw();
}

static void paste(void) {
  int owner;
  if (!begin_paste(&owner)) return;
  if (!makes("open-pipe")) close(owner);
  if (makes("blocking-pipe")) while (clipboard >= 0) read_clipboard();
}
static void got_text(ssize_t count) {
  if (clipboard < 0) change();
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

static void clicked(uint32_t serial) {
  press = serial;
  change();
}
static void pressed(uint32_t code, uint32_t serial) {
  press = serial;
  if (code == 30) { animated = 80; change(); }  // KEY_A
  if (code == 47) paste();                      // KEY_V
  if (code == 25) use_popups();                 // KEY_P
  if (code == 16) close_window();               // KEY_Q
}
static void got_keymap(int file) {
  if (!makes("leaked-keymaps")) close(file);
}
static const struct zxdg_toplevel_decoration_v1_listener decoration_listener = {ignore};

static void found_global(struct wl_registry *registry, uint32_t name, const char *interface) {
  BIND(decorations, zxdg_decoration_manager_v1, 1);
  BIND(viewporter, wp_viewporter, 1);
  BIND(fractions, wp_fractional_scale_manager_v1, 1);
  if (!strcmp(interface, "wl_output") && !output) {
    output = wl_registry_bind(registry, name, &wl_output_interface, 1);
    output_name = name;
  }
}
static void lost_global(uint32_t name) {
  if (name != output_name || !output) return;
  wl_output_destroy(output);
  output = NULL;
  if (makes("missing-output")) abort();  // as a program does that uses the destroyed output
}

int main(int count, char **arguments) {
  mistake = count > 1 ? arguments[1] : "none";
  open_window(mistake);
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
  return run_window();
}
