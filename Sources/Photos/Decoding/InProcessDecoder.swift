public import Drawing
internal import Glibc

/// Decodes JPEG and PNG files in this process.
///
/// What the file holds decides, not what it is called: a PNG named `.jpg` is shown. Pictures come upright
/// by their EXIF orientation. A picture that breaks off is shown as far as it goes, the rest grey, with a
/// ``DecodedPhoto/defect``, as people expect who rescue pictures from a card. Colour profiles are not
/// looked at.
///
/// Cancelling ends a PNG within 16 rows; a JPEG is decoded by one call of libjpeg-turbo, so it ends before
/// or after that (about 90 ms for 24 megapixels, 320 ms for a progressive one).
public struct InProcessDecoder: PhotoDecoding {
  /// What a picture may cost before it is refused.
  public var limits: DecodingLimits

  /// Makes a decoder; it keeps nothing from one picture to the next.
  public init(limits: DecodingLimits = DecodingLimits()) {
    self.limits = limits
  }

  public func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image? {
    try cancellation.check()
    let file = try PictureFile(photo)
    guard case .jpeg = try format(of: file) else { return nil }
    return try JPEGDecoder(limits: limits, cancellation: cancellation).preview(file)
  }

  public func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation
  ) throws(PhotoError) -> DecodedPhoto {
    try cancellation.check()
    let file = try PictureFile(photo)
    switch try format(of: file) {
    case .jpeg: return try JPEGDecoder(limits: limits, cancellation: cancellation).decode(file, at: size)
    case .png: return try PNGDecoder(limits: limits, cancellation: cancellation).decode(file, at: size)
    case .other(let name): throw .unsupported(path: file.path, format: name)
    }
  }

  private func format(of file: PictureFile) throws(PhotoError) -> PictureFormat {
    let start = try file.read(16)
    guard let format = PictureFormat(firstBytes: start.bytes) else { throw .notAPicture(path: file.path) }
    return format
  }
}
