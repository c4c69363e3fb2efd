// A client of KWin (org_kde_kwin_fake_input, kde_output_management_v2) that simulates a user and changes the output:
//
//   kwin-injector FIFO WIDTH HEIGHT
//
// It performs the events that are written to the fifo. WIDTH and HEIGHT are the size of the output in logical
// pixels.
// It supports these additional lines:
//
//   output scale S        changes the scale of the output
//   output transform N    changes the transform, a wl_output.transform
//   screen WIDTH HEIGHT   states the logical size of the output after such a change
//
// It prints "injector: ready" on standard error, and "output: applied" or "output: failed" on standard output.
// KWin gives an event the time at which it reads the event, so the injector waits between events.
#define _GNU_SOURCE
#define SCRIPT_WAITS
#include "fake-input.h"
#include "kde-output-device-v2.h"
#include "kde-output-management-v2.h"
#include "script.h"
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <wayland-client.h>

static struct wl_display *display;
static struct org_kde_kwin_fake_input *fake;
static struct kde_output_management_v2 *management;
static struct kde_output_device_v2 *device;
static double width, height;

static void found(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  (void)data;
  if (strcmp(interface, "org_kde_kwin_fake_input") == 0 && version >= 4)
    fake = wl_registry_bind(registry, name, &org_kde_kwin_fake_input_interface, 4);
  else if (strcmp(interface, "kde_output_management_v2") == 0)
    management = wl_registry_bind(registry, name, &kde_output_management_v2_interface, 1);
  else if (strcmp(interface, "kde_output_device_v2") == 0 && !device)
    device = wl_registry_bind(registry, name, &kde_output_device_v2_interface, 1);
}
static void lost(void *data, struct wl_registry *registry, uint32_t name) { (void)data, (void)registry, (void)name; }

static int connect_to_kwin(void) {
  fake = NULL, management = NULL, device = NULL;
  display = wl_display_connect(NULL);
  if (!display) return -1;
  static const struct wl_registry_listener listener = {found, lost};
  wl_registry_add_listener(wl_display_get_registry(display), &listener, NULL);
  if (wl_display_roundtrip(display) < 0 || !fake || !management || !device) return -1;
  org_kde_kwin_fake_input_authenticate(fake, "kwin-injector", "tests");
  return wl_display_roundtrip(display);
}

static wl_fixed_t fixed_x(double fraction) { return wl_fixed_from_double(fraction * width); }
static wl_fixed_t fixed_y(double fraction) { return wl_fixed_from_double(fraction * height); }
static void send(void) { wl_display_flush(display); }

static void input_move(struct timespec time, double x, double y) {
  (void)time;
  org_kde_kwin_fake_input_pointer_motion_absolute(fake, fixed_x(x), fixed_y(y));
  send();
}
static void input_button(struct timespec time, int code, int pressed) {
  (void)time;
  org_kde_kwin_fake_input_button(fake, (uint32_t)code, (uint32_t)pressed);
  send();
}
static void input_axis(struct timespec time, int axis, double value) {
  (void)time;
  org_kde_kwin_fake_input_axis(fake, (uint32_t)axis, wl_fixed_from_double(value));
  send();
}
// KWin has no wheel notches for fake devices. A mouse sends an axis value of 15 for one notch.
static void input_wheel(struct timespec time, int axis, int notches) { input_axis(time, axis, 15.0 * notches); }
static void input_key(struct timespec time, int code, int pressed) {
  (void)time;
  org_kde_kwin_fake_input_keyboard_key(fake, (uint32_t)code, (uint32_t)pressed);
  send();
}
static void input_down(struct timespec time, int id, double x, double y) {
  (void)time;
  org_kde_kwin_fake_input_touch_down(fake, (uint32_t)id, fixed_x(x), fixed_y(y));
}
static void input_drag(struct timespec time, int id, double x, double y) {
  (void)time;
  org_kde_kwin_fake_input_touch_motion(fake, (uint32_t)id, fixed_x(x), fixed_y(y));
}
static void input_up(struct timespec time, int id) {
  (void)time;
  org_kde_kwin_fake_input_touch_up(fake, (uint32_t)id);
}
static void input_frame(void) {
  org_kde_kwin_fake_input_touch_frame(fake);
  send();
}
// To remove the devices, the injector disconnects: KWin then removes the devices of the client.
static void input_devices(int present) {
  if (!present) {
    wl_display_disconnect(display);
    display = NULL;
  } else if (connect_to_kwin() < 0) {
    fprintf(stderr, "injector: cannot connect to KWin again\n");
    exit(1);
  }
}

static void answer(const char *word) {
  printf("output: %s\n", word);
  fflush(stdout);
}
static void applied(void *data, struct kde_output_configuration_v2 *change) {
  (void)data, (void)change;
  answer("applied");
}
static void failed(void *data, struct kde_output_configuration_v2 *change) {
  (void)data, (void)change;
  answer("failed");
}

static int input_other(const char *line) {
  double scale = 0;
  int transform = 0;
  if (sscanf(line, "screen %lf %lf", &width, &height) == 2) return 1;
  int is_scale = sscanf(line, "output scale %lf", &scale) == 1;
  if (!is_scale && sscanf(line, "output transform %d", &transform) != 1) return 0;
  struct kde_output_configuration_v2 *change = kde_output_management_v2_create_configuration(management);
  static const struct kde_output_configuration_v2_listener listener = {applied, failed};
  kde_output_configuration_v2_add_listener(change, &listener, NULL);
  if (is_scale)
    kde_output_configuration_v2_scale(change, device, wl_fixed_from_double(scale));
  else
    kde_output_configuration_v2_transform(change, device, transform);
  kde_output_configuration_v2_apply(change);
  send();
  return 1;
}

int main(int count, char **arguments) {
  // The fifo is opened for reading and writing, so that it reports no hangup when a test closes its end.
  int fd = count == 4 ? open(arguments[1], O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
  if (fd < 0) {
    fprintf(stderr, "usage: kwin-injector FIFO WIDTH HEIGHT\n");
    return 1;
  }
  width = atof(arguments[2]);
  height = atof(arguments[3]);
  if (connect_to_kwin() < 0) {
    fprintf(stderr, "injector: KWin offers no fake input or output management\n");
    return 1;
  }
  fprintf(stderr, "injector: ready\n");
  for (;;) {
    struct pollfd sources[2] = {{.fd = fd, .events = POLLIN},
                                {.fd = display ? wl_display_get_fd(display) : -1, .events = POLLIN}};
    if (poll(sources, 2, -1) < 0) return 1;
    if (sources[1].revents && wl_display_dispatch(display) < 0) return 0;
    if (sources[0].revents) script_readable(fd, 0, NULL);
  }
}
