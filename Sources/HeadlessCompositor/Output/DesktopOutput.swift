/// A client's object for the position and the size of an output in logical pixels.
///
/// Wayland: `zxdg_output_v1`.
@MainActor final class DesktopOutput {
  private let resource: Resource<ZxdgOutputV1Resource>
  /// The wl_output for which the object was created; nil after the client has released it.
  private(set) weak var output: Resource<WlOutputResource>?

  init(_ resource: Resource<ZxdgOutputV1Resource>, of output: Resource<WlOutputResource>, _ model: Output) {
    self.resource = resource
    self.output = output
    resource.model = self
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      }
    }
    resource.onDestroy = { [weak self, weak model] in if let self { model?.remove(self) } }
    model.add(self)
    resource.wire?.sendName(name: model.name)
    resource.wire?.sendDescription(description: model.description)
    describe(model)
    // Since version 3, wl_output.done ends the group. wl_output has this event since version 2.
    if resource.version >= 3 { output.wire?.sendDone() }
  }

  /// Sends the position and the size.
  func describe(_ output: Output) {
    let size = output.logicalSize
    resource.wire?.sendLogicalPosition(
      x: Int32(clamping: output.position.x), y: Int32(clamping: output.position.y))
    resource.wire?.sendLogicalSize(width: Int32(clamping: size.width), height: Int32(clamping: size.height))
    if resource.version < 3 { resource.wire?.sendDone() }
  }
}

extension Compositor {
  func bindDesktopOutputs(_ resource: Resource<ZxdgOutputManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getXdgOutput(let id, let wire):
        guard let output = wire.resource, let model = output.model as? Output,
          let object = resource.create(ZxdgOutputV1Resource.self, id: id)
        else { return }
        _ = DesktopOutput(object, of: output, model)
      }
    }
  }
}
