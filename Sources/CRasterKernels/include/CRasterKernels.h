#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// The inner loops of the renderer, eight pixels at a time, for processors with AVX2 and FMA. Other processors
// use only the portable sampler. Everything else of the renderer is Swift code in Raster. Tests compare both
// with the slow reference renderer in Raster.
//
// A pixel is premultiplied 0xAARRGGBB. A wide pixel holds four 16-bit lanes, blue, green, red, alpha from the
// lowest, each 128 times the channel.

/// Whether this processor supports all functions here; otherwise only those named portable may be called.
bool craster_is_supported(void);

/// A run of pixels with texel coordinates (u + i·du) / (w + i·dw), and v likewise.
struct craster_run {
  /// Rows of `row_length` texels, with one column and one row beyond the last.
  const uint32_t *texels;
  int32_t row_length;
  /// The largest coordinates, measured from the center of the first texel.
  float max_u, max_v;
  /// The values at the center of the first pixel, and their increments per pixel. All w are positive.
  float u, v, w, du, dv, dw;
  /// The distance in texels from the upper left texel of a pixel to that of the pixel below it. It is
  /// prefetched, because hardware prefetchers do not predict short runs of many textures.
  int32_t next_row;
};

/// Bilinearly samples `count` pixels of a run, beginning with pixel `first`.
void craster_sample(const struct craster_run *run, int first, int count, uint32_t *result);

/// Bilinearly samples `count` wide pixels of a run, beginning with pixel `first`.
void craster_sample_wide(const struct craster_run *run, int first, int count, uint64_t *result);

/// A mip level.
struct craster_level {
  const uint32_t *texels;
  int32_t row_length;
  /// The largest coordinates, measured from the center of the first texel.
  float max_u, max_v;
  /// The size relative to the base level.
  float scale_u, scale_v;
};

/// The mip level choices of a row of tiles, each 8 pixels wide.
struct craster_tiles {
  /// The choices of the tile with the first requested pixel and of the tiles to its right. A choice holds the
  /// numbers of width and height, and the weights of the next width and height in 1/64, one byte each from the
  /// lowest.
  const uint32_t *choices;
  /// The number of pixels in the first tile before the first requested pixel.
  int32_t skipped;
  /// The levels, and for each pair of level numbers (x, y) an index: `indices[(y - min_y) * width + x -
  /// min_x]`.
  const struct craster_level *levels;
  const int32_t *indices;
  int32_t min_x, min_y, width;
  /// The distance to the next row's coordinates, in base level texels, for prefetching.
  float next_u, next_v;
};

/// Like `craster_sample`, from the levels that `tiles` selects; the run has base level coordinates.
void craster_sample_tiles(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint32_t *result);

/// Like `craster_sample_tiles`, into wide pixels.
void craster_sample_tiles_wide(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint64_t *result);

/// Like `craster_sample`.
void craster_sample_portable(const struct craster_run *run, int first, int count, uint32_t *result);

/// Like `craster_sample_wide`, but with the lanes in the order blue, red, green, alpha, as Swift uses it.
void craster_sample_wide_portable(const struct craster_run *run, int first, int count, uint64_t *result);

/// Writes `rows` rows of `count` pixels that lie `x` and `y` in 1/32768 texel to the right of and below
/// `texels[0]`. Reads `count + 1` texels of one more row. Rows of texels are `row_length` texels apart, those
/// of the result `stride` pixels.
void craster_translate(
    const uint32_t *texels, int64_t row_length, int count, int rows, int x, int y, uint32_t *result,
    int64_t stride);

/// Writes one such row in wide pixels.
void craster_translate_wide(
    const uint32_t *above, const uint32_t *below, int count, int x, int y, uint64_t *result);

/// Converts `count` pixels to wide pixels.
void craster_widen(const uint32_t *pixels, int count, uint64_t *result);

/// Converts `count` wide pixels to pixels, rounded.
void craster_narrow(const uint64_t *wide, int count, uint32_t *result);

/// Blends opaque `samples` into `row` with a weight of `share` in 1/32768, less than 32768.
void craster_blend(uint64_t *row, const uint64_t *samples, int count, int share);

/// Composites premultiplied `samples`, multiplied by `share` in 1/32768, over `row`.
void craster_composite(uint64_t *row, const uint64_t *samples, int count, int share);

/// A range of contributing texels, relative to the first.
struct craster_main_lobe {
  int32_t first, count;
};

/// The weights of the texels of a row in each texel of a shorter row.
struct craster_downscaling {
  /// The number of weights per texel of the result, a multiple of 4, and the index of the first contributing
  /// texel. The padding has a weight of 0 but is read: up to three texels beyond a row. A level has one row
  /// more.
  int32_t count;
  const int32_t *firsts;
  /// `count` for each texel of the result; their sum is 16384.
  const int16_t *weights;
  /// The texels inside the main lobe, at least 2; the result is clamped to their range.
  const struct craster_main_lobe *main_lobes;
};

/// Downscales up to four rows horizontally: writes 64 times the channels of `width` texels, from column `start`
/// of the result on. Rows of texels are `row_length` texels apart, those of the result `stride` numbers.
void craster_downscale_rows(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int start, int width, int16_t *result, int64_t stride);

/// Downscales up to four rows horizontally, to pixels; rows of the result are `stride` pixels apart.
void craster_downscale_rows_to_pixels(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int width, uint32_t *result, int64_t stride);

/// Writes 64 times the channels of `width` texels.
void craster_scale_row(const uint32_t *texels, int width, int16_t *result);

/// Writes the weighted means of `count` rows of 64 times the channels, as pixels; `count` is even. Channels are
/// clamped to the range of the rows in the main lobe. Reads rows up to a multiple of eight texels.
void craster_combine_rows(
    const int16_t *const *rows, const int16_t *weights, int count, struct craster_main_lobe main_lobe, int width,
    uint32_t *result);

/// Writes `rows` rows of `count` pixels of one color, `stride` pixels apart.
void craster_fill(uint32_t *result, int64_t stride, int count, int rows, uint32_t color);

/// Copies `rows` rows of `count` texels. Rows of texels are `row_length` texels apart, those of the result
/// `stride` pixels.
void craster_copy(
    const uint32_t *texels, int64_t row_length, int count, int rows, uint32_t *result, int64_t stride);

/// Prefetches memory for writing; any address is allowed. Runs on all processors.
void craster_prefetch(const void *memory, int byte_count);

/// Advises the system to back `size` bytes of fresh memory with pages of 2 MiB; address and size are multiples
/// of that. Linux: `madvise(MADV_HUGEPAGE)`. Elsewhere it does nothing.
void craster_advise_huge_pages(void *memory, int64_t size);

/// Returns the number of the processor that the caller runs on; -1 where the system does not tell. Linux:
/// `sched_getcpu`.
int craster_current_processor(void);

/// Restricts `thread` to the processors that the caller may run on, except `processor` unless that is the only
/// one. Errors are ignored. Linux: `pthread_setaffinity_np`. Elsewhere it does nothing.
void craster_exclude_processor(pthread_t thread, int processor);
