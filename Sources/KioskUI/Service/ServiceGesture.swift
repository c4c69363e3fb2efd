internal import CarouselUI
internal import Kiosk

/// Recognizes the gesture that opens the service page: a finger that rests in a corner of the screen.
@MainActor
final class ServiceGesture {
  /// Called when a finger has rested long enough.
  var onRecognized: (() -> Void)?

  private let settings: KioskSettings.Service
  private weak var view: View?
  private var press: Press?

  private struct Press {
    let id: Int
    let timer: any ViewTimer
  }

  /// The side of the corner, in points.
  private static let side = 72.0

  /// - Parameter view: The view that fills the window.
  init(_ settings: KioskSettings.Service, in view: View) { (self.settings, self.view) = (settings, view) }

  /// Follows the input of the window.
  func receive(_ event: InputEvent) {
    switch event {
    case .touch(.began, let point), .pointer(.pressed(.some(.primary)), let point): begin(point)
    case .touch(.moved, let point), .pointer(.moved, let point):
      if press?.id == point.id, !isInCorner(point.position) { end() }
    case .touch(.ended, let point), .touch(.canceled, let point), .pointer(.released, let point),
      .pointer(.left, let point):
      // Some compositors let the pointer leave when a finger touches the screen.
      if press?.id == point.id { end() }
    default: break
    }
  }

  private func begin(_ point: InputPoint) {
    // A second finger is no gesture of the service.
    guard press == nil, let view, isInCorner(point.position) else { return end() }
    let timer = view.startTimer(after: settings.seconds) { [weak self] in
      self?.end()
      self?.onRecognized?()
    }
    press = timer.map { Press(id: point.id, timer: $0) }
  }

  private func end() {
    press?.timer.cancel()
    press = nil
  }

  private func isInCorner(_ point: Point) -> Bool {
    guard let view else { return false }
    let right = view.size.width - point.x
    let bottom = view.size.height - point.y
    let (x, y) =
      switch settings.corner {
      case .topLeft: (point.x, point.y)
      case .topRight: (right, point.y)
      case .bottomLeft: (point.x, bottom)
      case .bottomRight: (right, bottom)
      }
    return x < Self.side && y < Self.side
  }
}
