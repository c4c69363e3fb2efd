public import Geometry
import Wayland

/// How the pixels of a buffer are arranged: the upright picture is first flipped left to right (`flipped…`), then
/// rotated counter-clockwise.
///
/// Wayland: `wl_output.transform`.
public enum BufferTransform: UInt32, CaseIterable, Sendable {
  case normal, rotated90, rotated180, rotated270, flipped, flipped90, flipped180, flipped270

  /// Whether the transform swaps the width and the height.
  public var swapsAxes: Bool { rawValue & 1 == 1 }

  /// Returns the size of the transformed picture.
  ///
  /// - Parameter size: The size of the upright picture.
  public func apply(to size: Size) -> Size {
    swapsAxes ? Size(width: size.height, height: size.width) : size
  }

  /// Returns the mapping from points of the upright picture to points of the transformed picture.
  ///
  /// - Parameter size: The size of the upright picture.
  public func map(of size: Size) -> Homography {
    let (width, height) = (size.width, size.height)
    return switch self {
    case .normal: .identity
    case .rotated90: Homography(0, 1, 0, -1, 0, width, 0, 0, 1)
    case .rotated180: Homography(-1, 0, width, 0, -1, height, 0, 0, 1)
    case .rotated270: Homography(0, -1, height, 1, 0, 0, 0, 0, 1)
    case .flipped: Homography(-1, 0, width, 0, 1, 0, 0, 0, 1)
    case .flipped90: Homography(0, 1, 0, 1, 0, 0, 0, 0, 1)
    case .flipped180: Homography(1, 0, 0, 0, -1, height, 0, 0, 1)
    case .flipped270: Homography(0, -1, height, -1, 0, width, 0, 0, 1)
    }
  }

  /// Creates the transform of an event; `normal` for an unknown value.
  init(_ wire: WlOutput.Transform) { self = BufferTransform(rawValue: wire.rawValue) ?? .normal }

  var wire: WlOutput.Transform { WlOutput.Transform(rawValue: rawValue) }
}
