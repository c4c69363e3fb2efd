internal import Drawing
public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// A row of dots, one for each page. The dot of the current page is larger. A tap on a dot chooses its page; a
/// tap beside the dots chooses the next or the previous page.
///
/// The dots follow the carousel whose scroll offset ``source`` returns. In ``onSelect``, scroll the carousel to the chosen
/// page:
///
///     dots.source = { carousel.scrollOffset }
///     dots.onSelect = { carousel.scrollToItem(at: $0, animated: true) }
///
/// UIKit: `UIPageControl`. libadwaita: `AdwCarouselIndicatorDots`.
public final class PageControl: Control {
  /// The number of dots, at least 0.
  public var numberOfPages: Int {
    didSet {
      numberOfPages = max(numberOfPages, 0)
      guard numberOfPages != oldValue else { return }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }
  /// The scroll position, in pages. It has a fraction between two pages, and may leave the valid range in a
  /// carousel that wraps.
  public var position = 0.0 {
    didSet {
      if !position.isFinite { position = oldValue }
      guard position != oldValue else { return }
      setNeedsDisplay()
      if page(at: position) != page(at: oldValue) { accessibilityChanged(.value) }
    }
  }
  /// The page nearest to ``position``. Setting it moves the dots immediately and does not call ``onSelect``.
  ///
  /// UIKit: `currentPage`.
  public var currentPage: Int {
    get { page(at: position) }
    set { position = Double(min(max(newValue, 0), max(numberOfPages - 1, 0))) }
  }
  /// Called with the page that the user has chosen. ``position`` stays the same until the program changes it.
  ///
  /// UIKit: `valueChanged`.
  public var onSelect: ((Int) -> Void)?
  /// Returns the scroll position in pages, such as the scroll offset of a carousel; `nil`, the default, for
  /// none.
  ///
  /// Each frame of the window reads it after the carousels of the window have scrolled. Call ``update()`` for a position
  /// that changes without a frame of this window, such as that of a carousel in another window.
  public var source: (() -> Double)? { didSet { update() } }

  private nonisolated static let pitch = 16.0  // points from the center of a dot to the center of the next
  private nonisolated static let radius = 3.0

  /// Creates a row of dots.
  public init(numberOfPages: Int = 0, onSelect: ((Int) -> Void)? = nil) {
    self.numberOfPages = max(numberOfPages, 0)
    self.onSelect = onSelect
    super.init()
    cornerRadius = 9
    sizeToFit()
  }

  public override var semantics: Semantics {
    var semantics = Semantics(.slider)
    semantics.roleDescription = "page control"
    guard numberOfPages > 0 else { return semantics }
    semantics.number = AccessibilityNumber(
      Double(currentPage + 1), in: 1...Double(numberOfPages), step: 1,
      set: { [weak self] in self?.select(Int(min(max($0, 0), 1e9).rounded()) - 1) })
    semantics.value = "page \(currentPage + 1) of \(numberOfPages)"
    semantics.actions = [
      AccessibilityAction(.increment) { [weak self] in self?.move(by: 1) },
      AccessibilityAction(.decrement) { [weak self] in self?.move(by: -1) },
    ]
    return semantics
  }

  /// Reads the position from ``source``.
  public func update() { if let source { position = source() } }

  private weak var lastTree: ViewTree?
  @_spi(Subclassing) public override func treeDidChange(to host: (any ViewHost)?) {
    super.treeDidChange(to: host)
    lastTree?.remove(self)
    lastTree = host as? ViewTree
    lastTree?.add(self)
  }

  private func page(at position: Double) -> Int {
    guard numberOfPages > 0, let nearest = Int(exactly: position.rounded()) else { return 0 }
    let rest = nearest % numberOfPages
    return rest < 0 ? rest + numberOfPages : rest
  }

  /// Returns the size of the row of dots: for each dot 16 points in width, which includes half a gap on each
  /// side.
  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: Self.pitch * Double(max(min(numberOfPages, 10_000), 1)), height: 24)
  }

  /// A tap on a dot chooses its page. A tap beside all dots chooses the next or the previous page.
  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    let x = contact.location(in: self).x
    let response = super.contactEnded(contact)
    if response == .claimed { choose(at: x) }
    return response
  }

  private func choose(at x: Double) {
    let fromStart = effectiveLayoutDirection == .rightToLeft ? size.width - x : x
    let length = Self.pitch * Double(numberOfPages)
    let place = ((fromStart - (size.width - length) / 2) / Self.pitch).rounded(.down)
    if place < 0 { return move(by: -1) }
    guard place < Double(numberOfPages), let page = Int(exactly: place) else { return move(by: 1) }
    select(page)
  }

  private func move(by step: Int) { select(currentPage + step) }

  private func select(_ page: Int) {
    guard (0..<numberOfPages).contains(page), page != currentPage else { return }
    onSelect?(page)
    update()
  }

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled, !key.isShortcut else { return false }
    let forward = effectiveLayoutDirection == .rightToLeft ? -1 : 1
    switch key.symbol.withoutKeypad {
    case .right: move(by: forward)
    case .left: move(by: -forward)
    case .home: select(0)
    case .end: select(numberOfPages - 1)
    default: return false
    }
    return true
  }

  public override func makePainter() -> Painter? {
    let (state, count) = (state, numberOfPages)
    let place = count > 0 ? position - (position / Double(count)).rounded(.down) * Double(count) : 0
    return { canvas in
      state.paint(in: canvas) { canvas in
        guard count > 0 else { return }
        let start = (state.bounds.size.width - Self.pitch * Double(count)) / 2
        // Dots outside of the view are not painted.
        let first = max(Int(max(-start / Self.pitch, 0)), 0)
        let last = min(count, first + Int(state.bounds.size.width / Self.pitch) + 2)
        for page in first..<max(last, first) {
          let direct = abs(place - Double(page))
          let distance = min(direct, Double(count) - direct)  // the first page follows the last
          let share = max(1 - distance, 0)
          let x = start + Self.pitch * (Double(page) + 0.5)
          let center = Point(
            x: state.isRightToLeft ? state.bounds.size.width - x : x, y: state.bounds.size.height / 2)
          let pale = state.colors.isHighContrast ? 0.5 : 0.3
          canvas.fill(
            .circle(center: center, radius: Self.radius + share),
            with: state.colors.shade(pale + (0.9 - pale) * share))
        }
      }
    }
  }
}

extension PageControl: FrameParticipant {
  package func prepareFrame(at now: Timestamp) { update() }
}
