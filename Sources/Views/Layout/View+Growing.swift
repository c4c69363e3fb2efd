extension View {
  /// Sets ``growFactor`` and returns the view. It is useful in lists of views: `StackView([title,
  /// View().growing(), button])`.
  ///
  /// - Parameter factor: The new ``growFactor``.
  @discardableResult
  public func growing(_ factor: Double = 1) -> Self {
    growFactor = factor
    return self
  }
}
