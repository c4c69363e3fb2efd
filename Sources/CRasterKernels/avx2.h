#pragma once

#if defined(__x86_64__)
#include <immintrin.h>

// Definitions for the files that use AVX2 and FMA. The package is also built for older processors, so each of
// these functions names its target.

#define KERNEL __attribute__((target("avx2,fma")))
#define INLINE KERNEL static inline __attribute__((always_inline))

INLINE __m256i load(const uint32_t *pixels) { return _mm256_loadu_si256((const __m256i *)pixels); }

INLINE void store(uint32_t *result, __m256i pixels) { _mm256_storeu_si256((__m256i *)result, pixels); }

/// Eight wide pixels.
struct eight {
  __m256i low, high;
};

/// Returns a + (b − a) · share / 32768, computed in 16-bit lanes.
INLINE __m256i between(__m256i a, __m256i b, __m256i share) {
  return _mm256_add_epi16(a, _mm256_mulhrs_epi16(_mm256_sub_epi16(b, a), share));
}

/// Rounds eight wide pixels to pixels. AVX2 packs each 128-bit half separately: if `a` and `b` hold pixels 0,
/// 1, 4, 5 and 2, 3, 6, 7, the result is in order.
INLINE __m256i narrowed(__m256i a, __m256i b) {
  // a · 256 / 32768, rounded to the nearest.
  const __m256i part = _mm256_set1_epi16(256);
  return _mm256_packus_epi16(_mm256_mulhrs_epi16(a, part), _mm256_mulhrs_epi16(b, part));
}

#endif
