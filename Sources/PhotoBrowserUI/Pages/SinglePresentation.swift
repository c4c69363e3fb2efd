internal import CarouselUI

/// Opens the single page out of the item of another page, and returns it there.
@MainActor
final class SinglePresentation {
  /// Called when the page begins to open or to close.
  var onTurn: ((_ isOpen: Bool) -> Void)?
  /// Called when a finger has opened or closed the page.
  var onChange: ((_ isOpen: Bool) -> Void)?
  /// Called before the page behind becomes visible, so that it shows the current photo.
  var onReveal: (() -> Void)?
  /// Called when the page covers the page behind.
  var onCovered: (() -> Void)?
  /// Called when the page has been closed and removed.
  var onClosed: (() -> Void)?

  private let page: SinglePage
  private let window: View
  private let shade = View()
  /// The page behind. It is hidden while the single page covers it.
  private let behind: () -> View?
  private let transition: SharedElementTransition
  /// Whether the page is, or will be, open as far as the program knows.
  private(set) var isOpen = false { didSet { if isOpen != oldValue { onTurn?(isOpen) } } }

  /// Creates the presentation.
  ///
  /// - Parameters:
  ///   - page: The page, which is shown in front of the subviews of `window`.
  ///   - source: Returns the view of the current photo on the page behind.
  ///   - behind: Returns the page behind.
  init(
    of page: SinglePage, in window: View, from source: @escaping () -> View?, behind: @escaping () -> View?
  ) {
    (self.page, self.window, self.behind) = (page, window, behind)
    transition = SharedElementTransition(to: page, from: source)
    shade.backgroundColor = Color(white: 0.04)
    shade.isUserInteractionEnabled = false
    transition.alignmentRect = { [weak page] in page?.photoFrame ?? .zero }
    // A zoomed photo is dragged instead.
    transition.canBeginDrag = { [weak page] in page?.photoView?.isZoomed != true }
    transition.onProgress = { [weak self] in self?.progress($0) }
    transition.onRest = { [weak self] in self?.rest(isOpen: $0) }
  }

  /// Whether the page is opened or closed at the moment.
  var isMoving: Bool { transition.isMoving || transition.isDragging }

  /// Opens the page.
  func open(animated: Bool) {
    isOpen = true
    page.carouselView.isUserInteractionEnabled = true
    if page.superview == nil {
      shade.alpha = 0
      window.addSubview(shade)
      window.addSubview(page)
    }
    layOut()
    transition.open(animated: animated)
    page.becomeFocused()
  }

  /// Closes the page.
  func close(animated: Bool) {
    isOpen = false
    // The page still catches a finger that stops the motion.
    page.carouselView.isUserInteractionEnabled = false
    guard page.superview != nil else { return }
    reveal()
    transition.close(animated: animated)
  }

  /// Fits the shade to the window.
  func layOut() { shade.frame = window.bounds }

  private func progress(_ progress: Double) {
    shade.alpha = progress
    if progress < 1 { reveal() }
    guard transition.isOpen != isOpen else { return }
    isOpen = transition.isOpen
    onChange?(isOpen)
  }

  /// Shows the page behind.
  private func reveal() {
    guard let view = behind(), view.isHidden else { return }
    view.isHidden = false
    onReveal?()
  }

  private func rest(isOpen: Bool) {
    if isOpen {
      shade.alpha = 1
      behind()?.isHidden = true
      onCovered?()
    } else {
      page.removeFromSuperview()
      shade.removeFromSuperview()
      page.visibility = .closed
      onClosed?()
    }
  }
}
