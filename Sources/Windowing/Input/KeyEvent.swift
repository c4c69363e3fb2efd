public import Input

/// A press, repeat or release of a key while a window has keyboard focus.
///
/// Wayland: `wl_keyboard.key`.
public struct KeyEvent: Sendable {
  /// The kind of a key event.
  public enum Kind: Hashable, Sendable {
    /// The key went down.
    case pressed
    /// The key is held down. Repeats are sent at the compositor's rate.
    ///
    /// Wayland: `wl_keyboard.repeat_info`.
    case repeated
    /// The key went up.
    case released
  }

  /// Whether the key was pressed, repeated or released.
  public let kind: Kind
  /// The key in the user's layout.
  public let key: Key
  /// The key to compare with shortcuts. If `key` is a character outside of ASCII, `latinKey` is the Latin letter at the
  /// same position in another layout of the user, or in the American layout if no layout of the user has Latin letters.
  ///
  /// For example, the key й of a Cyrillic layout has the Latin key Q, so that a shortcut with Q works. For any other
  /// key, and for a key without a Latin letter at its position, `latinKey` equals `key`.
  public let latinKey: Key
  /// The text that the key types, after dead keys and compose sequences. Nil if the key types no text, and for a
  /// release.
  public let text: String?
  /// The modifiers in effect at the time of the event.
  public let modifiers: KeyModifiers
  /// The compositor's timestamp in milliseconds; wraps after 49.7 days. For a repeat: the timestamp of the press plus
  /// the elapsed time.
  public let milliseconds: UInt32
  /// The timestamp in seconds on the window system's clock.
  public let time: Double
  /// The seat of the keyboard; nil for an event that the program created.
  public let seat: SeatID?

  /// Creates an event, for tests and for programs that replay input.
  ///
  /// - Parameter latinKey: The key for shortcuts; nil uses `key`.
  public init(
    kind: Kind, key: Key, latinKey: Key? = nil, text: String?, modifiers: KeyModifiers, milliseconds: UInt32,
    time: Double, seat: SeatID? = nil
  ) {
    self.kind = kind
    self.key = key
    self.latinKey = latinKey ?? key
    self.text = text
    self.modifiers = modifiers
    self.milliseconds = milliseconds
    self.time = time
    self.seat = seat
  }
}
