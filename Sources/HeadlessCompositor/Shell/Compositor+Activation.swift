extension Compositor {
  func bindActivation(_ resource: Resource<XdgActivationV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getActivationToken(let id):
        guard let token = resource.create(XdgActivationTokenV1Resource.self, id: id) else { return }
        handleRequests(of: token)
      case .activate(let name, let wire):
        // A token is valid once; an unknown token is ignored.
        guard activationTokens.remove(name) != nil, let surface = wire.model(as: Surface.self) else { return }
        (surface.role as? XdgSurface)?.toplevel?.activate()
      }
    }
  }

  private func handleRequests(of token: Resource<XdgActivationTokenV1Resource>) {
    var isUsed = false
    token.onRequest = { [unowned self, unowned token] request in
      if case .destroy = request {
        token.destroy()
        return
      }
      guard !isUsed else {
        token.postError(XdgActivationTokenV1Resource.Error.alreadyUsed, "the token is already committed")
        return
      }
      if case .commit = request {
        isUsed = true
        let name = "headless-token-\(nextSerial())"
        activationTokens.insert(name)
        token.wire?.sendDone(token: name)
      }
    }
  }
}
