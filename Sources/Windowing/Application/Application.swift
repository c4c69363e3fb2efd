import Dispatch
import Geometry
import Glibc
public import Wayland

/// A program with windows: it retains the open windows and their delegates, serves the connection and quits after the
/// last window has closed. A process has one application, ``shared``, with one connection.
///
///     let system = try Application.shared.system
///     let window = Window(in: system, size: Size(width: 320, height: 180), title: "White", appID: "white")
///     window.delegate = content
///     try Application.shared.run()
///
/// With a `ManualScheduler` as the argument of ``connect(to:options:scheduler:)``, the program's own event loop drives the
/// application. The loop waits for
/// `system.descriptor` until `ManualScheduler.nextDeadline`, then calls `system.prepare()`, `system.dispatch()` and
/// `advance(to:)`.
@MainActor
public final class Application {
  /// What an application does automatically.
  public struct Options: Sendable {
    /// Whether the application quits when its last window closes. The application keeps running while an
    /// `OutputWindows` object waits for a screen.
    public var quitsAfterLastWindow = true
    /// Whether the application connects again when the compositor exits.
    public var reconnection = Reconnecting.toSameDisplay()

    /// Creates the default options: the application quits after the last window, and tries to connect again for 30 s.
    public init() {}
  }

  /// Whether and where an application connects again after the compositor has exited.
  public enum Reconnecting: Sendable {
    /// The application fails when the connection is lost.
    case never
    /// The application connects to the display that it was connected to. A connection on a socket that the program or,
    /// in WAYLAND_SOCKET, the parent process has passed fails when it is lost, because the socket cannot be used again.
    ///
    /// Then it restores its windows: title, size, maximized and full-screen states, and focus as far as the compositor
    /// permits. The application stops trying after `within` seconds, and fails. The pauses between attempts grow from
    /// 0.05 s to 2 s.
    case toSameDisplay(within: Double = 30)
    /// The same, with the display `name`, or the display that the environment names if `name` is nil.
    case toDisplay(name: String? = nil, within: Double = 30)

    /// The display and the time limit; nil if the application does not connect again.
    fileprivate func target(in system: WindowSystem) -> (name: String?, seconds: Double)? {
      switch self {
      case .never: nil
      case .toSameDisplay(let seconds):
        if case .named(let name) = system.display { (name, seconds) } else { nil }
      case .toDisplay(let name, let seconds): (name, seconds)
      }
    }
  }

  private enum Phase {
    case open
    /// `run()` was called. The program ends with `exitCode`.
    case running(exitCode: Int32)
    case quit
  }

  /// The application of the process, on which windows are opened by default. If there is none, or if it has quit or lost
  /// its connection for good, the property connects to the compositor that the environment names.
  ///
  /// - Throws: As ``connect(to:options:scheduler:)``, except `.alreadyConnected`.
  ///
  /// AppKit: `NSApplication.shared`. GTK: `g_application_get_default`.
  public static var shared: Application {
    get throws(ConnectionError) {
      if let current { return current }
      return try connect()
    }
  }
  private static var first: Application?
  private static var current: Application? { first?.system.failure == nil ? first : nil }

  /// The connection that windows are opened on.
  public let system: WindowSystem
  /// The options that the application was created with.
  public let options: Options
  /// The open windows, in the order they were created. The application retains them until they close.
  public private(set) var windows: [Window] = []
  /// Called once after the last window has closed or `quit()` was called. All windows are closed before the call.
  public var onQuit: (() -> Void)?
  /// Called when the connection is lost and the application tries to connect again. The windows stay open, without
  /// content.
  public var onDisconnect: ((ConnectionError) -> Void)?
  /// Called when the application has connected again and restores its windows.
  public var onReconnect: (() -> Void)?

  private var phase = Phase.open
  /// Retains the delegates of the windows.
  private var delegates: [any WindowDelegate] = []
  private var hasHadWindows = false
  private var isCheckScheduled = false

