#include "ctiff.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

struct ctiff_reader {
  TIFF *tiff;
  const uint8_t *bytes;
  size_t count, position;
  char *message;
  uint8_t *profile;
  ctiff_header header;
};

// libtiff has one error handler per process. It writes to this message, because a thread uses one reader at a
// time.
static _Thread_local char *current_message;

static void on_error(const char *module, const char *format, va_list arguments) {
  (void)module;
  if (current_message && !current_message[0]) vsnprintf(current_message, 200, format, arguments);
}

static tmsize_t on_read(thandle_t handle, void *target, tmsize_t wanted) {
  ctiff_reader *reader = handle;
  if (wanted <= 0 || reader->position >= reader->count) return 0;
  size_t part = reader->count - reader->position;
  if (part > (size_t)wanted) part = (size_t)wanted;
  memcpy(target, reader->bytes + reader->position, part);
  reader->position += part;
  return (tmsize_t)part;
}

static tmsize_t on_write(thandle_t handle, void *source, tmsize_t count) {
  (void)handle; (void)source; (void)count;
  return -1;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
  ctiff_reader *reader = handle;
  uint64_t base = whence == SEEK_CUR ? reader->position : whence == SEEK_END ? reader->count : 0;
  uint64_t target = base + offset;
  if (target > INT64_MAX) return (toff_t)-1;
  reader->position = (size_t)target;
  return target;
}

static int on_close(thandle_t handle) { (void)handle; return 0; }

static toff_t on_size(thandle_t handle) { return ((ctiff_reader *)handle)->count; }

static int on_map(thandle_t handle, void **base, toff_t *size) {
  ctiff_reader *reader = handle;
  *base = (void *)reader->bytes;
  *size = reader->count;
  return 1;
}

static void on_unmap(thandle_t handle, void *base, toff_t size) { (void)handle; (void)base; (void)size; }

static int has_cmyk_pixels(TIFF *tiff) {
  uint16_t photometric = 0, inks = 0, bits = 0, samples = 0, planes = 0;
  TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &inks);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
  return photometric == PHOTOMETRIC_SEPARATED && inks == INKSET_CMYK && bits == 8 && samples == 4 &&
         planes == PLANARCONFIG_CONTIG;
}

static int read_header(ctiff_reader *reader) {
  TIFF *tiff = reader->tiff;
  ctiff_header *header = &reader->header;
  if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &header->width) ||
      !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &header->height))
    return -1;
  uint16_t orientation = 1, extra = 0, *kinds = NULL;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
  header->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
  header->has_alpha = extra > 0;
  header->is_cmyk = has_cmyk_pixels(tiff);
  header->is_tiled = TIFFIsTiled(tiff);
  if (header->is_tiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &header->block_width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &header->block_height);
  } else {
    uint32_t rows = header->height;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    header->block_width = header->width;
    header->block_height = rows > header->height || rows == 0 ? header->height : rows;
  }
  void *profile = NULL;
  if (!TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &header->profile_count, &profile)) header->profile_count = 0;
  if (header->profile_count > 0 && profile) {
    // libtiff frees its own copy when another directory is read.
    reader->profile = malloc(header->profile_count);
    if (!reader->profile) {
      snprintf(reader->message, 200, "out of memory");
      return -1;
    }
    memcpy(reader->profile, profile, header->profile_count);
  } else {
    header->profile_count = 0;
  }
  header->profile = reader->profile;
  if (header->width == 0 || header->height == 0 || header->block_width == 0 || header->block_height == 0)
    return -1;
  char reason[1024] = "";
  if (!TIFFRGBAImageOK(tiff, reason)) {
    if (!reader->message[0]) snprintf(reader->message, 200, "%s", reason);
    return -1;
  }
  return 0;
}

ctiff_reader *ctiff_open(const uint8_t *bytes, size_t count, uint32_t page, ctiff_header *header,
                         char message[200]) {
  message[0] = 0;
  ctiff_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    snprintf(message, 200, "out of memory");
    return NULL;
  }
  TIFFSetErrorHandler(on_error);
  TIFFSetErrorHandlerExt(NULL);
  TIFFSetWarningHandler(NULL);
  reader->bytes = bytes;
  reader->count = count;
  reader->message = current_message = message;
  reader->tiff =
    TIFFClientOpen("image", "r", reader, on_read, on_write, on_seek, on_close, on_size, on_map, on_unmap);
  if (!reader->tiff || (page > 0 && !TIFFSetDirectory(reader->tiff, (tdir_t)page)) || read_header(reader) != 0) {
    if (!message[0]) snprintf(message, 200, "the header is invalid");
    ctiff_close(reader);
    return NULL;
  }
  *header = reader->header;
  return reader;
}

uint32_t ctiff_count_pages(ctiff_reader *reader, uint32_t limit) {
  current_message = NULL;
  tdir_t current = TIFFCurrentDirectory(reader->tiff);
  uint32_t pages = 1;
  TIFFSetDirectory(reader->tiff, 0);
  while (pages < limit && TIFFReadDirectory(reader->tiff)) pages++;
  TIFFSetDirectory(reader->tiff, current);
  current_message = reader->message;
  return pages;
}

int ctiff_read_block(ctiff_reader *reader, uint32_t x, uint32_t y, uint32_t *pixels, uint32_t *rows) {
  current_message = reader->message;
  // The caller applies the orientation. libtiff would apply it within each block instead.
  TIFFSetField(reader->tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  uint32_t left = reader->header.height - y;
  *rows = left < reader->header.block_height ? left : reader->header.block_height;
  int ok = reader->header.is_tiled ? TIFFReadRGBATileExt(reader->tiff, x, y, pixels, 1)
                                   : TIFFReadRGBAStripExt(reader->tiff, y, pixels, 1);
  return ok ? 0 : -1;
}

int ctiff_read_inks(ctiff_reader *reader, uint32_t x, uint32_t y, uint32_t *pixels) {
  current_message = reader->message;
  TIFF *tiff = reader->tiff;
  tmsize_t capacity = (tmsize_t)reader->header.block_width * reader->header.block_height * 4;
  tmsize_t count = reader->header.is_tiled
                     ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, 0), pixels, capacity)
                     : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y, 0), pixels, capacity);
  return count > 0 ? 0 : -1;
}

void ctiff_close(ctiff_reader *reader) {
  if (reader->tiff) TIFFClose(reader->tiff);
  current_message = NULL;
  free(reader->profile);
  free(reader);
}
