internal import CarouselUI

/// The view that fills the window.
final class KioskContentView: ContainerView {
  var onLayout: (() -> Void)?

  override func layoutSubviews() { onLayout?() }
}
