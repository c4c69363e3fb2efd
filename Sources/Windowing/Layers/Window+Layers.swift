/// Panels, wallpapers and kiosks.
extension Window {
  /// Changes the placement of a layer surface. No effect on other windows.
  ///
  /// Wayland: `zwlr_layer_surface_v1`.
  public func updateLayer(_ placement: LayerPlacement) {
    guard let layer else { return }
    layer.update(placement)
    commitRoleState()
  }

  /// Whether a layer surface stays open, without content, after its screen was removed. It appears again when a screen
  /// is connected: on the requested screen if that is connected, otherwise on a screen that the compositor chooses.
  ///
  /// By default true if the program requested no screen, and false if it requested one. A panel on a requested screen
  /// therefore closes with its screen, and the program creates a new panel when the screen is connected again. Always
  /// false for other windows.
  ///
  /// Wayland: `zwlr_layer_surface_v1.closed`.
  public var waitsForScreen: Bool {
    get { layer?.screen.waitsForReturn ?? false }
    set { layer?.screen.waitsForReturn = newValue }
  }

  /// Handles that the compositor has dismissed the surface of a popup or of a layer: ends its contacts, and closes the
  /// window or, if the screen of a layer surface is missing, keeps it open until a screen is connected.
  func surfaceWasDismissed() {
    guard waitsForScreen else { return dismiss() }
    layer?.screen.becameMissing()
    for popup in popups.reversed() { popup.dismiss() }
    for seat in system.seats { seat.surfaceWillClose(of: self) }
    // A delegate that was notified of the end of a contact may have closed the window.
    guard !isClosed else { return }
    disconnect()
    // Wait for a round trip, because the compositor may close the surface before it removes the screen.
    system.afterRoundtrip { [weak self] in
      guard let self, let screen = layer?.screen, screen.isMissing, !isOpen else { return }
      if screen.isConnected(in: system.outputs) { dismiss() } else { returnToScreen() }
    }
  }

  /// Shows the layer surface again, if it waits for a screen.
  func returnToScreen() {
    guard layer?.screen.isMissing == true, !isClosed, !system.outputs.isEmpty, let globals = system.globals
    else { return }
    // Other screens of the same connection may not be listed yet.
    open(globals)
  }
}
