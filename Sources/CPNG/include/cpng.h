#pragma once
#include <stddef.h>
#include <stdint.h>
// libpng reports errors by longjmp, which must not cross Swift frames: every call that can fail lives in C.

/// Writes `height` rows of `stride` bytes, premultiplied BGRA (cairo's ARGB32 on little endian), top row first, as
/// an RGBA PNG. Returns 0, or -1 with `error` filled (what failed, without the path).
int cpng_write_file(const char *path, const uint8_t *bgra, uint32_t width, uint32_t height, size_t stride,
                    char error[128]);

typedef struct cpng_reader cpng_reader;

typedef struct {
  uint32_t width, height;
  int has_alpha, is_interlaced;
} cpng_header;

/// Reads the header from a descriptor at the file's start; the descriptor stays the caller's and must outlive the
/// reader. The caller has checked the size. Returns NULL with `error` filled.
cpng_reader *cpng_reader_open(int descriptor, cpng_header *header, char error[128]);

/// Reads the next stored row as straight (not premultiplied) BGRA, 8 bits a channel. `bgra` holds `width` * 4 bytes.
/// An interlaced picture gives the rows of its seven passes one after the other, each with the pass's own width;
/// passes without pixels give no rows. Returns 0, or -1 with `error` filled; no row can be read after that.
int cpng_reader_read_row(cpng_reader *reader, uint8_t *bgra, char error[128]);

void cpng_reader_close(cpng_reader *reader);
