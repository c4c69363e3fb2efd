import Glibc
import Wayland

/// Permission to activate a window, passed from the program that had the user's input to another one.
///
/// Wayland: `xdg_activation_token_v1`.
public struct ActivationToken: Hashable, Sendable {
  /// The token as text.
  public let text: String

  /// Creates a token from the text that another program passed, for example by D-Bus.
  ///
  /// - Parameter text: The part after 2048 bytes of UTF-8 and after NUL is ignored.
  public init(_ text: String) { self.text = text.truncatedForMessage }

  /// The environment variables to set for a program that is started with the token.
  public var environment: [String: String] { ["XDG_ACTIVATION_TOKEN": text, "DESKTOP_STARTUP_ID": text] }

  /// The token that `takeFromEnvironment()` found.
  @MainActor private static var taken: ActivationToken?

  /// Takes the token of the program that started this one out of the environment, so that programs that are started later
  /// do not inherit it. The first window of the next `WindowSystem` uses it.
  ///
  /// A program with threads calls it first, before it starts them: another thread may read the environment. Otherwise
  /// `WindowSystem.init(to:clock:)` does it. While other threads run, the variable is read and not removed.
  ///
  /// Environment: `XDG_ACTIVATION_TOKEN`.
  @MainActor public static func takeFromEnvironment() {
    guard let value = getenv("XDG_ACTIVATION_TOKEN") else { return }
    let text = String(cString: value)
    if !text.isEmpty { taken = ActivationToken(text) }
    if isOnlyThread { unsetenv("XDG_ACTIVATION_TOKEN") }
  }

  /// Returns the token that was taken from the environment; nil without one, and for each further call.
  @MainActor static func takeStartupToken() -> ActivationToken? {
    if taken == nil { takeFromEnvironment() }
    defer { taken = nil }
    return taken
  }

  /// Whether the process has one thread.
  ///
  /// Linux: `/proc/self/task` has a folder for each thread, and its link count is two more than their number.
  private static var isOnlyThread: Bool {
    var info = stat()
    return stat("/proc/self/task", &info) == 0 && info.st_nlink == 3
  }
}

extension Window {
  /// Requests a token with which another program can activate its window, because of the latest press or key of any
  /// seat.
  ///
  /// - Parameters:
  ///   - appID: The name of the other program's desktop file, without `.desktop`; nil if it is unknown.
  ///   - completion: Called once on the main actor; with nil, before this method returns, if the compositor has no
  ///     activation or the window is not open.
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

  /// Asks the compositor to activate the window. It may ignore a token that it does not trust.
  ///
  /// Wayland: `xdg_activation_v1.activate`.
  public func activate(with token: ActivationToken) {
    guard let activation = system.globals?.activation, let surface = wlSurface else { return }
    activation.activate(token: token.text, surface: surface)
  }
}
