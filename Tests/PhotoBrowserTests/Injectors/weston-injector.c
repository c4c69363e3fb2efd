// A module for weston 10 (`--modules=/absolute/weston-injector.so`). The headless backend has no seat. The module adds
// one with pointer, keyboard and touch, and performs the events that are written to the fifo $INJECTOR_FIFO.
#define _GNU_SOURCE
#include "script.h"
#include <fcntl.h>
#include <libweston/libweston.h>
#include <stdlib.h>

// libweston exports the functions with which backends report input, but does not install their header.
void weston_seat_init(struct weston_seat *, struct weston_compositor *, const char *name);
int weston_seat_init_pointer(struct weston_seat *);
int weston_seat_init_keyboard(struct weston_seat *, struct xkb_keymap *);
int weston_seat_init_touch(struct weston_seat *);
void weston_seat_release_pointer(struct weston_seat *);
void weston_seat_release_keyboard(struct weston_seat *);
void weston_seat_release_touch(struct weston_seat *);
void weston_touch_device_destroy(struct weston_touch_device *);
struct weston_touch_device *weston_touch_create_touch_device(struct weston_touch *, const char *syspath,
                                                             void *backend_data, const void *operations);
void notify_motion_absolute(struct weston_seat *, const struct timespec *, double x, double y);
void notify_button(struct weston_seat *, const struct timespec *, int32_t, enum wl_pointer_button_state);
void notify_axis_source(struct weston_seat *, uint32_t source);
void notify_axis(struct weston_seat *, const struct timespec *, struct weston_pointer_axis_event *);
void notify_pointer_frame(struct weston_seat *);
void notify_key(struct weston_seat *, const struct timespec *, uint32_t, enum wl_keyboard_key_state,
                enum weston_key_state_update);
void notify_touch_normalized(struct weston_touch_device *, const struct timespec *, int id, double x, double y,
                             const void *normalized, int type);
void notify_touch_frame(struct weston_touch_device *);

static struct weston_compositor *compositor;
static struct weston_seat seat;
static struct weston_touch_device *touchscreen;

// Returns the first output. The coordinates of the events are relative to it.
static struct weston_output *output(void) {
  struct weston_output *first;
  wl_list_for_each(first, &compositor->output_list, link) return first;
  return NULL;
}
static double global_x(double fraction) { return output()->x + fraction * output()->width; }
static double global_y(double fraction) { return output()->y + fraction * output()->height; }

static void input_move(struct timespec time, double x, double y) {
  notify_motion_absolute(&seat, &time, global_x(x), global_y(y));
  notify_pointer_frame(&seat);
}
static void input_button(struct timespec time, int code, int pressed) {
  notify_button(&seat, &time, code, pressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
  notify_pointer_frame(&seat);
}
static void input_axis(struct timespec time, int axis, double value) {
  struct weston_pointer_axis_event event = {.axis = axis, .value = value};
  notify_axis_source(&seat, WL_POINTER_AXIS_SOURCE_FINGER);
  notify_axis(&seat, &time, &event);
  notify_pointer_frame(&seat);
}
static void input_wheel(struct timespec time, int axis, int notches) {
  struct weston_pointer_axis_event event = {
      .axis = axis, .value = 10.0 * notches, .has_discrete = true, .discrete = notches};
  notify_axis_source(&seat, WL_POINTER_AXIS_SOURCE_WHEEL);
  notify_axis(&seat, &time, &event);
  notify_pointer_frame(&seat);
}
static void input_key(struct timespec time, int code, int pressed) {
  notify_key(&seat, &time, code, pressed ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED,
             STATE_UPDATE_AUTOMATIC);
}
static void input_down(struct timespec time, int id, double x, double y) {
  notify_touch_normalized(touchscreen, &time, id, global_x(x), global_y(y), NULL, WL_TOUCH_DOWN);
}
static void input_drag(struct timespec time, int id, double x, double y) {
  notify_touch_normalized(touchscreen, &time, id, global_x(x), global_y(y), NULL, WL_TOUCH_MOTION);
}
static void input_up(struct timespec time, int id) {
  notify_touch_normalized(touchscreen, &time, id, 0, 0, NULL, WL_TOUCH_UP);
}
static void input_frame(void) { notify_touch_frame(touchscreen); }
static int add_devices(void) {
  if (weston_seat_init_pointer(&seat) < 0 || weston_seat_init_keyboard(&seat, NULL) < 0 ||
      weston_seat_init_touch(&seat) < 0)
    return -1;
  touchscreen = weston_touch_create_touch_device(weston_seat_get_touch(&seat), "injector", NULL, NULL);
  return touchscreen ? 0 : -1;
}
static void input_devices(int present) {
  if (present) {
    if (add_devices() < 0) fprintf(stderr, "injector: cannot add the devices\n");
    return;
  }
  weston_touch_device_destroy(touchscreen);
  weston_seat_release_touch(&seat);
  weston_seat_release_keyboard(&seat);
  weston_seat_release_pointer(&seat);
}
static int input_other(const char *line) { return (void)line, 0; }

WL_EXPORT int wet_module_init(struct weston_compositor *weston, int *argc, char *argv[]) {
  (void)argc, (void)argv;
  compositor = weston;
  weston_seat_init(&seat, weston, "injector");
  if (add_devices() < 0) return -1;

  const char *path = getenv("INJECTOR_FIFO");
  // The fifo is opened for reading and writing, so that it reports no hangup when a test closes its end.
  int fd = path ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
  if (fd < 0) {
    fprintf(stderr, "injector: cannot read the fifo $INJECTOR_FIFO\n");
    return -1;
  }
  struct wl_event_loop *loop = wl_display_get_event_loop(weston->wl_display);
  wl_event_loop_add_fd(loop, fd, WL_EVENT_READABLE, script_readable, NULL);
  fprintf(stderr, "injector: ready\n");
  return 0;
}
