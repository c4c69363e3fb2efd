extension Compositor {
  func bindViewporter(_ resource: Resource<WpViewporterResource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getViewport(let id, let wire):
        guard let surface = wire.model(as: Surface.self) else { return }
        guard surface.viewport == nil else {
          resource.postError(WpViewporterResource.Error.viewportExists, "the surface already has a viewport")
          return
        }
        guard let viewport = resource.create(WpViewportResource.self, id: id) else { return }
        surface.adopt(viewport)
      }
    }
  }
}

extension Surface {
  /// Attaches a viewport and handles its requests.
  fileprivate func adopt(_ object: Resource<WpViewportResource>) {
    viewport = object
    object.onDestroy = { [weak self] in
      guard let self else { return }
      viewport = nil
      pending.source = .some(nil)
      pending.destination = .some(nil)
    }
    object.onRequest = { [weak self, unowned object] request in
      if case .destroy = request {
        object.destroy()
        return
      }
      guard let self, resource.handle != nil else {
        object.postError(WpViewportResource.Error.noSurface, "the viewport's surface is destroyed")
        return
      }
      switch request {
      case .destroy: break
      case .setSource(let x, let y, let width, let height):
        if [x, y, width, height].allSatisfy({ $0 == -1 }) {
          pending.source = .some(nil)
        } else if x < 0 || y < 0 || width <= 0 || height <= 0 {
          object.postError(
            WpViewportResource.Error.badValue,
            "the source \(x), \(y), \(width) × \(height) is empty or has negative values")
        } else {
          pending.source = ViewportSource(x: x, y: y, width: width, height: height)
        }
      case .setDestination(let width, let height):
        if width == -1 && height == -1 {
          pending.destination = .some(nil)
        } else if width <= 0 || height <= 0 {
          object.postError(
            WpViewportResource.Error.badValue, "the destination \(width) × \(height) is not positive")
        } else {
          pending.destination = ViewportDestination(width: Int(width), height: Int(height))
        }
      }
    }
  }
}
