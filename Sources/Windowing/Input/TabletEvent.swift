public import Geometry
public import Input

/// An event of a tablet tool over a window.
///
/// Wayland: `zwp_tablet_tool_v2`.
public struct TabletEvent: Sendable {
  /// The kind of a tablet event.
  public enum Kind: Hashable, Sendable {
    /// The tool came near the tablet over the window.
    ///
    /// Wayland: `zwp_tablet_tool_v2.proximity_in`.
    case entered
    /// The tool's position or one of its measures changed.
    ///
    /// Wayland: `zwp_tablet_tool_v2.motion`.
    case moved
    /// The tip touched the tablet. Until it is lifted, all events of the tool go to this window.
    ///
    /// Wayland: `zwp_tablet_tool_v2.down`.
    case began
    /// The tip was lifted.
    ///
    /// Wayland: `zwp_tablet_tool_v2.up`.
    case ended
    /// A button of the tool was pressed.
    ///
    /// Wayland: `zwp_tablet_tool_v2.button`.
    case pressed(PointerButton)
    /// A button of the tool was released.
    ///
    /// Wayland: `zwp_tablet_tool_v2.button`.
    case released(PointerButton)
    /// The tool left the window or was removed. If its tip was down, the stroke is canceled: no `ended` event follows.
    ///
    /// Wayland: `zwp_tablet_tool_v2.proximity_out`.
    case left
  }

  /// The kind of the event.
  public let kind: Kind
  /// The tool, such as a pen or its eraser.
  public let tool: TabletTool
  /// The tool's position in points, from the window's top left corner. While the tip is down, it can be outside the
  /// window.
  public let position: Point
  /// The tool's pressure, tilt and other measures.
  public let measures: TabletMeasures
  /// The compositor's timestamp in milliseconds; wraps after 49.7 days. When a tool is removed, its last events repeat
  /// the timestamp of the event before.
  public let milliseconds: UInt32
  /// The timestamp in seconds on the window system's clock.
  public let time: Double
  /// The modifiers in effect on the same seat.
  public let modifiers: KeyModifiers
  /// Identifies the tool. The number is never used for another tool, pointer, touch or gesture.
  public let contactID: Int
  /// The seat of the tool; nil for an event that the program created.
  public let seat: SeatID?

  /// Creates an event, for tests and for programs that replay input.
  public init(
    kind: Kind, tool: TabletTool, position: Point, measures: TabletMeasures = TabletMeasures(),
    milliseconds: UInt32, time: Double, modifiers: KeyModifiers = [], contactID: Int = -1,
    seat: SeatID? = nil
  ) {
    self.kind = kind
    self.tool = tool
    self.position = position
    self.measures = measures
    self.milliseconds = milliseconds
    self.time = time
    self.modifiers = modifiers
    self.contactID = contactID
    self.seat = seat
  }
}

/// A tool of a tablet. The two ends of a pen are two tools.
///
/// Wayland: `zwp_tablet_tool_v2`.
public struct TabletTool: Hashable, Sendable {
  /// The kind of a tool.
  ///
  /// Wayland: `zwp_tablet_tool_v2.type`.
  public enum Kind: Hashable, CaseIterable, Sendable {
    /// A pen, or a tool of an unknown kind.
    case pen
    /// An eraser, such as the other end of a pen.
    case eraser
    /// A brush.
    case brush
    /// A pencil.
    case pencil
    /// An airbrush.
    case airbrush
    /// A finger on the tablet.
    case finger
    /// A mouse that works on the tablet only.
    case mouse
    /// A mouse with a lens.
    case lens
  }

  /// The kind of the tool.
  public var kind: Kind
  /// The tool's serial number, unique among tools of this kind; 0 if the tool has none.
  ///
  /// Wayland: `zwp_tablet_tool_v2.hardware_serial`.
  public var hardwareSerial: UInt64

  /// Creates a tool, for tests and for programs that replay input.
  public init(kind: Kind, hardwareSerial: UInt64 = 0) {
    self.kind = kind
    self.hardwareSerial = hardwareSerial
  }
}

/// The measures of a tool. A measure is nil if the tool has not sent it since the tool entered.
public struct TabletMeasures: Hashable, Sendable {
  /// How hard the tip presses, in `0...1`.
  ///
  /// Wayland: `zwp_tablet_tool_v2.pressure`.
  public var pressure: Double?
  /// How far the tip is from the tablet, in `0...1`.
  ///
  /// Wayland: `zwp_tablet_tool_v2.distance`.
  public var distance: Double?
  /// How far the tool leans to the right (x) and down (y), in degrees; 0 is upright.
  ///
  /// Wayland: `zwp_tablet_tool_v2.tilt`.
  public var tilt: Point?
  /// How far the tool is turned around its own axis, in degrees clockwise.
  ///
  /// Wayland: `zwp_tablet_tool_v2.rotation`.
  public var rotation: Double?
  /// The position of an airbrush's slider, in `-1...1`; 0 is its rest position.
  ///
  /// Wayland: `zwp_tablet_tool_v2.slider`.
  public var slider: Double?

  /// Creates measures, by default none.
  public init(
    pressure: Double? = nil, distance: Double? = nil, tilt: Point? = nil, rotation: Double? = nil,
    slider: Double? = nil
  ) {
    self.pressure = pressure
    self.distance = distance
    self.tilt = tilt
    self.rotation = rotation
    self.slider = slider
  }
}
