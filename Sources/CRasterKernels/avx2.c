#include "CRasterKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define KERNEL __attribute__((target("avx2,fma")))
#define INLINE KERNEL static inline __attribute__((always_inline))

bool craster_is_supported(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

/// Loads the texels at four offsets and their right neighbours.
INLINE __m256i pairs(const uint32_t *texels, const int32_t *offsets) {
  __m128 low = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(texels + offsets[0])));
  __m128 high = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(texels + offsets[2])));
  low = _mm_loadh_pi(low, (const __m64 *)(texels + offsets[1]));
  high = _mm_loadh_pi(high, (const __m64 *)(texels + offsets[3]));
  return _mm256_insertf128_si256(_mm256_castsi128_si256(_mm_castps_si128(low)), _mm_castps_si128(high), 1);
}

/// Returns a + (b − a) · share / 32768; all in 16-bit lanes.
INLINE __m256i between(__m256i a, __m256i b, __m256i share) {
  return _mm256_add_epi16(a, _mm256_mulhrs_epi16(_mm256_sub_epi16(b, a), share));
}

/// Widens the lower two pixels of each half.
INLINE __m256i widened_low(__m256i pixels) {
  return _mm256_srli_epi16(_mm256_unpacklo_epi8(_mm256_setzero_si256(), pixels), 1);
}

/// Widens the upper two pixels of each half.
INLINE __m256i widened_high(__m256i pixels) {
  return _mm256_srli_epi16(_mm256_unpackhi_epi8(_mm256_setzero_si256(), pixels), 1);
}

/// Rounds the wide pixels 0, 1, 4, 5 and 2, 3, 6, 7 (as pairs lie in halves) to eight pixels in that order.
INLINE __m256i narrowed(__m256i a, __m256i b) {
  const __m256i half = _mm256_set1_epi16(64);
  return _mm256_packus_epi16(
      _mm256_srli_epi16(_mm256_add_epi16(a, half), 7), _mm256_srli_epi16(_mm256_add_epi16(b, half), 7));
}

/// Returns four wide pixels between the texels of `above` and `below` and their right neighbours.
INLINE __m256i bilinear(__m256i above, __m256i below, __m256i x, __m256i y) {
  // Left ones first, so that widening separates left from right.
  above = _mm256_shuffle_epi32(above, 0xd8);
  below = _mm256_shuffle_epi32(below, 0xd8);
  return between(
      between(widened_low(above), widened_high(above), x), between(widened_low(below), widened_high(below), x), y);
}

/// Repeats the lower 16 bits of four 32-bit lanes, starting with lane `first`, four times each.
INLINE __m256i spread(__m256i lanes, __m256i which) {
  return _mm256_permutevar8x32_epi32(_mm256_or_si256(lanes, _mm256_slli_epi32(lanes, 16)), which);
}

struct eight {
  __m256i low, high;
};

