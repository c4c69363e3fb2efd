extension Compositor {
  func bindSinglePixelBuffer(_ resource: Resource<WpSinglePixelBufferManagerV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .createU32RgbaBuffer(let id, let red, let green, let blue, let alpha):
        guard let object = resource.create(WlBufferResource.self, id: id, version: 1),
          let handle = object.handle
        else { return }
        let color = (alpha >> 24) << 24 | (red >> 24) << 16 | (green >> 24) << 8 | blue >> 24
        _ = Buffer(
          handle: handle, width: 1, height: 1, stride: 0, singleColor: color, isOpaque: alpha == .max,
          compositor: self)
        object.onRequest = { [unowned object] request in
          switch request {
          case .destroy: object.destroy()
          }
        }
      }
    }
  }
}
