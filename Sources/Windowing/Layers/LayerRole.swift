import Geometry
import Wayland

/// The role that puts a surface on a layer of the desktop. If the compositor offers no layers, the surface is a toplevel.
///
/// Wayland: `zwlr_layer_surface_v1`.
@MainActor
final class LayerRole: ShellRole {
  private var object: ZwlrLayerSurfaceV1?
  private var serial: UInt32?
  /// The placement that was sent last.
  private var sent: LayerPlacement?
  /// The layer, size and position. ``update(_:)`` changes it.
  private(set) var placement: LayerPlacement
  /// The screen of the surface.
  var screen: LayerScreen
  private let namespace: String
  /// The role of the window that replaces the layer surface.
  let toplevel: ToplevelRole

  init(_ placement: LayerPlacement, on output: Output?, namespace: String) {
    self.placement = placement
    self.namespace = namespace
    screen = LayerScreen(requesting: output)
    toplevel = ToplevelRole(title: namespace, appID: namespace)
  }

  var kind: WindowRole { .layer(placement) }

  /// Whether the window has a surface on a layer.
  var isOnLayer: Bool { object != nil }

  /// Returns the size of the ordinary window that replaces the layer surface if the compositor offers no layers; nil if
  /// there is none. A side of 0, which would span the screen, becomes the side of the screen.
  ///
  /// - Parameters:
  ///   - bounds: The largest suitable size; nil if unknown.
  ///   - outputs: The connected screens.
  func replacementSize(within bounds: Size?, on outputs: [Output]) -> Size? {
    guard toplevel.isOpen else { return nil }
    let output = screen.requested?.output(in: outputs) ?? outputs.first
    let screen = bounds ?? output?.logicalSize ?? Self.defaultSize
    let (width, height) = placement.wireSize
    return Size(
      width: width == 0 ? screen.width : Double(width), height: height == 0 ? screen.height : Double(height))
  }

  /// The size of a window that spans an unknown screen, in points.
  private static let defaultSize = Size(width: 960, height: 540)

  // MARK: Opening and closing

  func open(
    on surface: WlSurface, of window: Window, _ globals: WindowGlobals, _ callbacks: ShellRoleCallbacks
  ) {
    guard let layers = globals.layers else {
      if placement.coversScreen, toplevel.requests.lost == nil {
        toplevel.requests.fullscreenTarget = screen.requested ?? toplevel.requests.fullscreenTarget
        _ = toplevel.requests.request(.fullscreen, true, current: toplevel.state)
      }
      return toplevel.open(on: surface, of: window, globals, callbacks)
    }
    let object = layers.getLayerSurface(
      surface: surface, output: screen.requested?.output(in: window.system.outputs)?.wire,
      layer: .init(rawValue: placement.layer.rawValue), namespace: namespace.truncatedForMessage)
    self.object = object
    object.onEvent = { [weak self] event in
      switch event {
      case .configure(let serial, let width, let height):
        self?.serial = serial
        callbacks.configured(
          WindowConfigure(width: Int32(clamping: width), height: Int32(clamping: height)))
      case .closed: callbacks.dismissed()
      }
    }
    send(placement, to: object)
  }

  func close() {
    object?.destroy()
    (object, serial, sent) = (nil, nil, nil)
    toplevel.close()
  }

  // MARK: Requests

  var popupParent: PopupParent? { object.map { .layer($0) } ?? toplevel.popupParent }
  var configureSerial: UInt32? { toplevel.configureSerial }

  func ackConfigure() -> Bool {
    guard let object else { return toplevel.ackConfigure() }
    guard let serial else { return false }
    object.ackConfigure(serial: serial)
    self.serial = nil
    return true
  }

  /// Has no effect on a layer: a layer surface has no window geometry.
  func setGeometry(_ rectangles: WindowRectangles) { toplevel.setGeometry(rectangles) }

  /// Stores a placement, and sends it if the surface is on a layer. It takes effect with the next commit.
  func update(_ placement: LayerPlacement) {
    self.placement = placement
    guard let object, placement != sent else { return }
    if placement.layer != sent?.layer, object.version >= 2 {
      object.setLayer(layer: .init(rawValue: placement.layer.rawValue))
    }
    send(placement, to: object)
  }

  private func send(_ placement: LayerPlacement, to object: ZwlrLayerSurfaceV1) {
    sent = placement
    let size = placement.wireSize
    object.setSize(width: size.width, height: size.height)
    object.setAnchor(anchor: .init(rawValue: placement.effectiveEdges.rawValue))
    object.setExclusiveZone(zone: placement.wireZone)
    let margins = placement.margins
    object.setMargin(
      top: Int32(saturating: margins.top), right: Int32(saturating: margins.right),
      bottom: Int32(saturating: margins.bottom), left: Int32(saturating: margins.left))
    let isOffered = placement.keyboard != .onDemand || object.version >= 4
    object.setKeyboardInteractivity(
      keyboardInteractivity: .init(rawValue: isOffered ? placement.keyboard.rawValue : 0))
  }
}
