/// The states that a program requests for a window, and the states to restore after a reconnection.
///
/// After a reconnection, the state that was in effect before the loss is restored, because the user may have left a
/// state that the program requested.
@MainActor
struct StateRequests {
  /// The requested states.
  private var wanted: WindowState = []
  /// The states whose request has changed since the last configure.
  private var unanswered: WindowState = []
  /// The state before the connection was lost; nil after the window has drawn its first frame on the new connection.
  private(set) var lost: WindowState?
  /// The screen for full screen; nil lets the compositor choose.
  var fullscreenTarget: OutputTarget?

  /// Whether the program requests a state.
  func wants(_ state: WindowState) -> Bool { wanted.contains(state) }

  /// Whether to request a state when the window opens.
  func isInitial(_ state: WindowState) -> Bool { (lost ?? wanted).contains(state) }

  /// Stores whether the program requests a state.
  ///
  /// - Parameter current: The state in effect.
  /// - Returns: Whether a request must be sent. If the program repeats its last request, the request is sent only if
  ///   the state in effect differs from it, for example because the user has changed the state.
  mutating func request(_ state: WindowState, _ isOn: Bool, current: WindowState) -> Bool {
    let isChanged = wants(state) != isOn || current.contains(state) != isOn
    if isOn { wanted.insert(state) } else { wanted.remove(state) }
    if lost != nil, isOn { lost?.insert(state) } else { lost?.remove(state) }
    if isChanged { unanswered.insert(state) }
    return isChanged
  }

  /// Handles a configure event: all requests before it are answered.
  mutating func answered() { unanswered = [] }

  /// Stores the state of a window with content when its connection is lost.
  mutating func connectionLost(_ state: WindowState) {
    lost = state.subtracting(unanswered).union(wanted.intersection(unanswered))
  }

  /// Handles the first frame on the new connection.
  mutating func restored() { lost = nil }
}
