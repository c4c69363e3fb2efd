/// The modifiers in effect. A lock is in effect while it is switched on; other modifiers are in effect while they are
/// held.
///
/// UIKit: `UIKeyModifierFlags`. Wayland: `wl_keyboard.modifiers`.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// One bit for each modifier.
  public let rawValue: UInt32
  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1 << 0)
  /// Control.
  public static let control = KeyModifiers(rawValue: 1 << 1)
  /// Alt.
  public static let alt = KeyModifiers(rawValue: 1 << 2)
  /// The logo key, also called Super or Windows.
  public static let logo = KeyModifiers(rawValue: 1 << 3)
  /// Caps Lock.
  public static let capsLock = KeyModifiers(rawValue: 1 << 4)
  /// Num Lock.
  public static let numLock = KeyModifiers(rawValue: 1 << 5)

  /// The modifiers without Caps Lock and Num Lock.
  package var withoutLocks: KeyModifiers { subtracting([.capsLock, .numLock]) }
}
