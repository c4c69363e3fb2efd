// The outputs that a surface is on.
extension Surface {
  /// The outputs that the surface is on. The output with the largest part of the surface is first.
  ///
  /// Wayland: `wl_surface.enter`, `wl_surface.leave`.
  public var outputs: [Output] { enteredOutputs }

  /// Sends enter and leave events to the surface, its subsurfaces and its popups after they moved, appeared or
  /// disappeared.
  func updateOutputMembership() {
    updateOwnOutputs()
    updateOutputsOfChildren()
  }

  /// Sends enter and leave events after a commit. The subsurfaces and popups are updated only if this surface's
  /// outputs changed, because a window may have thousands of subsurfaces.
  func updateOutputMembershipAfterCommit() {
    if updateOwnOutputs() { updateOutputsOfChildren() }
  }

  private func updateOutputsOfChildren() {
    for child in stack.children { child.surface?.updateOutputMembership() }
    let popups = (role as? XdgSurface)?.childPopups ?? (role as? LayerSurface)?.childPopups
    for popup in popups ?? ObjectList() { popup.surface?.updateOutputMembership() }
  }

  /// Sends enter and leave events and the preferred scale and transform to this surface only.
  ///
  /// - Returns: Whether the set of outputs has changed.
  @discardableResult
  func updateOwnOutputs() -> Bool {
    let before = enteredOutputs
    enteredOutputs = overlappedOutputs
    for output in enteredOutputs where !before.contains(where: { $0 === output }) {
      for resource in resources(of: output) { resource.sendEnter(to: self) }
    }
    for output in before where !enteredOutputs.contains(where: { $0 === output }) {
      for resource in resources(of: output) { resource.sendLeave(to: self) }
    }
    sendPreferences()
    let isChanged = before.count != enteredOutputs.count || zip(before, enteredOutputs).contains { $0 !== $1 }
    if isChanged, role is XdgSurface { compositor?.toplevelsChanged() }
    return isChanged
  }

  /// Sends enter to an output object that the client bound while the surface was on the output.
  func sendEnter(toNewResource wire: WlOutputResource, of output: Output) {
    if enteredOutputs.contains(where: { $0 === output }) { resource.wire?.sendEnter(output: wire) }
  }

  /// Returns the client's objects of an output.
  func resources(of output: Output) -> [Resource<WlOutputResource>] {
    (client?.outputs ?? ObjectList()).filter { $0.model === output }
  }

  private var overlappedOutputs: [Output] {
    guard isShown, let compositor else { return [] }
    // The pointer determines the position of a cursor, so a cursor's role has no position.
    guard let origin = globalOrigin else { return compositor.outputs.first.map { [$0] } ?? [] }
    let size = size
    return compositor.outputs(
      under: IntegerRect(x: origin.x, y: origin.y, width: max(1, size.width), height: max(1, size.height)))
  }

  /// The position of the top left corner among all outputs, in logical pixels; nil for a role without a position.
  var globalOrigin: (x: Int, y: Int)? {
    if let subsurface = role as? Subsurface {
      guard let origin = subsurface.parent?.globalOrigin else { return nil }
      return (origin.x + subsurface.position.x, origin.y + subsurface.position.y)
    }
    if let layer = role as? LayerSurface { return layer.position }
    if let lock = role as? LockSurface { return lock.position }
    if let popup = role as? InputPopup { return popup.position }
    guard let xdgSurface = role as? XdgSurface, let origin = xdgSurface.windowOrigin else { return nil }
    return (origin.x - xdgSurface.geometry.x, origin.y - xdgSurface.geometry.y)
  }

  /// The output on which the surface will appear; nil if its role does not determine the output.
  private var expectedOutput: Output? {
    if let layer = role as? LayerSurface { return layer.output }
    if let lock = role as? LockSurface { return lock.output }
    guard let xdgSurface = role as? XdgSurface else { return nil }
    return xdgSurface.toplevel?.output ?? xdgSurface.popup?.expectedOutput
  }

  // MARK: Preferences

  /// Sends the preferred scale and transform, if they have changed.
  ///
  /// The scale is the largest scale of the surface's outputs, so that the surface is sharp on all of them. The
  /// transform is the transform of the output with the largest part of the surface. A surface that is on no output
  /// gets the values of the output on which it will appear.
  ///
  /// Wayland: `wl_surface.preferred_buffer_scale`, `wl_surface.preferred_buffer_transform`,
  /// `wp_fractional_scale_v1.preferred_scale`.
  func sendPreferences() {
    guard let compositor, !compositor.outputs.isEmpty else { return }
    let candidates = enteredOutputs.isEmpty ? [expectedOutput ?? compositor.mainOutput] : enteredOutputs
    let scale = candidates.map(\.wholeScale).max() ?? 1
    if scale != preferences.scale { resource.wire?.sendPreferredBufferScale(factor: scale) }
    let transform = candidates[0].transform
    if transform != preferences.transform {
      resource.wire?.sendPreferredBufferTransform(transform: .init(rawValue: transform.rawValue))
    }
    preferences.scale = scale
    preferences.transform = transform
    guard let fractionalScale = fractionalScale?.wire else { return }
    let scale120 = candidates.map(\.scale120).max() ?? 120
    if scale120 != preferences.scale120 { fractionalScale.sendPreferredScale(scale: scale120) }
    preferences.scale120 = scale120
  }
}

/// The preferences that were sent last to a surface. The initial values are the protocol's defaults.
///
/// Wayland: `wl_surface.preferred_buffer_scale`, `wl_surface.preferred_buffer_transform`.
struct SurfacePreferences {
  var scale: Int32 = 1
  var transform = OutputTransform.normal
  /// The scale × 120; nil before the first `wp_fractional_scale_v1.preferred_scale`.
  var scale120: UInt32?
}

extension XdgSurface {
  /// The position of the window geometry's top left corner among all outputs, in logical pixels.
  var windowOrigin: (x: Int, y: Int)? {
    if let toplevel { return toplevel.position }
    guard let popup, let parent = popup.parentOrigin else { return nil }
    return (parent.x + popup.position.x, parent.y + popup.position.y)
  }
}

extension Resource where Wire == WlOutputResource {
  fileprivate func sendEnter(to surface: Surface) {
    if let wire { surface.resource.wire?.sendEnter(output: wire) }
  }

  fileprivate func sendLeave(to surface: Surface) {
    if let wire { surface.resource.wire?.sendLeave(output: wire) }
  }
}
