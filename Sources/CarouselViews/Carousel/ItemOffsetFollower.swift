internal import Views

/// A view inside an item of a carousel that is notified of the item's offset, such as one with a parallax effect.
@MainActor
protocol ItemOffsetFollower: View {
  /// Called in each frame of the carousel.
  ///
  /// - Parameter offset: The distance of the item that contains the view from the center of the carousel, in
  ///   items.
  func itemOffsetDidChange(to offset: Double)
}

extension ItemOffsetFollower {
  /// Adds the view to the innermost carousel that contains it.
  func followItemOffset() {
    let carousel = chain.lazy.compactMap { $0 as? CarouselView }.first
    carousel?.addOffsetFollower(self)
  }
}
