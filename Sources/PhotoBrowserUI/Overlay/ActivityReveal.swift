internal import CarouselUI

/// Shows views while the user is active, and fades them out when the window has received no input for some seconds.
///
/// At rest no timer runs: the timer exists only while a view is shown.
@MainActor
final class ActivityReveal {
  /// A view that is shown while the user is active.
  struct Item {
    let view: View
    /// Returns whether the view stays, for example because the pointer is over it.
    var isHeld: () -> Bool = { false }
  }

  private unowned let ui: CarouselWindow
  private var items: [Item] = []
  /// The views that are shown, or are appearing.
  private var shown: Set<ObjectIdentifier> = []
  private var timer: (any ViewTimer)?

  /// The time without input after which the views are hidden, in seconds.
  static let restTime = 2.5
  private static let fadeTime = 0.25  // seconds

  init(in ui: CarouselWindow) { self.ui = ui }

  /// Manages a view, which is hidden at first.
  func add(_ item: Item) {
    guard !items.contains(where: { $0.view === item.view }) else { return }
    item.view.isHidden = true
    item.view.alpha = 0
    items.append(item)
  }

  /// Leaves a view to its owner, and shows it.
  func remove(_ view: View) {
    guard let place = items.firstIndex(where: { $0.view === view }) else { return }
    items.remove(at: place)
    shown.remove(ObjectIdentifier(view))
    view.isHidden = false
    view.alpha = 1
    if shown.isEmpty { endTimer() }
  }

  func isShown(_ view: View) -> Bool { shown.contains(ObjectIdentifier(view)) }

  /// Shows a view at once, until the user has been idle.
  func reveal(_ view: View) {
    if timer == nil { timer = ui.onIdle(after: Self.restTime) { [weak self] in self?.idle() } }
    guard shown.insert(ObjectIdentifier(view)).inserted else { return }
    view.isHidden = false
    View.animate(.linear(duration: Self.fadeTime / 2)) { view.alpha = 1 }
  }

  /// Hides a view.
  ///
  /// - Parameter animated: Whether it fades out.
  func hide(_ view: View, animated: Bool = true) {
    if shown.remove(ObjectIdentifier(view)) != nil {
      if animated {
        View.animate(.linear(duration: Self.fadeTime)) {
          view.alpha = 0
        } completion: { [weak self, weak view] _ in
          if let self, let view, !isShown(view) { view.isHidden = true }
        }
      } else {
        view.alpha = 0
        view.isHidden = true
      }
    }
    if shown.isEmpty { endTimer() }
  }

  private func idle() {
    for item in items where isShown(item.view) && !item.isHeld() { hide(item.view) }
  }

  private func endTimer() {
    timer?.cancel()
    timer = nil
  }
}
