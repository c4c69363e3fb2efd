import Wayland

/// A full-screen window or a layer surface on each screen. A window opens when its screen is connected and closes when the
/// screen is disconnected.
///
/// An `Application` does not quit until ``close()`` was called, or the program or the user has closed the window of each
/// screen. A window that the compositor has closed opens again when its screen is connected again, and after two seconds
/// if its screen stays connected. If the compositor has closed the window of such a screen three times within a minute, the
/// window counts as closed by the user. After a reconnection, a screen with the same name gets its former window.
///
/// Windows that draw the same animation should draw it for the time that ``time(for:of:)`` returns. All windows then
/// show the same moment, even if their screens refresh at different times.
///
///     let walls = OutputWindows(in: system, title: "Wall", appID: "org.example.wall") { window, output in
///       window.delegate = painter
///     }
///
/// Wayland: `wl_output`, `xdg_toplevel.set_fullscreen`, `zwlr_layer_shell_v1.get_layer_surface`.
@MainActor
public final class OutputWindows {
  @MainActor private struct Entry {
    var output: Output
    var window: Window
    /// The times at which the compositor has closed windows of the screen within the last minute, on the clock of the system.
    var dismissals: [Double] = []
    /// Opens a window again that the compositor has closed.
    var timer: (any ScheduledTimer)?
    /// Whether the program or the user has closed the window, or the compositor too often. The screen then gets no other window.
    var isClosedForGood: Bool {
      window.isClosed && (!window.wasDismissed || dismissals.count >= OutputWindows.mostDismissals)
    }
  }

  /// After this time, a window that the compositor has closed opens again, in seconds.
  private static let reopeningDelay = 2.0
  private static let mostDismissals = 3
  private static let dismissalPeriod = 60.0  // seconds

  private let system: WindowSystem
  private let makeWindow: (Output) -> Window
  private let configure: (Window, Output) -> Void
  private var entries: [Entry] = []
  private var sharedTime = SharedFrameTime()
  private var isClosed = false
  /// Whether the application keeps running without windows, because a window may open when a screen is connected.
  private var waitsForScreens: Bool {
    !isClosed && (entries.isEmpty || entries.contains { !$0.isClosedForGood })
  }

  /// Called before the window of a disconnected screen is closed, unless the compositor has closed it.
  public var onClose: ((Window, Output) -> Void)?

  /// Opens a full-screen window on each screen, now and whenever a screen is connected.
  ///
  /// - Parameters:
  ///   - system: The connection.
  ///   - title: The text for the task list.
  ///   - appID: The name of the desktop file, without `.desktop`.
  ///   - configure: Called with each new window and its screen before the window opens, for example to set the
  ///     delegate. The window does not retain its delegate.
  public convenience init(
    in system: WindowSystem, title: String, appID: String, configure: @escaping (Window, Output) -> Void
  ) {
    self.init(in: system, configure: configure) { output in
      let window = Window(in: system, size: output.logicalSize, title: title, appID: appID)
      window.fill(output)
      return window
    }
  }

  /// Opens a layer surface on each screen, now and whenever a screen is connected. If the compositor offers no layers, the
  /// windows are ordinary windows, or full screen if `placement` covers the screen.
  ///
  /// - Parameters:
  ///   - system: The connection.
  ///   - placement: The layer, and the size and position on each screen.
  ///   - namespace: The surfaces' purpose, such as "wallpaper", for the compositor's rules.
  ///   - configure: Called with each new window and its screen before the window opens, for example to set the
  ///     delegate. The window does not retain its delegate.
  public convenience init(
    in system: WindowSystem, layer placement: LayerPlacement, namespace: String,
    configure: @escaping (Window, Output) -> Void
  ) {
    self.init(in: system, configure: configure) { output in
      let window = Window(in: system, layer: placement, on: output, namespace: namespace)
      window.layer?.screen.isFixed = true
      return window
    }
  }

  private init(
    in system: WindowSystem, configure: @escaping (Window, Output) -> Void,
    makeWindow: @escaping (Output) -> Window
  ) {
    self.system = system
    self.makeWindow = makeWindow
    self.configure = configure
    system.outputList.addObserver(self) { [weak self] change in
      switch change {
      case .added(let output): self?.added(output)
      case .changed: break
      case .removed(let output): self?.close(on: output)
      }
    }
    system.keepApplicationRunning(for: self) { [weak self] in self?.waitsForScreens ?? false }
    for output in system.outputs { open(on: output) }
  }

