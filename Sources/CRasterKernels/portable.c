#include "CRasterKernels.h"
#include <string.h>

// The sampler for processors without AVX2. It uses clang's generic vectors of 128 bits, which SSE2 and NEON
// support.

typedef float float4 __attribute__((ext_vector_type(4)));
typedef int32_t int4 __attribute__((ext_vector_type(4)));
typedef uint8_t byte8 __attribute__((ext_vector_type(8)));
typedef uint16_t word4 __attribute__((ext_vector_type(4)));
typedef uint16_t word8 __attribute__((ext_vector_type(8)));
typedef uint32_t double_word8 __attribute__((ext_vector_type(8)));

#define INLINE static inline __attribute__((always_inline))

/// The texels that up to 128 pixels sample.
struct sample_coordinates {
  /// The offset of the upper left of the four texels.
  int32_t offsets[128];
  /// The weights of the two texels in the upper row and in the lower row. The lower half of a number is the
  /// weight of the left texel, and the upper half is the weight of the right texel. All four add up to 32768.
  int32_t above[128], below[128];
};

/// Computes the coordinates of `count` pixels, beginning with pixel `first` of the run. `count` is rounded up
/// to a multiple of 4.
INLINE void locate(const struct craster_run *run, int first, int count, struct sample_coordinates *coordinates, int divides) {
  // All coordinates are scaled by 32768.
  const float4 zero = 0, max_u = run->max_u * 32768, max_v = run->max_v * 32768;
  for (int i = 0; i < count; i += 4) {
    float4 index = (float4){0, 1, 2, 3} + (float)(first + i);
    float4 r = 32768;
    if (divides) r /= index * run->dw + run->w;
    float4 u = (index * run->du + run->u) * r - 16384, v = (index * run->dv + run->v) * r - 16384;
    // NaN becomes 0.
    u = u > zero ? u : zero;
    v = v > zero ? v : zero;
    int4 x = __builtin_convertvector(u < max_u ? u : max_u, int4);
    int4 y = __builtin_convertvector(v < max_v ? v : max_v, int4);
    int4 offsets = (y >> 15) * run->row_length + (x >> 15);
    int4 right = x & 32767, down = y & 32767;
    float4 product = __builtin_convertvector(right, float4) * __builtin_convertvector(down, float4);
    int4 both = __builtin_convertvector(product * (1.0f / 32768), int4);
    int4 above = (32768 - right - down + both) | ((right - both) << 16), below = (down - both) | (both << 16);
    memcpy(coordinates->offsets + i, &offsets, 16);
    memcpy(coordinates->above + i, &above, 16);
    memcpy(coordinates->below + i, &below, 16);
  }
}

/// Returns two neighboring texels of a row, multiplied by their weights. The sum over all four texels is 128
/// times the channels.
INLINE word8 weighted(const uint32_t *texels, int32_t shares) {
  byte8 bytes;
  memcpy(&bytes, texels, 8);
  word8 colors = __builtin_convertvector(bytes, word8) << 8;
  word8 both = (word8)((int4){shares, shares, shares, shares});
  both = __builtin_shufflevector(both, both, 0, 0, 0, 0, 1, 1, 1, 1);
  // Compiles to one instruction that keeps the upper halves of the products.
  double_word8 product =
      __builtin_convertvector(colors, double_word8) * __builtin_convertvector(both, double_word8);
  return __builtin_convertvector(product >> 16, word8);
}

/// Samples a pixel; the lanes are blue, green, red, alpha from the lowest.
INLINE word4 color(const struct craster_run *run, const struct sample_coordinates *coordinates, int i) {
  const uint32_t *texels = run->texels + coordinates->offsets[i];
  word8 sum = weighted(texels, coordinates->above[i]) + weighted(texels + run->row_length, coordinates->below[i]);
  return sum.lo + sum.hi;
}

/// Prefetches the texels of the next row.
INLINE void fetch(const struct craster_run *run, const struct sample_coordinates *coordinates, int i) {
  const uint32_t *texels = run->texels + (coordinates->offsets[i] + run->next_row);
  __builtin_prefetch(texels);
  __builtin_prefetch(texels + run->row_length);
}

void craster_sample_portable(const struct craster_run *run, int first, int count, uint32_t *result) {
  struct sample_coordinates coordinates;
  for (int done = 0; done < count; done += 128) {
    int here = count - done < 128 ? count - done : 128;
    if (run->dw == 0 && run->w == 1)
      locate(run, first + done, here, &coordinates, 0);
    else
      locate(run, first + done, here, &coordinates, 1);
    for (int i = 0; i < here; i += 2) {
      if ((i & 7) == 0) fetch(run, &coordinates, i);
      // If `here` is odd, the last pixel `i + 1` is computed but not stored. Its coordinates are valid.
      word8 wide;
      wide.lo = color(run, &coordinates, i);
      wide.hi = color(run, &coordinates, i + 1);
      byte8 pixels = __builtin_convertvector((wide + 64) >> 7, byte8);
      memcpy(result + done + i, &pixels, i + 1 < here ? 8 : 4);
    }
  }
}

void craster_sample_wide_portable(const struct craster_run *run, int first, int count, uint64_t *result) {
  struct sample_coordinates coordinates;
  for (int done = 0; done < count; done += 128) {
    int here = count - done < 128 ? count - done : 128;
    locate(run, first + done, here, &coordinates, 1);
    for (int i = 0; i < here; i++) {
      if ((i & 7) == 0) fetch(run, &coordinates, i);
      word4 wide = color(run, &coordinates, i).xzyw;
      memcpy(result + done + i, &wide, 8);
    }
  }
}

void craster_prefetch(const void *memory, int byte_count) {
  for (int i = 0; i < byte_count; i += 64) __builtin_prefetch((const char *)memory + i, 1);
}
