/// The states that a program requests for a window, and those to restore after a reconnection.
///
/// The state that was in effect last is restored: the user may have left a state that the program requested.
@MainActor
struct StateRequests {
  /// The requested states.
  private var wanted: WindowState = []
  /// The states whose request was changed since the last configure.
  private var unanswered: WindowState = []
  /// The state before the connection was lost; nil once the window has content again.
  private(set) var lost: WindowState?
  /// The screen for full screen; nil lets the compositor choose.
  var fullscreenTarget: OutputTarget?

  /// Whether the program requests a state.
  func wants(_ state: WindowState) -> Bool { wanted.contains(state) }

  /// Whether a window that opens requests a state.
  func isInitial(_ state: WindowState) -> Bool { (lost ?? wanted).contains(state) }

  /// Stores that the program requests a state or cancels the request.
  ///
  /// - Parameter current: The state in effect.
  /// - Returns: Whether a request must be sent. The same one is sent again if the user has changed the state since.
  mutating func request(_ state: WindowState, _ isOn: Bool, current: WindowState) -> Bool {
    let isChanged = wants(state) != isOn || current.contains(state) != isOn
    if isOn { wanted.insert(state) } else { wanted.remove(state) }
    if lost != nil, isOn { lost?.insert(state) } else { lost?.remove(state) }
    if isChanged { unanswered.insert(state) }
    return isChanged
  }

  /// Stores that the compositor has sent the state in effect.
  mutating func answered() { unanswered = [] }

  /// Stores the state of a window with content whose connection is lost.
  mutating func connectionLost(_ state: WindowState) {
    lost = state.subtracting(unanswered).union(wanted.intersection(unanswered))
  }

  /// Stores that the window has content again.
  mutating func restored() { lost = nil }
}
