/// What a surface is used as.
@MainActor protocol SurfaceRole: AnyObject {
  /// Whether commits wait for the parent's.
  var isSynchronized: Bool { get }
  /// Whether a surface with content is seen.
  var isShown: Bool { get }
  /// Returns false after posting an error when the changes break a rule of the role.
  func acceptsCommit(of changes: SurfaceChanges, to surface: Surface) -> Bool
  /// The changes are in force.
  func committed(_ surface: Surface)
  func surfaceVanished()
}

extension SurfaceRole {
  var isSynchronized: Bool { false }
  func acceptsCommit(of changes: SurfaceChanges, to surface: Surface) -> Bool { true }
  func committed(_ surface: Surface) {}
  func surfaceVanished() {}
}
