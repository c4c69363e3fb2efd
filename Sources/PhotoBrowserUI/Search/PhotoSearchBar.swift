internal import CarouselUI

/// The field in which the user types the name of a photo, with the result of the search.
///
/// Return and Escape end the search. The photo that was found stays.
final class PhotoSearchBar: ContainerView {
  let field = TextField(placeholder: "Name of a photo")
  /// Called when the user ends the search.
  var onEnd: (() -> Void)?

  private let result = ThemedLabel("", isSecondary: true, alignment: .end)
  private let card: CardView
  private static let width = 420.0  // points

  init() {
    let buttons = [PhotoCommands.findPrevious, PhotoCommands.findNext].map {
      Button($0, showsTitle: false, style: .flat)
    }
    let close = Button(icon: .close, style: .flat)
    close.accessibilityLabel = "End the search"
    result.maxLines = 1
    card = CardView(
      StackView(.horizontal, spacing: 4, alignment: .center, [field.growing(), result] + buttons + [close]),
      insets: EdgeInsets(6))
    super.init()
    isLayered = true
    close.onClick = { [weak self] in self?.onEnd?() }
    field.onSubmit = { [weak self] _ in self?.onEnd?() }
    addSubview(card)
  }

  /// Shows the result of the search, such as "2 of 17".
  func show(result text: String) { result.text = text }

  override func keyPressed(_ key: KeyPress) -> Bool {
    guard key.symbol == .escape, !key.isShortcut else { return false }
    onEnd?()
    return true
  }

  // The bar catches presses beside its buttons, which would otherwise reach the photo behind it.
  override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }
  override func contactEnded(_ contact: Contact) -> ContactResponse { .claimed }

  override func sizeThatFits(_ size: Size) -> Size {
    let fitting = card.fittingSize(in: size)
    return Size(width: min(Self.width, size.width), height: min(fitting.height, size.height))
  }

  override func layoutSubviews() { card.frame = bounds }
}
