/// Full screen and maximizing of a toplevel window. On other windows, the setters have no effect.
extension Window {
  /// Whether the program requests full screen. `state` states whether it is in effect.
  ///
  /// Wayland: `xdg_toplevel.set_fullscreen`.
  public var wantsFullscreen: Bool {
    get { toplevel?.requests.wants(.fullscreen) ?? false }
    set {
      guard let toplevel else { return }
      if toplevel.requests.request(.fullscreen, newValue, current: state) { requestFullscreen() }
    }
  }

  /// The name of the screen to use for full screen, such as "DP-1"; nil lets the compositor choose.
  ///
  /// While no screen has this name, the compositor chooses. When a screen with this name is connected, the window
  /// moves to it.
  ///
  /// Wayland: `xdg_toplevel.set_fullscreen`, `wl_output.name`.
  public var fullscreenOutputName: String? {
    get { toplevel?.requests.fullscreenTarget?.name }
    set {
      guard newValue != fullscreenOutputName else { return }
      toplevel?.requests.fullscreenTarget = newValue.map { OutputTarget(named: $0) }
      if wantsFullscreen { requestFullscreen() }
    }
  }

  /// Whether the program requests that the window is maximized. `state` states whether it is in effect.
  ///
  /// Wayland: `xdg_toplevel.set_maximized`.
  public var wantsMaximized: Bool {
    get { toplevel?.requests.wants(.maximized) ?? false }
    set {
      guard let toplevel else { return }
      if toplevel.requests.request(.maximized, newValue, current: state) { toplevel.setMaximized(newValue) }
    }
  }

  /// Requests full screen on an output. The output need not have a name.
  func fill(_ output: Output) {
    guard let toplevel else { return }
    toplevel.requests.fullscreenTarget = OutputTarget(output)
    _ = toplevel.requests.request(.fullscreen, true, current: state)
    requestFullscreen()
  }

  /// Shows the window on a screen: in full screen or, for a layer surface, on its layer.
  package func move(to output: Output) {
    guard let layer else { return fill(output) }
    layer.screen.request(output)
    guard layer.isOnLayer else { return fill(output) }
    guard let globals = system.globals, !outputs.contains(where: { $0 === output }) else { return }
    for seat in system.seats { seat.surfaceWillClose(of: self) }
    guard !isClosed else { return }
    disconnect()
    open(globals)
  }

  /// Requests the screen of a new connection that replaces the screen of the window, before the window opens there. The
  /// output need not have a name.
  func moveAfterReconnection(to output: Output) {
    layer?.screen.request(output)
    if layer == nil || wantsFullscreen { fill(output) }
  }

  private func requestFullscreen() {
    guard let toplevel else { return }
    toplevel.setFullscreen(
      wantsFullscreen, on: toplevel.requests.fullscreenTarget?.output(in: system.outputs))
  }

  /// Requests full screen again if the requested screen appears, or receives its name, after the request.
  func fullscreenOutputAppeared(_ output: Output) {
    guard let requests = toplevel?.requests, requests.wants(.fullscreen), requests.isInitial(.fullscreen),
      requests.fullscreenTarget?.matches(output) == true
    else { return }
    if !state.contains(.fullscreen) || !outputs.contains(where: { $0 === output }) { requestFullscreen() }
  }
}