/// Samples eight pixels, the first of which is number `first` of the run.
INLINE struct eight sample8(const struct craster_run *run, __m256 index, bool divides) {
  const __m256 half = _mm256_set1_ps(0.5f), zero = _mm256_setzero_ps(), full = _mm256_set1_ps(32767);
  __m256 u = _mm256_fmadd_ps(index, _mm256_set1_ps(run->du), _mm256_set1_ps(run->u));
  __m256 v = _mm256_fmadd_ps(index, _mm256_set1_ps(run->dv), _mm256_set1_ps(run->v));
  if (divides) {
    __m256 w = _mm256_fmadd_ps(index, _mm256_set1_ps(run->dw), _mm256_set1_ps(run->w));
    __m256 r = _mm256_div_ps(_mm256_set1_ps(1), _mm256_max_ps(w, _mm256_set1_ps(run->least_w)));
    u = _mm256_mul_ps(u, r);
    v = _mm256_mul_ps(v, r);
  }
  // The first operand is the one that may be no number: then the second counts.
  u = _mm256_min_ps(_mm256_max_ps(_mm256_sub_ps(u, half), zero), _mm256_set1_ps(run->most_u));
  v = _mm256_min_ps(_mm256_max_ps(_mm256_sub_ps(v, half), zero), _mm256_set1_ps(run->most_v));
  __m256i column = _mm256_cvttps_epi32(u), row = _mm256_cvttps_epi32(v);
  __m256i x = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_sub_ps(u, _mm256_cvtepi32_ps(column)), full));
  __m256i y = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_sub_ps(v, _mm256_cvtepi32_ps(row)), full));
  int32_t offsets[8] __attribute__((aligned(32)));
  _mm256_store_si256(
      (__m256i *)offsets,
      _mm256_add_epi32(_mm256_mullo_epi32(row, _mm256_set1_epi32(run->row_length)), column));
  const uint32_t *above = run->texels, *below = above + run->row_length;
  // Eight pixels take at most sixteen texels of a row, one cache line. An address beyond the texture does no harm.
  _mm_prefetch((const char *)(above + (offsets[0] + run->next_row)), _MM_HINT_T0);
  _mm_prefetch((const char *)(below + (offsets[0] + run->next_row)), _MM_HINT_T0);
  const __m256i first = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3), last = _mm256_setr_epi32(4, 4, 5, 5, 6, 6, 7, 7);
  struct eight result;
  result.low = bilinear(pairs(above, offsets), pairs(below, offsets), spread(x, first), spread(y, first));
  result.high = bilinear(pairs(above, offsets + 4), pairs(below, offsets + 4), spread(x, last), spread(y, last));
  return result;
}

INLINE void sample(const struct craster_run *run, int first, int count, uint32_t *result, bool divides) {
  __m256 index = _mm256_add_ps(_mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_ps((float)first));
  for (int i = 0; i < count; i += 8) {
    struct eight wide = sample8(run, index, divides);
    __m256i pixels = _mm256_permute4x64_epi64(narrowed(wide.low, wide.high), 0xd8);
    if (count - i >= 8) {
      _mm256_storeu_si256((__m256i *)(result + i), pixels);
    } else {
      uint32_t rest[8];
      _mm256_storeu_si256((__m256i *)rest, pixels);
      memcpy(result + i, rest, (size_t)(count - i) * 4);
    }
    index = _mm256_add_ps(index, _mm256_set1_ps(8));
  }
}

KERNEL void craster_sample(const struct craster_run *run, int first, int count, uint32_t *result) {
  if (run->dw == 0 && run->w == 1)
    sample(run, first, count, result, false);
  else
    sample(run, first, count, result, true);
}

KERNEL void craster_sample_wide(const struct craster_run *run, int first, int count, uint64_t *result) {
  __m256 index = _mm256_add_ps(_mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_ps((float)first));
  for (int i = 0; i < count; i += 8) {
    struct eight wide = sample8(run, index, true);
    if (count - i >= 8) {
      _mm256_storeu_si256((__m256i *)(result + i), wide.low);
      _mm256_storeu_si256((__m256i *)(result + i + 4), wide.high);
    } else {
      uint64_t rest[8];
      _mm256_storeu_si256((__m256i *)rest, wide.low);
      _mm256_storeu_si256((__m256i *)(rest + 4), wide.high);
      memcpy(result + i, rest, (size_t)(count - i) * 8);
    }
    index = _mm256_add_ps(index, _mm256_set1_ps(8));
  }
}

INLINE __m256i load(const uint32_t *pixels) { return _mm256_loadu_si256((const __m256i *)pixels); }

INLINE __m256i shift8(const uint32_t *above, const uint32_t *below, __m256i x, __m256i y) {
  __m256i a = load(above), b = load(above + 1), c = load(below), d = load(below + 1);
  return narrowed(
      between(between(widened_low(a), widened_low(b), x), between(widened_low(c), widened_low(d), x), y),
      between(between(widened_high(a), widened_high(b), x), between(widened_high(c), widened_high(d), x), y));
}

