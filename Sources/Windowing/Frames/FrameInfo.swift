public import Geometry

/// What a frame is drawn for.
public struct FrameInfo: Sendable {
  /// When the frame will be seen, or nearly so, in seconds on the window system's clock; it never runs backwards.
  public let time: Double
  /// The time between two refreshes in seconds; nil when it varies or the compositor does not tell it.
  ///
  /// Wayland: `wp_presentation_feedback.presented`.
  public let refreshInterval: Double?
  /// The window's size in points.
  public let size: Size
  /// Buffer pixels for each point.
  public let scale: Double
  /// Whether the last frame had another size, scale or opacity, or there was none.
  ///
  /// The frame is then committed whatever `draw` answers, so it has to be drawn.
  public let isReshaped: Bool
}
