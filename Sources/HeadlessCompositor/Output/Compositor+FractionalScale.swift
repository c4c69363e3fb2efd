extension Compositor {
  func bindFractionalScale(_ resource: Resource<WpFractionalScaleManagerV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getFractionalScale(let id, let wire):
        guard let surface = wire.model(as: Surface.self) else { return }
        guard surface.fractionalScale == nil else {
          resource.postError(
            WpFractionalScaleManagerV1Resource.Error.fractionalScaleExists,
            "the surface already has a fractional scale object")
          return
        }
        guard let scale = resource.create(WpFractionalScaleV1Resource.self, id: id) else { return }
        surface.fractionalScale = scale
        scale.onRequest = { [unowned scale] request in
          switch request {
          case .destroy: scale.destroy()
          }
        }
        scale.onDestroy = { [weak surface] in surface?.fractionalScale = nil }
        scale.wire?.sendPreferredScale(scale: output.scale120)
      }
    }
  }
}
