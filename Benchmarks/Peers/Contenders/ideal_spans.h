// The samplers of `ideal`. They sample runs of pixels of a row, eight pixels at a time, bilinearly with
// weights of 7 bits.
#pragma once
#include "ideal_levels.h"
#include <immintrin.h>

enum { widest_canvas = 4096, longest_run = 2 * widest_canvas + 64 };

// An item in one frame.
typedef struct {
  const Level *level;
  double inverse[9];     // canvas pixels to pixels of the level, [8] is 1
  double edges[4][3];    // a x + b y + c: the distance from each edge, positive inside
  double edge_widths[4]; // the extent of a pixel across each edge
  int top, bottom;       // rows
  int alpha;             // in 1/256
  int samples;           // per pixel: 1, or 2 side by side
  int is_copy, left_of_copy, top_of_copy;
  int is_axis_aligned;
} Drawn;

static const float counting[8] = {0, 1, 2, 3, 4, 5, 6, 7};

// Pairs of texels with interleaved channels, as _mm256_maddubs_epi16 expects them.
static inline __m256i interleaved(__m256i pairs) {
  const __m256i order = _mm256_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7,
                                         8, 12, 9, 13, 10, 14, 11, 15);
  // 128 is subtracted, because the instruction takes signed bytes for this operand.
  return _mm256_xor_si256(_mm256_shuffle_epi8(pairs, order), _mm256_set1_epi8((char)0x80));
}

// The weights of pixels 0…3, or 4…7, for each of their channels.
static inline __m256i lower(__m256i weights) {
  return _mm256_permutevar8x32_epi32(weights, _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3));
}
static inline __m256i upper(__m256i weights) {
  return _mm256_permutevar8x32_epi32(weights, _mm256_setr_epi32(4, 4, 5, 5, 6, 6, 7, 7));
}

// The bytes 128 − f, f, 128 − f, f of each fraction f of 128.
static inline __m256i byte_weights(__m256i fractions) {
  const __m256i two =
      _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(128), fractions), _mm256_slli_epi32(fractions, 8));
  return _mm256_or_si256(two, _mm256_slli_epi32(two, 16));
}

// From 128 (value − 128) to the value, rounded.
static inline __m256i restored(__m256i scaled) {
  return _mm256_add_epi16(_mm256_srai_epi16(_mm256_add_epi16(scaled, _mm256_set1_epi16(64)), 7),
                          _mm256_set1_epi16(128));
}

// Packs pixels 0…3 and 4…7, sixteen bits a channel, in their order.
static inline __m256i packed(__m256i low, __m256i high) {
  return _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xd8);
}

static inline void store(uint32_t *out, __m256i eight_pixels, int count) {
  if (count >= 8) {
    _mm256_storeu_si256((__m256i *)out, eight_pixels);
  } else {
    uint32_t rest[8];
    _mm256_storeu_si256((__m256i *)rest, eight_pixels);
    memcpy(out, rest, count * 4);
  }
}

// Interpolates four pixels between four pairs of texels and the pairs below.
static inline __m256i bilinear(__m256i above, __m256i below, __m256i across, __m256i down) {
  const __m256i a = _mm256_maddubs_epi16(across, interleaved(above));
  const __m256i b = _mm256_maddubs_epi16(across, interleaved(below));
  // At most 128 · 255, so the difference fits 16 bits.
  return restored(_mm256_add_epi16(a, _mm256_mulhrs_epi16(_mm256_sub_epi16(b, a), down)));
}

