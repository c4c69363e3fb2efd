import Dispatch
import Geometry
import Glibc
public import Wayland

/// A program with windows: it retains them, serves the connection and quits after the last window has closed.
///
///     let application = try Application()
///     let window = Window(in: application.system, size: Size(width: 320, height: 180), title: "White", appID: "white")
///     window.delegate = content
///     application.run()
///
/// With a `ManualScheduler`, the program's own event loop drives the application. The loop waits for
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
    public var reconnection = Reconnecting.never

    /// Creates the default options: the application quits after the last window and does not reconnect.
    public init() {}
  }

  /// Whether and where an application connects again after the compositor has exited.
  public enum Reconnecting: Sendable {
    /// The application fails when the connection is lost.
    case never
    /// The application connects to the display `name`, or to the display that the environment names if `name` is nil.
    /// Then it restores its windows: title, size, maximized and full-screen states, and focus as far as the compositor
    /// permits.
    ///
    /// The application stops trying after `seconds`. The pauses between attempts grow from 0.05 s to 2 s.
    case toDisplay(name: String? = nil, within: Double = 30)
  }

  private enum Phase { case running, quit }

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

  private var phase = Phase.running
  private var hasHadWindows = false
  private var isCheckScheduled = false

  /// Connects to a compositor and waits for its globals.
  ///
  /// - Parameters:
  ///   - name: The socket's name in XDG_RUNTIME_DIR or its path; nil for WAYLAND_SOCKET, WAYLAND_DISPLAY or `wayland-0`.
  ///   - options: What the application does automatically.
  ///   - scheduler: Runs timers and serves the connection after `start()`.
  /// - Throws: As `WindowSystem.init(to:clock:scheduler:)`.
  ///
  /// Wayland: `wl_display_connect`.
  public convenience init(
    to name: String? = nil, options: Options = Options(),
    scheduler: any Scheduler = MainQueueScheduler.shared
  ) throws(ConnectionError) {
    self.init(on: try WindowSystem(to: name, scheduler: scheduler), options: options)
  }

  /// Creates an application on a connection.
  ///
  /// - Parameters:
  ///   - system: The connection. Its windows belong to the application.
  ///   - options: What the application does automatically.
  public init(on system: WindowSystem, options: Options = Options()) {
    self.system = system
    self.options = options
    windows = system.liveWindows
    hasHadWindows = !windows.isEmpty
    system.onWindowsChange = { [weak self] in self?.windowsChanged() }
    if case .toDisplay(let name, let seconds) = options.reconnection {
      system.reconnect(to: name, within: seconds) { [weak self] error in
        if let error { self?.onDisconnect?(error) } else { self?.onReconnect?() }
      }
    }
  }

  /// The scheduler of `system`, which the program can use for its own timers and descriptors.
  public var scheduler: any Scheduler { system.scheduler }

  /// Serves the connection on the scheduler.
  public func start() { system.start() }

  /// Serves the connection on Dispatch's main queue and ends the program with exit code 0 after `onQuit`.
  ///
  /// If the connection fails and `system.onFailure` is not set, the error is printed to standard error and the exit code
  /// is 1.
  ///
  /// - Precondition: The scheduler is `MainQueueScheduler.shared`.
  public func run() -> Never {
    precondition(scheduler is MainQueueScheduler, "run() runs the main queue, not another scheduler")
    let quit = onQuit
    onQuit = {
      quit?()
      exit(0)
    }
    if system.onFailure == nil {
      system.onFailure = { error in
        let line = Array("\(error)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(1)
      }
    }
    start()
    dispatchMain()
  }

  /// Closes all windows, disconnects and calls `onQuit`. A second call has no effect.
  public func quit() {
    guard phase == .running else { return }
    phase = .quit
    system.onWindowsChange = nil
    system.close()
    windows = []
    onQuit?()
  }

  private func windowsChanged() {
    windows = system.liveWindows
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

  private var hasNoReasonToStay: Bool { windows.isEmpty && system.holdCount == 0 }
}
