#pragma once
#include <stddef.h>
#include <stdint.h>
// libpng reports errors with longjmp, which must not cross Swift frames, so every libpng call is made in C.

/// Writes `height` rows of `stride` bytes as an RGBA PNG file. The pixels are premultiplied BGRA (Cairo's
/// ARGB32 on little-endian machines), top row first. Returns 0, or -1 with the reason in `error`, which does
/// not contain the path.
int cpng_write_file(const char *path, const uint8_t *bgra, uint32_t width, uint32_t height, size_t stride,
                    char error[128]);

/// A tEXt chunk: a keyword of 1 to 79 Latin-1 characters and a text of Latin-1 characters.
typedef struct {
  const char *keyword, *text;
} cpng_text;

/// Like ::cpng_write_file, but writes to the descriptor `file`, which the caller closes, and also writes `text_count`
/// texts before the pixels. If the system refuses a write, `*code` is its errno, otherwise 0.
int cpng_write_descriptor(int file, const uint8_t *bgra, uint32_t width, uint32_t height, size_t stride,
                          const cpng_text *texts, size_t text_count, int *code, char error[128]);

/// Reads a PNG file row by row.
typedef struct cpng_reader cpng_reader;

/// The header of a PNG file, with sizes in pixels.
typedef struct {
  uint32_t width, height;
  int has_alpha, is_interlaced, is_gray;
  /// The color profile, which the reader owns; NULL without one.
  const uint8_t *profile;
  uint32_t profile_count;
} cpng_header;

/// Reads the header from a descriptor that is positioned at the start of the file. The caller owns the
/// descriptor, which must outlive the reader, and checks the size of the image. Returns NULL on failure, with
/// the reason in `error`; otherwise close the reader with cpng_reader_close.
cpng_reader *cpng_reader_open(int descriptor, cpng_header *header, char error[128]);

/// Like ::cpng_reader_open, for a file of `count` bytes in memory, which must outlive the reader.
cpng_reader *cpng_reader_open_memory(const uint8_t *bytes, size_t count, cpng_header *header, char error[128]);

/// Reads the next stored row as straight (not premultiplied) BGRA with 8 bits per channel. `bgra` must hold
/// `width` * 4 bytes. For an interlaced image the rows of its seven passes follow each other, each with the
/// width of its pass. A pass without pixels has no rows. Returns 0, or -1 with the reason in `error`. After a
/// failure the reader cannot read further rows.
int cpng_reader_read_row(cpng_reader *reader, uint8_t *bgra, char error[128]);

/// Frees the reader. The descriptor stays open.
void cpng_reader_close(cpng_reader *reader);
