internal import Desktop
internal import Views

/// The text of a field, a label or a heading. Positions count Unicode scalars.
enum TextInterface: ObjectInterface {
  static let name = "Text"
  static let properties = ["CharacterCount", "CaretOffset"]
  static let methods = [
    "GetText", "SetCaretOffset", "GetTextBeforeOffset", "GetTextAtOffset", "GetTextAfterOffset",
    "GetStringAtOffset", "GetCharacterAtOffset", "GetAttributeValue", "GetAttributes", "GetDefaultAttributes",
    "GetAttributeRun", "GetDefaultAttributeSet", "GetCharacterExtents", "GetOffsetAtPoint", "GetRangeExtents",
    "GetNSelections", "GetSelection", "AddSelection", "RemoveSelection", "SetSelection",
    "ScrollSubstringTo", "ScrollSubstringToPoint",
  ]

  static func property(_ name: String, of object: AccessibleObject, in application: AccessibleApplication)
    -> BusValue?
  {
    guard let text = object.text else { return nil }
    return switch name {
    case "CharacterCount": .int32(Int32(clamping: text.count))
    case "CaretOffset": .int32(Int32(clamping: text.caret))
    default: nil
    }
  }

  static func call(
    _ method: String, _ arguments: CallArguments, of object: AccessibleObject,
    in application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    guard let text = object.text else { return nil }
    switch (method, arguments) {
    case ("GetText", .two(.int32(let start), .int32(let end))):
      return [.text(text.substring(Int(start), Int(end)))]
    case ("GetTextBeforeOffset", .two(.int32(let offset), .uint32(let kind))):
      return unit(text, Int(offset), boundary(kind), .before)
    case ("GetTextAtOffset", .two(.int32(let offset), .uint32(let kind))):
      return unit(text, Int(offset), boundary(kind), .at)
    case ("GetTextAfterOffset", .two(.int32(let offset), .uint32(let kind))):
      return unit(text, Int(offset), boundary(kind), .after)
    case ("GetStringAtOffset", .two(.int32(let offset), .uint32(let kind))):
      return unit(text, Int(offset), ObjectText.Unit(rawValue: kind), .at)
    case ("GetCharacterAtOffset", .one(.int32(let offset))):
      return [.int32(text[Int(offset)].map { Int32(bitPattern: $0.value) } ?? 0)]
    case ("GetNSelections", .none): return [.int32(text.selection.isEmpty ? 0 : 1)]
    case ("GetSelection", .one(.int32(let number))):
      guard number == 0, !text.selection.isEmpty else {
        throw .invalidArguments("There is no selection \(number).")
      }
      return range(text.selection)
    case ("SetCaretOffset", .one(.int32(let offset))):
      return [.boolean(try select(Int(offset), Int(offset), text, object, application))]
    case ("AddSelection", .two(.int32(let start), .int32(let end))):
      guard text.selection.isEmpty else { return [.boolean(false)] }
      return [.boolean(try select(Int(start), Int(end), text, object, application))]
    case ("SetSelection", .three(.int32(let number), .int32(let start), .int32(let end))):
      guard number == 0 else { return [.boolean(false)] }
      return [.boolean(try select(Int(start), Int(end), text, object, application))]
    case ("RemoveSelection", .one(.int32(let number))):
      guard number == 0, !text.selection.isEmpty else { return [.boolean(false)] }
      return [.boolean(try select(text.caret, text.caret, text, object, application))]
    default: return try layout(method, arguments, text, object, application)
    }
  }

  /// The methods about attributes and positions. A text has no attributes, and its bounds are those of the object.
  private static func layout(
    _ method: String, _ arguments: CallArguments, _ text: ObjectText, _ object: AccessibleObject,
    _ application: AccessibleApplication
  ) throws(BusFault) -> [BusValue]? {
    let none = BusValue.array(of: "{ss}", [])
    switch (method, arguments) {
    case ("GetAttributeValue", .two(.int32, .string)): return [.string("")]
    case ("GetAttributes", .one(.int32)), ("GetAttributeRun", .two(.int32, .boolean)):
      return [none] + range(0..<text.count)
    case ("GetDefaultAttributes", .none), ("GetDefaultAttributeSet", .none): return [none]
    case ("GetCharacterExtents", .two(.int32, .uint32(let origin))),
      ("GetRangeExtents", .three(.int32, .int32, .uint32(let origin))):
      return ComponentInterface.extents(object, origin, application)
    case ("GetOffsetAtPoint", .three(.int32, .int32, .uint32)): return [.int32(-1)]
    case ("ScrollSubstringTo", .three(.int32, .int32, .uint32)),
      ("ScrollSubstringToPoint", .five(.int32, .int32, .uint32, .int32, .int32)):
      let isDone = try application.perform(object) { element throws(AccessibilityError) in
        try element.perform(.scrollToVisible)
      }
      return [.boolean(isDone)]
    default: return nil
    }
  }

  /// Selects a range, or places the cursor if the range is empty. Returns whether the text can be selected.
  private static func select(
    _ start: Int, _ end: Int, _ text: ObjectText, _ object: AccessibleObject,
    _ application: AccessibleApplication
  ) throws(BusFault) -> Bool {
    let last = end < 0 ? text.count : end
    let (lower, upper) = (
      text.characterOffset(of: min(start, last)), text.characterOffset(of: max(start, last))
    )
    return try application.perform(object) { element throws(AccessibilityError) in
      try element.selectText(lower..<upper)
    }
  }

  // MARK: Units

  private enum Direction { case before, at, after }

  /// The unit of an `AtspiTextBoundaryType`.
  private static func boundary(_ kind: UInt32) -> ObjectText.Unit? {
    switch kind {
    case 0: .character
    case 1, 2: .word
    case 3, 4: .sentence
    case 5, 6: .line
    default: nil
    }
  }

  /// Returns a unit of the text with its range; `nil` if there is no such unit.
  private static func unit(
    _ text: ObjectText, _ offset: Int, _ unit: ObjectText.Unit?, _ direction: Direction
  ) -> [BusValue]? {
    guard let unit else { return nil }
    var found = text.range(of: unit, at: offset)
    switch direction {
    case .at: break
    case .before: found = found.lowerBound > 0 ? text.range(of: unit, at: found.lowerBound - 1) : 0..<0
    case .after:
      found =
        found.upperBound < text.count ? text.range(of: unit, at: found.upperBound) : text.count..<text.count
    }
    return [.text(text.substring(found.lowerBound, found.upperBound))] + range(found)
  }

  private static func range(_ range: Range<Int>) -> [BusValue] {
    [.int32(Int32(clamping: range.lowerBound)), .int32(Int32(clamping: range.upperBound))]
  }
}
