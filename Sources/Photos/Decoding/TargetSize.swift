/// The size at which a picture will be shown, in device pixels.
public struct TargetSize: Hashable, Sendable {
  /// How a picture of another shape meets the box.
  public enum Shape: Hashable, Sendable {
    /// The whole picture lies inside the box.
    case fitting
    /// The picture covers the box; what sticks out is the viewer's to clip.
    case filling
  }

  /// In pixels, 1…32767.
  public let width: Int
  /// In pixels, 1…32767.
  public let height: Int
  /// How a picture of another shape meets the box.
  public let shape: Shape

  /// Describes a box; sides outside 1…32767 are brought inside.
  public init(width: Int, height: Int, shape: Shape = .fitting) {
    self.width = min(max(width, 1), Self.largestSide)
    self.height = min(max(height, 1), Self.largestSide)
    self.shape = shape
  }

  /// Cairo's largest image side.
  static let largestSide = 32767

  /// Returns the size to decode a picture at: its own shape, never enlarged, at least one pixel a side.
  ///
  /// - Parameters:
  ///   - pictureWidth: As shown, after the picture's orientation.
  ///   - pictureHeight: As shown.
  package func size(forPictureOf pictureWidth: Int, by pictureHeight: Int) -> (width: Int, height: Int) {
    let across = Double(width) / Double(pictureWidth)
    let down = Double(height) / Double(pictureHeight)
    let wanted = min(shape == .fitting ? min(across, down) : max(across, down), 1)
    // A panorama that fills a box may be longer than an image can be.
    let scale = min(wanted, Double(Self.largestSide) / Double(max(pictureWidth, pictureHeight)))
    return (
      max(1, Int((Double(pictureWidth) * scale).rounded())),
      max(1, Int((Double(pictureHeight) * scale).rounded()))
    )
  }
}