  /// Connects to a compositor and waits for its globals. The result is ``shared``. A program that needs other options than
  /// the default ones, or another display, calls this method before it opens a window.
  ///
  /// - Parameters:
  ///   - name: The socket's name in XDG_RUNTIME_DIR or its path; nil for WAYLAND_SOCKET, WAYLAND_DISPLAY or `wayland-0`.
  ///   - options: What the application does automatically.
  ///   - scheduler: Runs timers and serves the connection after `start()`.
  /// - Throws: `.alreadyConnected` if the process has an application that has neither quit nor lost its connection for
  ///   good. `.noDisplay` when no compositor listens there. `.missing` or `.versionTooOld` when it lacks a global that
  ///   windows require. `.unresponsive` when it does not answer within 10 s. `.hungUp` or `.protocolError` when the
  ///   connection breaks.
  ///
  /// Wayland: `wl_display_connect`.
  @discardableResult
  public static func connect(
    to name: String? = nil, options: Options = Options(),
    scheduler: any Scheduler = MainQueueScheduler.shared
  ) throws(ConnectionError) -> Application {
    guard current == nil else { throw .alreadyConnected }
    return Application(on: try WindowSystem(to: name, scheduler: scheduler), options: options)
  }

  /// Creates an application on a connection. If the connection is that of a display, and the process has no application, the
  /// result is ``shared``.
  ///
  /// - Parameters:
  ///   - system: The connection. Its windows belong to the application.
  ///   - options: What the application does automatically.
  package init(on system: WindowSystem, options: Options = Options()) {
    self.system = system
    self.options = options
    system.application = self
    system.onWindowsChange = { [weak self] in self?.windowsChanged() }
    windowsChanged()
    if let target = options.reconnection.target(in: system) {
      system.reconnect(to: target.name, within: target.seconds) { [weak self] error in
        if let error { self?.onDisconnect?(error) } else { self?.onReconnect?() }
      }
    }
    if system.display != .descriptor, Self.current == nil { Self.first = self }
  }

  /// The scheduler of `system`, which the program can use for its own timers and descriptors.
  public var scheduler: any Scheduler { system.scheduler }

  /// Serves the connection on the scheduler.
  public func start() { system.start() }

  /// Serves the connection on Dispatch's main queue and ends the program with exit code 0 after `onQuit`: when the last
  /// window has closed, or after `quit()`.
  ///
  /// If a window fails and neither its delegate nor `system.onFailure` handles the error, the error is printed to
  /// standard error and the exit code is 1. If the connection has failed, the program ends at once.
  ///
  /// - Precondition: The scheduler runs closures on the main queue, such as `MainQueueScheduler.shared`.
  public func run() -> Never {
    precondition(scheduler.isMainQueue, "run() runs the main queue, not another scheduler")
    if case .quit = phase { exit(0) }
    phase = .running(exitCode: 0)
    start()
    if let failure = system.failure { unhandled(failure) }
    dispatchMain()
  }

  /// Closes all windows, disconnects and calls `onQuit`. After ``run()`` it then ends the program. A second call has no
  /// effect.
  public func quit() {
    let exitCode: Int32?
    switch phase {
    case .open: exitCode = nil
    case .running(let code): exitCode = code
    case .quit: return
    }
    end()
    onQuit?()
    if let exitCode { exit(exitCode) }
  }

  private func end() {
    phase = .quit
    if Self.first === self { Self.first = nil }
    system.onWindowsChange = nil
    system.close()
    (windows, delegates) = ([], [])
  }

  /// Handles an error of a window or of the connection that no closure and no delegate of the program has handled.
  package func unhandled(_ error: ConnectionError) {
    let isLost = system.failure != nil
    guard case .running = phase, !isLost || system.onFailure == nil else { return }
    let line = Array("\(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    phase = .running(exitCode: 1)
    guard isLost else { return }
    phase = .quit
    // The delegates of the other windows are notified first.
    system.scheduler.soon { exit(1) }
  }

  private func windowsChanged() {
    // Released at the end, because the deinitializer of a delegate may close windows.
    let formerDelegates = delegates
    defer { withExtendedLifetime(formerDelegates) {} }
    windows = system.liveWindows
    delegates = windows.compactMap(\.delegate)
    if !windows.isEmpty { hasHadWindows = true }
    guard options.quitsAfterLastWindow, hasHadWindows, hasNoReasonToStay, !isCheckScheduled else { return }
    // A handler may close the last window and then open another one.
    isCheckScheduled = true
    system.scheduler.soon { [weak self] in
      guard let self else { return }
      isCheckScheduled = false
      if hasNoReasonToStay, system.failure == nil { quit() }
    }
  }

  private var hasNoReasonToStay: Bool { windows.isEmpty && !system.keepsApplicationRunning }
}
