/// The box in which a photo is shown, in device pixels.
public struct TargetSize: Hashable, Sendable {
  /// How a photo is scaled if the box has another aspect ratio.
  public enum Shape: Hashable, Sendable {
    /// The whole photo lies inside the box.
    case fitting
    /// The photo covers the box. The view must clip the overflow.
    case filling
  }

  /// The width of the box, 1…32767 pixels.
  public let width: Int
  /// The height of the box, 1…32767 pixels.
  public let height: Int
  /// How a photo is scaled if the box has another aspect ratio.
  public let shape: Shape

  /// Creates a box; `width` and `height` are clamped to 1…32767.
  public init(width: Int, height: Int, shape: Shape = .fitting) {
    self.width = min(max(width, 1), Self.largestSide)
    self.height = min(max(height, 1), Self.largestSide)
    self.shape = shape
  }

  /// The largest width and height of an image surface in Cairo.
  package static let largestSide = 32767

  /// Returns the size at which to decode an image. It has the aspect ratio of the image, is not larger than
  /// the image, and is at least 1 × 1 pixel.
  ///
  /// - Parameters:
  ///   - imageWidth: The width of the upright image, in pixels.
  ///   - imageHeight: The height of the upright image, in pixels.
  package func size(forImageOf imageWidth: Int, by imageHeight: Int) -> (width: Int, height: Int) {
    let across = Double(width) / Double(imageWidth)
    let down = Double(height) / Double(imageHeight)
    let wanted = min(shape == .fitting ? min(across, down) : max(across, down), 1)
    // A panorama that covers the box may be wider than the largest image surface.
    let scale = min(wanted, Double(Self.largestSide) / Double(max(imageWidth, imageHeight)))
    return (
      max(1, Int((Double(imageWidth) * scale).rounded())),
      max(1, Int((Double(imageHeight) * scale).rounded()))
    )
  }
}
