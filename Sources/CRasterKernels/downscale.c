#include "CRasterKernels.h"
#include "avx2.h"

#if defined(__x86_64__)
#include <string.h>

// Horizontal pass: four rows are processed together, because they have the same weights. The lower and upper
// half of a vector hold rows 0 and 2, or rows 1 and 3, or rows 0, 1 (lower half) and 2, 3 (upper half).

/// Four texels of each of two rows.
INLINE __m256i four_of_two(const uint32_t *lower, const uint32_t *upper) {
  __m128i a = _mm_loadu_si128((const __m128i *)lower), b = _mm_loadu_si128((const __m128i *)upper);
  return _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
}

/// Two texels of each of four rows.
INLINE __m256i two_of_four(const uint32_t *const *rows, int first) {
  int64_t pairs[4];
  for (int i = 0; i < 4; i++) memcpy(pairs + i, rows[i] + first, 8);
  return _mm256_setr_epi64x(pairs[0], pairs[1], pairs[2], pairs[3]);
}

/// The weighted sums of one column of the result: rows 0 and 2 in `even`, rows 1 and 3 in `odd`. Each 32-bit
/// lane holds 16384 times a channel, plus a rounding constant.
struct sums {
  __m256i even, odd;
};

INLINE struct sums weighted_sums(
    const uint32_t *const *rows, int first, const int16_t *weights, int count) {
  // These masks interleave the channels of two neighboring texels, so that they can be multiplied by pairs of
  // weights.
  const __m256i lower = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1));
  const __m256i upper = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1));
  struct sums sums = {_mm256_set1_epi32(128), _mm256_set1_epi32(128)};
  for (int i = first; i < first + count; i += 4, weights += 4) {
    int64_t four;
    memcpy(&four, weights, 8);
    __m256i shares = _mm256_set1_epi64x(four);
    __m256i a = _mm256_shuffle_epi32(shares, 0x00), b = _mm256_shuffle_epi32(shares, 0x55);
    __m256i even = four_of_two(rows[0] + i, rows[2] + i), odd = four_of_two(rows[1] + i, rows[3] + i);
    sums.even = _mm256_add_epi32(sums.even, _mm256_madd_epi16(_mm256_shuffle_epi8(even, lower), a));
    sums.odd = _mm256_add_epi32(sums.odd, _mm256_madd_epi16(_mm256_shuffle_epi8(odd, lower), a));
    sums.even = _mm256_add_epi32(sums.even, _mm256_madd_epi16(_mm256_shuffle_epi8(even, upper), b));
    sums.odd = _mm256_add_epi32(sums.odd, _mm256_madd_epi16(_mm256_shuffle_epi8(odd, upper), b));
  }
  return sums;
}

/// The smallest and the largest value of each channel in the main lobe. The pixels belong to rows 0, 1, 0, 1,
/// 2, 3, 2, 3.
struct range {
  __m256i lowest, highest;
};

INLINE struct range range_of(const uint32_t *const *rows, const struct craster_downscaling *columns, int x) {
  int first = columns->firsts[x] + columns->main_lobes[x].first, count = columns->main_lobes[x].count;
  // The last vector begins earlier, so that it does not read beyond the main lobe.
  __m256i a = two_of_four(rows, first), b = two_of_four(rows, first + (count < 4 ? count : 4) - 2);
  __m256i lowest = _mm256_min_epu8(a, b), highest = _mm256_max_epu8(a, b);
  for (int done = 4; done < count; done += 4) {
    int from = first + (done < count - 4 ? done : count - 4);
    __m256i even = four_of_two(rows[0] + from, rows[2] + from);
    __m256i odd = four_of_two(rows[1] + from, rows[3] + from);
    a = _mm256_unpacklo_epi64(even, odd);
    b = _mm256_unpackhi_epi64(even, odd);
    lowest = _mm256_min_epu8(lowest, _mm256_min_epu8(a, b));
    highest = _mm256_max_epu8(highest, _mm256_max_epu8(a, b));
  }
  struct range range = {
      _mm256_min_epu8(_mm256_shuffle_epi32(lowest, 0x88), _mm256_shuffle_epi32(lowest, 0xdd)),
      _mm256_max_epu8(_mm256_shuffle_epi32(highest, 0x88), _mm256_shuffle_epi32(highest, 0xdd))};
  return range;
}

/// Returns column `x` of the result for rows 0, 1, 2, 3: 64 times the channels, as 16-bit lanes, not clamped.
INLINE __m256i means(
    const uint32_t *const *rows, const struct craster_downscaling *columns, int count, int x) {
  struct sums sums = weighted_sums(rows, columns->firsts[x], columns->weights + (size_t)x * count, count);
  return _mm256_packs_epi32(_mm256_srai_epi32(sums.even, 8), _mm256_srai_epi32(sums.odd, 8));
}

