public import Geometry

/// Where a popup goes: its size, and a rectangle of its parent that it is next to.
///
/// Points are those of the parent's surface, as in events. The compositor keeps the popup on the screen in the ways that
/// `adjustment` allows.
///
/// Wayland: `xdg_positioner`.
public struct PopupPlacement: Hashable, Sendable {
  /// The popup's size without its shadow, in points; rounded and clamped to `1...16384`.
  ///
  /// Wayland: `xdg_positioner.set_size`.
  public var size: Size
  /// The rectangle of the parent that the popup belongs to, such as that of a button. It is clipped to the parent's window
  /// geometry.
  ///
  /// Wayland: `xdg_positioner.set_anchor_rect`.
  public var anchorRect: Rect
  /// The side or corner of the rectangle where the popup begins.
  ///
  /// Wayland: `xdg_positioner.set_anchor`.
  public var anchor: PopupDirection
  /// The direction in which the popup extends from there.
  ///
  /// Wayland: `xdg_positioner.set_gravity`.
  public var gravity: PopupDirection
  /// What the compositor may change when the popup does not fit on the screen.
  ///
  /// Wayland: `xdg_positioner.set_constraint_adjustment`.
  public var adjustment: PopupAdjustment
  /// The distance from the computed position, in points.
  ///
  /// Wayland: `xdg_positioner.set_offset`.
  public var offset: Point
  /// Whether the compositor places the popup again when the parent moves. Has no effect before version 3 of xdg_wm_base.
  ///
  /// Wayland: `xdg_positioner.set_reactive`.
  public var isReactive: Bool

  /// Creates a placement; by default below the rectangle, with its left side.
  public init(
    size: Size, anchorRect: Rect, anchor: PopupDirection = .bottomLeft,
    gravity: PopupDirection = .bottomRight,
    adjustment: PopupAdjustment = [.flipY, .slideX], offset: Point = .zero, isReactive: Bool = false
  ) {
    self.size = size
    self.anchorRect = anchorRect
    self.anchor = anchor
    self.gravity = gravity
    self.adjustment = adjustment
    self.offset = offset
    self.isReactive = isReactive
  }

  /// Returns the placement of a menu below a button, or above it where there is no room.
  public static func menu(below button: Rect, size: Size) -> PopupPlacement {
    PopupPlacement(size: size, anchorRect: button, adjustment: [.flipY, .slideX, .resizeY])
  }

  /// Returns the placement of a submenu to the right of an item, or to the left where there is no room.
  public static func submenu(beside item: Rect, size: Size) -> PopupPlacement {
    PopupPlacement(
      size: size, anchorRect: item, anchor: .topRight, gravity: .bottomRight,
      adjustment: [.flipX, .slideY, .resizeY])
  }

  /// Returns the placement of a tooltip, centered below an element, or above it where there is no room.
  public static func tooltip(for element: Rect, size: Size) -> PopupPlacement {
    PopupPlacement(
      size: size, anchorRect: element, anchor: .bottom, gravity: .bottom, adjustment: [.flipY, .slideX],
      offset: Point(x: 0, y: 4), isReactive: true)
  }
}

/// A side, a corner or the center of a rectangle, or the direction toward it.
///
/// Wayland: `xdg_positioner.anchor`, `xdg_positioner.gravity`.
public enum PopupDirection: UInt32, CaseIterable, Sendable {
  /// The center.
  case center = 0
  /// The middle of the top side.
  case top = 1
  /// The middle of the bottom side.
  case bottom = 2
  /// The middle of the left side.
  case left = 3
  /// The middle of the right side.
  case right = 4
  /// The top left corner.
  case topLeft = 5
  /// The bottom left corner.
  case bottomLeft = 6
  /// The top right corner.
  case topRight = 7
  /// The bottom right corner.
  case bottomRight = 8
}

/// What the compositor may change to keep a popup on the screen. It tries flip, then slide, then resize.
///
/// Wayland: `xdg_positioner.constraint_adjustment`.
public struct PopupAdjustment: OptionSet, Hashable, Sendable {
  /// The bits of `xdg_positioner.constraint_adjustment`.
  public let rawValue: UInt32
  /// Creates a set from the bits of `xdg_positioner.constraint_adjustment`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It may move to the left or right.
  public static let slideX = PopupAdjustment(rawValue: 1)
  /// It may move up or down.
  public static let slideY = PopupAdjustment(rawValue: 2)
  /// It may go to the other side, left and right exchanged.
  public static let flipX = PopupAdjustment(rawValue: 4)
  /// It may go to the other side, top and bottom exchanged.
  public static let flipY = PopupAdjustment(rawValue: 8)
  /// It may be narrower.
  public static let resizeX = PopupAdjustment(rawValue: 16)
  /// It may be lower.
  public static let resizeY = PopupAdjustment(rawValue: 32)
}
