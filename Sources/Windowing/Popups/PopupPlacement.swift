public import Geometry

/// The size of a popup, and its position relative to a rectangle of its parent.
///
/// Positions are in points of the parent's surface, as in events. If the popup does not fit on the screen, the
/// compositor moves or resizes it in the ways that `adjustment` allows.
///
/// Wayland: `xdg_positioner`.
public struct PopupPlacement: Hashable, Sendable {
  /// The popup's size without its shadow, in points; rounded and clamped to `1...16384`.
  ///
  /// Wayland: `xdg_positioner.set_size`.
  public var size: Size
  /// The rectangle of the parent that the popup is placed at, such as a button's rectangle. It is clipped to the
  /// parent's window geometry.
  ///
  /// Wayland: `xdg_positioner.set_anchor_rect`.
  public var anchorRect: Rect
  /// The point of `anchorRect` at which the popup is placed: the middle of a side, a corner or the center.
  ///
  /// Wayland: `xdg_positioner.set_anchor`.
  public var anchor: PopupDirection
  /// The direction in which the popup extends from the anchor point.
  ///
  /// Wayland: `xdg_positioner.set_gravity`.
  public var gravity: PopupDirection
  /// What the compositor may change when the popup does not fit on the screen.
  ///
  /// Wayland: `xdg_positioner.set_constraint_adjustment`.
  public var adjustment: PopupAdjustment
  /// An offset that is added to the popup's position, in points.
  ///
  /// Wayland: `xdg_positioner.set_offset`.
  public var offset: Point
  /// Whether the compositor places the popup again when the parent moves or gets another size. Has no effect before version
  /// 3 of xdg_wm_base.
  ///
  /// Wayland: `xdg_positioner.set_reactive`.
  public var isReactive: Bool

  /// Creates a placement. By default the popup is below the rectangle, with its left side at the rectangle's left
  /// side.
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

  /// Returns the placement of a menu below a button, or above the button if there is no room below.
  public static func menu(below button: Rect, size: Size) -> PopupPlacement {
    PopupPlacement(size: size, anchorRect: button, adjustment: [.flipY, .slideX, .resizeY])
  }

  /// Returns the placement of a submenu to the right of an item, or to the left if there is no room on the right.
  public static func submenu(beside item: Rect, size: Size) -> PopupPlacement {
    PopupPlacement(
      size: size, anchorRect: item, anchor: .topRight, gravity: .bottomRight,
      adjustment: [.flipX, .slideY, .resizeY])
  }

  /// Returns the placement of a tooltip, centered below an element, or above the element if there is no room below.
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

/// The changes that the compositor may make to keep a popup on the screen. It tries to flip, then to slide, then to
/// resize the popup.
///
/// Wayland: `xdg_positioner.constraint_adjustment`.
public struct PopupAdjustment: OptionSet, Hashable, Sendable {
  /// The bits of `xdg_positioner.constraint_adjustment`.
  public let rawValue: UInt32
  /// Creates a set from the bits of `xdg_positioner.constraint_adjustment`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The popup may move to the left or right.
  public static let slideX = PopupAdjustment(rawValue: 1)
  /// The popup may move up or down.
  public static let slideY = PopupAdjustment(rawValue: 2)
  /// The popup may flip horizontally: left and right are swapped in its anchor and gravity.
  public static let flipX = PopupAdjustment(rawValue: 4)
  /// The popup may flip vertically: top and bottom are swapped in its anchor and gravity.
  public static let flipY = PopupAdjustment(rawValue: 8)
  /// The popup may become narrower.
  public static let resizeX = PopupAdjustment(rawValue: 16)
  /// The popup may become lower.
  public static let resizeY = PopupAdjustment(rawValue: 32)
}
