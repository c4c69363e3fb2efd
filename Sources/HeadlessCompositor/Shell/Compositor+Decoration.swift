extension Compositor {
  func bindDecoration(_ resource: Resource<ZxdgDecorationManagerV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getToplevelDecoration(let id, let wire):
        guard let toplevel = wire.model(as: Toplevel.self),
          let object = resource.create(ZxdgToplevelDecorationV1Resource.self, id: id)
        else { return }
        guard toplevel.decoration == nil else {
          object.postError(
            ZxdgToplevelDecorationV1Resource.Error.alreadyConstructed,
            "the toplevel already has a decoration object")
          return
        }
        guard toplevel.surface?.hasContent != true else {
          object.postError(
            ZxdgToplevelDecorationV1Resource.Error.unconfiguredBuffer, "the toplevel already has content")
          return
        }
        decorate(toplevel, object)
      }
    }
  }

  private func decorate(_ toplevel: Toplevel, _ object: Resource<ZxdgToplevelDecorationV1Resource>) {
    toplevel.decoration = object
    object.onDestroy = { [weak toplevel] in
      toplevel?.decoration = nil
      toplevel?.isDecoratedByCompositor = nil
    }
    let answer = { [weak self, weak toplevel, unowned object] in
      guard let self, let toplevel else { return }
      toplevel.isDecoratedByCompositor = configuration.decoratesWindows
      object.wire?.sendConfigure(mode: configuration.decoratesWindows ? .serverSide : .clientSide)
      toplevel.sendConfigure()
    }
    object.onRequest = { [unowned object] request in
      switch request {
      case .destroy: object.destroy()
      case .setMode, .unsetMode: answer()
      }
    }
    answer()
  }
}
