// A plugin for mutter 43 (`mutter --mutter-plugin=/absolute/mutter-injector.so`). It adds a pointer, a keyboard and a touchscreen, and
// performs the events that are written to the fifo $INJECTOR_FIFO. Windows appear and disappear without animations.
//
// The line `screenshot PATH` writes the stage to a file: its width and height, as two numbers of 32 bits, and then rows of BGRA pixels.
#define _GNU_SOURCE
#include "script.h"
#include <fcntl.h>
#include <glib-unix.h>
#include <meta/display.h>
#include <meta/meta-backend.h>
#include <meta/meta-plugin.h>
#include <stdlib.h>

static ClutterActor *stage;
static ClutterVirtualInputDevice *mouse, *keys, *touchscreen;

static uint64_t microseconds(struct timespec time) {
  return (uint64_t)(time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000);
}
static double across(double x) { return x * clutter_actor_get_width(stage); }
static double down(double y) { return y * clutter_actor_get_height(stage); }

static void input_move(struct timespec time, double x, double y) {
  clutter_virtual_input_device_notify_absolute_motion(mouse, microseconds(time), across(x), down(y));
}
static void input_button(struct timespec time, int code, int pressed) {
  clutter_virtual_input_device_notify_button(mouse, microseconds(time), (uint32_t)(code - 272 + 1),
                                             pressed ? CLUTTER_BUTTON_STATE_PRESSED : CLUTTER_BUTTON_STATE_RELEASED);
}
static void input_axis(struct timespec time, int axis, double value) {
  clutter_virtual_input_device_notify_scroll_continuous(mouse, microseconds(time), axis ? value : 0, axis ? 0 : value,
                                                        CLUTTER_SCROLL_SOURCE_FINGER, CLUTTER_SCROLL_FINISHED_NONE);
}
static void input_wheel(struct timespec time, int axis, int notches) {
  ClutterScrollDirection back = axis ? CLUTTER_SCROLL_LEFT : CLUTTER_SCROLL_UP;
  ClutterScrollDirection forth = axis ? CLUTTER_SCROLL_RIGHT : CLUTTER_SCROLL_DOWN;
  for (int count = abs(notches); count > 0; count--)
    clutter_virtual_input_device_notify_discrete_scroll(mouse, microseconds(time), notches < 0 ? back : forth,
                                                        CLUTTER_SCROLL_SOURCE_WHEEL);
}
static void input_key(struct timespec time, int code, int pressed) {
  clutter_virtual_input_device_notify_key(keys, microseconds(time), (uint32_t)code,
                                          pressed ? CLUTTER_KEY_STATE_PRESSED : CLUTTER_KEY_STATE_RELEASED);
}
static void input_down(struct timespec time, int id, double x, double y) {
  clutter_virtual_input_device_notify_touch_down(touchscreen, microseconds(time), id, across(x), down(y));
}
static void input_drag(struct timespec time, int id, double x, double y) {
  clutter_virtual_input_device_notify_touch_motion(touchscreen, microseconds(time), id, across(x), down(y));
}
static void input_up(struct timespec time, int id) {
  clutter_virtual_input_device_notify_touch_up(touchscreen, microseconds(time), id);
}
static void input_frame(void) {}
static void input_devices(int present) {
  if (!present) {
    g_clear_object(&mouse);
    g_clear_object(&keys);
    g_clear_object(&touchscreen);
    return;
  }
  ClutterSeat *seat = clutter_backend_get_default_seat(clutter_get_default_backend());
  mouse = clutter_seat_create_virtual_device(seat, CLUTTER_POINTER_DEVICE);
  keys = clutter_seat_create_virtual_device(seat, CLUTTER_KEYBOARD_DEVICE);
  touchscreen = clutter_seat_create_virtual_device(seat, CLUTTER_TOUCHSCREEN_DEVICE);
}

static void write_picture(const char *path) {
  cairo_rectangle_int_t area = {0, 0, (int)clutter_actor_get_width(stage), (int)clutter_actor_get_height(stage)};
  uint32_t size[2] = {(uint32_t)area.width, (uint32_t)area.height};
  size_t bytes = (size_t)size[0] * size[1] * 4;
  uint8_t *pixels = g_malloc(bytes);
  GError *error = NULL;
  FILE *file = fopen(path, "w");
  if (!clutter_stage_paint_to_buffer(CLUTTER_STAGE(stage), &area, 1, pixels, area.width * 4,
                                     COGL_PIXEL_FORMAT_BGRA_8888_PRE, CLUTTER_PAINT_FLAG_NO_CURSORS, &error))
    fprintf(stderr, "injector: no picture: %s\n", error->message);
  else if (!file || fwrite(size, sizeof size, 1, file) != 1 || fwrite(pixels, bytes, 1, file) != 1)
    fprintf(stderr, "injector: cannot write %s\n", path);
  if (file)
    fclose(file);
  g_clear_error(&error);
  g_free(pixels);
  printf("screenshot %s\n", path);
  fflush(stdout);
}

static int input_other(const char *line) {
  if (strncmp(line, "screenshot ", 11) != 0)
    return 0;
  write_picture(line + 11);
  return 1;
}

static gboolean fifo_readable(int fd, GIOCondition condition, void *data) {
  return script_readable(fd, (uint32_t)condition, data);
}

// The plugin

#define INJECTOR_TYPE (injector_get_type())
G_DECLARE_FINAL_TYPE(Injector, injector, INJECTOR, PLUGIN, MetaPlugin)
struct _Injector {
  MetaPlugin parent;
};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"  // in the macro
META_PLUGIN_DECLARE(Injector, injector)
#pragma GCC diagnostic pop

static void start(MetaPlugin *plugin) {
  stage = meta_get_stage_for_display(meta_plugin_get_display(plugin));
  clutter_actor_show(stage);
  input_devices(1);
  // The fifo is opened for reading and writing, so that it reports no hangup when a test closes its end.
  const char *path = getenv("INJECTOR_FIFO");
  int fd = path ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
  if (fd < 0 || !mouse || !keys || !touchscreen) {
    fprintf(stderr, "injector: cannot read the fifo $INJECTOR_FIFO\n");
    return;
  }
  g_unix_fd_add(fd, G_IO_IN, fifo_readable, NULL);
  fprintf(stderr, "injector: ready\n");
}
static void map(MetaPlugin *plugin, MetaWindowActor *actor) { meta_plugin_map_completed(plugin, actor); }
static void destroy(MetaPlugin *plugin, MetaWindowActor *actor) { meta_plugin_destroy_completed(plugin, actor); }
static void minimize(MetaPlugin *plugin, MetaWindowActor *actor) { meta_plugin_minimize_completed(plugin, actor); }
static void unminimize(MetaPlugin *plugin, MetaWindowActor *actor) { meta_plugin_unminimize_completed(plugin, actor); }
static void size_change(MetaPlugin *plugin, MetaWindowActor *actor, MetaSizeChange change, MetaRectangle *frame,
                        MetaRectangle *buffer) {
  (void)change, (void)frame, (void)buffer;
  meta_plugin_size_change_completed(plugin, actor);
}

static void injector_class_init(InjectorClass *class) {
  MetaPluginClass *plugin = META_PLUGIN_CLASS(class);
  plugin->start = start;
  plugin->map = map;
  plugin->destroy = destroy;
  plugin->minimize = minimize;
  plugin->unminimize = unminimize;
  plugin->size_change = size_change;
}
static void injector_init(Injector *self) { (void)self; }
