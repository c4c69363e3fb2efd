#pragma once
#include <stddef.h>
#include <stdint.h>
// libjpeg reports errors with longjmp, which must not cross Swift frames, so every libjpeg call is made in C.

/// Decodes a JPEG file in memory, row by row.
typedef struct cjpeg_reader cjpeg_reader;

/// Called every few milliseconds while decoding. A nonzero result ends the decoding.
typedef int (*cjpeg_checkpoint)(void *context);

/// The order of the four bytes of a decoded pixel.
typedef enum { cjpeg_bgra, cjpeg_cmyk } cjpeg_layout;

typedef enum {
  cjpeg_ok = 0,
  /// libjpeg failed; the reason is in `message`.
  cjpeg_failed = -1,
  /// The checkpoint ended the decoding.
  cjpeg_stopped = -2,
  /// libjpeg needs more memory than is allowed.
  cjpeg_out_of_memory = -3,
} cjpeg_status;

/// The header, with sizes in pixels.
typedef struct {
  uint32_t width, height;
  cjpeg_layout layout;
  /// Whether the file has several scans, so that libjpeg keeps all coefficients in memory.
  int has_multiple_scans;
} cjpeg_header;

/// Reads the header. `bytes` and `message` must outlive the reader. libjpeg allocates at most `memory` bytes.
/// During the life of the reader `message` receives the reason of a failure, or the first warning about
/// damaged data; otherwise it is empty. Returns NULL on failure; otherwise close the reader with cjpeg_close.
cjpeg_reader *cjpeg_open(const uint8_t *bytes, size_t count, size_t memory, cjpeg_checkpoint checkpoint,
                         void *context, cjpeg_header *header, char message[200]);

/// Starts decoding at `eighths`/8 of the size, with `eighths` in 1...16, and stores the reduced size. Reads
/// at most `maximum_scans` scans. If the image has more scans, the result is less sharp, and `message`
/// receives a warning.
cjpeg_status cjpeg_start(cjpeg_reader *reader, int eighths, int maximum_scans, uint32_t *width, uint32_t *height);

/// Leaves out the first `y` rows, and the columns outside `*x` ..< `*x` + `*width`, of the reduced size. Call it before
/// the first row. libjpeg moves the left edge to the left, to the edge of a block, and stores the columns that it decodes.
cjpeg_status cjpeg_select(cjpeg_reader *reader, uint32_t y, uint32_t *x, uint32_t *width);

/// Decodes the next row into `row`, which holds four bytes for each pixel of the reduced or
/// selected width.
cjpeg_status cjpeg_read_row(cjpeg_reader *reader, uint8_t *row);

/// Frees the reader.
void cjpeg_close(cjpeg_reader *reader);
