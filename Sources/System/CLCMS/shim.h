#pragma once
#include <lcms2.h>
// Pixel formats are macros with arguments, which Swift cannot import.
static inline cmsUInt32Number clcms_type_bgra(void) { return TYPE_BGRA_8; }
static inline cmsUInt32Number clcms_type_cmyk(void) { return TYPE_CMYK_8; }
/// CMYK values where 255 means no ink.
static inline cmsUInt32Number clcms_type_cmyk_inverted(void) { return TYPE_CMYK_8_REV; }
/// The first of four bytes is the gray value.
static inline cmsUInt32Number clcms_type_gray_in_bgra(void) {
  return COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
}
/// L*a*b* in three numbers of 16 bits.
static inline cmsUInt32Number clcms_type_lab(void) { return TYPE_Lab_16; }
