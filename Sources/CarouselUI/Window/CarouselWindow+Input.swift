public import CarouselViews
internal import Windowing

/// Observers of input.
extension CarouselWindow {
  /// Calls a closure each time when the window and its popups have received no input for some time, such as for the
  /// attract mode of a kiosk.
  ///
  /// The first period begins with this call. After the closure was called, the next period begins with the next input.
  /// A contact that a view follows, such as a resting finger, counts as input.
  ///
  /// - Parameters:
  ///   - seconds: The length of the period. A negative number counts as 0. If it is infinite or not a number, the closure
  ///     is never called.
  ///   - action: Called on the main actor. The window retains it until the timer is canceled or the window closes.
  /// - Returns: The timer, with which you can cancel it. The window retains the timer.
  @discardableResult
  public func onIdle(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> any ViewTimer {
    let timer = IdleTimer(of: self, after: seconds, action)
    if window.isClosed { timer.cancel() } else { idleTimers.append(timer) }
    return timer
  }

  /// Passes an event of an input device to the observers, and then to the views.
  func receive(_ event: InputEvent) {
    var window = self
    while let opener = window.opener { window = opener }
    window.idleTimers.removeAll(where: \.isCanceled)
    for timer in window.idleTimers { timer.inputReceived() }
    window.onInput?(event)
    tree.handle(event)
  }
}
