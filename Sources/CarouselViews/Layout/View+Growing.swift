extension View {
  /// Sets ``growFactor`` and returns the view, for lists of views: `StackView([title, View().growing(), button])`.
  ///
  /// - Parameter factor: The view's share of the space that is left in a stack.
  @discardableResult
  public func growing(_ factor: Double = 1) -> Self {
    growFactor = factor
    return self
  }
}
