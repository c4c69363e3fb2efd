internal import CarouselUI

/// The list of keys, a card in the middle of the window.
@MainActor
final class KeyHelp {
  private let window: View
  private var help: KeyHelpView?
  private var card: CardView?

  /// - Parameter window: The view in front of which the card is shown. Its commands are listed.
  init(in window: View) { self.window = window }

  var isShown: Bool { card != nil }

  /// Shows the list or hides it.
  func toggle() {
    if isShown { hide() } else { show() }
  }

  /// Shows the list, with the focus in its search field.
  func search() {
    if !isShown { show() }
    help?.field.becomeFocused()
  }

  private func show() {
    let help = KeyHelpView(window.availableCommands)
    let card = CardView(help, insets: EdgeInsets(20))
    (self.help, self.card) = (help, card)
    window.addSubview(card)
    layOut()
  }

  private func hide() {
    card?.removeFromSuperview()
    (help, card) = (nil, nil)
  }

  /// Places the card in the middle.
  func layOut() {
    guard let card else { return }
    let margin = 16.0  // points
    let space = window.bounds.inset(by: margin)
    let fitting = card.fittingSize(in: space.size)
    card.size = Size(
      width: min(fitting.width, space.size.width), height: min(fitting.height, space.size.height))
    card.frame.origin = Point(
      x: ((window.size.width - card.size.width) / 2).rounded(),
      y: ((window.size.height - card.size.height) / 2).rounded())
  }
}
