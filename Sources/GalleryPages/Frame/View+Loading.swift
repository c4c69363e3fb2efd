package import CarouselUI

extension View {
  /// Whether the view or a subview is loading a picture.
  package var isLoading: Bool {
    if let picture = self as? AsyncImageView, case .loading = picture.state { return true }
    return subviews.contains { $0.isLoading }
  }
}
