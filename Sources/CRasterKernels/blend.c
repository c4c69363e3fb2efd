#include "CRasterKernels.h"
#include "avx2.h"

#if defined(__x86_64__)

KERNEL void craster_widen(const uint32_t *pixels, int count, uint64_t *result) {
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i words = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(pixels + i)));
    _mm256_storeu_si256((__m256i *)(result + i), _mm256_slli_epi16(words, 7));
  }
  for (; i < count; i++) {
    __m128i words = _mm_cvtepu8_epi16(_mm_cvtsi32_si128((int)pixels[i]));
    _mm_storel_epi64((__m128i *)(result + i), _mm_slli_epi16(words, 7));
  }
}

KERNEL void craster_narrow(const uint64_t *wide, int count, uint32_t *result) {
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i low = _mm256_loadu_si256((const __m256i *)(wide + i));
    __m256i high = _mm256_loadu_si256((const __m256i *)(wide + i + 4));
    store(result + i, _mm256_permute4x64_epi64(narrowed(low, high), 0xd8));
  }
  for (; i < count; i++) {
    __m128i words = _mm_add_epi16(_mm_loadl_epi64((const __m128i *)(wide + i)), _mm_set1_epi16(64));
    words = _mm_srli_epi16(words, 7);
    result[i] = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(words, words));
  }
}

// The loops below take eight pixels at once. A loop of four pixels needs a third more time if it begins at a multiple of 64 bytes
// (measured on Zen 5), and where it begins depends on all other code of the program.

/// Blends four pixels.
INLINE void blend4(uint64_t *row, const uint64_t *samples, __m256i part) {
  __m256i below = _mm256_loadu_si256((const __m256i *)row);
  __m256i above = _mm256_loadu_si256((const __m256i *)samples);
  _mm256_storeu_si256((__m256i *)row, between(below, above, part));
}

KERNEL void craster_blend(uint64_t *row, const uint64_t *samples, int count, int share) {
  const __m256i part = _mm256_set1_epi16((short)share);
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    blend4(row + i, samples + i, part);
    blend4(row + i + 4, samples + i + 4, part);
  }
  for (; i + 4 <= count; i += 4) blend4(row + i, samples + i, part);
  for (; i < count; i++) {
    __m256i below = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(row + i)));
    __m256i above = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(samples + i)));
    _mm_storel_epi64((__m128i *)(row + i), _mm256_castsi256_si128(between(below, above, part)));
  }
}

/// Composites `above` × `part` over `below`, clamped to 255 in each channel.
INLINE __m256i covered(__m256i below, __m256i above, __m256i part) {
  const __m256i alphas = _mm256_setr_epi8(
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15,
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
  __m256i color = _mm256_mulhrs_epi16(above, part);
  __m256i alpha = _mm256_shuffle_epi8(color, alphas);
  // Maps 0…32640 to 0…32767.
  __m256i share =
      _mm256_add_epi16(alpha, _mm256_srli_epi16(_mm256_add_epi16(alpha, _mm256_set1_epi16(127)), 8));
  __m256i sum = _mm256_add_epi16(color, _mm256_sub_epi16(below, _mm256_mulhrs_epi16(below, share)));
  return _mm256_min_epi16(sum, _mm256_set1_epi16(32640));
}

/// Composites four pixels.
INLINE void composite4(uint64_t *row, const uint64_t *samples, __m256i part) {
  __m256i below = _mm256_loadu_si256((const __m256i *)row);
  __m256i above = _mm256_loadu_si256((const __m256i *)samples);
  _mm256_storeu_si256((__m256i *)row, covered(below, above, part));
}

KERNEL void craster_composite(uint64_t *row, const uint64_t *samples, int count, int share) {
  const __m256i part = _mm256_set1_epi16((short)(share > 32767 ? 32767 : share));
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    composite4(row + i, samples + i, part);
    composite4(row + i + 4, samples + i + 4, part);
  }
  for (; i + 4 <= count; i += 4) composite4(row + i, samples + i, part);
  for (; i < count; i++) {
    __m256i below = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(row + i)));
    __m256i above = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(samples + i)));
    _mm_storel_epi64((__m128i *)(row + i), _mm256_castsi256_si128(covered(below, above, part)));
  }
}

#else

// Never called: `craster_is_supported` returns false.
void craster_widen(const uint32_t *pixels, int count, uint64_t *result) {}
void craster_narrow(const uint64_t *wide, int count, uint32_t *result) {}
void craster_blend(uint64_t *row, const uint64_t *samples, int count, int share) {}
void craster_composite(uint64_t *row, const uint64_t *samples, int count, int share) {}

#endif
