internal import Drawing
internal import Geometry
internal import Views

/// The rectangle that the pointer draws to select items.
///
/// GTK: the style class `rubberband`.
final class RubberBandView: ThemedView {
  init() {
    super.init()
    isLayered = true
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
  }

  override func makePainter() -> Painter? {
    let state = ControlState(of: self)
    return { canvas in
      let area = canvas.snapped(state.bounds)
      canvas.fill(area, with: state.colors.accent.withAlpha(0.2))
      canvas.strokeBorder(area, radius: 0, with: state.colors.accent, width: 1)
    }
  }
}