INLINE void downscale(
    const uint32_t *const *rows, const struct craster_downscaling *columns, int count, int start, int width,
    int16_t *const *results) {
  const __m256i zero = _mm256_setzero_si256();
  for (int x = 0; x < width; x++) {
    __m256i lanes = means(rows, columns, count, start + x);
    struct range range = range_of(rows, columns, start + x);
    lanes = _mm256_max_epi16(lanes, _mm256_slli_epi16(_mm256_unpacklo_epi8(range.lowest, zero), 6));
    lanes = _mm256_min_epi16(lanes, _mm256_slli_epi16(_mm256_unpacklo_epi8(range.highest, zero), 6));
    __m128i lower = _mm256_castsi256_si128(lanes), upper = _mm256_extracti128_si256(lanes, 1);
    _mm_storel_epi64((__m128i *)(results[0] + 4 * x), lower);
    _mm_storeh_pd((double *)(results[1] + 4 * x), _mm_castsi128_pd(lower));
    _mm_storel_epi64((__m128i *)(results[2] + 4 * x), upper);
    _mm_storeh_pd((double *)(results[3] + 4 * x), _mm_castsi128_pd(upper));
  }
}

/// Rounds 16-bit lanes of 64 times a channel to bytes.
INLINE __m256i rounded(__m256i a, __m256i b) {
  const __m256i half = _mm256_set1_epi16(32);
  return _mm256_packus_epi16(
      _mm256_srai_epi16(_mm256_add_epi16(a, half), 6), _mm256_srai_epi16(_mm256_add_epi16(b, half), 6));
}

/// Clamps the colors of pixels to their alpha.
INLINE __m256i premultiplied(__m256i pixels) {
  const __m256i alpha = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15));
  return _mm256_min_epu8(pixels, _mm256_shuffle_epi8(pixels, alpha));
}

/// Returns the pixels in column `x` of the result, for rows 0, 1, 0, 1, 2, 3, 2, 3.
INLINE __m256i downscaled_pixels(
    const uint32_t *const *rows, const struct craster_downscaling *columns, int count, int x) {
  __m256i lanes = means(rows, columns, count, x);
  __m256i pixels = rounded(lanes, lanes);
  struct range range = range_of(rows, columns, x);
  return premultiplied(_mm256_min_epu8(_mm256_max_epu8(pixels, range.lowest), range.highest));
}

INLINE void downscale_to_pixels(
    const uint32_t *const *rows, const struct craster_downscaling *columns, int count, int width,
    uint32_t *const *results) {
  for (int x = 0; x < width; x += 4) {
    __m256i pixels[4];
    for (int i = 0; i < 4; i++)
      pixels[i] = downscaled_pixels(rows, columns, count, x + i < width ? x + i : width - 1);
    __m256i a = _mm256_unpacklo_epi32(pixels[0], pixels[1]), b = _mm256_unpacklo_epi32(pixels[2], pixels[3]);
    __m256i even = _mm256_unpacklo_epi64(a, b), odd = _mm256_unpackhi_epi64(a, b);
    __m128i four[4] = {
        _mm256_castsi256_si128(even), _mm256_castsi256_si128(odd), _mm256_extracti128_si256(even, 1),
        _mm256_extracti128_si256(odd, 1)};
    if (x + 4 <= width)
      for (int i = 0; i < 4; i++) _mm_storeu_si128((__m128i *)(results[i] + x), four[i]);
    else
      for (int i = 0; i < 4; i++) memcpy(results[i] + x, four + i, (size_t)(width - x) * 4);
  }
}

KERNEL void craster_downscale_rows(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int start, int width, int16_t *result, int64_t stride) {
  // With fewer than four rows, the last one is repeated.
  const uint32_t *rows[4];
  int16_t *results[4];
  for (int i = 0; i < 4; i++) {
    int row = i < row_count ? i : row_count - 1;
    rows[i] = texels + row * row_length;
    results[i] = result + row * stride;
  }
  // With a constant count, the compiler unrolls the loop. 12 and 16 are the most frequent counts.
  if (columns->count == 16) return downscale(rows, columns, 16, start, width, results);
  if (columns->count == 12) return downscale(rows, columns, 12, start, width, results);
  downscale(rows, columns, columns->count, start, width, results);
}