// Samples eight pixels at u/w, v/w.
static inline __m256i sample(const Level *level, __m256 u, __m256 v, __m256 w) {
  const __m256 scale = _mm256_div_ps(_mm256_set1_ps(128.f), w), half = _mm256_set1_ps(64.f - .5f);
  const __m256 zero = _mm256_setzero_ps();
  const __m256 x =
      _mm256_min_ps(_mm256_max_ps(_mm256_fmsub_ps(u, scale, half), zero), _mm256_set1_ps((level->width - 1) * 128.f));
  const __m256 y = _mm256_min_ps(_mm256_max_ps(_mm256_fmsub_ps(v, scale, half), zero),
                                 _mm256_set1_ps((level->height - 1) * 128.f));
  const __m256i fixed_x = _mm256_cvttps_epi32(x), fixed_y = _mm256_cvttps_epi32(y);
  const __m256i column = _mm256_min_epi32(_mm256_srli_epi32(fixed_x, 7), _mm256_set1_epi32(level->width - 2));
  const __m256i row = _mm256_min_epi32(_mm256_srli_epi32(fixed_y, 7), _mm256_set1_epi32(level->height - 2));
  const __m256i fraction_x = _mm256_sub_epi32(fixed_x, _mm256_slli_epi32(column, 7));
  const __m256i fraction_y = _mm256_sub_epi32(fixed_y, _mm256_slli_epi32(row, 7));

  const __m256i offsets = _mm256_add_epi32(_mm256_mullo_epi32(row, _mm256_set1_epi32(level->width)), column);
  const __m128i low = _mm256_castsi256_si128(offsets), high = _mm256_extracti128_si256(offsets, 1);
  const long long *above = (const long long *)level->pixels;
  const long long *below = (const long long *)(level->pixels + level->width);

  const __m256i across = byte_weights(fraction_x);
  __m256i down = _mm256_slli_epi32(fraction_y, 8);
  down = _mm256_min_epu16(_mm256_or_si256(down, _mm256_slli_epi32(down, 16)), _mm256_set1_epi16(32767));
  return packed(bilinear(_mm256_i32gather_epi64(above, low, 4), _mm256_i32gather_epi64(below, low, 4), lower(across),
                         lower(down)),
                bilinear(_mm256_i32gather_epi64(above, high, 4), _mm256_i32gather_epi64(below, high, 4),
                         upper(across), upper(down)));
}

// (a (256 − share) + b share) / 256 for eight pixels.
static inline __m256i mixed(__m256i a, __m256i b, __m256i share, __m256i rest) {
  const __m256i half = _mm256_set1_epi16(128), zero = _mm256_setzero_si256();
  const __m256i low = _mm256_add_epi16(_mm256_mullo_epi16(_mm256_unpacklo_epi8(a, zero), rest),
                                       _mm256_mullo_epi16(_mm256_unpacklo_epi8(b, zero), share));
  const __m256i high = _mm256_add_epi16(_mm256_mullo_epi16(_mm256_unpackhi_epi8(a, zero), rest),
                                        _mm256_mullo_epi16(_mm256_unpackhi_epi8(b, zero), share));
  return _mm256_packus_epi16(_mm256_srli_epi16(_mm256_add_epi16(low, half), 8),
                             _mm256_srli_epi16(_mm256_add_epi16(high, half), 8));
}

// Writes up to seven pixels too many: the buffers have padding.
static void mix_rows(uint32_t *out, const uint32_t *a, const uint32_t *b, int count, int share) {
  const __m256i shares = _mm256_set1_epi16(share), rest = _mm256_set1_epi16(256 - share);
  for (int i = 0; i < count; i += 8)
    _mm256_storeu_si256((__m256i *)(out + i), mixed(_mm256_loadu_si256((const __m256i *)(a + i)),
                                                    _mm256_loadu_si256((const __m256i *)(b + i)), shares, rest));
}

// For items that are only scaled or translated: first blends the two rows of texels, then horizontal neighbors.
static void sample_axis_aligned(const Drawn *drawn, int x, int count, double y, uint32_t *out) {
  static uint32_t run[longest_run], shifted[longest_run];
  const Level *level = drawn->level;
  const double scale = drawn->inverse[0];
  double v = drawn->inverse[4] * y + drawn->inverse[5] - .5;
  if (v < 0) v = 0;
  if (v > level->height - 1) v = level->height - 1;
  int row = (int)v;
  if (row > level->height - 2) row = level->height - 2;
  const int down = (int)((v - row) * 256 + .5);
  const double first = scale * (x + .5) + drawn->inverse[2] - .5;
  const double last = scale * (x + count - .5) + drawn->inverse[2] - .5;
  int begin = (int)floor(first), end = (int)floor(last) + 2;
  if (begin < 0) begin = 0;
  if (end > level->width) end = level->width;
  if (begin > level->width - 2) begin = level->width - 2;
  const uint32_t *texels = level->pixels + (size_t)row * level->width + begin;
  const int length = end - begin;
  if (down == 0)
    memcpy(run, texels, length * 4);
  else
    mix_rows(run, texels, texels + level->width, length, down);

  if (scale == 1.0 && first >= 0 && last <= level->width - 1) { // all pixels have the same weights
    if (end == level->width) run[length] = run[length - 1];
    mix_rows(shifted, run, run + 1, count, (int)((first - begin) * 256 + .5));
    memcpy(out, shifted, count * 4);
    return;
  }
  __m256 u =
      _mm256_fmadd_ps(_mm256_loadu_ps(counting), _mm256_set1_ps(scale * 128), _mm256_set1_ps((first - begin) * 128));
  const __m256 step = _mm256_set1_ps(scale * 128 * 8), zero = _mm256_setzero_ps();
  const __m256 furthest = _mm256_set1_ps((level->width - 1 - begin) * 128.f);
  const __m256i last_pair = _mm256_set1_epi32(level->width - 2 - begin);
  for (int i = 0; i < count; i += 8) {
    const __m256i fixed = _mm256_cvttps_epi32(_mm256_min_ps(_mm256_max_ps(u, zero), furthest));
    const __m256i column = _mm256_min_epi32(_mm256_srli_epi32(fixed, 7), last_pair);
    const __m256i across = byte_weights(_mm256_sub_epi32(fixed, _mm256_slli_epi32(column, 7)));
    u = _mm256_add_ps(u, step);
    const __m128i low = _mm256_castsi256_si128(column), high = _mm256_extracti128_si256(column, 1);
    const __m256i a = interleaved(_mm256_i32gather_epi64((const long long *)run, low, 4));
    const __m256i b = interleaved(_mm256_i32gather_epi64((const long long *)run, high, 4));
    store(out + i,
          packed(restored(_mm256_maddubs_epi16(lower(across), a)), restored(_mm256_maddubs_epi16(upper(across), b))),
          count - i);
  }
}

