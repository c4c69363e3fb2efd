public import Geometry

/// Something the pointer did in a window.
public struct PointerEvent: Sendable {
  public enum Kind: Hashable, Sendable {
    case entered
    case moved
    case left
    case pressed(PointerButton)
    case released(PointerButton)
    case scrolled(Scroll)
  }

  public let kind: Kind
  /// In points, from the window's top left corner. Outside the window while a button is held.
  public let position: Point
  /// The compositor's stamp; wraps after 49.7 days. Of no meaning when entering and leaving.
  public let milliseconds: UInt32
  /// The same in seconds on the window system's clock.
  public let time: Double
  public let modifiers: KeyModifiers

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
  public enum Source: Hashable, Sendable {
    /// Steps; also when the compositor does not tell.
    case wheel
    /// Fingers on a touchpad: a stop follows when they are lifted.
    case finger
    /// A knob or a trackball without steps.
    case continuous
    case wheelTilt
  }

  /// One axis.
  public struct Motion: Hashable, Sendable {
    /// In points; positive moves the content left or up.
    public var distance: Double
    /// In steps of a wheel, may be a fraction; 0 where there are no steps.
    public var notches: Double
    /// Whether the fingers were lifted: a glide may begin.
    public var isStop: Bool

    public init(distance: Double = 0, notches: Double = 0, isStop: Bool = false) {
      self.distance = distance
      self.notches = notches
      self.isStop = isStop
    }
  }

  public var source: Source
  /// nil when nothing was said about this axis.
  public var horizontal: Motion?
  /// nil when nothing was said about this axis.
  public var vertical: Motion?

  public init(source: Source, horizontal: Motion? = nil, vertical: Motion? = nil) {
    self.source = source
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
