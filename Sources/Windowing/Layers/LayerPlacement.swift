public import Geometry

/// Where a layer surface goes: a panel, a wallpaper, an overlay or a kiosk.
///
/// Wayland: `zwlr_layer_surface_v1`.
public struct LayerPlacement: Hashable, Sendable {
  /// A layer, from bottom to top. Windows are between `bottom` and `top`.
  ///
  /// Wayland: `zwlr_layer_shell_v1.layer`.
  public enum Layer: UInt32, CaseIterable, Sendable {
    /// Below everything, as wallpapers.
    case background = 0
    /// Below windows.
    case bottom = 1
    /// Above windows, as panels.
    case top = 2
    /// Above everything, also above full-screen windows.
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

  /// How a surface and others keep clear of each other.
  ///
  /// Wayland: `zwlr_layer_surface_v1.set_exclusive_zone`.
  public enum Zone: Hashable, Sendable {
    /// It keeps clear of the zones of others.
    case avoidsOthers
    /// Others keep clear of a strip of this many points at its edge.
    case reserves(Double)
    /// It ignores the zones of others, as wallpapers do.
    case ignoresOthers
  }

  /// How a surface gets the keyboard focus.
  ///
  /// Wayland: `zwlr_layer_surface_v1.set_keyboard_interactivity`.
  public enum Keyboard: UInt32, Sendable {
    /// Never.
    case none = 0
    /// Always, on the layers `top` and `overlay`: no window gets it meanwhile.
    case exclusive = 1
    /// As a window does, by a press. Before version 4 of zwlr_layer_shell_v1 it is `none`.
    case onDemand = 2
  }

  /// The layer. A change at run time has no effect before version 2 of zwlr_layer_shell_v1.
  public var layer: Layer
  /// The sides of the screen that the surface is tied to; without any it is centered.
  public var edges: Edges
  /// The size in points. A side of 0 fills the screen between two edges; it is tied to both of them then.
  public var size: Size
  /// The distance from the edges, in points.
  public var margins: EdgeInsets
  /// How this surface and others keep clear of each other.
  public var zone: Zone
  /// How the surface gets the keyboard focus.
  public var keyboard: Keyboard

  /// Creates a placement; by default it fills the screen.
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

  /// Returns the placement of a kiosk: it covers the screen, panels included, and has the keyboard.
  public static func kiosk() -> LayerPlacement {
    LayerPlacement(layer: .overlay, zone: .ignoresOthers, keyboard: .exclusive)
  }

  /// Returns the placement of a wallpaper: it covers the screen, below everything.
  public static func wallpaper() -> LayerPlacement {
    LayerPlacement(layer: .background, zone: .ignoresOthers)
  }

  /// Returns the placement of a panel along the top of the screen, which windows keep clear of.
  ///
  /// - Parameter height: In points.
  public static func topPanel(height: Double) -> LayerPlacement {
    LayerPlacement(
      layer: .top, edges: [.top, .left, .right], size: Size(width: 0, height: height), zone: .reserves(height)
    )
  }

  /// The edges, with both of each side that fills the screen.
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

  /// Whether the surface covers the screen.
  var coversScreen: Bool { wireSize == (0, 0) }
}