KERNEL void craster_downscale_rows_to_pixels(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int width, uint32_t *result, int64_t stride) {
  const uint32_t *rows[4];
  uint32_t *results[4];
  for (int i = 0; i < 4; i++) {
    int row = i < row_count ? i : row_count - 1;
    rows[i] = texels + row * row_length;
    results[i] = result + row * stride;
  }
  if (columns->count == 16) return downscale_to_pixels(rows, columns, 16, width, results);
  if (columns->count == 12) return downscale_to_pixels(rows, columns, 12, width, results);
  downscale_to_pixels(rows, columns, columns->count, width, results);
}

KERNEL void craster_scale_row(const uint32_t *texels, int width, int16_t *result) {
  int x = 0;
  for (; x + 4 <= width; x += 4) {
    __m256i lanes = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(texels + x)));
    _mm256_storeu_si256((__m256i *)(result + 4 * x), _mm256_slli_epi16(lanes, 6));
  }
  for (; x < width; x++)
    for (int i = 0; i < 4; i++) result[4 * x + i] = (int16_t)((texels[x] >> 8 * i & 255) << 6);
}

// Vertical pass: four columns in each vector.

INLINE __m256i load_wide(const int16_t *lanes) { return _mm256_loadu_si256((const __m256i *)lanes); }

/// Four texels, as 32-bit lanes.
struct wide_sums {
  __m256i low, high;
};

INLINE void add_pair(struct wide_sums *sums, const int16_t *above, const int16_t *below, __m256i shares) {
  __m256i a = load_wide(above), b = load_wide(below);
  sums->low = _mm256_add_epi32(sums->low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), shares));
  sums->high = _mm256_add_epi32(sums->high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), shares));
}

INLINE __m256i limited(struct wide_sums sums, __m256i lowest, __m256i highest) {
  __m256i lanes = _mm256_packs_epi32(_mm256_srai_epi32(sums.low, 14), _mm256_srai_epi32(sums.high, 14));
  return _mm256_min_epi16(_mm256_max_epi16(lanes, lowest), highest);
}

/// Returns the weighted means over all rows of eight texels, beginning with `lane`, as pixels.
INLINE __m256i combined(
    const int16_t *const *rows, const int16_t *weights, int count, struct craster_main_lobe main_lobe, int lane) {
  const __m256i half = _mm256_set1_epi32(8192);
  struct wide_sums left = {half, half}, right = {half, half};
  for (int i = 0; i < count; i += 2) {
    int32_t pair;
    memcpy(&pair, weights + i, 4);
    if (pair == 0) continue;
    __m256i shares = _mm256_set1_epi32(pair);
    add_pair(&left, rows[i] + lane, rows[i + 1] + lane, shares);
    add_pair(&right, rows[i] + lane + 16, rows[i + 1] + lane + 16, shares);
  }
  __m256i a = load_wide(rows[main_lobe.first] + lane), b = load_wide(rows[main_lobe.first] + lane + 16);
  __m256i least_a = a, most_a = a, least_b = b, most_b = b;
  for (int i = main_lobe.first + 1; i < main_lobe.first + main_lobe.count; i++) {
    a = load_wide(rows[i] + lane);
    b = load_wide(rows[i] + lane + 16);
    least_a = _mm256_min_epi16(least_a, a), most_a = _mm256_max_epi16(most_a, a);
    least_b = _mm256_min_epi16(least_b, b), most_b = _mm256_max_epi16(most_b, b);
  }
  __m256i pixels = rounded(limited(left, least_a, most_a), limited(right, least_b, most_b));
  return premultiplied(_mm256_permute4x64_epi64(pixels, 0xd8));
}

KERNEL void craster_combine_rows(
    const int16_t *const *rows, const int16_t *weights, int count, struct craster_main_lobe main_lobe, int width,
    uint32_t *result) {
  int x = 0;
  for (; x + 8 <= width; x += 8)
    _mm256_storeu_si256((__m256i *)(result + x), combined(rows, weights, count, main_lobe, 4 * x));
  if (x < width) {
    uint32_t rest[8];
    _mm256_storeu_si256((__m256i *)rest, combined(rows, weights, count, main_lobe, 4 * x));
    memcpy(result + x, rest, (size_t)(width - x) * 4);
  }
}

#else

// Never called: `craster_is_supported` returns false.
void craster_downscale_rows(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int start, int width, int16_t *result, int64_t stride) {}
void craster_downscale_rows_to_pixels(
    const uint32_t *texels, int64_t row_length, int row_count, const struct craster_downscaling *columns,
    int width, uint32_t *result, int64_t stride) {}
void craster_scale_row(const uint32_t *texels, int width, int16_t *result) {}
void craster_combine_rows(
    const int16_t *const *rows, const int16_t *weights, int count, struct craster_main_lobe main_lobe, int width,
    uint32_t *result) {}

#endif
