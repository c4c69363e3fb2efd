// A window with a square that moves with each click. The key V shows the length of the clipboard's text as a bar.
//
// It is a client as a beginner writes it, with five mistakes; each is in an #ifndef MENDED. `make` builds both programs:
// counter-faulty has the mistakes, and counter does not.
#include "small-client.h"

enum { MOST_PIXELS = 2000 * 2000, SIDE = 20 };

static struct buffer buffers[3];
static struct buffer *shown;
static int x = 10, bar;
static bool dirty = true;

static struct buffer *free_buffer(void) {
  struct buffer *buffer = &buffers[0];
#ifdef MENDED
  for (int i = 0; i < 3 && buffer->held; i++) buffer = &buffers[i];
  if (buffer->held) return NULL;
#endif  // Mistake 1: the buffer is drawn into while the compositor shows it.
  if (buffer->object && buffer->width == width && buffer->height == height) return buffer;
  destroy_buffer(buffer);
  make_buffer(buffer, width, height);
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
#ifdef MENDED
  wl_surface_damage_buffer(surface, 0, 0, width, height);
#else  // Mistake 4: the former place of the square is not damaged.
  bool is_first = !shown || shown->width != width || shown->height != height;
  wl_surface_damage_buffer(surface, is_first ? 0 : x, 0, is_first ? width : SIDE, height);
#endif
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

static void configured(uint32_t serial) {
  xdg_surface_ack_configure(shell, serial);
#ifdef MENDED
  if (next_width > 0 && next_height > 0 && (int64_t)next_width * next_height <= MOST_PIXELS) {
    dirty = dirty || width != next_width || height != next_height;
    width = next_width;
    height = next_height;
  }
#endif  // Mistake 2: the size of the configure is ignored.
  if (!shown || dirty) draw();
}

static void clicked(uint32_t serial) {
  x = (x + 30) % (width - SIDE);
  change();
}

static void pressed(uint32_t code, uint32_t serial) {
  int owner;
  if (code != 47 || !begin_paste(&owner)) return;  // KEY_V
  close(owner);
  bar = 0;
#ifndef MENDED  // Mistake 5: nothing else happens until the owner of the clipboard has sent its text.
  while (clipboard >= 0) read_clipboard();
#endif
}

static void got_text(ssize_t count) {
  bar += count;
  if (clipboard < 0) change();
}

static void got_keymap(int file) { close(file); }
static void found_global(struct wl_registry *registry, uint32_t name, const char *interface) {}
static void lost_global(uint32_t name) {}

int main(void) {
  open_window("Counter");
  wl_surface_commit(surface);
  return run_window();
}
