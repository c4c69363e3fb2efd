internal import CarouselUI
internal import PhotoBrowserUI
internal import PhotoBrowsing
internal import PhotoLibrary
@_spi(Subclassing) internal import Views

/// The show that runs while no visitor is there. It covers the window.
final class AttractView: ContainerView {
  /// Called when an item begins to appear.
  var onShow: ((KioskItemID) -> Void)?
  /// Called when an item is left out, with the reason.
  var onSkip: ((KioskItemID, String) -> Void)?
  /// Called when a slide covers the view for the first time.
  var onCovered: (() -> Void)?

  private let show: SlideshowView<KioskItemID>
  private let caption = LabelView(
    "", style: TextStyle(size: 28, weight: .medium, color: .white, alignment: .center),
    background: Color(white: 0, alpha: 0.55))
  private var items: [KioskItemID: KioskItem] = [:]
  /// Behind the slides, until the first one is painted.
  private let backdrop = BackdropSlide(size: .zero)

  init(_ slides: KioskSlides, _ settings: Slideshow<KioskItemID>.Settings, _ transition: SlideshowTransition)
  {
    show = SlideshowView(slides, settings, transition: transition)
    // Visitors see the backdrop, and not why an item cannot be shown.
    show.showsFailures = false
    super.init()
    // The first touch belongs to the photo behind, into which this view shrinks.
    isUserInteractionEnabled = false
    clipsToBounds = true
    caption.cornerRadius = 14
    caption.isHidden = true
    addSubview(backdrop)
    addSubview(show)
    addSubview(caption)
    show.onShow = { [weak self] in self?.didShow($0) }
    show.onSkip = { [weak self] id, reason in
      let text =
        switch reason {
        case .failed(let text): text
        case .tookTooLong: "It was not decoded in time."
        }
      self?.onSkip?(id, text)
    }
    show.onCovered = { [weak self] in self?.onCovered?() }
  }

  var shownID: KioskItemID? { show.shownID }
  var shownItem: KioskItem? { shownID.flatMap { items[$0] } }
  var isMoving: Bool { show.isMoving }
  var isLoading: Bool { show.isLoading }

  func setItems(_ list: [KioskItem]) {
    items = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
    if let shownID, items[shownID] != nil { showCaption(of: shownID) }
    show.setEntries(list.map { SlideshowEntry($0.id, key: $0.key, duration: $0.duration) })
  }

  /// Begins the show.
  ///
  /// - Parameters:
  ///   - id: The first item; `nil` for the first one of the order.
  ///   - seconds: The rest of its time; `nil` for its whole time.
  func start(at id: KioskItemID?, remaining seconds: Double? = nil) { show.start(at: id, remaining: seconds) }

  func step(back: Bool) { show.step(back: back) }

  func show(_ id: KioskItemID) { show.show(id) }

  /// Returns the time at which the shown item is replaced, for the time at which it was shown long enough.
  var step: ((_ due: Double) -> Double)? {
    get { show.step }
    set { show.step = newValue }
  }

  /// Lets the time of the shown item stand still while the show is not seen.
  func setHeld(_ isHeld: Bool) { show.setHeld(isHeld) }

  func contentDidChange(of ids: Set<KioskItemID>) { show.contentDidChange(of: ids) }

  private func didShow(_ id: KioskItemID) {
    showCaption(of: id)
    onShow?(id)
  }

  private func showCaption(of id: KioskItemID) {
    let text = items[id]?.caption
    caption.isHidden = text == nil
    if let text { caption.text = text }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    backdrop.frame = bounds
    show.frame = bounds
    let margin = (min(size.width, size.height) / 16).rounded()  // points
    let room = max(size.width - 2 * margin, 0)
    let fitting = caption.sizeThatFits(Size(width: room, height: size.height / 3))
    let captionSize = Size(width: min(fitting.width + 32, room), height: fitting.height + 16)
    caption.frame = Rect(
      x: ((size.width - captionSize.width) / 2).rounded(),
      y: (size.height - margin - captionSize.height).rounded(), width: captionSize.width,
      height: captionSize.height)
  }
}
