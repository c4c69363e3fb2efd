/// The states of an element.
///
/// AT-SPI: `AtspiStateType`.
public struct AccessibilityStates: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The element and all views around it are enabled. The tree sets this state.
  public static let enabled = Self(rawValue: 1 << 0)
  /// The element can have the focus. The tree sets this state.
  public static let focusable = Self(rawValue: 1 << 1)
  /// The element has the focus. The tree sets this state.
  public static let focused = Self(rawValue: 1 << 2)
  /// The element lies beyond the sides of the window or of a view that clips it. The tree sets this state.
  public static let offscreen = Self(rawValue: 1 << 3)
  /// The element can be selected.
  public static let selectable = Self(rawValue: 1 << 4)
  /// The element is selected.
  public static let selected = Self(rawValue: 1 << 5)
  /// The element can be checked.
  public static let checkable = Self(rawValue: 1 << 6)
  /// The element is checked, or on.
  public static let checked = Self(rawValue: 1 << 7)
  /// The element stands for several settings of which only some are on.
  public static let mixed = Self(rawValue: 1 << 8)
  /// The element can be opened.
  public static let expandable = Self(rawValue: 1 << 9)
  /// The element is open.
  public static let expanded = Self(rawValue: 1 << 10)
  /// The user can edit the text of the element.
  public static let editable = Self(rawValue: 1 << 11)
  /// The text of the element is a secret and is not revealed.
  public static let protected = Self(rawValue: 1 << 12)
  /// The content of the element is being loaded.
  public static let busy = Self(rawValue: 1 << 13)
  /// The element moves by itself, such as a carousel with autoplay. AT-SPI: animated.
  public static let animated = Self(rawValue: 1 << 14)
  /// The user must answer before other elements react.
  public static let modal = Self(rawValue: 1 << 15)

  /// Changes of the content are to be spoken, such as the pictures of a slideshow. ARIA: `aria-live`.
  public static let live = Self(rawValue: 1 << 16)

  /// The states in words, without those that most elements have.
  var words: [String] {
    var words: [String] = []
    if !contains(.enabled) { words.append("disabled") }
    if contains(.checkable) {
      words.append(contains(.mixed) ? "mixed" : contains(.checked) ? "checked" : "not checked")
    }
    if contains(.expandable) { words.append(contains(.expanded) ? "expanded" : "collapsed") }
    for (state, word) in Self.words where contains(state) { words.append(word) }
    return words
  }

  private static let words: [(Self, String)] = [
    (.selected, "selected"), (.focused, "focused"), (.editable, "editable"), (.protected, "protected"),
    (.busy, "busy"), (.animated, "animated"), (.modal, "modal"), (.live, "live"), (.offscreen, "offscreen"),
  ]
}
