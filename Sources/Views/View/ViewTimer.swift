/// A timer of ``View/startTimer(after:every:_:)``.
@MainActor
public protocol ViewTimer: AnyObject {
  /// Cancels the timer. If the timer has fired or was canceled before, nothing happens.
  func cancel()
}
