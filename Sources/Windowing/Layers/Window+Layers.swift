/// Panels, wallpapers and kiosks.
extension Window {
  /// Changes the place of a layer surface. No effect on other windows.
  ///
  /// Wayland: `zwlr_layer_surface_v1`.
  public func updateLayer(_ placement: LayerPlacement) {
    guard case .layer = role else { return }
    setLayer(placement)
    layerRole?.update(placement)
    commitRoleState()
  }

  /// Whether a layer surface stays open, without a frame, after its screen was removed. It returns with its screen; if no
  /// screen was requested or the requested one is missing, it returns on any other one.
  ///
  /// By default true if no screen was requested, as for a kiosk, and false for a panel on a requested screen, which a
  /// program opens and closes with that screen.
  ///
  /// Wayland: `zwlr_layer_surface_v1.closed`.
  public var waitsForScreen: Bool {
    get { layerScreen.waitsForReturn }
    set { layerScreen.waitsForReturn = newValue }
  }

  /// Closes the window because the compositor has taken it down, or lets it wait for its screen.
  func takenDown() {
    guard layerRole != nil, layerScreen.waitsForReturn else { return dismiss() }
    layerScreen.takenDown()
    for popup in popups.reversed() { popup.dismiss() }
    disconnect()
    // The compositor may close the surface before it removes the screen.
    system.afterRoundtrip { [weak self] in
      guard let self, layerScreen.isMissing, !isOpen else { return }
      if layerScreen.isConnected(in: system) { dismiss() } else { returnToScreen() }
    }
  }

  /// Opens a layer surface that waits for a screen.
  func returnToScreen() {
    guard layerScreen.isMissing, !isClosed, !system.outputs.isEmpty, let globals = system.globals else {
      return
    }
    layerScreen.opened()
    open(globals, outputsAreKnown: true)
  }
}