KERNEL void craster_shift(
    const uint32_t *above, const uint32_t *below, int count, int x, int y, uint32_t *result) {
  const __m256i right = _mm256_set1_epi16((short)x), down = _mm256_set1_epi16((short)y);
  int i = 0;
  for (; i + 8 <= count; i += 8)
    _mm256_storeu_si256((__m256i *)(result + i), shift8(above + i, below + i, right, down));
  if (i < count) {
    uint32_t upper[9] = {0}, lower[9] = {0}, rest[8];
    memcpy(upper, above + i, (size_t)(count - i + 1) * 4);
    memcpy(lower, below + i, (size_t)(count - i + 1) * 4);
    _mm256_storeu_si256((__m256i *)rest, shift8(upper, lower, right, down));
    memcpy(result + i, rest, (size_t)(count - i) * 4);
  }
}

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
    _mm256_storeu_si256((__m256i *)(result + i), _mm256_permute4x64_epi64(narrowed(low, high), 0xd8));
  }
  for (; i < count; i++) {
    __m128i words = _mm_add_epi16(_mm_loadl_epi64((const __m128i *)(wide + i)), _mm_set1_epi16(64));
    words = _mm_srli_epi16(words, 7);
    result[i] = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(words, words));
  }
}

KERNEL void craster_mix(uint64_t *row, const uint64_t *samples, int count, int share) {
  const __m256i part = _mm256_set1_epi16((short)share);
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i below = _mm256_loadu_si256((const __m256i *)(row + i));
    __m256i above = _mm256_loadu_si256((const __m256i *)(samples + i));
    _mm256_storeu_si256((__m256i *)(row + i), between(below, above, part));
  }
  for (; i < count; i++) {
    __m256i below = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(row + i)));
    __m256i above = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(samples + i)));
    _mm_storel_epi64((__m128i *)(row + i), _mm256_castsi256_si128(between(below, above, part)));
  }
}

/// Lays `above` × `part` over `below`; neither colour nor alpha gets beyond 255.
INLINE __m256i covered(__m256i below, __m256i above, __m256i part) {
  const __m256i alphas = _mm256_setr_epi8(
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
  __m256i color = _mm256_mulhrs_epi16(above, part);
  __m256i alpha = _mm256_shuffle_epi8(color, alphas);
  // From 0…32640 to 0…32767.
  __m256i share = _mm256_add_epi16(alpha, _mm256_srli_epi16(_mm256_add_epi16(alpha, _mm256_set1_epi16(127)), 8));
  __m256i sum = _mm256_add_epi16(color, _mm256_sub_epi16(below, _mm256_mulhrs_epi16(below, share)));
  return _mm256_min_epi16(sum, _mm256_set1_epi16(32640));
}

KERNEL void craster_cover(uint64_t *row, const uint64_t *samples, int count, int share) {
  const __m256i part = _mm256_set1_epi16((short)(share > 32767 ? 32767 : share));
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i below = _mm256_loadu_si256((const __m256i *)(row + i));
    __m256i above = _mm256_loadu_si256((const __m256i *)(samples + i));
    _mm256_storeu_si256((__m256i *)(row + i), covered(below, above, part));
  }
  for (; i < count; i++) {
    __m256i below = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(row + i)));
    __m256i above = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(samples + i)));
    _mm_storel_epi64((__m128i *)(row + i), _mm256_castsi256_si128(covered(below, above, part)));
  }
}

#else

// Never called: `craster_is_supported` says no.
bool craster_is_supported(void) { return false; }
void craster_sample(const struct craster_run *run, int first, int count, uint32_t *result) {}
void craster_sample_wide(const struct craster_run *run, int first, int count, uint64_t *result) {}
void craster_shift(const uint32_t *above, const uint32_t *below, int count, int x, int y, uint32_t *result) {}
void craster_widen(const uint32_t *pixels, int count, uint64_t *result) {}
void craster_narrow(const uint64_t *wide, int count, uint32_t *result) {}
void craster_mix(uint64_t *row, const uint64_t *samples, int count, int share) {}
void craster_cover(uint64_t *row, const uint64_t *samples, int count, int share) {}

#endif
