extension Compositor {
  func bindIdleInhibit(_ resource: Resource<ZwpIdleInhibitManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .createInhibitor(let id, let wire):
        guard let surface = wire.model(as: Surface.self),
          let inhibitor = resource.create(ZwpIdleInhibitorV1Resource.self, id: id)
        else { return }
        surface.inhibitsIdle = true
        inhibitor.onDestroy = { [weak surface] in surface?.inhibitsIdle = false }
        inhibitor.onRequest = { [unowned inhibitor] request in
          switch request {
          case .destroy: inhibitor.destroy()
          }
        }
      }
    }
  }
}
