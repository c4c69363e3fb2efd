extension View {
  /// The theme that applies to the view: its own, or that of the nearest superview with one; by default
  /// ``Theme/light``.
  public var effectiveTheme: Theme {
    var view: View? = self
    while let next = view {
      if let theme = next.theme { return theme }
      view = next.superview
    }
    return .light
  }

  /// Whether the view and all around it are enabled.
  public var isEffectivelyEnabled: Bool {
    var view: View? = self
    while let next = view {
      guard next.isEnabled else { return false }
      view = next.superview
    }
    return true
  }
}

/// A view that is painted with the theme. It is measured and painted again after the theme has changed.
open class ThemedView: View {
  /// The theme that the view was last notified of, to recognize that it has moved under another one.
  private var knownTheme: Theme?

  /// Called after the theme has changed: the view is measured, laid out and painted again.
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
