/// A program that decodes images in a process of its own.
package enum HelperProgram: Sendable {
  /// `carousel-decoder`, which starts fast and decodes most formats.
  case common
  /// `carousel-decoder-extra`, which decodes all formats, with more and larger libraries.
  case extra

  /// The formats that only ``extra`` decodes, as `DecodeFailure.unsupported` names them.
  static let extraFormats: Set = ["AVIF", "HEIC", "JPEG XL", "SVG", "camera raw without a preview"]
}
