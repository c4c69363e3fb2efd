package import Geometry

/// A part of a window that receives input before the views, such as the title bar and the popups.
@MainActor
package protocol InputHandler: AnyObject {
  /// Called when the pointer or pen `id` has moved to a point of the window; `nil` means that it has left the window.
  /// Returns whether it is over this part, so that it is over no view.
  func pointer(_ id: Int, movedTo point: Point?) -> Bool
  /// Handles an event before the views receive it. Returns whether the event is used up, so that neither later parts nor
  /// views receive it.
  func handle(_ event: InputEvent) -> Bool
  /// Called after an event was handled. `isUsed` states whether a part or a view has used the event.
  func didHandle(_ event: InputEvent, isUsed: Bool)
}

/// The default implementations, which do nothing.
extension InputHandler {
  package func pointer(_ id: Int, movedTo point: Point?) -> Bool { false }
  package func handle(_ event: InputEvent) -> Bool { false }
  package func didHandle(_ event: InputEvent, isUsed: Bool) {}
}
