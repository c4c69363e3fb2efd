/// Full screen and maximizing.
extension Window {
  /// Whether the program requests full screen. `state` states whether it is in effect.
  ///
  /// Wayland: `xdg_toplevel.set_fullscreen`.
  public var wantsFullscreen: Bool {
    get { stateRequests.wants(.fullscreen) }
    set {
      if stateRequests.request(.fullscreen, newValue, current: state) { requestFullscreen() }
    }
  }

  /// The name of the screen to use for full screen, such as "DP-1"; nil lets the compositor choose.
  ///
  /// While no screen has this name, the compositor chooses. When a screen with this name is connected, the window
  /// moves to it.
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

  /// Whether the program requests that the window is maximized. `state` states whether it is in effect.
  ///
  /// Wayland: `xdg_toplevel.set_maximized`.
  public var wantsMaximized: Bool {
    get { stateRequests.wants(.maximized) }
    set {
      if stateRequests.request(.maximized, newValue, current: state) { toplevelRole?.setMaximized(newValue) }
    }
  }

  /// Requests full screen on an output. The output need not have a name.
  func fill(_ output: Output) {
    stateRequests.fullscreenTarget = OutputTarget(output)
    _ = stateRequests.request(.fullscreen, true, current: state)
    requestFullscreen()
  }

  private func requestFullscreen() {
    toplevelRole?.setFullscreen(wantsFullscreen, on: stateRequests.fullscreenTarget?.output(in: system))
  }

  /// Requests full screen again if the requested screen appears, or receives its name, after the request.
  func fullscreenOutputAppeared(_ output: Output) {
    guard wantsFullscreen, stateRequests.isInitial(.fullscreen),
      stateRequests.fullscreenTarget?.matches(output) == true
    else { return }
    if !state.contains(.fullscreen) || !outputs.contains(where: { $0 === output }) { requestFullscreen() }
  }
}
