// Layer surfaces: their globals, positions and keyboard focus.
extension Compositor {
  /// All layer surfaces, mapped or not, in the order they were created.
  public var layerSurfaces: [LayerSurface] { Array(layerList) }

  func bindLayerShell(_ resource: Resource<ZwlrLayerShellV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getLayerSurface(let id, let wire, let output, let layer, let namespace):
        guard let surface = wire.model(as: Surface.self), isFree(surface, resource) else { return }
        guard let layer = LayerSurface.Layer(rawValue: layer.rawValue) else {
          resource.postError(
            ZwlrLayerShellV1Resource.Error.invalidLayer, "\(layer.rawValue) is not a layer")
          return
        }
        guard let object = resource.create(ZwlrLayerSurfaceV1Resource.self, id: id) else { return }
        let layerSurface = LayerSurface(
          object, surface: surface, layer: layer, namespace: namespace, compositor: self)
        layerSurface.assign(to: output?.model(as: Output.self) ?? outputs.first)
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

  /// Returns the visible layer surfaces of a layer, from bottom to top.
  func shownSurfaces(on layer: LayerSurface.Layer) -> [LayerSurface] {
    layerList.filter { $0.layer == layer && $0.isShown }
  }

  /// Computes the positions of all layer surfaces, first of those with an exclusive zone. Maximized toplevels fill the
  /// rest of the output.
  func arrangeLayers() {
    let surfaces = layerList.filter { $0.hasInitialCommit && !$0.isClosed }
    for output in outputs { arrange(surfaces.filter { $0.output === output }, on: output) }
  }

  private func arrange(_ surfaces: [LayerSurface], on output: Output) {
    let size = output.logicalSize
    var arrangement = LayerArrangement(
      output: IntegerRect(
        x: output.position.x, y: output.position.y, width: size.width, height: size.height))
    for isExclusive in [true, false] {
      for layer in LayerSurface.Layer.allCases.reversed() {
        for surface in surfaces
        where surface.layer == layer && (surface.state.exclusiveZone > 0) == isExclusive {
          surface.arrange(arrangement.place(surface.state))
        }
      }
    }
    let area = surfaces.isEmpty ? nil : arrangement.workArea
    guard output.workArea != area else { return }
    output.workArea = area
    for toplevel in toplevelList where toplevel.isMaximized && toplevel.output === output {
      toplevel.outputChanged()
    }
  }

  /// Closes the layer surfaces of an output that was removed.
  func closeLayers(on output: Output) {
    for surface in layerList where surface.output === output { surface.close() }
  }

  /// Assigns layer surfaces that have no output to a new output. They were created while there was no output.
  func assignLayers(to output: Output) {
    for surface in layerList where surface.output == nil && !surface.isClosed { surface.assign(to: output) }
    if !layerList.isEmpty { requestFocusUpdate(.layers) }
  }

  /// The layer surface that has the keyboard focus: the topmost exclusive one, otherwise the layer surface that was
  /// pressed last.
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

  /// Gives the keyboard focus to a pressed layer surface that accepts it. If `surface` is not part of a layer surface,
  /// the layer surface that was pressed before loses the focus.
  func focusLayer(pressedAt surface: Surface?) {
    guard !layerList.isEmpty else { return }
    let pressed = surface?.rootSurface.role as? LayerSurface
    guard pressed !== pressedLayer else { return }
    pressedLayer = pressed
    requestFocusUpdate(.keyboard)
  }
}
