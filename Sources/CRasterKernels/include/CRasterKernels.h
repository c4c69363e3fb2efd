#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// The inner loops of the renderer, for processors with AVX2 and FMA. They process eight pixels at a time.
// Other processors use only the portable sampler, and Swift code in Raster instead of the other loops. Tests
// compare both variants with the slow reference renderer in Raster.
//
// A pixel is premultiplied 0xAARRGGBB. A wide pixel has four 16-bit lanes that hold 128 times a channel each;
// from the lowest: blue, green, red, alpha.

/// Whether this processor supports all functions of this header. If not, only the functions whose names end
/// in `_portable`, `craster_prefetch`, and the functions that make system calls may be called.
bool craster_is_supported(void);

/// A run of pixels in a row. Pixel i samples the texel coordinates (u + i·du) / (w + i·dw) and (v + i·dv) /
/// (w + i·dw).
struct craster_run {
  /// Rows of `row_length` texels. One column to the right of the last one and one row below the last one are
  /// also readable.
  const uint32_t *texels;
  int32_t row_length;
  /// The largest coordinates, measured from the center of the first texel.
  float max_u, max_v;
  /// The values at the center of the first pixel, and their increments per pixel. All w are positive.
  float u, v, w, du, dv, dw;
  /// The distance in texels from the upper left texel of a pixel to the upper left texel of the pixel below
  /// it. The latter is prefetched, because hardware prefetchers do not predict short runs of many textures.
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

/// The mip levels to sample in a row of tiles. A tile is 8 pixels wide.
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
  /// The distance from a pixel's coordinates to the coordinates of the pixel below it, in texels of the base
  /// level. It is used for prefetching.
  float next_u, next_v;
};

/// Like `craster_sample`, but samples the mip levels that `tiles` selects. `run` has the coordinates of the
/// base level.
void craster_sample_tiles(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint32_t *result);

/// Like `craster_sample_tiles`, but writes wide pixels.
void craster_sample_tiles_wide(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint64_t *result);

/// Like `craster_sample`, without special instructions.
void craster_sample_portable(const struct craster_run *run, int first, int count, uint32_t *result);

/// Like `craster_sample_wide`, but with the lanes in the order blue, red, green, alpha, as Swift uses it.
void craster_sample_wide_portable(const struct craster_run *run, int first, int count, uint64_t *result);

/// Writes `rows` rows of `count` pixels. The first pixel is sampled at the distance (`x`, `y`), in 1/32768
/// texel, from the center of `texels[0]`; the others follow at distances of one texel. Reads `count + 1`
/// texels of each of `rows + 1` rows. Rows of texels are `row_length` texels apart, and rows of the result
/// are `stride` pixels apart.
void craster_translate(
    const uint32_t *texels, int64_t row_length, int count, int rows, int x, int y, uint32_t *result,
    int64_t stride);

/// Like `craster_translate`, but writes one row of wide pixels. `above` and `below` are the two rows of
/// texels.
void craster_translate_wide(
    const uint32_t *above, const uint32_t *below, int count, int x, int y, uint64_t *result);

/// Converts `count` pixels to wide pixels.
void craster_widen(const uint32_t *pixels, int count, uint64_t *result);

/// Converts `count` wide pixels to pixels, rounded.
void craster_narrow(const uint64_t *wide, int count, uint32_t *result);

/// Blends opaque `samples` into `row` with a weight of `share` / 32768. `share` is less than 32768.
void craster_blend(uint64_t *row, const uint64_t *samples, int count, int share);

/// Composites premultiplied `samples` × `share` / 32768 over `row`.
void craster_composite(uint64_t *row, const uint64_t *samples, int count, int share);

/// A range of texels, relative to the first texel that contributes to a texel of the result.
struct craster_main_lobe {
  int32_t first, count;
};

/// The weights for downscaling a row: how much each of its texels contributes to each texel of a shorter row.
struct craster_downscaling {
  /// `count` is the number of weights per texel of the result, a multiple of 4. `firsts` has the index of the
  /// first contributing texel for each texel of the result. Texels with a weight of 0 are read, too: up to
  /// three texels beyond the end of a row. This is safe, because a level has an additional row.
  int32_t count;
  const int32_t *firsts;
  /// `count` weights for each texel of the result; the sum of each group is 16384.
  const int16_t *weights;
  /// For each texel of the result, the texels inside the main lobe of the filter, at least 2. The result is
  /// clamped to their range.
  const struct craster_main_lobe *main_lobes;
};

/// Downscales up to four rows horizontally. Writes `width` texels of each row, beginning with column `start` of
/// the result, as 64 times their channels. Rows of texels are `row_length` texels apart, and rows of the result
/// are `stride` numbers apart.
void craster_downscale_rows(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int start, int width, int16_t *result, int64_t stride);

/// Like `craster_downscale_rows`, but writes pixels, beginning with column 0. Rows of the result are `stride`
/// pixels apart.
void craster_downscale_rows_to_pixels(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int width, uint32_t *result, int64_t stride);

/// Converts `width` texels to 64 times their channels.
void craster_scale_row(const uint32_t *texels, int width, int16_t *result);

/// Writes the weighted means of `count` rows, an even number, as pixels. The rows contain 64 times the
/// channels. Each mean is clamped to the range of the rows in the main lobe. In each row, `width` rounded up to
/// a multiple of eight texels are read.
void craster_combine_rows(
    const int16_t *const *rows, const int16_t *weights, int count, struct craster_main_lobe main_lobe, int width,
    uint32_t *result);

/// Writes `rows` rows of `count` pixels of one color, `stride` pixels apart.
void craster_fill(uint32_t *result, int64_t stride, int count, int rows, uint32_t color);

/// Copies `rows` rows of `count` texels. Rows of texels are `row_length` texels apart, and rows of the result
/// are `stride` pixels apart.
void craster_copy(
    const uint32_t *texels, int64_t row_length, int count, int rows, uint32_t *result, int64_t stride);

/// Prefetches memory for writing; any address is allowed. Runs on all processors.
void craster_prefetch(const void *memory, int byte_count);

/// Advises the system to back `size` bytes of fresh memory with pages of 2 MiB. The address and the size are
/// multiples of 2 MiB. Linux: `madvise(MADV_HUGEPAGE)`. On other systems it does nothing.
void craster_advise_huge_pages(void *memory, int64_t size);

/// Returns the number of the processor on which the caller runs, or -1 if the system does not provide it.
/// Linux: `sched_getcpu`.
int craster_current_processor(void);

/// Restricts `thread` to the processors on which the caller may run, without `processor` if there are others.
/// Errors are ignored. Linux: `pthread_setaffinity_np`. On other systems it does nothing.
void craster_exclude_processor(pthread_t thread, int processor);
