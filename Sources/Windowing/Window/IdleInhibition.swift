import Wayland

/// Keeps the screen on while a surface is visible.
///
/// Wayland: `zwp_idle_inhibitor_v1`.
@MainActor
struct IdleInhibition {
  private var object: ZwpIdleInhibitorV1?

  /// Begins or ends the inhibition. If the surface or the manager is nil, no inhibition begins, and the caller must
  /// call this method again when both exist.
  mutating func set(_ isOn: Bool, of surface: WlSurface?, manager: ZwpIdleInhibitManagerV1?) {
    guard isOn else { return end() }
    guard object == nil, let surface else { return }
    object = manager?.createInhibitor(surface: surface)
  }

  /// Ends the inhibition.
  mutating func end() {
    object?.destroy()
    object = nil
  }
}
