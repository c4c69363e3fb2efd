import Wayland

// Requests the focus for windows that the program opens or restores.
extension WindowSystem {
  /// Activates the first window that opens, with the token that the parent process passed.
  func activateAtStart(_ window: Window) {
    guard let token = startupToken else { return }
    // The token is valid for only one window.
    startupToken = nil
    window.activate(with: token)
  }

  /// Requests the focus without the serial of a press or a key. The compositor may ignore the request.
  ///
  /// Wayland: `xdg_activation_v1.get_activation_token`, `xdg_activation_v1.activate`.
  func requestFocus(of surface: WlSurface) {
    guard let token = globals?.activation?.getActivationToken() else { return }
    token.setSurface(surface: surface)
    token.commit()
    token.onEvent = { [weak self, weak token, weak surface] event in
      guard case .done(let name) = event else { return }
      if let surface {
        self?.globals?.activation?.activate(token: name.truncatedForMessage, surface: surface)
      }
      token?.destroy()
    }
  }
}
