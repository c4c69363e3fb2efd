internal import Geometry

/// A motion of views that a tree advances once a frame until it is over.
@MainActor
protocol FrameMotion: AnyObject {
  /// Whether the motion needs another frame.
  var isMoving: Bool { get }
  /// Moves the views to their places at `now`. Called at the beginning of a frame.
  func advance(to now: Timestamp)
  /// Moves the views that depend on the layout and on the scrolling of the same frame.
  func follow()
  /// Ends the motion of views that have left the tree.
  func viewsDidLeave()
  /// Ends all motions, because no more frames follow.
  func end()
}
