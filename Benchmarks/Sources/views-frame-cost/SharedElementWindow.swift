import CarouselUI
import Foundation
import HeadlessCompositor

/// A window of 1920 × 1080 pixels in which a picture of the whole window grows out of a picture of a carousel and returns, again
/// and again.
@MainActor
final class SharedElementWindow: MeasuredWindow {
  private let window: HeadlessWindow
  private let pictures: Pictures
  private let large: PaintedView
  private let transition: SharedElementTransition
  private(set) var proof = 0.0

  init(_ plane: Plane) throws {
    let size = Size(width: 1920, height: 1080)
    window = try HeadlessWindow("Shared element", size: size)
    pictures = Pictures()
    large = PaintedView(size: size, isOpaque: true, painter: Pictures.painter(size))
    let carousel = window.ui.carousel
    carousel.type = .coverFlow
    carousel.dataSource = pictures
    // The current item is upright, the one beside it is tilted.
    let index = plane == .flat ? 10 : 11
    carousel.scrollToItem(at: 10, animated: false)
    transition = SharedElementTransition(to: large) { carousel.itemView(at: index) as? View }
    window.ui.contentView.addSubview(large)
    transition.close(animated: false)
    for _ in 0..<60 { window.frame() }
    for _ in 0..<120 { move() }
    proof = 0
  }

  func perform() { move() }

  private func move() {
    if !transition.isMoving { transition.isOpen ? transition.close() : transition.open() }
    let before = transition.progress
    window.frame()
    if transition.progress != before { proof += 1 }
  }

}

/// Twenty pictures of 480 × 270 points.
@MainActor
private final class Pictures: CarouselDataSource {
  private let views = (0..<20).map { _ in
    PaintedView(
      size: Size(width: 480, height: 270), isOpaque: true, painter: painter(Size(width: 480, height: 270)))
  }
  func numberOfItems(in carousel: Carousel) -> Int { views.count }
  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { views[index] }

  /// Paints stripes, so that no two rows of pixels are equal.
  nonisolated static func painter(_ size: Size) -> Painter {
    { canvas in
      canvas.fill(with: Color(hex: 0x204060))
      for row in 0..<27 {
        let place = Double(row) / 27
        canvas.fill(
          Rect(
            x: place * size.width / 2, y: place * size.height, width: size.width / 2, height: size.height / 54
          ),
          with: Color(white: place, alpha: 1))
      }
    }
  }
}
