public import Geometry

/// Something the pointer did in a window.
///
/// Wayland: `wl_pointer`.
public struct PointerEvent: Sendable {
  /// What the pointer did.
  public enum Kind: Hashable, Sendable {
    /// It came into the window, or the window came under it.
    ///
    /// Wayland: `wl_pointer.enter`.
    case entered
    /// It is elsewhere in the window.
    ///
    /// Wayland: `wl_pointer.motion`.
    case moved
    /// It left the window, or there is no pointer any more: a held button is let go elsewhere.
    ///
    /// Wayland: `wl_pointer.leave`.
    case left
    /// A button went down; the pointer stays this window's until all are up again.
    ///
    /// Wayland: `wl_pointer.button`.
    case pressed(PointerButton)
    /// A button went up, perhaps outside the window.
    ///
    /// Wayland: `wl_pointer.button`.
    case released(PointerButton)
    /// A wheel turned, or fingers moved on a touchpad.
    ///
    /// Wayland: `wl_pointer.axis`.
    case scrolled(Scroll)
  }

  /// What the pointer did.
  public let kind: Kind
  /// In points, from the window's top left corner. Outside the window while a button is held.
  public let position: Point
  /// The compositor's stamp; wraps after 49.7 days. Of no meaning when entering and leaving.
  public let milliseconds: UInt32
  /// The same in seconds on the window system's clock.
  public let time: Double
  /// The keyboard's modifiers at that moment; empty while the keyboard is not in one of our windows.
  public let modifiers: KeyModifiers

  /// Creates an event, for tests and for programs that play input.
  public init(kind: Kind, position: Point, milliseconds: UInt32, time: Double, modifiers: KeyModifiers) {
    self.kind = kind
    self.position = position
    self.milliseconds = milliseconds
    self.time = time
    self.modifiers = modifiers
  }
}

/// A button of a mouse; the number is the kernel's.
///
/// Linux: `BTN_LEFT`.
public struct PointerButton: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let left = PointerButton(rawValue: 0x110)
  public static let right = PointerButton(rawValue: 0x111)
  public static let middle = PointerButton(rawValue: 0x112)
}

/// What one turn of a wheel or one step of fingers on a touchpad says, both axes together.
///
/// Wayland: `wl_pointer.axis` and its companions, up to `wl_pointer.frame`.
public struct Scroll: Hashable, Sendable {
  /// What was moved to scroll.
  ///
  /// Wayland: `wl_pointer.axis_source`.
  public enum Source: Hashable, Sendable {
    /// Steps; also when the compositor does not tell.
    case wheel
    /// Fingers on a touchpad: a stop follows when they are lifted.
    case finger
    /// A knob or a trackball without steps.
    case continuous
    /// A wheel pressed sideways: steps.
    case wheelTilt
  }

  /// How far one axis was scrolled.
  public struct Motion: Hashable, Sendable {
    /// In points; positive moves the content left or up.
    ///
    /// Wayland: `wl_pointer.axis`.
    public var distance: Double
    /// In steps of a wheel, may be a fraction; 0 where there are no steps. Signed as `distance`.
    ///
    /// Wayland: `wl_pointer.axis_value120`, `wl_pointer.axis_discrete`.
    public var notches: Double
    /// Whether the fingers were lifted: a glide may begin.
    ///
    /// Wayland: `wl_pointer.axis_stop`.
    public var isStop: Bool

    /// Creates the motion of one axis; by default it stands still.
    public init(distance: Double = 0, notches: Double = 0, isStop: Bool = false) {
      self.distance = distance
      self.notches = notches
      self.isStop = isStop
    }
  }

  /// What was moved; for a compositor that does not tell, a wheel.
  public var source: Source
  /// nil when nothing was said about this axis.
  public var horizontal: Motion?
  /// nil when nothing was said about this axis.
  public var vertical: Motion?

  /// Creates a scroll, for tests and for programs that play input.
  public init(source: Source, horizontal: Motion? = nil, vertical: Motion? = nil) {
    self.source = source
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
