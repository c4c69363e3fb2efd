public import Drawing
internal import Glibc

/// Decodes JPEG and PNG files in this process.
///
/// The content decides about the format, not the file name: a PNG named `.jpg` is decoded as a PNG. The EXIF
/// orientation is applied. A truncated image is decoded as far as its data reaches, the rest is gray, and
/// ``DecodedPhoto/defect`` is set. Color profiles are ignored.
///
/// Cancellation stops a PNG within 16 rows. A JPEG is decoded by one call of libjpeg-turbo and can be canceled only
/// before or after it; the call takes about 90 ms for 24 megapixels, 320 ms if they are progressive.
public struct InProcessDecoder: PhotoDecoding {
  /// The limits above which a file is refused.
  public var limits: DecodingLimits

  /// Creates a decoder. It keeps no state between images.
  public init(limits: DecodingLimits = DecodingLimits()) {
    self.limits = limits
  }

  /// Returns the embedded thumbnail of a JPEG, upright, or `nil` for a PNG or without a thumbnail.
  public func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image? {
    try cancellation.check()
    let file = try ImageFile(photo)
    guard case .jpeg = try format(of: file) else { return nil }
    return try JPEGDecoder(limits: limits, cancellation: cancellation).preview(file)
  }

  /// Returns the image downscaled to `size`, upright.
  public func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> DecodedPhoto {
    try cancellation.check()
    let file = try ImageFile(photo)
    switch try format(of: file) {
    case .jpeg: return try JPEGDecoder(limits: limits, cancellation: cancellation).decode(file, at: size)
    case .png: return try PNGDecoder(limits: limits, cancellation: cancellation).decode(file, at: size)
    case .other(let name): throw .unsupported(path: file.path, format: name)
    }
  }

  private func format(of file: ImageFile) throws(PhotoError) -> ImageFormat {
    let start = try file.read(16)
    guard let format = ImageFormat(firstBytes: start.bytes) else { throw .notAnImage(path: file.path) }
    return format
  }
}
