#include "CRasterKernels.h"
#include "avx2.h"

#if defined(__x86_64__)
#include <string.h>

#define OPAQUE(x) __asm__("" : "+x"(x));

bool craster_is_supported(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

INLINE __m256i pair(const uint32_t *texels) {
  int64_t both;
  memcpy(&both, texels, 8);
  return _mm256_set1_epi64x(both);
}

/// Loads the texels at four offsets and their right neighbors.
INLINE __m256i pairs(const uint32_t *texels, const uint32_t *offsets) {
  // Each pair is broadcast to the whole vector, then the vectors are blended. This needs no shuffle units,
  // which are the bottleneck.
  return _mm256_blend_epi32(
      _mm256_blend_epi32(pair(texels + offsets[0]), pair(texels + offsets[1]), 0x0c),
      _mm256_blend_epi32(pair(texels + offsets[2]), pair(texels + offsets[3]), 0xc0), 0xf0);
}

/// A shuffle mask. The arguments are the pattern for the first 64 bits of each 128-bit lane. The pattern for
/// the next 64 bits is the same plus 8.
#define MASK(a, b, c, d, e, f, g, h) \
  _mm256_setr_epi8( \
      a, b, c, d, e, f, g, h, a + 8, b + 8, c + 8, d + 8, e + 8, f + 8, g + 8, h + 8, \
      a, b, c, d, e, f, g, h, a + 8, b + 8, c + 8, d + 8, e + 8, f + 8, g + 8, h + 8)

/// The texels that up to 128 pixels sample.
struct sample_coordinates {
  /// The offset of the upper left of the four texels.
  uint32_t offsets[128];
  /// The fractional distance from that texel to the right (lower half) and down (upper half), 15 bits each.
  uint32_t shares[128];
};

/// Finds the texels at eight coordinates, which are scaled by 32768 and clamped to the level.
INLINE void find(
    __m256 u, __m256 v, __m256 max_u, __m256 max_v, __m256i row_length, uint32_t *offsets,
    uint32_t *shares) {
  const __m256 zero = _mm256_setzero_ps();
  // If the first operand of max is NaN, the result is the second operand.
  __m256i x = _mm256_cvttps_epi32(_mm256_min_ps(_mm256_max_ps(u, zero), max_u));
  __m256i y = _mm256_cvttps_epi32(_mm256_min_ps(_mm256_max_ps(v, zero), max_v));
  __m256i column = _mm256_srli_epi32(x, 15), row = _mm256_srli_epi32(y, 15);
  store(offsets, _mm256_add_epi32(_mm256_mullo_epi32(row, row_length), column));
  store(
      shares,
      _mm256_and_si256(_mm256_blend_epi16(x, _mm256_slli_epi32(y, 16), 0xaa), _mm256_set1_epi16(32767)));
}

/// Computes the coordinates of `count` pixels, beginning with pixel `first` of the run. `count` is rounded up
/// to a multiple of 8.
INLINE void locate(const struct craster_run *run, int first, int count, struct sample_coordinates *coordinates, bool divides) {
  // All coordinates are scaled by 32768.
  const __m256 scale = _mm256_set1_ps(32768), half = _mm256_set1_ps(16384);
  const __m256 max_u = _mm256_set1_ps(run->max_u * 32768), max_v = _mm256_set1_ps(run->max_v * 32768);
  const __m256 u0 = _mm256_set1_ps(run->u), v0 = _mm256_set1_ps(run->v), w0 = _mm256_set1_ps(run->w);
  const __m256 du = _mm256_set1_ps(run->du), dv = _mm256_set1_ps(run->dv), dw = _mm256_set1_ps(run->dw);
  const __m256i row_length = _mm256_set1_epi32(run->row_length);
  __m256 index = _mm256_add_ps(_mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_ps((float)first));
  for (int i = 0; i < count; i += 8) {
    __m256 r = divides ? _mm256_div_ps(scale, _mm256_fmadd_ps(index, dw, w0)) : scale;
    __m256 u = _mm256_fmsub_ps(_mm256_fmadd_ps(index, du, u0), r, half);
    __m256 v = _mm256_fmsub_ps(_mm256_fmadd_ps(index, dv, v0), r, half);
    index = _mm256_add_ps(index, _mm256_set1_ps(8));
    find(u, v, max_u, max_v, row_length, coordinates->offsets + i, coordinates->shares + i);
  }
}

/// Samples four wide pixels.
INLINE __m256i bilinear(
    const uint32_t *above, const uint32_t *below, const uint32_t *offsets, const uint32_t *shares) {
  // A channel in the upper byte of a 16-bit lane has 256 times its value. The weights have the sum 32768, so
  // the upper half of the products is 128 times the channel. A shuffle index of -128 gives 0.
  const __m256i left = MASK(-128, 0, -128, 1, -128, 2, -128, 3);
  const __m256i right = MASK(-128, 4, -128, 5, -128, 6, -128, 7);
  __m256i upper = pairs(above, offsets), lower = pairs(below, offsets);
  __m256i both = _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)shares));
  __m256i to_x = MASK(0, 1, 0, 1, 0, 1, 0, 1), to_y = MASK(2, 3, 2, 3, 2, 3, 2, 3);
  OPAQUE(to_x) OPAQUE(to_y)
  __m256i x = _mm256_shuffle_epi8(both, to_x);
  __m256i y = _mm256_shuffle_epi8(both, to_y);
  __m256i rest = _mm256_sub_epi16(_mm256_set1_epi16(-32768), x);
  return between(
      _mm256_add_epi16(
          _mm256_mulhi_epu16(_mm256_shuffle_epi8(upper, left), rest),
          _mm256_mulhi_epu16(_mm256_shuffle_epi8(upper, right), x)),
      _mm256_add_epi16(
          _mm256_mulhi_epu16(_mm256_shuffle_epi8(lower, left), rest),
          _mm256_mulhi_epu16(_mm256_shuffle_epi8(lower, right), x)),
      y);
}

