public import Views
internal import Windowing

/// Observers of input.
extension CarouselWindow {
  /// Calls a closure each time the window and its popups have received no input for some time, such as for the attract
  /// mode of a kiosk.
  ///
  /// The first period begins with this call. After the closure was called, the next period begins with the next input.
  /// A contact that a view follows, such as a resting finger, counts as input, and so does text of an input method.
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

  /// Whether a view of the window or of its popups follows a contact.
  var isTouched: Bool { tree.isTrackingContacts || popups.all.contains { $0.surface.isTouched } }

  /// Passes an event of an input device to the observers, and then to the views.
  func receive(_ event: InputEvent) {
    inputReceived()
    observed.onInput?(event)
    // The observer may have closed the window.
    if !window.isClosed { tree.handle(event) }
  }

  /// Notifies the idle timers of an input, also of one that is no ``InputEvent``, such as text of an input method.
  func inputReceived() { for timer in observed.idleTimers { timer.inputReceived() } }

  /// The window whose observers are notified: the window itself or, for a popup, the window that has opened it.
  private var observed: CarouselWindow { opener?.observed ?? self }
}
