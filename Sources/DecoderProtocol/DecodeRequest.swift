/// A request to a decoder.
public struct DecodeRequest: Hashable, Sendable {
  /// The wanted part of a file.
  public enum Subject: UInt8, Hashable, Sendable {
    /// Only the header: format, size and number of frames.
    case header
    /// The thumbnail that a camera embedded in the file, at the size of the thumbnail.
    case preview
    /// The pixels of a frame.
    case pixels
    /// The header, and what a camera or a person has written into the file.
    case metadata
  }

  /// The wanted part of the file.
  public var subject: Subject
  /// The box in which the region is shown; `nil` for the size of the region. Pixels are never enlarged.
  public var size: TargetSize?
  /// The wanted part of the upright image, in pixels of that image; `nil` for the whole image. Parts outside
  /// the image are cut off.
  public var region: PixelRegion?
  /// The index of the frame of an animation, or of the page of a document.
  public var frame: Int

  /// Creates a request, by default for the pixels of the first frame at full size.
  public init(
    _ subject: Subject = .pixels, size: TargetSize? = nil, region: PixelRegion? = nil, frame: Int = 0
  ) {
    self.subject = subject
    self.size = size
    self.region = region
    self.frame = frame
  }
}

/// A rectangle of pixels.
public struct PixelRegion: Hashable, Sendable {
  /// The number of columns left of the region.
  public var x: Int
  /// The number of rows above the region.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a rectangle of pixels.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Returns the part of the region inside an image; `nil` if the region is entirely outside.
  package func clamped(toWidth imageWidth: Int, height imageHeight: Int) -> PixelRegion? {
    func cut(_ start: Int, _ length: Int, _ limit: Int) -> (start: Int, length: Int)? {
      guard length > 0, start < limit else { return nil }
      let (end, overflow) = start.addingReportingOverflow(length)
      let first = max(start, 0)
      let last = overflow ? limit : min(end, limit)
      return last > first ? (first, last - first) : nil
    }
    guard let across = cut(x, width, imageWidth), let down = cut(y, height, imageHeight) else { return nil }
    return PixelRegion(x: across.start, y: down.start, width: across.length, height: down.length)
  }
}
