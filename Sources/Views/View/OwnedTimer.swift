/// A timer of ``View/startTimer(after:every:_:)``, which its view owns.
@MainActor
final class OwnedTimer: ViewTimer {
  private weak var view: View?
  private var timer: (any ViewTimer)?

  init(of view: View) { self.view = view }

  var isRunning: Bool { timer != nil }

  /// Starts the timer with `start`, whose result runs until it is canceled or released.
  func start(
    with start: (Double, Double?, @escaping @MainActor () -> Void) -> any ViewTimer, after seconds: Double,
    every interval: Double?, _ action: @escaping @MainActor () -> Void
  ) {
    timer = start(seconds, interval) { [weak self] in
      guard let self else { return }
      if interval == nil || view == nil { cancel() }
      if view != nil { action() }
    }
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    view?.timers.removeAll { $0 === self }
  }
}
