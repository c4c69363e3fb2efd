internal import CarouselViews
internal import Windowing

/// The contacts of a pointer: one for each pressed button.
enum PointerContact {
  static let buttons: [Contact.Button] = [.primary, .secondary, .middle]

  /// Returns the corresponding button of a contact; `nil` for the side buttons of a mouse, which views do not
  /// receive.
  static func kind(of button: PointerButton) -> Contact.Button? {
    switch button {
    case .left: .primary
    case .right: .secondary
    case .middle: .middle
    default: nil
    }
  }

  /// Returns the identifier of the contact of `button` of the pointer `contactID`.
  static func id(_ contactID: Int, _ button: Contact.Button) -> Int {
    switch button {
    case .primary: contactID
    // Offsets that keep these identifiers apart from the identifiers of pointers, which are small negative
    // numbers.
    case .secondary: contactID &- 1_000_000
    case .middle: contactID &- 2_000_000
    }
  }
}
