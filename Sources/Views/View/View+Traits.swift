public import Geometry

extension View {
  /// The layout direction of the view and its subviews; `nil`, the default, means the direction of the
  /// superview.
  ///
  /// UIKit: `semanticContentAttribute`.
  public var layoutDirection: LayoutDirection? {
    get { traits.layoutDirection }
    set { traits.layoutDirection = newValue }
  }

  /// The layout direction of the view: its own, or the direction of the nearest superview that sets one; by
  /// default left to right.
  ///
  /// UIKit: `effectiveUserInterfaceLayoutDirection`.
  public var effectiveLayoutDirection: LayoutDirection {
    var view: View? = self
    while let next = view {
      if let direction = next.layoutDirection { return direction }
      view = next.superview
    }
    return .leftToRight
  }

  /// The colors, fonts and sizes of the view and its subviews; `nil`, the default, means the theme of the
  /// superview.
  ///
  /// ``effectiveTheme`` returns the theme that applies to the view.
  public var theme: Theme? {
    get { traits.theme }
    set { traits.theme = newValue }
  }

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

  /// Called after a trait was set.
  func traitsDidChange(from old: ViewTraits) {
    if traits.layoutDirection != old.layoutDirection {
      forEachInSubtree {
        $0.setNeedsLayout()
        $0.setNeedsDisplay()
      }
    }
    if traits.theme != old.theme {
      forEachInSubtree { $0.themeChanged() }
      requestFrame()  // the focus ring has the colors of the theme
    }
  }
}
