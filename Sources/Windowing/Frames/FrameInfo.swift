public import Geometry

/// The time, size and scale that a frame is drawn for.
public struct FrameInfo: Sendable {
  /// The expected time at which the frame becomes visible, in seconds on the window system's clock; it never decreases.
  public let time: Double
  /// The time between two refreshes in seconds; nil when it varies or the compositor does not report it.
  ///
  /// Wayland: `wp_presentation_feedback.presented`.
  public let refreshInterval: Double?
  /// The surface's size in points: the window's size and its shadow.
  public let size: Size
  /// Buffer pixels per point.
  public let scale: Double
  /// Whether this is the first frame, or its size, scale or opacity differs from the last frame's.
  ///
  /// Such a frame is committed even if `draw` returns `.nothing`, so it must be drawn completely.
  public let isReshaped: Bool
}
