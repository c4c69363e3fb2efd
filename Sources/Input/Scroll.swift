/// One scroll step of a wheel or touchpad, with its motion along both axes.
///
/// Wayland: the `wl_pointer.axis…` events up to a `wl_pointer.frame`.
public struct Scroll: Hashable, Sendable {
  /// The kind of device or motion that scrolls.
  ///
  /// Wayland: `wl_pointer.axis_source`.
  public enum Source: Hashable, Sendable {
    /// A wheel with steps. Also used if the compositor sends no source.
    case wheel
    /// Fingers on a touchpad. When they are lifted, a scroll with `isStop` follows.
    case finger
    /// A knob or a trackball without steps.
    case continuous
    /// A wheel that is tilted sideways, with steps.
    case wheelTilt
  }

  /// The scroll along one axis.
  public struct Motion: Hashable, Sendable {
    /// In points; positive moves the content left or up.
    ///
    /// Wayland: `wl_pointer.axis`.
    public var distance: Double
    /// In wheel steps, possibly a fraction, with the sign of `distance`; 0 for a source without steps.
    ///
    /// Wayland: `wl_pointer.axis_value120`, `wl_pointer.axis_discrete`.
    public var notches: Double
    /// Whether the fingers were lifted. The program can then start a kinetic scroll.
    ///
    /// Wayland: `wl_pointer.axis_stop`.
    public var isStop: Bool
    /// Whether natural scrolling is on: the content moves in the direction of the wheel or the fingers. `distance` and
    /// `notches` already have the resulting sign. A control for which that sign is wrong, such as a volume control,
    /// inverts it. False if the compositor does not send the direction.
    ///
    /// Wayland: `wl_pointer.axis_relative_direction`.
    public var isInverted: Bool

    /// Creates the scroll along one axis, by default without motion.
    public init(distance: Double = 0, notches: Double = 0, isStop: Bool = false, isInverted: Bool = false) {
      self.distance = distance
      self.notches = notches
      self.isStop = isStop
      self.isInverted = isInverted
    }
  }

  /// The kind of device; `wheel` if the compositor sends no source.
  public var source: Source
  /// The horizontal scroll; nil if the frame has no event for this axis.
  public var horizontal: Motion?
  /// The vertical scroll; nil if the frame has no event for this axis.
  public var vertical: Motion?

  /// Creates a scroll, for tests and for programs that replay input.
  public init(source: Source, horizontal: Motion? = nil, vertical: Motion? = nil) {
    self.source = source
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
