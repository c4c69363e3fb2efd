#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// The inner loops of the renderer for processors with AVX2 and FMA: eight pixels at a time. For all others
// there is the sampler alone; Raster has the rest in Swift, and a slow twin that tests compare both with.
//
// A pixel is premultiplied 0xAARRGGBB; a wide pixel holds four 16-bit lanes, blue, green, red, alpha from the
// lowest, each 128 times the channel.

/// Whether this processor can run everything here; else only what is called portable.
bool craster_is_supported(void);

/// A run of pixels whose places in a texture are (u + i·du) / (w + i·dw), and v likewise.
struct craster_run {
  /// Rows of `row_length` texels. To the right of the last column and below the last row there is one more of
  /// each.
  const uint32_t *texels;
  int32_t row_length;
  /// The largest place, counted from the first texel's centre.
  float max_u, max_v;
  /// At the first pixel's centre; and what changes from pixel to pixel. All w are more than 0.
  float u, v, w, du, dv, dw;
  /// How many texels after its own upper one a pixel's neighbour below has its; what is there is fetched
  /// early, because a processor cannot guess it from short runs of many textures.
  int32_t next_row;
};

/// Samples `count` pixels of a run bilinearly into pixels, beginning with its pixel `first`.
void craster_sample(const struct craster_run *run, int first, int count, uint32_t *result);

/// Samples `count` pixels of a run bilinearly into wide pixels, beginning with its pixel `first`.
void craster_sample_wide(const struct craster_run *run, int first, int count, uint64_t *result);

/// One size of a texture.
struct craster_level {
  const uint32_t *texels;
  int32_t row_length;
  /// The largest place, counted from the first texel's centre.
  float max_u, max_v;
  /// How large it is, the texture itself being 1.
  float scale_u, scale_v;
};

/// What the tiles of a row show, each 8 pixels wide.
struct craster_tiles {
  /// Of the tile in which the run's first wanted pixel is, and of those to the right: the numbers of width
  /// and height, and how much of the next of both is mixed in, in 1/64; a byte each from the lowest. As many
  /// are read as the wanted pixels are in.
  const uint32_t *choices;
  /// How many pixels that tile has before that one.
  int32_t skipped;
  /// The levels, and where they are: that of numbers (x, y) is number
  /// `places[(y - min_y) * width + x - min_x]`.
  const struct craster_level *levels;
  const int32_t *indices;
  int32_t min_x, min_y, width;
  /// How far the next row's places are, in texels of the texture itself: what is there is fetched early.
  float next_u, next_v;
};

/// As `craster_sample`, but from the levels that `tiles` says; the run is that of the texture itself.
void craster_sample_tiles(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint32_t *result);

/// As `craster_sample_tiles`, into wide pixels.
void craster_sample_tiles_wide(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint64_t *result);

/// As `craster_sample`.
void craster_sample_portable(const struct craster_run *run, int first, int count, uint32_t *result);

/// As `craster_sample_wide`, but with the lanes in the order blue, red, green, alpha, which suits Swift.
void craster_sample_wide_portable(const struct craster_run *run, int first, int count, uint64_t *result);

/// Writes `rows` rows of `count` pixels that lie between four texels, `x` and `y` of 32768 parts from
/// `texels[0]` to the right and downwards. Reads `count + 1` texels of one more row. Rows of texels are
/// `row_length` texels apart, those of the result `stride` pixels.
void craster_translate(
    const uint32_t *texels, int64_t row_length, int count, int rows, int x, int y, uint32_t *result,
    int64_t stride);

/// Writes one such row in wide pixels.
void craster_translate_wide(
    const uint32_t *above, const uint32_t *below, int count, int x, int y, uint64_t *result);

/// Widens `count` pixels.
void craster_widen(const uint32_t *pixels, int count, uint64_t *result);

/// Rounds `count` wide pixels.
void craster_narrow(const uint64_t *wide, int count, uint32_t *result);

/// Mixes opaque `samples` into `row`: `share` of 32768 parts of them, less than all.
void craster_blend(uint64_t *row, const uint64_t *samples, int count, int share);

/// Lays `samples`, multiplied by `share` of 32768 parts, over `row`.
void craster_composite(uint64_t *row, const uint64_t *samples, int count, int share);

/// Neighbours among those that contribute, counted from the first.
struct craster_main_lobe {
  int32_t first, count;
};

/// What the texels of a row contribute to those of a shorter one.
struct craster_downscaling {
  /// How many contribute to each, a multiple of 4, and the first of them. Those too many have no weight, but
  /// are read: up to three texels past the last of a row. A level has a row more.
  int32_t count;
  const int32_t *firsts;
  /// `count` for each; their sum is 16384.
  const int16_t *weights;
  /// Those that no channel gets above or below; at least 2.
  const struct craster_main_lobe *main_lobes;
};

/// Writes 64 times the channels of `width` texels of up to four rows, narrowed, from column `start` of the
/// result on. Rows of texels are `row_length` texels apart, those of the result `stride` numbers.
void craster_downscale_rows(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int start, int width, int16_t *result, int64_t stride);

/// Writes the pixels of up to four rows, narrowed; `stride` pixels apart.
void craster_downscale_rows_to_pixels(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int width, uint32_t *result, int64_t stride);

/// Writes 64 times the channels of `width` texels.
void craster_scale_row(const uint32_t *texels, int width, int16_t *result);

/// Writes the weighted means of `count` rows of 64 times the channels, as pixels; `count` is even. No channel
/// gets above or below those of the rows in the `main_lobe`. Of rows as many texels are read as fill eights.
void craster_combine_rows(
    const int16_t *const *rows, const int16_t *weights, int count, struct craster_main_lobe main_lobe, int width,
    uint32_t *result);

/// Writes `rows` rows of `count` pixels of one colour, `stride` pixels from one to the next.
void craster_fill(uint32_t *result, int64_t stride, int count, int rows, uint32_t color);

/// Copies `rows` rows of `count` texels; rows of texels are `row_length` texels apart and those of the result
/// `stride` pixels.
void craster_copy(
    const uint32_t *texels, int64_t row_length, int count, int rows, uint32_t *result, int64_t stride);

/// Has memory brought near that is to be written soon. Any address does. For all processors.
void craster_prefetch(const void *memory, int byte_count);

/// Asks the system to take pages of 2 MiB for `size` bytes of fresh memory, where both are multiples of that.
/// A wish: Linux grants it or not, others do not know it.
void craster_advise_huge_pages(void *memory, int64_t size);

/// The number of the processor that the caller runs on; -1 where the system does not tell.
/// Linux: `sched_getcpu`.
int craster_current_processor(void);

/// Has `thread` run on the processors that the caller may run on, except `processor` unless that is the only one.
/// A wish: others than Linux do not know it. Linux: `pthread_setaffinity_np`.
void craster_exclude_processor(pthread_t thread, int processor);
