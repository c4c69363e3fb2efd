internal import CarouselUI
internal import Kiosk
@_spi(Subclassing) internal import Views

/// A panel for visitors that slides in from the side where lines of text end: the languages and the pages of the kiosk.
///
/// A drag from the side moves the panel, and a tap on its handle opens it.
final class VisitorPanel: ContainerView {
  /// A page that the panel offers.
  struct Page: Equatable {
    let title: String
    let path: String
  }

  /// Called when a visitor has chosen a language.
  var onLanguage: ((KioskLanguage) -> Void)?
  /// Called with the path of the page that a visitor has chosen.
  var onPage: ((String) -> Void)?

  /// Whether contacts reach the panel. Assistive technologies reach it also without.
  var followsFingers = true

  private let languages: [KioskLanguage]
  private var language: KioskLanguage
  private var pages: [Page] = []
  private var card: CardView
  private let handle = PanelHandle()
  private var area = Rect.zero
  /// How far the panel is in sight, in `0...1`.
  private var position = 0.0 { didSet { handle.isExpanded = isOpen } }
  private var drag: (id: Int, start: Double, isMoving: Bool)?

  /// The width of the handle, in points. A finger needs 44.
  private static let stripWidth = 44.0
  /// The width of the strip at the side of the window in which a drag begins, in points.
  private static let edgeWidth = 28.0
  private static let cardWidth = 320.0  // at a text scale of 1
  /// The distance after which a finger drags the panel, in points.
  private static let threshold = 8.0
  /// How long a released panel continues at its velocity before the nearer end is chosen, in seconds.
  private static let projection = 0.25
  private static let motion = AnimationTiming.spring(duration: 0.35)

  /// - Parameter languages: The languages that visitors choose from. With one language, there is no choice.
  init(_ languages: [KioskLanguage]) {
    self.languages = languages
    language = languages.first ?? .english
    card = CardView(View())
    super.init()
    addSubview(handle)
    handle.onActivate = { [weak self] in if let self { setOpen(!isOpen) } }
    update()
  }

  /// Whether there is nothing to choose.
  var isEmpty: Bool { languages.count < 2 && pages.isEmpty }
  var isOpen: Bool { position > 0 }

  func show(_ language: KioskLanguage, _ pages: [Page]) {
    guard (language, pages) != (self.language, self.pages) else { return }
    (self.language, self.pages) = (language, pages)
    update()
  }

  private func update() {
    isHidden = isEmpty
    layoutDirection = language.isRightToLeft ? .rightToLeft : .leftToRight
    let texts = VisitorTexts(in: language)
    handle.accessibilityLabel =
      [languages.count > 1 ? texts.language : nil, pages.isEmpty ? nil : texts.pages].compactMap { $0 }
      .joined(separator: ", ")
    func button(_ title: String, isChosen: Bool = false, _ action: @escaping (VisitorPanel) -> Void) -> View {
      let button = Button(title, style: isChosen ? .suggested : .plain) { [weak self] in
        if let self { action(self) }
      }
      button.minimumSize = Size(width: 200, height: 56)
      if isChosen { button.accessibilityHint = texts.chosen }
      return button
    }
    var views: [View] = []
    if languages.count > 1 {
      views.append(ThemedLabel(texts.language, role: .title))
      views += languages.map { choice in
        button(choice.name, isChosen: choice == language) { $0.onLanguage?(choice) }
      }
    }
    if !pages.isEmpty {
      views.append(ThemedLabel(texts.pages, role: .title))
      views += pages.map { page in button(page.title) { $0.onPage?(page.path) } }
    }
    card.removeFromSuperview()
    let list = StackView(.vertical, spacing: 12, alignment: .fill, views)
    card = CardView(ScrollView(list), insets: EdgeInsets(28))
    card.isHidden = !isOpen
    addSubview(card)
    place()
  }

  // MARK: Places

  override func themeChanged() {
    super.themeChanged()
    place()
  }

  private var isMirrored: Bool { language.isRightToLeft }
  private var cardWidth: Double { min(effectiveTheme.scaled(Self.cardWidth), area.size.width * 0.8) }

