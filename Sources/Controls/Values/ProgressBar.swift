internal import Drawing
public import Geometry
public import Views

/// A bar that shows how much of some work is done.
///
/// UIKit: `UIProgressView`. GTK: `GtkProgressBar`.
public final class ProgressBar: ThemedView {
  /// The part of the work that is done, in `0...1`. When the bar is painted, other values are clamped.
  ///
  /// UIKit: `progress`. GTK: `fraction`.
  public var progress: Double {
    didSet {
      guard progress != oldValue else { return }
      setNeedsDisplay()
      accessibilityChanged(.value)
    }
  }

  private nonisolated static let height = 8.0

  /// Creates a bar.
  public init(progress: Double = 0) {
    self.progress = progress
    super.init()
    sizeToFit()
  }

  public override var semantics: Semantics {
    var semantics = Semantics(.progressBar)
    let part = progress > 0 ? min(progress, 1) : 0
    semantics.number = AccessibilityNumber(part, in: 0...1)
    semantics.value = "\(Int((part * 100).rounded())) %"
    return semantics
  }

  public override func sizeThatFits(_ size: Size) -> Size { Size(width: 160, height: Self.height) }

  public override func makePainter() -> Painter? {
    let (state, progress) = (ControlState(of: self), progress)
    return { canvas in
      state.paint(in: canvas) { canvas in
        let whole = state.bounds.size
        let frame = canvas.snapped(
          Rect(x: 0, y: (whole.height - Self.height) / 2, width: whole.width, height: Self.height))
        let radius = frame.size.height / 2
        canvas.fill(.roundedRect(frame, radius: radius), with: state.colors.shade(0.15))
        state.outline(frame, radius: radius, in: canvas)
        let part = progress > 0 ? min(progress, 1) : 0
        guard part > 0 else { return }
        let filled = Rect(
          x: frame.minX, y: frame.minY, width: max(frame.size.width * part, frame.size.height),
          height: frame.size.height)
        canvas.fill(.roundedRect(state.directed(filled), radius: radius), with: state.colors.accent)
      }
    }
  }
}