/// Samples eight pixels.
INLINE struct eight sample8(const struct craster_run *run, const uint32_t *offsets, const uint32_t *shares) {
  const uint32_t *above = run->texels, *below = above + run->row_length;
  // Eight pixels read at most sixteen texels of a row, the size of a cache line. On a rotated card the last
  // texels lie some rows away from the first ones, so both are prefetched. Prefetching addresses beyond the
  // texture is harmless.
  const uint32_t *next = above + run->next_row;
  _mm_prefetch((const char *)(next + (int64_t)offsets[0]), _MM_HINT_T0);
  _mm_prefetch((const char *)(next + (int64_t)offsets[0] + run->row_length), _MM_HINT_T0);
  _mm_prefetch((const char *)(next + (int64_t)offsets[7]), _MM_HINT_T0);
  _mm_prefetch((const char *)(next + (int64_t)offsets[7] + run->row_length), _MM_HINT_T0);
  struct eight result = {
      bilinear(above, below, offsets, shares),
      bilinear(above, below, offsets + 4, shares + 4)};
  return result;
}

INLINE void sample(const struct craster_run *run, int first, int count, uint32_t *result, bool divides) {
  struct sample_coordinates coordinates;
  for (int done = 0; done < count; done += 128) {
    int here = count - done < 128 ? count - done : 128;
    locate(run, first + done, here, &coordinates, divides);
    if (here < 8) {
      uint32_t rest[8];
      struct eight wide = sample8(run, coordinates.offsets, coordinates.shares);
      store(rest, _mm256_permute4x64_epi64(narrowed(wide.low, wide.high), 0xd8));
      for (int i = 0; i < here; i++) result[done + i] = rest[i];
      return;
    }
    for (int i = 0; i < here; i += 8) {
      // The last eight pixels may overlap the eight pixels before them.
      if (i > here - 8) i = here - 8;
      struct eight wide = sample8(run, coordinates.offsets + i, coordinates.shares + i);
      store(result + done + i, _mm256_permute4x64_epi64(narrowed(wide.low, wide.high), 0xd8));
    }
  }
}

