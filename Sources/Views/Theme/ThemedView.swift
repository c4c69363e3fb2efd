/// A view that is painted with its theme. When the theme changes, the view is measured, laid out and painted
/// again.
open class ThemedView: View {
  /// The theme at the last call of ``themeChanged()``. After a move to another superview, it may differ from
  /// the current one.
  private var knownTheme: Theme?

  /// Called after the theme has changed.
  open override func themeChanged() {
    knownTheme = effectiveTheme
    setNeedsLayout()
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if isInWindow, knownTheme != effectiveTheme { themeChanged() }
  }
}
