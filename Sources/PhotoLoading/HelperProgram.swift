/// A program that decodes images in a process of its own.
package enum HelperProgram: Sendable {
  /// `carousel-decoder`, which starts fast and decodes most formats.
  case common
  /// `carousel-decoder-extra`, which decodes all formats. The libraries for HEIC, AVIF, JPEG XL and SVG double the time of
  /// its start.
  case extra
}
