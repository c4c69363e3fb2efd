package import Views

extension ViewTree {
  /// The carousels of the tree, in the order in which they were added.
  package var carouselViews: [CarouselView] { participants.compactMap { $0 as? CarouselView } }
}

extension View {
  /// Whether the view is the view of an item of a carousel.
  package var isItemView: Bool { superview is CarouselView }
}
