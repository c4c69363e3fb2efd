extension View {
  /// The theme that applies to the view: its own, or the theme of the nearest superview that sets one; by
  /// default ``Theme/light``.
  public var effectiveTheme: Theme {
    var view: View? = self
    while let next = view {
      if let theme = next.theme { return theme }
      view = next.superview
    }
    return .light
  }

  /// Whether the view and all its superviews are enabled.
  public var isEffectivelyEnabled: Bool {
    var view: View? = self
    while let next = view {
      guard next.isEnabled else { return false }
      view = next.superview
    }
    return true
  }
}

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
