// Takes a screenshot of the active screen of KWin (org.kde.KWin.ScreenShot2) and writes the raw pixels to a file:
//
//   kwin-screenshot FILE
//
// Prints "WIDTH HEIGHT STRIDE FORMAT"; FORMAT is a QImage::Format.
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <stdio.h>
#include <unistd.h>

// Copies the pixels from the pipe to the file until KWin closes its end.
static gpointer copy(gpointer file) {
  int from = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(file), "from"));
  char chunk[65536];
  ssize_t count;
  while ((count = read(from, chunk, sizeof chunk)) > 0)
    if (!g_output_stream_write_all(G_OUTPUT_STREAM(file), chunk, (gsize)count, NULL, NULL, NULL)) return NULL;
  return count == 0 ? file : NULL;
}

static int fail(const char *what, GError *error) {
  fprintf(stderr, "kwin-screenshot: %s: %s\n", what, error ? error->message : "no details");
  return 1;
}

int main(int count, char **arguments) {
  GError *error = NULL;
  if (count != 2) return fail("usage: kwin-screenshot FILE", NULL);
  GFile *path = g_file_new_for_path(arguments[1]);
  GFileOutputStream *file = g_file_replace(path, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &error);
  if (!file) return fail(arguments[1], error);
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
  if (!bus) return fail("no session bus", error);

  int ends[2];
  if (pipe(ends) != 0) return fail("no pipe", NULL);
  g_object_set_data(G_OBJECT(file), "from", GINT_TO_POINTER(ends[0]));
  GThread *reader = g_thread_new("reader", copy, file);

  GVariantBuilder options;
  g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);
  // Without this option KWin scales the screenshot down to logical pixels.
  g_variant_builder_add(&options, "{sv}", "native-resolution", g_variant_new_boolean(TRUE));
  GUnixFDList *descriptors = g_unix_fd_list_new_from_array(&ends[1], 1);
  GVariant *answer = g_dbus_connection_call_with_unix_fd_list_sync(
      bus, "org.kde.KWin", "/org/kde/KWin/ScreenShot2", "org.kde.KWin.ScreenShot2", "CaptureActiveScreen",
      g_variant_new("(a{sv}h)", &options, 0), G_VARIANT_TYPE("(a{sv})"), G_DBUS_CALL_FLAGS_NONE, 30000, descriptors,
      NULL, NULL, &error);
  g_object_unref(descriptors);  // Closes the write end in this process.
  if (!answer) return fail("KWin returned no screenshot", error);
  if (!g_thread_join(reader)) return fail("cannot copy the pixels", NULL);
  if (!g_output_stream_close(G_OUTPUT_STREAM(file), NULL, &error)) return fail(arguments[1], error);

  guint32 width = 0, height = 0, stride = 0, format = 0;
  GVariant *results = g_variant_get_child_value(answer, 0);
  g_variant_lookup(results, "width", "u", &width);
  g_variant_lookup(results, "height", "u", &height);
  g_variant_lookup(results, "stride", "u", &stride);
  g_variant_lookup(results, "format", "u", &format);
  printf("%u %u %u %u\n", width, height, stride, format);
  return 0;
}
