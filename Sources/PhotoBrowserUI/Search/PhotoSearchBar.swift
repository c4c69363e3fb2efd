internal import CarouselUI

/// The bar with the field in which the user types the name or the date of a photo, and the result of the search. It is above the
/// pages, so that it covers no photo.
///
/// Return and Escape end the search. The photo that was found stays. Return waits for the first match while dates are read.
final class PhotoSearchBar: ThemedView {
  let field = TextField(placeholder: "Name or date, such as 2024-05")
  /// Called when the user ends the search.
  var onEnd: (() -> Void)?
  /// Called when the user presses Return.
  var onSubmit: (() -> Void)?

  private let result = ThemedLabel("", isSecondary: true, alignment: .end)
  private let row: StackView
  private static let width = 420.0  // points, at a text scale of 1
  private static let margin = EdgeInsets(horizontal: 6, vertical: 6)

  init() {
    let buttons = [PhotoCommands.findPrevious, PhotoCommands.findNext].map {
      Button($0, showsTitle: false, style: .flat)
    }
    let close = Button(icon: .close, style: .flat)
    close.accessibilityLabel = "End the search"
    result.maxLines = 1
    row = StackView(
      .horizontal, spacing: 4, alignment: .center, [field.growing(), result] + buttons + [close])
    super.init()
    close.onClick = { [weak self] in self?.onEnd?() }
    field.onSubmit = { [weak self] _ in self?.onSubmit?() }
    addSubview(row)
  }

  /// Shows the result of the search, such as "2 of 17".
  ///
  /// - Parameter isComplete: Whether a screen reader speaks it. While dates are read, the result changes all the time.
  func show(result text: String, isComplete: Bool) {
    guard text != result.text else { return }
    result.text = text
    if isComplete { announce(text) }
  }

  override func keyPressed(_ key: KeyPress) -> Bool {
    guard key.symbol == .escape, !key.isShortcut else { return false }
    onEnd?()
    return true
  }

  // The bar catches presses beside its buttons, which would otherwise reach the photo behind it.
  override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }
  override func contactEnded(_ contact: Contact) -> ContactResponse { .claimed }

  override func sizeThatFits(_ size: Size) -> Size {
    let fitting = row.fittingSize(in: size.inset(by: Self.margin))
    return Size(width: size.width, height: min(fitting.height + Self.margin.total.height, size.height))
  }

  override func layoutSubviews() {
    let inner = bounds.inset(by: Self.margin)
    let width = min(effectiveTheme.scaled(Self.width), inner.size.width)
    row.frame = Rect(
      x: inner.center.x - width / 2, y: inner.minY, width: width, height: inner.size.height)
  }

  override func makePainter() -> Painter? { BrowserHeader.painter(of: self) }
}
