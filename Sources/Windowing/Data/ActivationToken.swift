import Glibc
import Wayland

/// A permission to activate a window. The program that received the user's input passes the token to the program whose
/// window is to be activated.
///
/// Wayland: `xdg_activation_token_v1`.
public struct ActivationToken: Hashable, Sendable {
  /// The token as text.
  public let text: String

  /// Creates a token from the text that another program passed, for example by D-Bus.
  ///
  /// - Parameter text: The token. Text after the first 2048 bytes of UTF-8 and text after NUL are ignored.
  public init(_ text: String) { self.text = text.truncatedForMessage }

  /// The environment variables with which the token is passed to a new process.
  public var environment: [String: String] { ["XDG_ACTIVATION_TOKEN": text, "DESKTOP_STARTUP_ID": text] }

  /// The token that `takeFromEnvironment()` found.
  @MainActor private static var taken: ActivationToken?

  /// Reads the token that the parent process passed to this program, and removes it from the environment, so that
  /// child processes do not inherit it. The first window of the next `WindowSystem` uses it.
  ///
  /// A program with several threads calls this method before it starts the other threads, because another thread may
  /// read the environment at the same time. If the program has not called this method,
  /// `WindowSystem.init(to:clock:scheduler:)` calls it. While other threads run, the variable is read but not removed.
  ///
  /// Environment: `XDG_ACTIVATION_TOKEN`.
  @MainActor public static func takeFromEnvironment() {
    guard let value = getenv("XDG_ACTIVATION_TOKEN") else { return }
    let text = String(cString: value)
    if !text.isEmpty { taken = ActivationToken(text) }
    if isOnlyThread { unsetenv("XDG_ACTIVATION_TOKEN") }
  }

  /// Returns the token from the environment; nil if there is none. Each further call returns nil, too, if the variable
  /// was removed.
  @MainActor static func takeStartupToken() -> ActivationToken? {
    if taken == nil { takeFromEnvironment() }
    defer { taken = nil }
    return taken
  }

  /// Whether the process has only one thread.
  ///
  /// Linux: `/proc/self/task` has a folder for each thread; its link count is the number of threads + 2.
  private static var isOnlyThread: Bool {
    var info = stat()
    return stat("/proc/self/task", &info) == 0 && info.st_nlink == 3
  }
}

extension Window {
  /// Requests a token with which another program can activate one of its own windows. To justify the token, the request
  /// contains the latest press or key event of any seat; without such an event, the latest change of keyboard focus.
  ///
  /// - Parameters:
  ///   - appID: The name of the other program's desktop file, without `.desktop`; nil if it is unknown.
  ///   - completion: Called once on the main actor. If the compositor does not support activation or the window is not
  ///     open, it is called with nil before this method returns.
  ///
  /// Wayland: `xdg_activation_v1.get_activation_token`.
  public func requestActivationToken(
    for appID: String? = nil, completion: @escaping @MainActor (ActivationToken?) -> Void
  ) {
    guard let activation = system.globals?.activation, let surface = wlSurface else { return completion(nil) }
    let request = activation.getActivationToken()
    if let press = system.lastAction ?? system.seatList.latest(.focus) {
      request.setSerial(serial: press.serial, seat: press.seat)
    }
    if let appID { request.setAppId(appId: appID.truncatedForMessage) }
    request.setSurface(surface: surface)
    request.onEvent = { [weak request] event in
      guard case .done(let text) = event else { return }
      request?.destroy()
      completion(ActivationToken(text))
    }
    request.commit()
  }

  /// Asks the compositor to activate the window. The compositor may ignore a token that it does not trust.
  ///
  /// Wayland: `xdg_activation_v1.activate`.
  public func activate(with token: ActivationToken) {
    guard let activation = system.globals?.activation, let surface = wlSurface else { return }
    activation.activate(token: token.text, surface: surface)
  }
}
