import Wayland

// The focus of windows that the program opens or restores.
extension WindowSystem {
  /// Activates the first window that opens, so that it gets focus.
  func activateAtStart(_ window: Window) {
    guard let token = startupToken else { return }
    // The token is valid for one window.
    startupToken = nil
    window.activate(with: token)
  }

  /// Asks for the focus without a press or a key. The compositor may ignore it.
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