  isolated deinit { close() }

  /// The open windows, in the order their screens were connected.
  public var windows: [Window] { entries.map(\.window).filter { !$0.isClosed } }

  /// Returns the window on a screen; nil if it was closed.
  public func window(on output: Output) -> Window? {
    entries.first { $0.output === output && !$0.window.isClosed }?.window
  }

  /// Requests a frame of each window.
  public func invalidate() { for window in windows { window.invalidate() } }

  /// Returns the time for which a window draws its content, in seconds. Frames of different windows that become
  /// visible together get the same time. The time never decreases.
  ///
  /// - Parameters:
  ///   - frame: The argument of `WindowDelegate.window(_:draw:for:)`.
  ///   - window: The window that draws. Call this method once per frame.
  public func time(for frame: FrameInfo, of window: Window) -> Double {
    sharedTime.time(
      of: ObjectIdentifier(window), frame: frame.time, interval: frame.refreshInterval ?? 1 / 60)
  }

  /// Closes all windows. No window is opened afterwards.
  public func close() {
    isClosed = true
    for entry in entries { entry.window.close() }
    entries = []
    system.onWindowsChange?()
  }

  private func added(_ output: Output) {
    guard !isClosed else { return }
    if !adopt(output) { open(on: output) }
    // After a reconnection, the compositor announces all screens together. A screen that is missing then is
    // disconnected.
    if entries.contains(where: isLost) { system.afterRoundtrip { [weak self] in self?.closeLost() } }
  }

  /// Whether the screen of an entry's window belongs to a lost connection.
  private func isLost(_ entry: Entry) -> Bool { !system.outputs.contains { $0 === entry.output } }

  /// Assigns to a screen the window that was on the screen with the same name before the connection was lost.
  ///
  /// - Returns: Whether there is such a window, or the program or the user has closed it. A window that the compositor
  ///   has closed is replaced by a new one.
  private func adopt(_ output: Output) -> Bool {
    guard let index = entries.firstIndex(where: { isLost($0) && $0.output.name == output.name }) else {
      return false
    }
    guard !entries[index].window.wasDismissed else {
      entries.remove(at: index)
      return false
    }
    entries[index].output = output
    if !entries[index].window.isClosed { entries[index].window.moveAfterReconnection(to: output) }
    return true
  }

  private func closeLost() {
    for entry in entries where isLost(entry) { close(on: entry.output) }
  }

  private func open(on output: Output) {
    guard !isClosed else { return }
    let window = makeWindow(output)
    entries.append(Entry(output: output, window: window))
    prepare(window, on: output)
  }

  private func prepare(_ window: Window, on output: Output) {
    window.onDismissal = { [weak self, weak window] in
      if let window { self?.windowWasDismissed(window) }
    }
    configure(window, output)
  }

  /// Opens a window again later, because the compositor has closed it, unless it does so repeatedly. If the screen of the
  /// window is disconnected meanwhile, the window does not open.
  private func windowWasDismissed(_ window: Window) {
    guard let index = entries.firstIndex(where: { $0.window === window }) else { return }
    let now = system.clock()
    entries[index].dismissals.removeAll { !(now - $0 < Self.dismissalPeriod) }
    entries[index].dismissals.append(now)
    guard !entries[index].isClosedForGood else {
      system.onWindowsChange?()
      return
    }
    entries[index].timer = system.scheduler.timer(after: Self.reopeningDelay, every: nil) {
      [weak self, weak window] in
      if let window { self?.reopen(window) }
    }
  }

  private func reopen(_ closed: Window) {
    guard !isClosed, let index = entries.firstIndex(where: { $0.window === closed }), !isLost(entries[index])
    else { return }
    let output = entries[index].output
    let window = makeWindow(output)
    entries[index].window = window
    prepare(window, on: output)
  }

  private func close(on output: Output) {
    guard let index = entries.firstIndex(where: { $0.output === output }) else { return }
    let window = entries.remove(at: index).window
    guard !window.isClosed else {
      system.onWindowsChange?()
      return
    }
    onClose?(window, output)
    window.close()
  }
}
