#include "cpng.h"
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cpng_reader {
  png_structp png;
  png_infop info;
  int descriptor;
  // The file in memory; NULL if the file is read from the descriptor.
  const uint8_t *memory;
  size_t memory_count;
  size_t position, count;
  char error[128];
  uint8_t bytes[65536];
};

static void on_error(png_structp png, png_const_charp message) {
  cpng_reader *reader = png_get_error_ptr(png);
  snprintf(reader->error, sizeof reader->error, "%s", message);
  longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void on_read(png_structp png, png_bytep target, size_t wanted) {
  cpng_reader *reader = png_get_io_ptr(png);
  if (reader->memory) {
    if (wanted > reader->memory_count - reader->position) png_error(png, "the file ends too early");
    memcpy(target, reader->memory + reader->position, wanted);
    reader->position += wanted;
    return;
  }
  while (wanted > 0) {
    if (reader->position == reader->count) {
      ssize_t count;
      do count = read(reader->descriptor, reader->bytes, sizeof reader->bytes);
      while (count < 0 && errno == EINTR);
      if (count < 0) png_error(png, strerror(errno));
      if (count == 0) png_error(png, "the file ends too early");
      reader->position = 0;
      reader->count = (size_t)count;
    }
    size_t part = reader->count - reader->position;
    if (part > wanted) part = wanted;
    memcpy(target, reader->bytes + reader->position, part);
    reader->position += part;
    target += part;
    wanted -= part;
  }
}

static cpng_reader *open_reader(int descriptor, const uint8_t *bytes, size_t count, cpng_header *header,
                                char error[128]) {
  cpng_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    snprintf(error, 128, "out of memory");
    return NULL;
  }
  reader->descriptor = descriptor;
  reader->memory = bytes;
  reader->memory_count = count;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    snprintf(error, 128, "out of memory");
    cpng_reader_close(reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->png))) {
    memcpy(error, reader->error, sizeof reader->error);
    cpng_reader_close(reader);
    return NULL;
  }
  png_structp png = reader->png;
  // The caller checks the size and reports its own error.
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  // libpng stores text and profile chunks even if they are not used. It stores at most 16 chunks of 4 MiB, 64
  // MiB in total. Further and larger chunks are skipped.
  png_set_chunk_malloc_max(png, 4u << 20);
  png_set_chunk_cache_max(png, 16);
  png_set_read_fn(png, reader, on_read);
  png_read_info(png, reader->info);

  int depth, color, interlace;
  png_get_IHDR(png, reader->info, &header->width, &header->height, &depth, &color, &interlace, NULL, NULL);
  header->has_alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, reader->info, PNG_INFO_tRNS);
  header->is_interlaced = interlace != PNG_INTERLACE_NONE;
  header->is_gray = !(color & PNG_COLOR_MASK_COLOR);
  header->profile = NULL;
  header->profile_count = 0;
  png_charp name;
  png_bytep profile;
  int compression;
  if (png_get_iCCP(png, reader->info, &name, &compression, &profile, &header->profile_count) == PNG_INFO_iCCP)
    header->profile = profile;
  // The profile and sRGB take precedence over the gamma. libpng ignores a gamma that hardly differs from sRGB's.
  double gamma;
  if (!header->profile && !png_get_valid(png, reader->info, PNG_INFO_sRGB) &&
      png_get_gAMA(png, reader->info, &gamma) == PNG_INFO_gAMA && gamma >= 0.01 && gamma <= 100)
    png_set_gamma(png, PNG_DEFAULT_sRGB, gamma);
  png_set_expand(png);
  png_set_scale_16(png);
  if (!(color & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  // Without png_set_interlace_handling libpng returns the rows of each pass as they are stored, and needs no
  // full-size copy.
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != (size_t)header->width * 4) png_error(png, "unexpected row length");
  return reader;
}

cpng_reader *cpng_reader_open(int descriptor, cpng_header *header, char error[128]) {
  return open_reader(descriptor, NULL, 0, header, error);
}

cpng_reader *cpng_reader_open_memory(const uint8_t *bytes, size_t count, cpng_header *header, char error[128]) {
  return open_reader(-1, bytes, count, header, error);
}

int cpng_reader_read_row(cpng_reader *reader, uint8_t *bgra, char error[128]) {
  if (setjmp(png_jmpbuf(reader->png))) {
    memcpy(error, reader->error, sizeof reader->error);
    return -1;
  }
  png_read_row(reader->png, bgra, NULL);
  return 0;
}

void cpng_reader_close(cpng_reader *reader) {
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}
