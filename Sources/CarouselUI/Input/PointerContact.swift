internal import CarouselViews
internal import Windowing

/// The contacts of a pointer: one for each button that is pressed.
enum PointerContact {
  static let buttons: [Contact.Button] = [.primary, .secondary, .middle]

  /// Returns the button that views know; `nil` for the side buttons of a mouse.
  static func kind(of button: PointerButton) -> Contact.Button? {
    switch button {
    case .left: .primary
    case .right: .secondary
    case .middle: .middle
    default: nil
    }
  }

  /// Returns the identifier of the contact of a button of the pointer `contactID`.
  static func id(_ contactID: Int, _ button: Contact.Button) -> Int {
    switch button {
    case .primary: contactID
    // Far below the identifiers of pointers, which are small negative numbers.
    case .secondary: contactID &- 1_000_000
    case .middle: contactID &- 2_000_000
    }
  }
}
