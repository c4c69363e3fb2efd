internal import Controls
internal import Drawing
internal import Geometry
internal import Views

/// A round button of a title bar. Tab does not reach it, because the compositor has key combinations for the
/// same actions.
///
/// libadwaita: `windowcontrols > button`.
final class TitleBarButton: Control {
  var icon: Icon { didSet { setNeedsDisplay() } }
  /// Whether the window is active. The buttons of an inactive window are paler.
  var isActive = true { didSet { if isActive != oldValue { setNeedsDisplay() } } }
  private let onPress: () -> Void
  private nonisolated static let diameter = 24.0  // points

  init(_ icon: Icon, onPress: @escaping () -> Void) {
    self.icon = icon
    self.onPress = onPress
    super.init()
    acceptsFocus = false
  }

  override var semantics: Semantics { activatable(.button) }

  override func activate() { onPress() }

  override func makePainter() -> Painter? {
    let (state, icon, isActive) = (state, icon, isActive)
    return { canvas in
      let circle = Path.circle(center: state.bounds.center, radius: Self.diameter / 2)
      canvas.fill(circle, with: state.surface)
      if state.colors.isHighContrast { canvas.stroke(circle, with: state.colors.shade(0.5), width: 1) }
      let color = state.colors.foreground
      let isPale = !isActive && !state.isHovered
      let side = 16.0
      icon.draw(
        in: canvas,
        rect: Rect(
          x: state.bounds.center.x - side / 2, y: state.bounds.center.y - side / 2, width: side, height: side),
        color: isPale ? color.withAlpha(color.alpha * 0.5) : color)
    }
  }
}

extension Icon {
  /// A line at the bottom.
  static let minimizeWindow = Icon { canvas, color in
    canvas.fill(Rect(x: 4, y: 10, width: 8, height: 2), with: color)
  }
  /// A square.
  static let maximizeWindow = Icon { canvas, color in
    canvas.strokeBorder(Rect(x: 4, y: 4, width: 8, height: 8), radius: 1, with: color, width: 2)
  }
  /// Two squares, one behind the other.
  static let restoreWindow = Icon { canvas, color in
    canvas.strokeBorder(Rect(x: 3, y: 5, width: 8, height: 8), radius: 1, with: color, width: 2)
    canvas.fill(Rect(x: 5, y: 3, width: 8, height: 1), with: color)
    canvas.fill(Rect(x: 12, y: 3, width: 1, height: 8), with: color)
  }
}
