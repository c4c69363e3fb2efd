/// Something a key did while a window had the keyboard.
///
/// Wayland: `wl_keyboard.key`.
public struct KeyEvent: Sendable {
  /// What the key did.
  public enum Kind: Hashable, Sendable {
    case pressed
    /// The key is held; at the rate the compositor tells.
    ///
    /// Wayland: `wl_keyboard.repeat_info`.
    case repeated
    case released
  }

  /// What the key did.
  public let kind: Kind
  /// What the key means in the user's layout.
  public let key: Key
  /// The key for shortcuts: `key`, or the Latin letter that another of the user's layouts has in its place.
  ///
  /// So Q quits under a Cyrillic layout, too, where `key` is й. With no Latin layout beside it, it is `key`.
  public let latinKey: Key
  /// What it writes, composed; nil when it writes nothing.
  public let text: String?
  /// What was held or locked at that moment.
  public let modifiers: KeyModifiers
  /// The compositor's stamp; wraps after 49.7 days. Of a repeat, counted on from that of the press.
  public let milliseconds: UInt32
  /// The same in seconds on the window system's clock.
  public let time: Double

  /// Creates an event, for tests and for programs that play input.
  ///
  /// - Parameter latinKey: nil for the same as `key`.
  public init(
    kind: Kind, key: Key, latinKey: Key? = nil, text: String?, modifiers: KeyModifiers, milliseconds: UInt32,
    time: Double
  ) {
    self.kind = kind
    self.key = key
    self.latinKey = latinKey ?? key
    self.text = text
    self.modifiers = modifiers
    self.milliseconds = milliseconds
    self.time = time
  }
}

/// Which modifiers are in effect: held down or, for the two locks, switched on.
///
/// Wayland: `wl_keyboard.modifiers`.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let shift = KeyModifiers(rawValue: 1 << 0)
  public static let control = KeyModifiers(rawValue: 1 << 1)
  public static let alt = KeyModifiers(rawValue: 1 << 2)
  public static let logo = KeyModifiers(rawValue: 1 << 3)
  public static let capsLock = KeyModifiers(rawValue: 1 << 4)
  public static let numLock = KeyModifiers(rawValue: 1 << 5)
}