static void sample_projective(const Drawn *drawn, int x, int count, double y, uint32_t *out) {
  const double *m = drawn->inverse, center = x + .5;
  const __m256 k = _mm256_loadu_ps(counting);
  __m256 u = _mm256_fmadd_ps(k, _mm256_set1_ps(m[0]), _mm256_set1_ps(m[0] * center + m[1] * y + m[2]));
  __m256 v = _mm256_fmadd_ps(k, _mm256_set1_ps(m[3]), _mm256_set1_ps(m[3] * center + m[4] * y + m[5]));
  __m256 w = _mm256_fmadd_ps(k, _mm256_set1_ps(m[6]), _mm256_set1_ps(m[6] * center + m[7] * y + m[8]));
  const __m256 du = _mm256_set1_ps(8 * m[0]), dv = _mm256_set1_ps(8 * m[3]), dw = _mm256_set1_ps(8 * m[6]);
  // A quarter of a pixel to either side.
  const __m256 qu = _mm256_set1_ps(m[0] * .25), qv = _mm256_set1_ps(m[3] * .25), qw = _mm256_set1_ps(m[6] * .25);
  for (int i = 0; i < count; i += 8) {
    __m256i eight;
    if (drawn->samples == 2)
      eight = _mm256_avg_epu8(sample(drawn->level, _mm256_sub_ps(u, qu), _mm256_sub_ps(v, qv), _mm256_sub_ps(w, qw)),
                              sample(drawn->level, _mm256_add_ps(u, qu), _mm256_add_ps(v, qv), _mm256_add_ps(w, qw)));
    else
      eight = sample(drawn->level, u, v, w);
    store(out + i, eight, count - i);
    u = _mm256_add_ps(u, du);
    v = _mm256_add_ps(v, dv);
    w = _mm256_add_ps(w, dw);
  }
}

// Writes `count` pixels of an item from column `x` on, in the row centered at `y`.
static void sample_run(const Drawn *drawn, int x, int count, double y, uint32_t *out) {
  if (count <= 0) return;
  if (drawn->is_copy) {
    const uint32_t *row = drawn->level->pixels + (size_t)((int)y - drawn->top_of_copy) * drawn->level->width;
    memcpy(out, row + x - drawn->left_of_copy, count * 4);
  } else if (drawn->is_axis_aligned && drawn->samples == 1) {
    sample_axis_aligned(drawn, x, count, y, out);
  } else {
    sample_projective(drawn, x, count, y, out);
  }
}

// One pixel; `alpha` is in 1/256.
static inline uint32_t mixed_pixel(uint32_t front, uint32_t back, uint32_t alpha) {
  const uint32_t odd = 0xff00ff, half = 0x800080, rest = 256 - alpha;
  const uint32_t low = (((front & odd) * alpha + (back & odd) * rest + half) >> 8) & odd;
  const uint32_t high = ((front >> 8 & odd) * alpha + (back >> 8 & odd) * rest + half) & ~odd;
  return low | high;
}

static void mix_run(uint32_t *back, const uint32_t *front, int count, int alpha) {
  const __m256i share = _mm256_set1_epi16(alpha), rest = _mm256_set1_epi16(256 - alpha);
  int i = 0;
  for (; i + 8 <= count; i += 8)
    _mm256_storeu_si256((__m256i *)(back + i), mixed(_mm256_loadu_si256((const __m256i *)(back + i)),
                                                     _mm256_loadu_si256((const __m256i *)(front + i)), share, rest));
  for (; i < count; i++) back[i] = mixed_pixel(front[i], back[i], alpha);
}
