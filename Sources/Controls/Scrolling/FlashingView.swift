internal import Geometry
internal import Views

/// A view over scrolling content that appears at once, and fades out when it has not been needed for a while.
class FlashingView: ThemedView {
  private var timer: (any ViewTimer)?
  private var fade: (start: Timestamp?, isRunning: Bool) = (nil, false)

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
    fade = (nil, false)
    timer?.cancel()
    timer = startTimer(after: Self.restTime) { [weak self] in
      guard let self, !isHeld else { return }
      fade = (nil, true)
      setNeedsAnimation()
    }
    if timer == nil { alpha = 0 }
  }

  override func animate(to now: Timestamp) -> Bool {
    guard fade.isRunning else { return false }
    let start = fade.start ?? now
    fade.start = start
    alpha = effectiveTheme.isMotionReduced ? 0 : max(1 - (now - start) / Self.fadeTime, 0)
    fade.isRunning = alpha > 0
    return alpha > 0
  }
}
