/// Full screen and maximizing.
extension Window {
  /// Whether full screen is requested; `state` tells whether it is in effect.
  ///
  /// Wayland: `xdg_toplevel.set_fullscreen`.
  public var wantsFullscreen: Bool {
    get { stateRequests.wants(.fullscreen) }
    set {
      if stateRequests.request(.fullscreen, newValue, current: state) { requestFullscreen() }
    }
  }

  /// The name of the screen for full screen, such as "DP-1"; nil lets the compositor choose.
  ///
  /// While no screen has this name, the compositor chooses. The window moves to the screen when it is connected.
  ///
  /// Wayland: `xdg_toplevel.set_fullscreen`, `wl_output.name`.
  public var fullscreenOutputName: String? {
    get { stateRequests.fullscreenTarget?.name }
    set {
      guard newValue != fullscreenOutputName else { return }
      stateRequests.fullscreenTarget = newValue.map { OutputTarget(named: $0) }
      if wantsFullscreen { requestFullscreen() }
    }
  }

  /// Whether maximizing is requested; `state` tells whether it is in effect.
  ///
  /// Wayland: `xdg_toplevel.set_maximized`.
  public var wantsMaximized: Bool {
    get { stateRequests.wants(.maximized) }
    set {
      if stateRequests.request(.maximized, newValue, current: state) { toplevelRole?.setMaximized(newValue) }
    }
  }

  /// Requests full screen on an output, which may have no name.
  func fill(_ output: Output) {
    stateRequests.fullscreenTarget = OutputTarget(output)
    _ = stateRequests.request(.fullscreen, true, current: state)
    requestFullscreen()
  }

  private func requestFullscreen() {
    toplevelRole?.setFullscreen(wantsFullscreen, on: stateRequests.fullscreenTarget?.output(in: system))
  }

  /// Requests full screen again when the requested screen appears, or gets its name, after the request.
  func fullscreenOutputAppeared(_ output: Output) {
    guard wantsFullscreen, stateRequests.isInitial(.fullscreen),
      stateRequests.fullscreenTarget?.matches(output) == true
    else { return }
    if !state.contains(.fullscreen) || !outputs.contains(where: { $0 === output }) { requestFullscreen() }
  }
}
