public import Geometry

/// The layer, position and size of a layer surface, such as a panel, a wallpaper, an overlay or a kiosk.
///
/// Wayland: `zwlr_layer_surface_v1`.
public struct LayerPlacement: Hashable, Sendable {
  /// A layer of the screen, in order from bottom to top. Windows are between `bottom` and `top`.
  ///
  /// Wayland: `zwlr_layer_shell_v1.layer`.
  public enum Layer: UInt32, CaseIterable, Sendable {
    /// Below everything else. Used for wallpapers.
    case background = 0
    /// Below windows.
    case bottom = 1
    /// Above windows. Used for panels.
    case top = 2
    /// Above everything else, including full-screen windows.
    case overlay = 3
  }

  /// Sides of the screen.
  ///
  /// Wayland: `zwlr_layer_surface_v1.anchor`.
  public struct Edges: OptionSet, Hashable, Sendable {
    /// The bits of `zwlr_layer_surface_v1.anchor`.
    public let rawValue: UInt32
    /// Creates a set from the bits of `zwlr_layer_surface_v1.anchor`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The top side.
    public static let top = Edges(rawValue: 1)
    /// The bottom side.
    public static let bottom = Edges(rawValue: 2)
    /// The left side.
    public static let left = Edges(rawValue: 4)
    /// The right side.
    public static let right = Edges(rawValue: 8)
    /// All four sides.
    public static let all: Edges = [.top, .bottom, .left, .right]
  }

  /// Whether a surface reserves space at its edge, and whether it avoids the space that other surfaces reserve.
  ///
  /// Wayland: `zwlr_layer_surface_v1.set_exclusive_zone`.
  public enum Zone: Hashable, Sendable {
    /// The surface is placed outside the space that other surfaces reserve.
    case avoidsOthers
    /// The surface reserves a strip of this many points at its edge. Windows and other surfaces are placed outside it.
    case reserves(Double)
    /// The surface ignores space that other surfaces reserve, as a wallpaper does.
    case ignoresOthers
  }

  /// How a surface gets the keyboard focus.
  ///
  /// Wayland: `zwlr_layer_surface_v1.set_keyboard_interactivity`.
  public enum Keyboard: UInt32, Sendable {
    /// The surface never gets the keyboard focus.
    case none = 0
    /// The surface always has the keyboard focus if its layer is `top` or `overlay`. While the surface is open, windows
    /// do not get the keyboard focus.
    case exclusive = 1
    /// The surface gets the keyboard focus by a press, as a window does. Before version 4 of zwlr_layer_shell_v1,
    /// `onDemand` has the effect of `none`.
    case onDemand = 2
  }

  /// The layer. A change after the surface has opened has no effect before version 2 of zwlr_layer_shell_v1.
  public var layer: Layer
  /// The sides of the screen that the surface is anchored to. If the set is empty, the surface is centered.
  public var edges: Edges
  /// The size in points. If the width is 0, the surface is anchored to the left and right sides and fills the space
  /// between them. A height of 0 has the same effect for the top and bottom sides.
  public var size: Size
  /// The distances from the screen's edges, in points.
  public var margins: EdgeInsets
  /// Whether the surface reserves space, and whether it avoids the space that others reserve.
  public var zone: Zone
  /// How the surface gets the keyboard focus.
  public var keyboard: Keyboard

  /// Creates a placement. By default the surface fills the screen.
  public init(
    layer: Layer, edges: Edges = .all, size: Size = .zero, margins: EdgeInsets = .zero,
    zone: Zone = .avoidsOthers, keyboard: Keyboard = .none
  ) {
    self.layer = layer
    self.edges = edges
    self.size = size
    self.margins = margins
    self.zone = zone
    self.keyboard = keyboard
  }

  /// Returns the placement of a kiosk. It covers the whole screen including panels, and always has the keyboard focus.
  public static func kiosk() -> LayerPlacement {
    LayerPlacement(layer: .overlay, zone: .ignoresOthers, keyboard: .exclusive)
  }

  /// Returns the placement of a wallpaper. It covers the whole screen, below everything else.
  public static func wallpaper() -> LayerPlacement {
    LayerPlacement(layer: .background, zone: .ignoresOthers)
  }

  /// Returns the placement of a panel along the top of the screen. Windows are placed outside the panel.
  ///
  /// - Parameter height: In points.
  public static func topPanel(height: Double) -> LayerPlacement {
    LayerPlacement(
      layer: .top, edges: [.top, .left, .right], size: Size(width: 0, height: height), zone: .reserves(height)
    )
  }

  /// The edges to send. They contain left and right if the width is 0, and top and bottom if the height is 0.
  var effectiveEdges: Edges {
    var edges = edges.intersection(.all)
    if wireSize.width == 0 { edges.formUnion([.left, .right]) }
    if wireSize.height == 0 { edges.formUnion([.top, .bottom]) }
    return edges
  }

  /// The size in whole points in `0...16384`; 0 for NaN.
  var wireSize: (width: UInt32, height: UInt32) {
    func whole(_ side: Double) -> UInt32 { side.isNaN ? 0 : UInt32(min(max(0, side.rounded()), 16_384)) }
    return (whole(size.width), whole(size.height))
  }

  /// The argument of `zwlr_layer_surface_v1.set_exclusive_zone`.
  var wireZone: Int32 {
    switch zone {
    case .avoidsOthers: 0
    case .ignoresOthers: -1
    case .reserves(let length): max(0, Int32(saturating: length))
    }
  }

  /// Whether the surface covers the whole screen: its width and height are 0.
  var coversScreen: Bool { wireSize == (0, 0) }
}
