internal import Geometry
internal import Views

/// A view with a text of which contacts select a part.
@MainActor
protocol TextSelecting: View {
  /// The range of the selected characters.
  var selection: Range<Int> { get set }
  /// Moves the cursor or changes the text.
  func edit(_ change: (inout TextEditing) -> Void)
  /// Writes the selected text to the primary selection, which the middle button pastes.
  func publishSelection()
  /// Inserts the primary selection. A text that cannot be changed ignores it.
  func pastePrimarySelection(at position: Int)
}

extension TextSelecting {
  func pastePrimarySelection(at position: Int) {}

  /// Performs the actions of a gesture, and returns the response to its contact.
  func perform(_ result: TextFieldGesture.Result) -> ContactResponse {
    for action in result.actions {
      switch action {
      case .focus: becomeFocused()
      case .moveCursor(let position, let extends): edit { $0.move(to: position, extends: extends) }
      case .select(let range): selection = range
      case .publishSelection: publishSelection()
      case .pastePrimarySelection(let position): pastePrimarySelection(at: position)
      }
    }
    return result.response
  }
}

/// Recognizes taps, selections and pastes in a text field, as a value. The field performs the actions.
///
/// A drag with a pointer selects text. A drag with a finger selects only if the field has the focus; otherwise the drag is left
/// to the superviews.
struct TextFieldGesture {
  /// A change that the field makes. Positions count characters.
  enum Action: Equatable {
    case focus
    case moveCursor(to: Int, extends: Bool)
    case select(Range<Int>)
    /// Writes the selected text to the primary selection.
    case publishSelection
    /// Inserts the primary selection.
    case pastePrimarySelection(at: Int)
  }

  /// The response to an event of a contact, and the actions before it.
  typealias Result = (response: ContactResponse, actions: [Action])

  /// The facts about the field at an event.
  @MainActor
  struct Context {
    let isFocused: Bool
    /// The number of characters.
    let count: Int
    /// Returns the position nearest to a point, in the field's coordinates.
    let position: (Point) -> Int
    /// Returns the word around a position.
    let word: (Int) -> Range<Int>
    /// Returns whether a contact that ends at a point ends on the field.
    let contains: (Point) -> Bool
  }

  private enum Press {
    case none
    /// The contact may become a tap or a selection. `placesCursor` states whether a tap moves the cursor when it ends.
    case pressed(id: Int, canSelect: Bool, placesCursor: Bool)
    /// The contact selects text: whole words after a double or triple click that has selected `word`, otherwise
    /// characters.
    case selecting(id: Int, word: Range<Int>?)
    /// The middle button pastes the primary selection when it is released.
    case pasting(id: Int)
  }

  private var press = Press.none
  /// The distance after which a press selects, in points.
  private static let selectionThreshold = 4.0

  /// - Parameter pastes: Whether the middle button pastes.
  @MainActor
  mutating func began(_ contact: Contact, in field: View, _ context: Context, pastes: Bool) -> Result {
    guard !contact.isHandedOver, case .none = press else { return (.ignored, []) }
    if contact.kind == .pointer(.middle), pastes {
      press = .pasting(id: contact.id)
      return (.tracking, [])
    }
    guard contact.isPrimary else { return (.ignored, []) }
    let position = context.position(contact.location(in: field))
    guard contact.tapCount > 1, context.isFocused else {
      let isPointer = contact.kind == .pointer(.primary)
      // In a field with the focus, a press of the pointer moves the cursor at once.
      let movesCursorNow = isPointer && context.isFocused
      press = .pressed(
        id: contact.id, canSelect: isPointer || context.isFocused, placesCursor: !movesCursorNow)
      let extends = contact.modifiers.contains(.shift)
      return (.tracking, movesCursorNow ? [.moveCursor(to: position, extends: extends)] : [])
    }
    let range = contact.tapCount == 2 ? context.word(position) : 0..<context.count
    press = .selecting(id: contact.id, word: range)
    return (.claimed, [.select(range)])
  }

  @MainActor
  mutating func moved(_ contact: Contact, in field: View, _ context: Context) -> Result {
    switch press {
    case .pressed(contact.id, let canSelect, _):
      let way = contact.translation(in: field)
      guard way.distance(to: .zero) >= Self.selectionThreshold else { return (.tracking, []) }
      guard canSelect, abs(way.x) >= abs(way.y) else {
        guard way.distance(to: .zero) >= DragThreshold.distance else { return (.tracking, []) }
        press = .none
        return (.ignored, [])
      }
      press = .selecting(id: contact.id, word: nil)
      let start = context.position(contact.startLocation(in: field))
      let begin: [Action] =
        contact.modifiers.contains(.shift) ? [.focus] : [.focus, .moveCursor(to: start, extends: false)]
      return (.claimed, begin + extendSelection(to: contact, in: field, word: nil, context))
    case .selecting(contact.id, let word):
      return (.tracking, extendSelection(to: contact, in: field, word: word, context))
    case .pasting(contact.id): return (.tracking, [])
    default: return (.ignored, [])
    }
  }

  @MainActor
  private func extendSelection(
    to contact: Contact, in field: View, word: Range<Int>?, _ context: Context
  ) -> [Action] {
    let position = context.position(contact.location(in: field))
    guard let word else { return [.moveCursor(to: position, extends: true)] }
    let other = context.word(position)
    guard position < word.lowerBound else {
      return [.select(word.lowerBound..<max(word.upperBound, other.upperBound))]
    }
    // The cursor is at the end of the selection that moves.
    return [
      .moveCursor(to: word.upperBound, extends: false), .moveCursor(to: other.lowerBound, extends: true),
    ]
  }

  @MainActor
  mutating func ended(_ contact: Contact, in field: View, _ context: Context) -> Result {
    defer { press = .none }
    let location = contact.location(in: field)
    switch press {
    case .pressed(contact.id, _, let placesCursor):
      guard context.contains(location) else { return (.ignored, []) }
      let extends = contact.kind == .pointer(.primary) && contact.modifiers.contains(.shift)
      let move: [Action] =
        placesCursor ? [.moveCursor(to: context.position(location), extends: extends)] : []
      return (.claimed, [.focus] + move)
    case .selecting(contact.id, _): return (.claimed, [.publishSelection])
    case .pasting(contact.id):
      guard context.contains(location) else { return (.ignored, []) }
      return (.claimed, [.pastePrimarySelection(at: context.position(location))])
    default: return (.ignored, [])
    }
  }

  mutating func canceled() { press = .none }
}
