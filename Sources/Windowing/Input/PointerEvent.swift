public import Geometry
public import Input

/// An event of a pointer in a window.
///
/// Wayland: `wl_pointer`.
public struct PointerEvent: Sendable {
  /// The kind of a pointer event.
  public enum Kind: Hashable, Sendable {
    /// The pointer entered the window, or the window appeared under it.
    ///
    /// Wayland: `wl_pointer.enter`.
    case entered
    /// The pointer moved.
    ///
    /// Wayland: `wl_pointer.motion`.
    case moved
    /// The pointer left the window or was removed. A button that is still pressed gets no `released` event.
    ///
    /// Wayland: `wl_pointer.leave`.
    case left
    /// A button was pressed. Until all buttons are released, the pointer's events go to this window.
    ///
    /// Wayland: `wl_pointer.button`.
    case pressed(PointerButton)
    /// A button was released, possibly outside the window.
    ///
    /// Wayland: `wl_pointer.button`.
    case released(PointerButton)
    /// A wheel was turned, or fingers moved on a touchpad.
    ///
    /// Wayland: `wl_pointer.axis`.
    case scrolled(Scroll)
  }

  /// The kind of the event, with its button or scroll.
  public let kind: Kind
  /// The pointer's position in points, from the window's top left corner. While a button is pressed, it can be outside
  /// the window.
  public let position: Point
  /// The compositor's timestamp in milliseconds; wraps after 49.7 days. `entered` and `left` repeat the last event's
  /// timestamp.
  public let milliseconds: UInt32
  /// The timestamp in seconds on the window system's clock; for `entered` and `left` the time of arrival.
  public let time: Double
  /// The modifiers in effect on the same seat. Empty while no window of this program has the seat's keyboard focus.
  public let modifiers: KeyModifiers
  /// Identifies the pointer. The number is never used for another pointer, a touch or a tablet tool.
  public let contactID: Int
  /// The seat of the pointer; nil for an event that the program created.
  public let seat: SeatID?

  /// Creates an event, for tests and for programs that replay input.
  public init(
    kind: Kind, position: Point, milliseconds: UInt32, time: Double, modifiers: KeyModifiers,
    contactID: Int = -1, seat: SeatID? = nil
  ) {
    self.kind = kind
    self.position = position
    self.milliseconds = milliseconds
    self.time = time
    self.modifiers = modifiers
    self.contactID = contactID
    self.seat = seat
  }
}

/// A mouse button. The raw value is the kernel's code.
///
/// Linux: `BTN_LEFT`.
public struct PointerButton: RawRepresentable, Hashable, Sendable {
  /// The kernel's code, such as `0x110`.
  public let rawValue: UInt32
  /// Creates a button from the kernel's code.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The left button.
  public static let left = PointerButton(rawValue: 0x110)
  /// The right button.
  public static let right = PointerButton(rawValue: 0x111)
  /// The middle button or the pressed wheel.
  public static let middle = PointerButton(rawValue: 0x112)
}
