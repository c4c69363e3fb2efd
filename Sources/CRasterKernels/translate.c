#include "CRasterKernels.h"
#include "avx2.h"

#if defined(__x86_64__)

/// The weights of four neighboring texels, with the sum 32768. Each weight is repeated in all 16-bit lanes.
struct four_shares {
  __m256i above, right, below, below_right;
};

INLINE struct four_shares four_shares(int x, int y) {
  int both = (x * y + 16384) >> 15;
  struct four_shares shares = {
      _mm256_set1_epi16((short)(32768 - x - y + both)), _mm256_set1_epi16((short)(x - both)),
      _mm256_set1_epi16((short)(y - both)), _mm256_set1_epi16((short)both)};
  return shares;
}

/// Returns the weighted mean of four vectors. Their 16-bit lanes hold 256 times a channel; the result holds
/// 128 times the channel. Each product is rounded down.
INLINE __m256i mean(__m256i a, __m256i b, __m256i c, __m256i d, const struct four_shares *shares) {
  return _mm256_add_epi16(
      _mm256_add_epi16(_mm256_mulhi_epu16(a, shares->above), _mm256_mulhi_epu16(b, shares->right)),
      _mm256_add_epi16(_mm256_mulhi_epu16(c, shares->below), _mm256_mulhi_epu16(d, shares->below_right)));
}

/// Returns eight wide pixels: 0, 1, 4, 5 in `low` and 2, 3, 6, 7 in `high`, the order that `narrowed`
/// expects.
INLINE struct eight translate8(const uint32_t *above, const uint32_t *below, const struct four_shares *shares) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i a = load(above), b = load(above + 1), c = load(below), d = load(below + 1);
  struct eight result = {
      mean(
          _mm256_unpacklo_epi8(zero, a), _mm256_unpacklo_epi8(zero, b), _mm256_unpacklo_epi8(zero, c),
          _mm256_unpacklo_epi8(zero, d), shares),
      mean(
          _mm256_unpackhi_epi8(zero, a), _mm256_unpackhi_epi8(zero, b), _mm256_unpackhi_epi8(zero, c),
          _mm256_unpackhi_epi8(zero, d), shares)};
  return result;
}

INLINE __m128i part(uint32_t texel, __m256i share) {
  __m128i words = _mm_unpacklo_epi8(_mm_setzero_si128(), _mm_cvtsi32_si128((int)texel));
  return _mm_mulhi_epu16(words, _mm256_castsi256_si128(share));
}

/// Returns one pixel, bit-exact with `mean` and `narrowed`.
INLINE uint32_t translate1(const uint32_t *above, const uint32_t *below, const struct four_shares *shares) {
  __m128i sum = _mm_add_epi16(
      _mm_add_epi16(part(above[0], shares->above), part(above[1], shares->right)),
      _mm_add_epi16(part(below[0], shares->below), part(below[1], shares->below_right)));
  sum = _mm_srli_epi16(_mm_add_epi16(sum, _mm_set1_epi16(64)), 7);
  return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(sum, sum));
}

/// Returns eight pixels, each a mean of two texels. The result is bit-exact with `translate8` if the weights
/// of the other two texels are 0.
INLINE __m256i blend8(const uint32_t *first, const uint32_t *second, __m256i rest, __m256i share) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i a = load(first), b = load(second);
  return narrowed(
      _mm256_add_epi16(
          _mm256_mulhi_epu16(_mm256_unpacklo_epi8(zero, a), rest),
          _mm256_mulhi_epu16(_mm256_unpacklo_epi8(zero, b), share)),
      _mm256_add_epi16(
          _mm256_mulhi_epu16(_mm256_unpackhi_epi8(zero, a), rest),
          _mm256_mulhi_epu16(_mm256_unpackhi_epi8(zero, b), share)));
}

// The memory of the next row is prefetched for reading and writing, because rows are too far apart for
// hardware prefetchers. Without the prefetching, large frames would take twice as long.

KERNEL void craster_translate(
    const uint32_t *texels, int64_t row_length, int count, int rows, int x, int y, uint32_t *result,
    int64_t stride) {
  const struct four_shares shares = four_shares(x, y);
  const __m256i rest = shares.above, share = _mm256_add_epi16(shares.right, shares.below);
  for (; rows > 0; rows--, texels += row_length, result += stride) {
    const uint32_t *below = texels + row_length;
    if (count < 8) {
      for (int i = 0; i < count; i++) result[i] = translate1(texels + i, below + i, &shares);
    } else if (x == 0 || y == 0) {
      const uint32_t *second = y == 0 ? texels + 1 : below;
      for (int i = 0; i < count; i += 8) {
        if (i > count - 8) i = count - 8;
        __builtin_prefetch(second + i + row_length);
        __builtin_prefetch(result + i + stride, 1);
        store(result + i, blend8(texels + i, second + i, rest, share));
      }
    } else {
      for (int i = 0; i < count; i += 8) {
        if (i > count - 8) i = count - 8;
        __builtin_prefetch(below + i + row_length);
        __builtin_prefetch(result + i + stride, 1);
        struct eight wide = translate8(texels + i, below + i, &shares);
        store(result + i, narrowed(wide.low, wide.high));
      }
    }
  }
}

KERNEL void craster_translate_wide(
    const uint32_t *above, const uint32_t *below, int count, int x, int y, uint64_t *result) {
  const struct four_shares shares = four_shares(x, y);
  uint32_t upper[9] = {0}, lower[9] = {0};
  uint64_t rest[8];
  uint64_t *target = result;
  if (count < 8) {
    for (int i = 0; i <= count; i++) {
      upper[i] = above[i];
      lower[i] = below[i];
    }
    above = upper;
    below = lower;
    target = rest;
  }
  for (int i = 0; i < count; i += 8) {
    if (i > count - 8 && count >= 8) i = count - 8;
    struct eight mixed = translate8(above + i, below + i, &shares);
    __m256i first = _mm256_permute2x128_si256(mixed.low, mixed.high, 0x20);
    __m256i second = _mm256_permute2x128_si256(mixed.low, mixed.high, 0x31);
    _mm256_storeu_si256((__m256i *)(target + i), first);
    _mm256_storeu_si256((__m256i *)(target + i + 4), second);
  }
  if (count < 8)
    for (int i = 0; i < count; i++) result[i] = rest[i];
}

#else

// Never called: `craster_is_supported` returns false.
void craster_translate(
    const uint32_t *texels, int64_t row_length, int count, int rows, int x, int y, uint32_t *result,
    int64_t stride) {}
void craster_translate_wide(
    const uint32_t *above, const uint32_t *below, int count, int x, int y, uint64_t *result) {}

#endif
