package import Geometry

/// A view that takes part in the preparation of each frame of its tree, such as one that scrolls by itself.
///
/// The view adds itself to its tree when it enters it, and removes itself when it leaves.
@MainActor
package protocol FrameParticipant: View {
  /// The step of a frame in which ``prepareFrame(at:)`` is called.
  var frameStep: FrameStep { get }
  /// Prepares the next frame. Called once a frame, after animations and the layout.
  ///
  /// - Parameter now: The presentation time of the frame.
  func prepareFrame(at now: Timestamp)
  /// Whether the view moves, so that it needs another frame.
  var needsFrame: Bool { get }
  /// The time at which the view, which is at rest, needs a frame; `nil` if it does not wait for a time.
  var wakeTime: Timestamp? { get }
  /// Whether the view gets the focus if it is the first such view of its tree, and receives keys while no view has the
  /// focus.
  var receivesInitialFocus: Bool { get }
  /// Called after the focus or the visibility of the window may have changed.
  ///
  /// - Parameters:
  ///   - isFocused: Whether the window has the keyboard focus, and the view or a descendant has the focus.
  ///   - isSuspended: Whether the window is hidden.
  func activityDidChange(isFocused: Bool, isSuspended: Bool)
}

/// A step of the preparation of a frame.
package enum FrameStep: Hashable, Sendable {
  /// Motions advance to the time of the frame.
  case advance
  /// Views that follow the motions of others are updated.
  case follow
}

/// The defaults, for a view that only follows others.
extension FrameParticipant {
  package var frameStep: FrameStep { .follow }
  package var needsFrame: Bool { false }
  package var wakeTime: Timestamp? { nil }
  package var receivesInitialFocus: Bool { false }
  package func activityDidChange(isFocused: Bool, isSuspended: Bool) {}
}
