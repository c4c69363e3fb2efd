#pragma once
#include <stddef.h>
#include <stdint.h>
// libtiff reports errors to variadic functions, which cannot be defined in Swift, so every libtiff call is
// made in C.

/// Decodes a TIFF file in memory.
typedef struct ctiff_reader ctiff_reader;

/// The header of a page, with sizes in pixels.
typedef struct {
  uint32_t width, height;
  /// The EXIF orientation, 1...8.
  int orientation;
  /// Whether the pixels may be transparent.
  int has_alpha;
  /// Whether each pixel is stored as 8 bits of cyan, magenta, yellow and black, in this order.
  int is_cmyk;
  /// Whether the page is stored in tiles; otherwise it is stored in strips.
  int is_tiled;
  /// The size of a tile, or the width of the page and the number of rows of a strip.
  uint32_t block_width, block_height;
  /// The color profile, valid until ctiff_close; NULL without one.
  const uint8_t *profile;
  uint32_t profile_count;
} ctiff_header;

/// Opens a file and reads the header of the page with the index `page`. `bytes` and `message` must outlive
/// the reader; `message` receives the reason of failures. Returns NULL on failure; otherwise close the reader
/// with ctiff_close.
ctiff_reader *ctiff_open(const uint8_t *bytes, size_t count, uint32_t page, ctiff_header *header,
                         char message[200]);

/// Counts the pages, up to `limit`.
uint32_t ctiff_count_pages(ctiff_reader *reader, uint32_t limit);

/// Decodes the strip or tile that begins at the pixel `x`, `y`. `pixels` must hold `block_width` *
/// `block_height` pixels; it receives premultiplied red, green, blue and alpha, bottom row first. The last
/// strip of the page has only `*rows` rows. A tile always has `block_height` rows; at the bottom of the page
/// only the last `*rows` rows of `pixels` belong to the page. Returns 0, or -1 on failure.
int ctiff_read_block(ctiff_reader *reader, uint32_t x, uint32_t y, uint32_t *pixels, uint32_t *rows);

/// Reads a strip or tile like ctiff_read_block, but stores the inks of a page with `is_cmyk`, top row first; 255 is full
/// ink. The last strip of the page has fewer rows; a tile always has `block_height` rows. Returns 0, or -1 on failure.
int ctiff_read_inks(ctiff_reader *reader, uint32_t x, uint32_t y, uint32_t *pixels);

/// Frees the reader.
void ctiff_close(ctiff_reader *reader);
