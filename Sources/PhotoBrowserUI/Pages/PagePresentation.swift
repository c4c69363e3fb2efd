package import CarouselUI
package import PhotoBrowsing
internal import Photos

/// Shows one page of the browser, and moves between the pages.
///
/// The single page is in front of another page: it grows out of the photo there and returns into it. The other pages replace each
/// other at once.
@MainActor
package final class PagePresentation {
  package typealias Page = BrowserState.Page

  /// Called when a finger has opened or closed the single page.
  package var onChange: ((_ isOpen: Bool) -> Void)?
  /// Called when the single page has been closed and removed.
  package var onClosed: (() -> Void)?
  /// Whether a frame was shown, so that photos can be loaded, and a page grows out of another one.
  package var isWindowShown = false

  private let area: View
  private let pages: [Page: any BrowserPage]
  private let single: SinglePage
  private let current: () -> PhotoPlace?
  private lazy var cover = makeCover()
  /// The page that is shown, or is behind the single page.
  private(set) var behind = Page.carousel
  /// The photo that the single page shows while it closes. Keys may already lead the page behind to another one.
  private var closingPhoto: PhotoID?

  /// Creates the presentation, which shows the carousel.
  ///
  /// - Parameters:
  ///   - pages: The pages other than the single page. They become subviews of `area`.
  ///   - area: The view that the pages fill.
  ///   - current: Returns the current photo.
  package init(
    _ pages: [Page: any BrowserPage], _ single: SinglePage, in area: View,
    current: @escaping () -> PhotoPlace?
  ) {
    (self.pages, self.single, self.area, self.current) = (pages, single, area, current)
    for page in Page.allCases {
      guard let view = pages[page] else { continue }
      view.isHidden = page != behind
      area.addSubview(view)
    }
  }

  private func makeCover() -> SinglePresentation {
    let cover = SinglePresentation(
      of: single, in: area,
      from: { [weak self] in
        guard let self, let id = closingPhoto ?? current()?.id else { return nil }
        return page(behind)?.view(of: id)
      },
      behind: { [weak self] in
        guard let self else { return nil }
        return page(behind)
      })
    cover.onReveal = { [weak self] in
      guard let self else { return }
      reveal(behind)
    }
    cover.onCovered = { [weak self] in
      guard let self else { return }
      page(behind)?.visibility = .covered
    }
    cover.onTurn = { [weak self] in self?.describe(isSingle: $0) }
    cover.onChange = { [weak self] in self?.onChange?($0) }
    cover.onClosed = { [weak self] in
      self?.closingPhoto = nil
      self?.onClosed?()
    }
    return cover
  }

  /// Hides the page behind from assistive technologies when the single page begins to open, and the single page when it begins to close,
  /// although both are seen during the motion.
  private func describe(isSingle: Bool) {
    for page in pages.values { page.accessibilityElementsHidden = isSingle }
    single.accessibilityElementsHidden = !isSingle
  }

  func page(_ page: Page) -> (any BrowserPage)? { page == .single ? single : pages[page] }

  /// All pages. The last one is `shown`.
  func pages(endingWith shown: Page) -> [any BrowserPage] {
    (Page.allCases.filter { $0 != shown } + [shown]).compactMap { page($0) }
  }

  /// Whether the single page opens or closes.
  package var isMoving: Bool { cover.isMoving }

  /// Fits the pages to the area.
  package func layOut(scale: Double) {
    for (_, page) in pages {
      page.frame = area.bounds
      page.resize(to: area.size, scale: scale)
    }
    if single.visibility != .closed { single.resize(to: area.size, scale: scale) }
    cover.layOut()
  }

  // MARK: Moving between pages

  /// Shows a page in place of another one.
  ///
  /// - Parameter opener: The page to which the page leads back.
  package func show(_ next: Page, from former: Page, opener: Page, scale: Double) {
    if next == .single {
      open(from: former, opener: opener, scale: scale)
    } else if former == .single {
      close(to: next)
    } else {
      replace(by: next)
      page(next)?.takeFocus()
    }
  }

  private func open(from former: Page, opener: Page, scale: Double) {
    guard let place = current() else { return }
    closingPhoto = nil
    let isFromSlideshow = former == .slideshow
    if isFromSlideshow { replace(by: opener) } else { behind = former }
    single.resize(to: area.size, scale: scale)
    single.show(place)
    single.visibility = .visible
    if isWindowShown { single.startLoading() }
    // The slideshow has shown the same photo, at the same place.
    cover.open(animated: isWindowShown && !isFromSlideshow)
  }

  private func close(to next: Page) {
    let place = current()
    if let place {
      // The page that closes shows the current photo, too, if a swipe is interrupted.
      single.show(place)
      page(next)?.show(place)
    }
    closingPhoto = place?.id
    cover.close(animated: place != nil && next == behind)
    replace(by: next)
    // Keys during the motion belong to the page that comes.
    page(next)?.takeFocus()
  }

  /// Shows another page behind the single page, or without it.
  private func replace(by next: Page) {
    guard next != behind, let old = page(behind), let new = page(next) else { return }
    behind = next
    old.isHidden = true
    old.visibility = .closed
    new.isHidden = false
    reveal(next)
  }

  private func reveal(_ page: Page) {
    guard let view = self.page(page) else { return }
    // A slideshow begins with this photo when it becomes visible.
    if let place = current() { view.show(place) }
    view.visibility = .visible
    if isWindowShown { view.startLoading() }
  }

  /// Closes the single page at once, because there is no photo.
  package func closeEmpty() { cover.close(animated: false) }
}
