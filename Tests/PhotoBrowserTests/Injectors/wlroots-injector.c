// Preloaded (`LD_PRELOAD=wlroots-injector.so`) into a compositor on wlroots 0.15 with the headless backend. It adds a
// pointer, a keyboard and a touchscreen, and performs the events that are written to the fifo $INJECTOR_FIFO.
#define _GNU_SOURCE
#define WLR_USE_UNSTABLE
#include "script.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <wayland-server-core.h>
#include <wlr/backend/headless.h>
#include <wlr/interfaces/wlr_input_device.h>
#include <wlr/interfaces/wlr_keyboard.h>
#include <wlr/types/wlr_input_device.h>
#include <wlr/types/wlr_pointer.h>
#include <wlr/types/wlr_touch.h>

static struct wl_display *display;
static struct wlr_backend *backend;
static struct wlr_input_device *mouse, *keys, *touchscreen;

static const enum wlr_axis_orientation orientations[] = {WLR_AXIS_ORIENTATION_VERTICAL,
                                                         WLR_AXIS_ORIENTATION_HORIZONTAL};

static uint32_t milliseconds(struct timespec time) {
  return (uint32_t)(time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000);
}
static void pointer_frame(void) { wl_signal_emit(&mouse->pointer->events.frame, mouse->pointer); }

static void input_move(struct timespec time, double x, double y) {
  struct wlr_event_pointer_motion_absolute event = {
      .device = mouse, .time_msec = milliseconds(time), .x = x, .y = y};
  wl_signal_emit(&mouse->pointer->events.motion_absolute, &event);
  pointer_frame();
}
static void input_button(struct timespec time, int code, int pressed) {
  struct wlr_event_pointer_button event = {.device = mouse,
                                           .time_msec = milliseconds(time),
                                           .button = (uint32_t)code,
                                           .state = pressed ? WLR_BUTTON_PRESSED : WLR_BUTTON_RELEASED};
  wl_signal_emit(&mouse->pointer->events.button, &event);
  pointer_frame();
}
static void scroll(struct timespec time, enum wlr_axis_source source, int axis, double value, int notches) {
  struct wlr_event_pointer_axis event = {.device = mouse,
                                         .time_msec = milliseconds(time),
                                         .source = source,
                                         .orientation = orientations[axis != 0],
                                         .delta = value,
                                         .delta_discrete = notches};
  wl_signal_emit(&mouse->pointer->events.axis, &event);
  pointer_frame();
}
static void input_axis(struct timespec time, int axis, double value) {
  scroll(time, WLR_AXIS_SOURCE_FINGER, axis, value, 0);
}
static void input_wheel(struct timespec time, int axis, int notches) {
  scroll(time, WLR_AXIS_SOURCE_WHEEL, axis, 15.0 * notches, notches);
}
static void input_key(struct timespec time, int code, int pressed) {
  struct wlr_event_keyboard_key event = {
      .time_msec = milliseconds(time),
      .keycode = (uint32_t)code,
      .update_state = true,
      .state = pressed ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED};
  wlr_keyboard_notify_key(keys->keyboard, &event);
}
static void input_down(struct timespec time, int id, double x, double y) {
  struct wlr_event_touch_down event = {
      .device = touchscreen, .time_msec = milliseconds(time), .touch_id = id, .x = x, .y = y};
  wl_signal_emit(&touchscreen->touch->events.down, &event);
}
static void input_drag(struct timespec time, int id, double x, double y) {
  struct wlr_event_touch_motion event = {
      .device = touchscreen, .time_msec = milliseconds(time), .touch_id = id, .x = x, .y = y};
  wl_signal_emit(&touchscreen->touch->events.motion, &event);
}
static void input_up(struct timespec time, int id) {
  struct wlr_event_touch_up event = {.device = touchscreen, .time_msec = milliseconds(time), .touch_id = id};
  wl_signal_emit(&touchscreen->touch->events.up, &event);
}
static void input_frame(void) { wl_signal_emit(&touchscreen->touch->events.frame, NULL); }
static void input_devices(int present) {
  if (present) {
    mouse = wlr_headless_add_input_device(backend, WLR_INPUT_DEVICE_POINTER);
    keys = wlr_headless_add_input_device(backend, WLR_INPUT_DEVICE_KEYBOARD);
    touchscreen = wlr_headless_add_input_device(backend, WLR_INPUT_DEVICE_TOUCH);
    return;
  }
  wlr_input_device_destroy(mouse);
  wlr_input_device_destroy(keys);
  wlr_input_device_destroy(touchscreen);
}
static int input_other(const char *line) { return (void)line, 0; }

// Called from the compositor's event loop, after the compositor has begun to listen for new devices.
static void add_devices(void *data) {
  (void)data;
  input_devices(1);

  // The fifo is opened for reading and writing, so that it reports no hangup when a test closes its end.
  int fd = open(getenv("INJECTOR_FIFO"), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0 || !mouse || !keys || !touchscreen) {
    fprintf(stderr, "injector: cannot read the fifo $INJECTOR_FIFO\n");
    return;
  }
  wl_event_loop_add_fd(wl_display_get_event_loop(display), fd, WL_EVENT_READABLE, script_readable, NULL);
  fprintf(stderr, "injector: ready\n");
}

// Wraps the function of wlroots with this name, to find the display and the backend of the compositor.
struct wlr_backend *wlr_headless_backend_create(struct wl_display *created_for) {
  struct wlr_backend *(*original)(struct wl_display *) = dlsym(RTLD_NEXT, "wlr_headless_backend_create");
  display = created_for;
  backend = original(display);
  unsetenv("LD_PRELOAD");  // programs that the compositor starts must not load this library
  if (backend && getenv("INJECTOR_FIFO"))
    wl_event_loop_add_idle(wl_display_get_event_loop(display), add_devices, NULL);
  return backend;
}
