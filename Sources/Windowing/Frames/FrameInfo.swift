public import Geometry

/// The time, size and scale that a frame is drawn for.
public struct FrameInfo: Sendable {
  /// The time at which the frame is expected to become visible, in seconds on the window system's clock. It never
  /// decreases.
  public let time: Double
  /// The time between two refreshes in seconds; nil when it varies or the compositor does not report it.
  ///
  /// Wayland: `wp_presentation_feedback.presented`.
  public let refreshInterval: Double?
  /// The surface's size in points: the window's size plus its shadow.
  public let size: Size
  /// Pixels per point at full resolution.
  public let scale: Double
  /// The surface's size at full resolution, in pixels, before the buffer's transform. The buffer is smaller if
  /// `Window.resolution` is less than 1.
  public let pixelSize: (width: Int, height: Int)
  /// Whether this is the first frame, or a frame whose size, scale, transform or opacity differs from the last
  /// frame's.
  ///
  /// A reshaped frame is committed even if `draw` returns `.nothing`, so it must be drawn completely.
  public let isReshaped: Bool
}
