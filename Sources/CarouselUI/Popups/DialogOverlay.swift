internal import Controls
internal import Drawing
internal import Geometry
internal import Input
@_spi(Subclassing) internal import Views

/// Dims the content of a window and shows a dialog in the middle. The overlay uses all events, so that the content receives none,
/// and the focus stays in the dialog.
///
/// libadwaita: `AdwFloatingSheet`.
final class DialogOverlay: View {
  private let dialog: DialogView
  /// The view that had the focus, or at which keys began, before the dialog appeared.
  private weak var focusedBefore: View?
  /// The press that closes the dialog if it ends beside the card.
  private var press: Int?

  private init(_ dialog: DialogView) {
    self.dialog = dialog
    super.init()
    isLayered = true
    backgroundColor = Color(white: 0, alpha: 0.4)
    addSubview(dialog)
  }

  static func show(_ dialog: DialogView, in window: CarouselWindow) {
    let overlay = DialogOverlay(dialog)
    overlay.focusedBefore = window.tree.focus.place
    dialog.dismiss = { [weak window, weak overlay] in
      guard let window, let overlay else { return }
      window.frameView.removeOverlay(overlay)
      if let before = overlay.focusedBefore, !before.becomeFocused() {
        window.tree.focus.beginKeys(at: before)
      }
    }
    window.frameView.addOverlay(overlay)
    window.frameView.layoutIfNeeded()
    dialog.initialFocus?.becomeFocused()
  }

  override func makePainter() -> Painter? { { _ in } }

  override func layoutSubviews() {
    // In a window of the size of a phone, the dialog has more space, and a press beside it still closes it.
    let margin = size.width < 480 ? 12.0 : 24  // points
    let room = Size(width: max(size.width - 2 * margin, 0), height: max(size.height - 2 * margin, 0))
    let fitting = dialog.fittingSize(in: room)
    let height = min(fitting.height, size.height)
    dialog.frame = Rect(
      x: ((size.width - fitting.width) / 2).rounded(), y: ((size.height - height) / 2).rounded(),
      width: fitting.width, height: height)
  }

  // MARK: Events

  override var isFocusScope: Bool { true }
  /// Keys reach the dialog also while no view in it has the focus.
  override var keyEntrance: View? { dialog }

  override func contactBegan(_ contact: Contact) -> ContactResponse {
    if press == nil, contact.isPrimary, !isOverDialog(contact) { press = contact.id }
    return .tracking
  }
  override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard press == contact.id else { return .ignored }
    press = nil
    if dialog.isDismissible, !isOverDialog(contact) { dialog.close() }
    return .claimed
  }
  override func contactCanceled(_ contact: Contact) { if press == contact.id { press = nil } }
  private func isOverDialog(_ contact: Contact) -> Bool {
    dialog.point(inside: contact.location(in: dialog))
  }

  override func scrolled(_ gesture: ScrollGesture) -> Bool { true }
  override func pinched(_ gesture: PinchGesture) -> Bool { true }

  /// Uses all keys except Tab, which moves the focus inside the overlay.
  override func keyPressed(_ key: KeyPress) -> Bool { key.symbol != .tab && key.symbol != .backTab }
}
