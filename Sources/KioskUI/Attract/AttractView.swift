internal import CarouselUI
internal import Kiosk
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
  private let caption = CaptionLabel()
  private let code = QRCodeView("")
  private let language: KioskLanguage
  private var items: [KioskItemID: KioskItem] = [:]
  /// Behind the slides, until the first one is painted.
  private let backdrop = PlainSlide(size: .zero)

  init(_ slides: KioskSlides, _ settings: Slideshow<KioskItemID>.Settings, _ transition: SlideshowTransition)
  {
    show = SlideshowView(slides, settings, transition: transition)
    language = slides.language
    show.isSteeredByTouch = false
    super.init()
    // The first touch belongs to the photo behind, into which this view shrinks.
    isUserInteractionEnabled = false
    clipsToBounds = true
    for view in [backdrop, show, caption, code] { addSubview(view) }
    showCaption(of: nil)
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
  /// The text of the shown item for visitors who do not see it: its caption, or the texts of its page.
  var spokenText: String {
    guard let item = shownItem else { return "" }
    if case .page = item.content { return show.shownSlide?.spokenTexts ?? "" }
    let code: String? = if case .code(let text) = item.content { text } else { item.code }
    // Other codes are for machines, such as the password of a network.
    let address = code.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
    return [item.caption?.text(in: language), address].compactMap { $0 }.joined(separator: ". ")
  }
  /// The rest of the time of the shown item, in seconds; `nil` until its first frame.
  var remaining: Double? { show.remaining }
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

  /// Whether the time of the shown item stands still, because the show is not seen.
  var isHeld = false { didSet { hold() } }

  private func hold() { show.setHeld(isHeld || isInUse) }

  func contentDidChange(of ids: Set<KioskItemID>) { show.contentDidChange(of: ids) }

  private func didShow(_ id: KioskItemID) {
    showCaption(of: id)
    onShow?(id)
  }

  /// Shows the caption and the QR code of an item. A page has its own texts, and a code alone has its caption.
  private func showCaption(of id: KioskItemID?) {
    let item = id.flatMap { items[$0] }
    let hasPictures = item?.photos.isEmpty == false
    caption.text = hasPictures ? item?.caption?.text(in: language) ?? "" : ""
    code.isHidden = item?.code == nil
    if let text = item?.code { code.text = text }
    setNeedsLayout()
  }

  // MARK: Use of a page

  /// Whether a visitor uses the shown page. Its time stands still, and its controls receive touches.
  var isInUse = false {
    didSet {
      guard isInUse != oldValue else { return }
      isUserInteractionEnabled = isInUse
      hold()
    }
  }

  /// Whether a control of the shown page is at a point.
  func hasControl(at point: Point) -> Bool {
    guard case .page? = shownItem?.content, let hit = show.hitTest(point) else { return false }
    return sequence(first: hit, next: { $0.superview }).contains { view in
      (view as? Control)?.isEnabled == true || view is CarouselView || view is ScrollView
    }
  }

  // MARK: Layout

  /// The margin around the caption and the code, and the side of the code, as parts of the shorter side of the view.
  private static let (margin, codeSide) = (1.0 / 16, 0.2)

  override func layoutSubviews() {
    backdrop.frame = bounds
    show.frame = bounds
    let short = min(size.width, size.height)
    let margin = (short * Self.margin).rounded()
    let side = code.isHidden ? 0 : (short * Self.codeSide).rounded()
    let isRightToLeft = language.isRightToLeft
    code.frame = Rect(
      x: isRightToLeft ? margin : size.width - margin - side, y: size.height - margin - side, width: side,
      height: side)
    // The caption keeps clear of the code, and of the same room at the other side, so that it is in the middle.
    let gap = code.isHidden ? margin : side + 2 * margin
    caption.layOut(in: bounds.inset(by: EdgeInsets(top: 0, left: gap, bottom: margin, right: gap)))
  }
}

/// A text in front of the lower part of a picture. Without a text it is hidden.
final class CaptionLabel: ContainerView {
  private let label = LabelView("", background: Color(white: 0, alpha: 0.55))

  var text: String {
    get { label.text }
    set {
      label.text = newValue
      isHidden = newValue.isEmpty
    }
  }

  override init(size: Size = .zero) {
    super.init(size: size)
    isUserInteractionEnabled = false
    isHidden = true
    label.cornerRadius = 14
    label.changeStyle { $0.showOnPictures() }
    addSubview(label)
  }

  /// Places the text at the bottom of an area, in the middle.
  func layOut(in area: Rect) {
    let room = max(area.size.width, 0)
    let fitting = label.sizeThatFits(Size(width: room, height: area.size.height / 3))
    let own = Size(width: min(fitting.width + 32, room), height: fitting.height + 16)
    frame = Rect(
      x: (area.center.x - own.width / 2).rounded(), y: (area.maxY - own.height).rounded(), width: own.width,
      height: own.height)
    label.frame = Rect(origin: .zero, size: own)
  }
}
