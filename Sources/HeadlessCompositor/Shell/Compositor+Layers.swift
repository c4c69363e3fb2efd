// Layer surfaces: their globals, places and keyboard focus.
extension Compositor {
  /// All layer surfaces, mapped or not, in the order they were created.
  public var layerSurfaces: [LayerSurface] { Array(layerList) }

  func bindLayerShell(_ resource: Resource<ZwlrLayerShellV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getLayerSurface(let id, let wire, _, let layer, let namespace):
        guard let surface = wire.model(as: Surface.self), isFree(surface, resource) else { return }
        guard let layer = LayerSurface.Layer(rawValue: layer.rawValue) else {
          resource.postError(
            ZwlrLayerShellV1Resource.Error.invalidLayer, "\(layer.rawValue) is not a layer")
          return
        }
        guard let object = resource.create(ZwlrLayerSurfaceV1Resource.self, id: id) else { return }
        _ = LayerSurface(
          object, surface: surface, layer: layer, namespace: namespace, compositor: self)
      }
    }
  }

  private func isFree(_ surface: Surface, _ resource: Resource<ZwlrLayerShellV1Resource>) -> Bool {
    let isLayer = surface.roleName == nil || surface.roleName == "layer_surface"
    guard isLayer, surface.role == nil, !surface.hasXdgSurface else {
      resource.postError(
        ZwlrLayerShellV1Resource.Error.role,
        "the surface already has the role \(surface.roleName ?? "xdg_surface")")
      return false
    }
    var hasBuffer = surface.hasContent
    if case .buffer? = surface.pending.attachment { hasBuffer = true }
    guard !hasBuffer else {
      resource.postError(
        ZwlrLayerShellV1Resource.Error.alreadyConstructed, "the surface has a buffer")
      return false
    }
    return true
  }

  /// The shown layer surfaces of a layer, from bottom to top.
  func shownSurfaces(on layer: LayerSurface.Layer) -> [LayerSurface] {
    layerList.filter { $0.layer == layer && $0.isShown }
  }

  /// Places all layer surfaces, those with an exclusive zone first, and the maximized toplevels in what is left.
  func arrangeLayers() {
    let size = output.logicalSize
    var arrangement = LayerArrangement(width: size.width, height: size.height)
    let surfaces = layerList.filter { $0.hasInitialCommit && !$0.isClosed }
    for isExclusive in [true, false] {
      for layer in LayerSurface.Layer.allCases.reversed() {
        for surface in surfaces
        where surface.layer == layer && (surface.state.exclusiveZone > 0) == isExclusive {
          surface.arrange(arrangement.place(surface.state))
        }
      }
    }
    let area = layerList.isEmpty ? nil : arrangement.workArea
    guard workArea != area else { return }
    workArea = area
    for toplevel in toplevelList where toplevel.isMaximized { toplevel.outputChanged() }
  }

  /// The layer surface that keeps the keyboard focus: the topmost exclusive one, or the one that was pressed last.
  var keyboardLayer: LayerSurface? {
    for layer in [LayerSurface.Layer.overlay, .top] {
      let exclusive = layerList.last {
        $0.layer == layer && $0.isShown && $0.keyboardInteractivity == .exclusive
      }
      if let exclusive { return exclusive }
    }
    guard let pressedLayer, pressedLayer.isShown, pressedLayer.keyboardInteractivity != .none else {
      return nil
    }
    return pressedLayer
  }

  /// Gives the keyboard focus to a pressed layer surface that wants it, or takes it from one when something else is
  /// pressed.
  func focusLayer(pressedAt surface: Surface?) {
    guard !layerList.isEmpty else { return }
    let pressed = surface?.rootSurface.role as? LayerSurface
    guard pressed !== pressedLayer else { return }
    pressedLayer = pressed
    requestFocusUpdate(.keyboard)
  }
}
