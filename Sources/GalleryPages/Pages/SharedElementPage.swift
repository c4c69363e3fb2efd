import CarouselUI

/// Covers that open to full size and return into their places, also by a drag.
final class SharedElementPage: ContainerView, CarouselDelegate {
  private static let open = Command("print.open", title: "Open", shortcuts: [Shortcut(.return)])

  private let view = CarouselView()
  private let shade = View()
  private let large = LargePrint()
  private lazy var transition = SharedElementTransition(to: large) { [weak self] in
    self.flatMap { $0.view.carousel.itemView(at: $0.large.number) as? View }
  }

  override init(size: Size = .zero) {
    super.init(size: size)
    let carousel = view.carousel
    view.accessibilityLabel = "Prints"
    carousel.type = .coverFlow
    carousel.delegate = self
    carousel.setItems(Picture.first(30)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView()
      view.number = picture.id
      return view
    }
    carousel.currentItemIndex = 4
    shade.backgroundColor = .black
    shade.isHidden = true
    large.isHidden = true
    for part in [view, shade, large] { addSubview(part) }
    large.onClose = { [weak self] in self?.transition.close() }
    transition.onProgress = { [shade] in shade.alpha = 0.75 * $0 }
    transition.onRest = { [weak self] isOpen in if !isOpen { self?.hideLargePrint() } }
    handle(Self.open) { [weak self] in self.map { $0.open($0.view.carousel.currentItemIndex) } }
  }

  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { open(index) }

  private func open(_ index: Int) {
    guard !transition.isOpen else { return }
    large.number = index
    (shade.isHidden, large.isHidden) = (false, false)
    transition.open()
    large.becomeFocused()
  }

  private func hideLargePrint() {
    (shade.isHidden, large.isHidden) = (true, true)
    view.becomeFocused()
  }

  override func layoutSubviews() {
    view.frame = bounds
    // The carousel reaches beyond the sides of the page.
    shade.frame = bounds.inset(by: EdgeInsets(horizontal: -40))
    let height = min(size.height - 24, (size.width - 24) * 1.25)
    large.frame = Rect(
      x: (size.width - height * 0.8) / 2, y: (size.height - height) / 2, width: height * 0.8, height: height)
  }
}

/// A print in a large size. A tap or Escape closes it.
private final class LargePrint: ContainerView {
  private let print = PrintView()
  var onClose: (() -> Void)?
  var number: Int {
    get { print.number }
    set { print.number = newValue }
  }

  override init(size: Size = .zero) {
    super.init(size: size)
    accessibilityLabel = "Large print"
    addSubview(print)
  }

  override func layoutSubviews() { print.frame = bounds }

  override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }

  override func contactEnded(_ contact: Contact) -> ContactResponse {
    onClose?()
    return .claimed
  }

  override var canBecomeFocused: Bool { true }

  override func keyPressed(_ key: KeyPress) -> Bool {
    guard key.symbol == .escape else { return false }
    onClose?()
    return true
  }
}
