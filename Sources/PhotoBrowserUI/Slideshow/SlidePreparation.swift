internal import CarouselUI
@_spi(Subclassing) internal import Views

/// An entry of a slideshow that is being prepared: its slide is made, and then painted in the background, in front of the shown one.
@MainActor
final class SlidePreparation<ID: Hashable & Sendable> {
  let id: ID
  /// The slide; `nil` while it is made.
  private(set) var slide: (any SlideView)?
  /// Called once when the slide is painted.
  var onReady: (() -> Void)?
  /// Called once when the slide cannot be made.
  var onFailure: ((SlideFailure) -> Void)?

  private var work: AnyObject?
  private var timer: (any ViewTimer)?

  /// A slide that is not painted in the background after this time is shown nevertheless, in seconds.
  private static var longestPainting: Double { 1 }

  init(_ id: ID) { self.id = id }

  /// Whether the slide is made, and is being painted.
  var isPainting: Bool { timer != nil }
  /// The painted slide; `nil` before.
  var paintedSlide: (any SlideView)? { timer == nil ? slide : nil }

  /// Makes the slide.
  ///
  /// - Parameter page: The view of which the slide becomes a subview, behind the last one.
  func start(_ content: any SlideshowContent<ID>, for setting: SlideSetting, in page: View) {
    work = content.makeSlide(of: id, for: setting) { [weak self, weak page] result in
      guard let self, let page else { return }
      work = nil
      switch result {
      case .success(let slide): paint(slide, in: page)
      case .failure(let failure): onFailure?(failure)
      }
    }
  }

  private func paint(_ slide: any SlideView, in page: View) {
    self.slide = slide
    slide.alpha = 0
    slide.isPreparedWhileTransparent = true
    slide.onReady = { [weak self] in self?.didPaint() }
    page.insertSubview(slide, at: page.subviews.count - 1)
    timer = page.startTimer(after: Self.longestPainting) { [weak self] in self?.didPaint() }
  }

  private func didPaint() {
    guard let timer else { return }
    timer.cancel()
    self.timer = nil
    slide?.onReady = nil
    onReady?()
  }

  /// Ends the preparation, and removes the slide.
  func cancel() {
    (onReady, onFailure, work) = (nil, nil, nil)
    timer?.cancel()
    timer = nil
    slide?.removeFromSuperview()
  }
}
