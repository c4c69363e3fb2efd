#include "cpng.h"
#include <errno.h>
#include <fcntl.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void on_error(png_structp png, png_const_charp message) {
  char *error = png_get_error_ptr(png);
  snprintf(error, 128, "%s", message);
  longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

// Divides a premultiplied channel by alpha, rounded; values above alpha are clamped.
static uint8_t straight(uint8_t channel, uint8_t alpha) {
  unsigned value = (channel * 255u + alpha / 2u) / alpha;
  return value > 255 ? 255 : (uint8_t)value;
}

struct writer {
  int file, code;
  size_t count;
  uint8_t bytes[65536];
};

static void flush(png_structp png) {
  struct writer *writer = png_get_io_ptr(png);
  for (size_t start = 0; start < writer->count;) {
    ssize_t count = write(writer->file, writer->bytes + start, writer->count - start);
    if (count >= 0) {
      start += (size_t)count;
    } else if (errno != EINTR) {
      writer->code = errno;
      png_error(png, strerror(writer->code));
    }
  }
  writer->count = 0;
}

static void on_write(png_structp png, png_bytep source, size_t count) {
  struct writer *writer = png_get_io_ptr(png);
  while (count > 0) {
    if (writer->count == sizeof writer->bytes) flush(png);
    size_t part = sizeof writer->bytes - writer->count;
    if (part > count) part = count;
    memcpy(writer->bytes + writer->count, source, part);
    writer->count += part;
    source += part;
    count -= part;
  }
}

// libpng asks for a flush after the last chunk only if rows are flushed, so cpng_write_descriptor flushes.
static void on_flush(png_structp png) { (void)png; }

int cpng_write_file(const char *path, const uint8_t *bgra, uint32_t width, uint32_t height, size_t stride,
                    char error[128]) {
  int code, file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) {
    snprintf(error, 128, "%s", strerror(errno));
    return -1;
  }
  int result = cpng_write_descriptor(file, bgra, width, height, stride, NULL, 0, &code, error);
  // A network file system may report a full disk only now.
  if (close(file) != 0 && result == 0) {
    snprintf(error, 128, "%s", strerror(errno));
    return -1;
  }
  return result;
}

int cpng_write_descriptor(int file, const uint8_t *bgra, uint32_t width, uint32_t height, size_t stride,
                          const cpng_text *texts, size_t text_count, int *code, char error[128]) {
  *code = 0;
  struct writer *volatile writer = malloc(sizeof *writer);
  uint8_t *volatile row = malloc((size_t)width * 4 + 1);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, error, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (writer) writer->file = file, writer->code = 0, writer->count = 0;
  if (!writer || !row || !info || setjmp(png_jmpbuf(png))) {
    if (!writer || !row || !info) {
      snprintf(error, 128, "%s", strerror(ENOMEM));
      *code = ENOMEM;
    } else {
      *code = writer->code;
    }
    if (png) png_destroy_write_struct(&png, &info);
    free(row);
    free(writer);
    return -1;
  }
  png_set_write_fn(png, writer, on_write, on_flush);
  png_set_compression_level(png, 3);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  for (size_t i = 0; i < text_count; i++) {
    // libpng copies the strings.
    png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = (char *)texts[i].keyword,
                     .text = (char *)texts[i].text};
    png_set_text(png, info, &text, 1);
  }
  png_write_info(png, info);
  for (uint32_t y = 0; y < height; y++) {
    const uint8_t *source = bgra + y * stride;
    for (uint32_t x = 0; x < width; x++, source += 4) {
      uint8_t *target = row + x * 4, alpha = source[3];
      target[0] = alpha ? straight(source[2], alpha) : 0;
      target[1] = alpha ? straight(source[1], alpha) : 0;
      target[2] = alpha ? straight(source[0], alpha) : 0;
      target[3] = alpha;
    }
    png_write_row(png, row);
  }
  png_write_end(png, info);
  flush(png);
  png_destroy_write_struct(&png, &info);
  free(row);
  free(writer);
  return 0;
}
