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
}
