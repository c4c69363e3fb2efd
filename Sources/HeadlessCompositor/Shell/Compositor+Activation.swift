/// A client's request for an activation token.
///
/// Wayland: `xdg_activation_token_v1`.
public struct ActivationRequest: Equatable, Sendable {
  /// The token. Each token can be used once.
  public internal(set) var token = ""
  /// The app id of the program that will use the token; nil if the client has not set it.
  public internal(set) var appID: String?
  /// The serial of the input event; nil if the client has not set it.
  public internal(set) var serial: UInt32?
  /// The name of the seat of the input event; nil if the client has not set it.
  public internal(set) var seatName: String?
  /// Whether the client has set a surface, and that surface has the keyboard focus.
  public internal(set) var isFromFocus = false
}

extension Compositor {
  /// Issues a token, as for a launcher that starts a program. The token can be used once.
  ///
  /// Wayland: `xdg_activation_token_v1.done`.
  public func issueActivationToken() -> String {
    let name = "headless-token-\(nextSerial())"
    activationTokens.insert(name)
    return name
  }

  func bindActivation(_ resource: Resource<XdgActivationV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getActivationToken(let id):
        guard let token = resource.create(XdgActivationTokenV1Resource.self, id: id) else { return }
        handleRequests(of: token)
      case .activate(let name, let wire):
        // A token can be used once, so remove it. Ignore an unknown token.
        guard activationTokens.remove(name) != nil, let surface = wire.model(as: Surface.self) else { return }
        guard let toplevel = (surface.role as? XdgSurface)?.toplevel else { return }
        // An unmapped toplevel is activated later, when it is mapped.
        if toplevel.isMapped { toplevel.activate() } else { toplevel.activatesWhenMapped = true }
      }
    }
  }

  private func handleRequests(of token: Resource<XdgActivationTokenV1Resource>) {
    var isUsed = false
    var details = ActivationRequest()
    token.onRequest = { [unowned self, unowned token] request in
      if case .destroy = request {
        token.destroy()
        return
      }
      guard !isUsed else {
        token.postError(XdgActivationTokenV1Resource.Error.alreadyUsed, "the token is already committed")
        return
      }
      switch request {
      case .setSerial(let serial, let wire):
        details.serial = serial
        details.seatName = wire.model(as: Seat.self)?.name
      case .setAppId(let appID): details.appID = appID
      case .setSurface(let wire):
        let surface = wire.model(as: Surface.self)
        details.isFromFocus = surface != nil && seats.contains { $0.keyboard.focus === surface }
      case .commit:
        isUsed = true
        details.token = issueActivationToken()
        activationRequests.append(details)
        token.wire?.sendDone(token: details.token)
      case .destroy: break
      }
    }
  }
}
