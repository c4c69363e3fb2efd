/// Receives drags over a window. All methods except `window(_:dropPerformed:)` have an empty default.
///
/// If no method accepts a drag, it is shown as rejected, and dropping it has no effect.
@MainActor
public protocol WindowDropTarget: AnyObject {
  /// A drag entered the window. To accept it, call `drop.accept(_:actions:preferring:)`.
  ///
  /// Wayland: `wl_data_device.enter`.
  func window(_ window: Window, dropEntered drop: Drop)
  /// The drag moved to `drop.position`, or the compositor selected another `drop.action`.
  ///
  /// Wayland: `wl_data_device.motion`, `wl_data_offer.action`.
  func window(_ window: Window, dropMoved drop: Drop)
  /// The drag left the window or was canceled. The drop cannot be used afterwards.
  ///
  /// Wayland: `wl_data_device.leave`.
  func window(_ window: Window, dropLeft drop: Drop)
  /// The user dropped the data. The target reads `drop.content`, retains `drop` until the data has arrived, and calls
  /// `drop.finish()`. If `drop` is deallocated before `finish()` is called, the data is rejected.
  ///
  /// Wayland: `wl_data_device.drop`.
  func window(_ window: Window, dropPerformed drop: Drop)
}

/// The default implementations, which do nothing.
extension WindowDropTarget {
  public func window(_ window: Window, dropEntered drop: Drop) {}
  public func window(_ window: Window, dropMoved drop: Drop) {}
  public func window(_ window: Window, dropLeft drop: Drop) {}
}
