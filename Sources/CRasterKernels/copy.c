#include "CRasterKernels.h"
#include "avx2.h"

#if defined(__x86_64__)

/// The number of pixels from `result` to the end of its cache line of 64 bytes; 1 to 16.
INLINE int left_of_line(const uint32_t *result) { return 16 - (int)(((uintptr_t)result & 63) / 4); }

KERNEL void craster_fill(uint32_t *result, int64_t stride, int count, int rows, uint32_t color) {
  const __m256i colors = _mm256_set1_epi32((int)color);
  for (; rows > 0; rows--, result += stride) {
    if (count < 16) {
      for (int i = 0; i < count; i++) result[i] = color;
      continue;
    }
    store(result, colors);
    store(result + 8, colors);
    for (int i = left_of_line(result); i < count - 16; i += 16) {
      store(result + i, colors);
      store(result + i + 8, colors);
    }
    store(result + count - 16, colors);
    store(result + count - 8, colors);
  }
}

KERNEL void craster_copy(
    const uint32_t *texels, int64_t row_length, int count, int rows, uint32_t *result, int64_t stride) {
  for (; rows > 0; rows--, texels += row_length, result += stride) {
    if (count < 16) {
      for (int i = 0; i < count; i++) result[i] = texels[i];
      continue;
    }
    __m256i first = load(texels), second = load(texels + 8);
    store(result, first);
    store(result + 8, second);
    for (int i = left_of_line(result); i < count - 16; i += 16) {
      __builtin_prefetch(texels + i + row_length);
      __builtin_prefetch(result + i + stride, 1);
      first = load(texels + i), second = load(texels + i + 8);
      store(result + i, first);
      store(result + i + 8, second);
    }
    first = load(texels + count - 16), second = load(texels + count - 8);
    store(result + count - 16, first);
    store(result + count - 8, second);
  }
}

#else

// Never called: `craster_is_supported` returns false.
void craster_fill(uint32_t *result, int64_t stride, int count, int rows, uint32_t color) {}
void craster_copy(
    const uint32_t *texels, int64_t row_length, int count, int rows, uint32_t *result, int64_t stride) {}

#endif
