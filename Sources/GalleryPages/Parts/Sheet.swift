import CarouselUI

/// A view that covers the whole window and shows a card in its middle until it is dismissed.
final class Sheet: ThemedView {
  private let card: Card

  /// Shows `content` in front of the gallery that contains `view`.
  @discardableResult
  static func show(_ content: View, over view: View) -> Sheet {
    let sheet = Sheet(content)
    // The superviews of the gallery view belong to the window and contain its title bar.
    var host = view
    while !(host is GalleryView), let parent = host.superview { host = parent }
    sheet.frame = host.bounds
    host.addSubview(sheet)
    content.becomeFocused()
    return sheet
  }

  private init(_ content: View) {
    card = Card(content, insets: Insets(8))
    super.init()
    addSubview(card)
  }

  /// Removes the sheet.
  func dismiss() { removeFromSuperview() }

  override func layoutSubviews() {
    let wanted = card.fittingSize(in: size)
    let fitting = Size(
      width: min(wanted.width, size.width - 40), height: min(wanted.height, size.height - 40))
    card.frame = Rect(
      x: (size.width - fitting.width) / 2, y: (size.height - fitting.height) / 2, width: fitting.width,
      height: fitting.height)
  }

  override func makePainter() -> Painter? { { $0.fill(with: Color(white: 0, alpha: 0.35)) } }

  // A press outside of the card dismisses the sheet. No press reaches the views behind it.
  override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }
  override func contactEnded(_ contact: Contact) -> ContactResponse {
    if !card.frame.contains(contact.location(in: self)) { dismiss() }
    return .claimed
  }
  override func scrolled(_ gesture: ScrollGesture) -> Bool { true }
  override func keyPressed(_ key: KeyPress) -> Bool {
    if key.symbol == .escape { dismiss() }
    return true
  }
}
