#pragma once
#include <stddef.h>
#include <stdint.h>
// libpng reports errors by longjmp, which must not cross Swift frames: every call that can fail lives in C.

/// Writes `height` rows of `stride` bytes, premultiplied BGRA (cairo's ARGB32 on little endian), top row first, as
/// an RGBA PNG. Returns 0, or -1 with `error` filled (what failed, without the path).
int cpng_write_file(const char *path, const uint8_t *bgra, uint32_t width, uint32_t height, size_t stride,
                    char error[128]);
