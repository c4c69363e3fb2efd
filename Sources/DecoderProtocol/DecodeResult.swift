/// The facts that the header of an image file states.
public struct ImageHeader: Hashable, Sendable {
  /// The name of the format, such as `JPEG`.
  public var format: String
  /// The width of the upright image, in pixels.
  public var width: Int
  /// The height of the upright image, in pixels.
  public var height: Int
  /// The number of frames of an animation, or of pages of a document; 1 for other images.
  public var frameCount = 1
  /// Whether the frames are an animation.
  public var isAnimated = false
  /// The number of times an animation is played; 0 for endless.
  public var playCount = 0
  /// The EXIF orientation of the stored image, 1…8. Decoded pixels are already upright.
  public var orientation = 1
  /// The place of the EXIF orientation in the file; `nil` if the file has none that can be changed in place.
  public var orientationPlace: OrientationPlace?
  /// The time at which the photo was taken, in seconds since 1970 in the camera's local time; `nil` if the
  /// file does not state the time.
  public var taken: Int?
  /// Whether the file has a color profile. Decoded pixels are already converted to sRGB.
  public var hasColorProfile = false

  /// Creates the header of a still image.
  public init(format: String, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }
}

/// Where a file states its EXIF orientation: the two bytes of a number.
public struct OrientationPlace: Hashable, Sendable {
  /// The number of bytes before the number.
  public var offset: Int
  /// Whether the low byte comes first.
  public var isLittleEndian: Bool

  /// Creates a place.
  public init(offset: Int, isLittleEndian: Bool) {
    self.offset = offset
    self.isLittleEndian = isLittleEndian
  }
}

/// Decoded pixels: `height` rows of `stride` bytes, premultiplied BGRA, top row first, upright, sRGB.
public struct PixelLayout: Hashable, Sendable {
  /// The number of pixels in a row.
  public var width: Int
  /// The number of rows.
  public var height: Int
  /// The distance between the starts of two rows, in bytes.
  public var stride: Int
  /// Whether every pixel's alpha is 255.
  public var isOpaque: Bool

  /// Creates the description of pixels without gaps between the rows.
  public init(width: Int, height: Int, isOpaque: Bool) {
    self.width = width
    self.height = height
    stride = width * 4
    self.isOpaque = isOpaque
  }

  /// The memory of the pixels, in bytes.
  public var byteCount: Int { stride * height }
}

/// The result of a ``DecodeRequest``.
public struct DecodeResult: Hashable, Sendable {
  /// The header of the file.
  public var header: ImageHeader
  /// The pixels; `nil` if the request was for the header, or for a preview that the file does not have.
  public var pixels: PixelLayout?
  /// The duration of the frame of an animation, in seconds; 0 for a still image.
  public var frameDuration = 0.0
  /// The decoder's message about a damaged part of the image; `nil` for an intact image.
  public var defect: String?
  /// The metadata; `nil` if the request was not for metadata.
  public var metadata: ImageMetadata?

  /// Creates a result.
  public init(header: ImageHeader, pixels: PixelLayout? = nil) {
    self.header = header
    self.pixels = pixels
  }
}
