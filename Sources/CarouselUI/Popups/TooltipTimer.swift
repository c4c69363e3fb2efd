internal import Geometry
@_spi(Subclassing) internal import Views
internal import Wayland
internal import Windowing

/// Opens and closes the tooltip of the view on which one pointer rests.
@MainActor
final class TooltipTimer {
  /// The time that the pointer must rest before a tooltip opens, in seconds.
  ///
  /// GTK: `HOVER_TIMEOUT`.
  static let delay = 0.5

  private enum Phase {
    case idle
    /// The pointer is over a view with a tooltip. Its last movement was at `since`.
    case waiting(timer: any ScheduledTimer, since: Double)
    case open(PresentedPopup)
    /// A press or a key has closed the tooltip. It opens again only after the pointer has left the view.
    case done
  }

  private let system: WindowSystem
  private var phase = Phase.idle
  private weak var view: View?
  /// The tooltip of ``view``.
  private var text: String?
  private var position = Point.zero

  init(system: WindowSystem) { self.system = system }

  /// - Parameter chain: The views under the pointer, the deepest first.
  func pointerMoved(over chain: [View], at position: Point, in popups: WindowPopups) {
    self.position = position
    let hovered = chain.first { $0.shownTooltip != nil }
    let text = hovered?.shownTooltip
    guard hovered === view, text == self.text else {
      cancel()
      view = hovered
      self.text = text
      if hovered != nil { start(in: popups) }
      return
    }
    if case .waiting(let timer, _) = phase { phase = .waiting(timer: timer, since: system.clock()) }
  }

  /// Closes the tooltip.
  func end() {
    cancel()
    phase = .done
  }

  private func cancel() {
    switch phase {
    case .waiting(let timer, _): timer.cancel()
    case .open(let popup): popup.close()
    case .idle, .done: break
    }
    phase = .idle
  }

  private func start(in popups: WindowPopups, after seconds: Double = delay, since: Double? = nil) {
    let timer = system.scheduler.timer(after: seconds, every: nil) { [weak self, weak popups] in
      if let popups { self?.fired(in: popups) }
    }
    phase = .waiting(timer: timer, since: since ?? system.clock())
  }

  private func fired(in popups: WindowPopups) {
    guard case .waiting(_, let since) = phase else { return }
    phase = .idle
    guard let view, let text = view.shownTooltip, view.isHovered else { return }
    let left = since + Self.delay - system.clock()
    // The pointer has moved since the timer was started, so another timer runs for the rest of the delay.
    if left > 0.001 { return start(in: popups, after: left, since: since) }
    if let popup = popups.openTooltip(text, of: view, pointer: position) { phase = .open(popup) }
  }
}

extension View {
  /// The text of the tooltip; `nil` for none.
  fileprivate var shownTooltip: String? {
    let text = tooltip ?? automaticTooltip
    return text?.isEmpty == false ? text : nil
  }
}