KERNEL void craster_sample(const struct craster_run *run, int first, int count, uint32_t *result) {
  if (run->dw == 0 && run->w == 1)
    sample(run, first, count, result, false);
  else
    sample(run, first, count, result, true);
}

INLINE void store_wide(uint64_t *result, struct eight wide) {
  _mm256_storeu_si256((__m256i *)result, wide.low);
  _mm256_storeu_si256((__m256i *)(result + 4), wide.high);
}

KERNEL void craster_sample_wide(const struct craster_run *run, int first, int count, uint64_t *result) {
  struct sample_coordinates coordinates;
  for (int done = 0; done < count; done += 128) {
    int here = count - done < 128 ? count - done : 128;
    locate(run, first + done, here, &coordinates, true);
    if (here < 8) {
      uint64_t rest[8];
      store_wide(rest, sample8(run, coordinates.offsets, coordinates.shares));
      for (int i = 0; i < here; i++) result[done + i] = rest[i];
      return;
    }
    for (int i = 0; i < here; i += 8) {
      if (i > here - 8) i = here - 8;
      store_wide(result + done + i, sample8(run, coordinates.offsets + i, coordinates.shares + i));
    }
  }
}

/// A mip level that a tile samples.
struct part {
  const struct craster_level *level;
  /// The weight with which the level is blended into the levels before it, in 1/32768. 0 for the first level
  /// of a tile.
  int share;
};

/// Lists the mip levels that a tile samples. Returns their number.
INLINE int parts_of(const struct craster_tiles *tiles, uint32_t choice, struct part *parts) {
  const int x = choice & 255, y = choice >> 8 & 255, next_x = choice >> 16 & 255, next_y = choice >> 24;
  const int32_t *indices = tiles->indices + (y - tiles->min_y) * tiles->width + (x - tiles->min_x);
  parts[0].level = tiles->levels + indices[0];
  parts[0].share = 0;
  if (!(next_x | next_y)) return 1;
  const int less = next_x < next_y ? next_x : next_y, more = next_x < next_y ? next_y : next_x;
  int count = 1;
  if (more > less) {
    parts[count].level = tiles->levels + (next_x > next_y ? indices[1] : indices[tiles->width]);
    parts[count++].share = ((more - less) * 65536 / (64 - less) + 1) / 2;
  }
  if (less) {
    parts[count].level = tiles->levels + indices[tiles->width + 1];
    parts[count++].share = less * 512;
  }
  return count;
}

enum { tile_width = 8, max_tiles = 16 };

/// Finds the texels of eight pixels in `level`; `u` and `v` are base level coordinates, scaled by 32768.
INLINE void locate_part(
    const struct craster_level *level, __m256 u, __m256 v, uint32_t *offsets, uint32_t *shares) {
  const __m256 half = _mm256_set1_ps(16384);
  find(
      _mm256_fmsub_ps(u, _mm256_set1_ps(level->scale_u), half),
      _mm256_fmsub_ps(v, _mm256_set1_ps(level->scale_v), half), _mm256_set1_ps(level->max_u * 32768),
      _mm256_set1_ps(level->max_v * 32768), _mm256_set1_epi32(level->row_length), offsets, shares);
}

/// Samples eight pixels from a mip level.
INLINE struct eight sample_part(
    const struct craster_level *level, const struct craster_tiles *tiles, const uint32_t *offsets,
    const uint32_t *shares) {
  const float rows = tiles->next_v * level->scale_v, columns = tiles->next_u * level->scale_u;
  struct craster_run run;
  run.texels = level->texels;
  run.row_length = level->row_length;
  run.next_row = ((int)rows + (rows > 0 ? 1 : -1)) * level->row_length + (int)columns;
  return sample8(&run, offsets, shares);
}

