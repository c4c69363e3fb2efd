/// A client's object that turns an output off and on.
///
/// Wayland: `zwlr_output_power_v1`.
@MainActor
final class OutputPower {
  private unowned let resource: Resource<ZwlrOutputPowerV1Resource>

  fileprivate init(_ resource: Resource<ZwlrOutputPowerV1Resource>, of output: Output) {
    self.resource = resource
    resource.model = self
    resource.onRequest = { [unowned resource, weak output] request in
      switch request {
      case .destroy: resource.destroy()
      case .setMode(let mode):
        guard mode == .off || mode == .on else {
          resource.postError(ZwlrOutputPowerV1Resource.Error.invalidMode, "the mode is neither off nor on")
          return
        }
        output?.isPoweredOn = mode == .on
      }
    }
    resource.onDestroy = { [weak self, weak output] in if let self { output?.remove(self) } }
    output.add(self)
    send(output)
  }

  /// Sends whether the output is on.
  func send(_ output: Output) { resource.wire?.sendMode(mode: output.isPoweredOn ? .on : .off) }

  /// The output is gone.
  func fail() { resource.wire?.sendFailed() }
}

extension Compositor {
  func bindOutputPower(_ resource: Resource<ZwlrOutputPowerManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getOutputPower(let id, let wire):
        guard let object = resource.create(ZwlrOutputPowerV1Resource.self, id: id) else { return }
        guard let output = wire.resource?.model as? Output, !output.isRemoved else {
          object.wire?.sendFailed()
          object.onRequest = { [unowned object] request in if case .destroy = request { object.destroy() } }
          return
        }
        _ = OutputPower(object, of: output)
      }
    }
  }
}
