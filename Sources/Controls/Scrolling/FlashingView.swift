internal import Geometry
internal import Views

/// A view over scrolling content that appears at once, and fades out when it has not been needed for a while.
class FlashingView: ThemedView {
  private var timer: (any ViewTimer)?

  private static let restTime = 1.0  // seconds until the view fades
  private static let fadeTime = 0.3  // seconds

  override init(size: Size = .zero) {
    super.init(size: size)
    isLayered = true
    alpha = 0
  }

  /// Whether the view stays visible; by default `false`.
  var isHeld: Bool { false }

  /// Makes the view visible for a second; then it fades out.
  func flash() {
    guard !isHidden else { return }
    alpha = 1
    timer?.cancel()
    timer = startTimer(after: Self.restTime) { [weak self] in
      guard let self, !isHeld else { return }
      View.animate(.linear(duration: effectiveTheme.isMotionReduced ? 0 : Self.fadeTime)) { self.alpha = 0 }
    }
    if timer == nil { alpha = 0 }
  }
}
