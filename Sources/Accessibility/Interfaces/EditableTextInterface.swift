internal import Desktop
internal import Views

/// The changes of a text by an assistive technology, like those of the user.
enum EditableTextInterface: ObjectInterface {
  static let name = "EditableText"
  static let properties: [String] = []
  static let methods = ["SetTextContents", "InsertText", "DeleteText", "CopyText", "CutText", "PasteText"]

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  { nil }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    guard let text = object.text else { return nil }
    switch (method, arguments) {
    case ("SetTextContents", .one(.string(let new))):
      return [.boolean(try replace(object, application, with: new, caret: nil))]
    case ("InsertText", .three(.int32(let position), .string(let new), .int32(let length))):
      // The length is in bytes or scalars, depending on the caller; a negative one is the whole text.
      let scalars = new.unicodeScalars.prefix(length < 0 ? .max : Int(length))
      let inserted = String(String.UnicodeScalarView(scalars))
      let place = min(max(0, Int(position)), text.count)
      return [
        .boolean(
          try replace(
            object, application, with: text.replacing(place, place, with: inserted),
            caret: place + scalars.count))
      ]
    case ("DeleteText", .two(.int32(let start), .int32(let end))):
      let place = min(max(0, Int(start)), text.count)
      return [
        .boolean(
          try replace(
            object, application, with: text.replacing(place, Int(end), with: ""), caret: place))
      ]
    // A client of Wayland sets the clipboard only after an event of the user.
    case ("CopyText", .two(.int32, .int32)), ("CutText", .two(.int32, .int32)), ("PasteText", .one(.int32)):
      throw BusFault(
        name: "org.freedesktop.DBus.Error.NotSupported",
        message: "The clipboard is available to the user's keys only.")
    default: return nil
    }
  }

  /// Replaces the text and places the cursor, in scalars.
  private static func replace(
    _ object: AccessibleObject, _ application: AccessibleApplication, with text: String, caret: Int?
  ) throws(BusFault) -> Bool {
    try application.perform(object) { element throws(AccessibilityError) in
      try element.setText(text)
      guard let caret else { return }
      let offset = ObjectText.characterOffset(of: caret, in: text)
      try element.selectText(offset..<offset)
    }
  }
}
