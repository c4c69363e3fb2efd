#include "cpng.h"
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int cpng_write_file(const char *path, const uint8_t *bgra, uint32_t width, uint32_t height, size_t stride,
                    char error[128]) {
  return cpng_write_file_with_texts(path, bgra, width, height, stride, NULL, 0, error);
}

int cpng_write_file_with_texts(const char *path, const uint8_t *bgra, uint32_t width, uint32_t height, size_t stride,
                               const cpng_text *texts, size_t text_count, char error[128]) {
  FILE *file = fopen(path, "wbe");
  if (!file) {
    snprintf(error, 128, "%s", strerror(errno));
    return -1;
  }
  uint8_t *volatile row = malloc((size_t)width * 4 + 1);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, error, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!row || !info || setjmp(png_jmpbuf(png))) {
    if (!row || !info) snprintf(error, 128, "out of memory");
    if (png) png_destroy_write_struct(&png, &info);
    free(row);
    fclose(file);
    return -1;
  }
  png_init_io(png, file);
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
  png_destroy_write_struct(&png, &info);
  free(row);
  if (fclose(file) != 0) {
    snprintf(error, 128, "%s", strerror(errno));
    return -1;
  }
  return 0;
}