INLINE void sample_tiles(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count, void *result,
    bool is_wide) {
  const __m256 scale = _mm256_set1_ps(32768);
  const __m256 u0 = _mm256_set1_ps(run->u), v0 = _mm256_set1_ps(run->v), w0 = _mm256_set1_ps(run->w);
  const __m256 du = _mm256_set1_ps(run->du), dv = _mm256_set1_ps(run->dv), dw = _mm256_set1_ps(run->dw);
  uint32_t offsets[max_tiles * 3 * tile_width], shares[max_tiles * 3 * tile_width];
  struct part parts[max_tiles * 3];
  int counts[max_tiles];
  // `start` and `end` are measured from the left end of the first tile.
  const int end = tiles->skipped + count;
  for (int start = 0; start < end; start += tile_width * max_tiles) {
    const int tile_count = (end - start + tile_width - 1) / tile_width;
    const int here = tile_count < max_tiles ? tile_count : max_tiles;
    __m256 index = _mm256_add_ps(
        _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_ps((float)(first - tiles->skipped + start)));
    int part = 0;
    for (int tile = 0; tile < here; tile++) {
      counts[tile] = parts_of(tiles, tiles->choices[start / tile_width + tile], parts + part);
      __m256 r = _mm256_div_ps(scale, _mm256_fmadd_ps(index, dw, w0));
      __m256 u = _mm256_mul_ps(_mm256_fmadd_ps(index, du, u0), r);
      __m256 v = _mm256_mul_ps(_mm256_fmadd_ps(index, dv, v0), r);
      index = _mm256_add_ps(index, _mm256_set1_ps(tile_width));
      for (int last = part + counts[tile]; part < last; part++)
        locate_part(parts[part].level, u, v, offsets + part * tile_width, shares + part * tile_width);
    }
    part = 0;
    for (int tile = 0; tile < here; tile++) {
      struct eight wide = sample_part(
          parts[part].level, tiles, offsets + part * tile_width, shares + part * tile_width);
      for (int last = part + counts[tile]; ++part < last;) {
        struct eight other = sample_part(
            parts[part].level, tiles, offsets + part * tile_width, shares + part * tile_width);
        const __m256i share = _mm256_set1_epi16((short)parts[part].share);
        wide.low = between(wide.low, other.low, share);
        wide.high = between(wide.high, other.high, share);
      }
      const int to = start + tile * tile_width - tiles->skipped;
      const bool is_whole = to >= 0 && to + tile_width <= count;
      uint64_t rest[tile_width];
      if (is_wide) {
        store_wide(is_whole ? (uint64_t *)result + to : rest, wide);
      } else {
        __m256i pixels = _mm256_permute4x64_epi64(narrowed(wide.low, wide.high), 0xd8);
        store(is_whole ? (uint32_t *)result + to : (uint32_t *)rest, pixels);
      }
      if (is_whole) continue;
      for (int i = to < 0 ? -to : 0; i < tile_width && to + i < count; i++) {
        if (is_wide)
          ((uint64_t *)result)[to + i] = rest[i];
        else
          ((uint32_t *)result)[to + i] = ((uint32_t *)rest)[i];
      }
    }
  }
}

KERNEL void craster_sample_tiles(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint32_t *result) {
  sample_tiles(run, tiles, first, count, result, false);
}

KERNEL void craster_sample_tiles_wide(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint64_t *result) {
  sample_tiles(run, tiles, first, count, result, true);
}

#else

// Never called: `craster_is_supported` returns false.
bool craster_is_supported(void) { return false; }
void craster_sample(const struct craster_run *run, int first, int count, uint32_t *result) {}
void craster_sample_wide(const struct craster_run *run, int first, int count, uint64_t *result) {}
void craster_sample_tiles(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint32_t *result) {}
void craster_sample_tiles_wide(
    const struct craster_run *run, const struct craster_tiles *tiles, int first, int count,
    uint64_t *result) {}

#endif