  func layOut(in area: Rect) {
    self.area = area
    place()
  }

  private func place() {
    guard !area.isEmpty else { return }
    let (strip, width) = (Self.stripWidth, cardWidth)
    let shown = strip + width * position
    frame = Rect(
      x: isMirrored ? shown - strip - width : area.size.width - shown, y: 0, width: strip + width,
      height: area.size.height)
    card.frame = Rect(
      x: isMirrored ? 0 : strip, y: 0, width: width, height: area.size.height)
    handle.frame = Rect(
      x: isMirrored ? width : 0, y: ((area.size.height - PanelHandle.height) / 2).rounded(), width: strip,
      height: PanelHandle.height)
  }

  /// Opens or closes the panel by a motion.
  func setOpen(_ isOpen: Bool) {
    // A finger may have moved the panel to its end.
    guard position != (isOpen ? 1 : 0) else {
      card.isHidden = !isOpen
      return
    }
    card.isHidden = false
    View.animate(Self.motion) {
      position = isOpen ? 1 : 0
      place()
    } completion: { [weak self] _ in
      // The buttons of a closed panel are no elements.
      if let self { card.isHidden = !self.isOpen }
    }
  }

  // MARK: Events

  /// A closed panel takes the contacts on the handle, and at the side of the window.
  override func point(inside point: Point) -> Bool {
    guard followsFingers, super.point(inside: point) else { return false }
    if isOpen || handle.frame.contains(point) { return true }
    return isMirrored
      ? point.x <= cardWidth + Self.edgeWidth : point.x >= Self.stripWidth - Self.edgeWidth
  }

  override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard contact.isPrimary, drag == nil else { return .ignored }
    drag = (contact.id, position, false)
    return .tracking
  }

  override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard var drag, drag.id == contact.id else { return .ignored }
    // The panel moves with the finger, so the distance is measured in the superview.
    guard let superview else { return .ignored }
    let way = contact.translation(in: superview)
    let wasMoving = drag.isMoving
    drag.isMoving = wasMoving || abs(way.x) > Self.threshold && abs(way.x) > abs(way.y)
    self.drag = drag
    guard drag.isMoving else { return .tracking }
    position = min(max(drag.start + distance(way.x), 0), 1)
    card.isHidden = false
    place()
    return wasMoving ? .tracking : .claimed
  }

  override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard let drag, drag.id == contact.id else { return .ignored }
    self.drag = nil
    guard drag.isMoving, let superview else {
      setOpen(!isOpen)
      return .claimed
    }
    setOpen(position + distance(contact.velocity(in: superview).x) * Self.projection >= 0.5)
    return .claimed
  }

  override func contactCanceled(_ contact: Contact) {
    guard drag?.id == contact.id else { return }
    drag = nil
    setOpen(position >= 0.5)
  }

  /// The part of the way of a distance to the right.
  private func distance(_ x: Double) -> Double { (isMirrored ? x : -x) / max(cardWidth, 1) }
}

/// A bar that shows where the panel is. Fingers reach the panel behind it, and assistive technologies the bar.
private final class PanelHandle: View {
  static let height = 96.0

  /// Called when an assistive technology activates the bar.
  var onActivate: (() -> Void)?
  /// Whether the panel is open.
  var isExpanded = false { didSet { if isExpanded != oldValue { accessibilityChanged(.state) } } }

  init() {
    super.init()
    isUserInteractionEnabled = false
    accessibilityCustomActions = [AccessibilityAction(.activate) { [weak self] in self?.onActivate?() }]
  }

  override var semantics: Semantics {
    var semantics = Semantics(.button)
    semantics.states = isExpanded ? [.expandable, .expanded] : .expandable
    return semantics
  }

  override func makePainter() -> Painter? {
    let size = size
    return { canvas in
      let bar = Rect(x: (size.width - 6) / 2, y: 8, width: 6, height: max(size.height - 16, 0))
      canvas.fill(.roundedRect(bar.inset(by: -1), radius: 4), with: Color(white: 0, alpha: 0.35))
      canvas.fill(.roundedRect(bar, radius: 3), with: Color(white: 1, alpha: 0.7))
    }
  }
}
