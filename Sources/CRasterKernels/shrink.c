#include "CRasterKernels.h"
#include "avx2.h"

#if defined(__x86_64__)
#include <string.h>

/// The weighted mean of `count` texels, 64 times each channel, in the lower four 16-bit lanes.
INLINE __m128i narrowed_texel(const uint32_t *texels, const int16_t *weights, int count) {
  // Pairs of texels with their channels side by side, and each weight beside its neighbour.
  const __m128i first = _mm_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1);
  const __m128i second = _mm_setr_epi8(8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1);
  const __m128i each = _mm_setr_epi8(0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6);
  __m128i sum = _mm_set1_epi32(128), least = _mm_set1_epi8(-1), most = _mm_setzero_si128();
  for (int i = 0; i < count; i += 4) {
    __m128i four = _mm_loadu_si128((const __m128i *)(texels + i));
    __m128i shares = _mm_loadl_epi64((const __m128i *)(weights + i));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_shuffle_epi8(four, first), _mm_shuffle_epi32(shares, 0x00)));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_shuffle_epi8(four, second), _mm_shuffle_epi32(shares, 0x55)));
    __m128i counts = _mm_shuffle_epi8(_mm_cmpgt_epi16(shares, _mm_setzero_si128()), each);
    most = _mm_max_epu8(most, _mm_and_si128(four, counts));
    least = _mm_min_epu8(least, _mm_or_si128(four, _mm_xor_si128(counts, _mm_set1_epi8(-1))));
  }
  most = _mm_max_epu8(most, _mm_shuffle_epi32(most, 0x4e));
  most = _mm_max_epu8(most, _mm_shuffle_epi32(most, 0xb1));
  least = _mm_min_epu8(least, _mm_shuffle_epi32(least, 0x4e));
  least = _mm_min_epu8(least, _mm_shuffle_epi32(least, 0xb1));
  sum = _mm_srai_epi32(sum, 8);
  __m128i lanes = _mm_packs_epi32(sum, sum);
  lanes = _mm_max_epi16(lanes, _mm_slli_epi16(_mm_cvtepu8_epi16(least), 6));
  return _mm_min_epi16(lanes, _mm_slli_epi16(_mm_cvtepu8_epi16(most), 6));
}

KERNEL void craster_narrow_row(
    const uint32_t *row, const int32_t *firsts, const int16_t *weights, int count, int width,
    int16_t *result) {
  for (int x = 0; x < width; x++)
    _mm_storel_epi64(
        (__m128i *)(result + 4 * x), narrowed_texel(row + firsts[x], weights + (size_t)x * count, count));
}

/// Four texels from column `x` on, or those from the half that exists.
INLINE __m256i load_texels(const int16_t *row, int x, int texels) {
  if (texels == 4) return _mm256_loadu_si256((const __m256i *)(row + 4 * x));
  int16_t part[16] = {0};
  memcpy(part, row + 4 * x, (size_t)texels * 8);
  return _mm256_loadu_si256((const __m256i *)part);
}

/// The weighted means of up to four texels of each row, as pixels.
INLINE __m128i flattened_texels(
    const int16_t *const *rows, const int16_t *weights, int count, int x, int texels) {
  __m256i low = _mm256_set1_epi32(8192), high = low;
  __m256i least = _mm256_set1_epi16(32767), most = _mm256_setzero_si256();
  for (int i = 0; i < count; i += 2) {
    int32_t pair;
    memcpy(&pair, weights + i, 4);
    if (pair == 0) continue;
    __m256i shares = _mm256_set1_epi32(pair);
    __m256i a = load_texels(rows[i], x, texels), b = load_texels(rows[i + 1], x, texels);
    low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), shares));
    high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), shares));
    if (weights[i] > 0) least = _mm256_min_epi16(least, a), most = _mm256_max_epi16(most, a);
    if (weights[i + 1] > 0) least = _mm256_min_epi16(least, b), most = _mm256_max_epi16(most, b);
  }
  __m256i lanes = _mm256_packs_epi32(_mm256_srai_epi32(low, 14), _mm256_srai_epi32(high, 14));
  lanes = _mm256_min_epi16(_mm256_max_epi16(lanes, least), most);
  lanes = _mm256_srai_epi16(_mm256_add_epi16(lanes, _mm256_set1_epi16(32)), 6);
  __m128i pixels = _mm_packus_epi16(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  const __m128i alpha = _mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
  return _mm_min_epu8(pixels, _mm_shuffle_epi8(pixels, alpha));
}

KERNEL void craster_flatten(
    const int16_t *const *rows, const int16_t *weights, int count, int width, uint32_t *result) {
  int x = 0;
  for (; x + 4 <= width; x += 4)
    _mm_storeu_si128((__m128i *)(result + x), flattened_texels(rows, weights, count, x, 4));
  if (x < width) {
    uint32_t rest[4];
    _mm_storeu_si128((__m128i *)rest, flattened_texels(rows, weights, count, x, width - x));
    memcpy(result + x, rest, (size_t)(width - x) * 4);
  }
}

#else

// Never called: `craster_is_supported` says no.
void craster_narrow_row(
    const uint32_t *row, const int32_t *firsts, const int16_t *weights, int count, int width,
    int16_t *result) {}
void craster_flatten(
    const int16_t *const *rows, const int16_t *weights, int count, int width, uint32_t *result) {}

#endif
