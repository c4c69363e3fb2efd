import Dispatch

/// The time during which the size of the photos changes, and a short while after. Photos are decoded for the new size
/// only after it.
@MainActor
final class ResizePause {
  /// Whether the size has just changed.
  private(set) var isActive = false
  /// Called when the size has not changed for ``seconds``.
  var onEnd: (() -> Void)?
  /// The number of changes. Only the end of the last one counts.
  private var count = 0

  private static let seconds = 0.1

  /// Begins the pause, or prolongs it.
  func begin() {
    count += 1
    let count = count
    isActive = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.seconds) { [weak self] in
      guard let self, self.count == count else { return }
      self.isActive = false
      self.onEnd?()
    }
  }
}
