/// The role of a surface, such as toplevel, popup, subsurface or cursor.
@MainActor protocol SurfaceRole: AnyObject {
  /// Whether commits are cached until the parent surface commits.
  var isSynchronized: Bool { get }
  /// Whether the surface is visible if it has content.
  var isShown: Bool { get }
  /// Whether the surface gets no frame callbacks even if it is visible.
  var isSuspended: Bool { get }
  /// Returns whether the role allows a commit of `changes`; posts a protocol error if not.
  func acceptsCommit(of changes: PendingSurfaceState, to surface: Surface) -> Bool
  /// Called after a committed state was applied to the surface.
  func committed(_ surface: Surface)
  /// Called when the surface is destroyed before the role object.
  func surfaceDestroyed()
}

extension SurfaceRole {
  var isSynchronized: Bool { false }
  var isSuspended: Bool { false }
  func acceptsCommit(of changes: PendingSurfaceState, to surface: Surface) -> Bool { true }
  func committed(_ surface: Surface) {}
  func surfaceDestroyed() {}
}
