import Geometry
import Wayland

/// The role that puts a surface on a layer of the desktop.
///
/// Wayland: `zwlr_layer_surface_v1`.
@MainActor
final class LayerRole: ShellRole {
  private let object: ZwlrLayerSurfaceV1
  private var serial: UInt32?
  /// The placement that was sent last.
  private var sent: LayerPlacement

  init(
    of surface: WlSurface, in shell: ZwlrLayerShellV1, output: WlOutput?, placement: LayerPlacement,
    namespace: String, callbacks: ShellRoleCallbacks
  ) {
    object = shell.getLayerSurface(
      surface: surface, output: output, layer: .init(rawValue: placement.layer.rawValue),
      namespace: namespace.truncatedForMessage)
    sent = placement
    object.onEvent = { [weak self] event in
      switch event {
      case .configure(let serial, let width, let height):
        self?.serial = serial
        callbacks.configured(
          WindowConfigure(width: Int32(clamping: width), height: Int32(clamping: height)))
      case .closed: callbacks.dismissed()
      }
    }
    send(placement)
  }

  var popupParent: PopupParent { .layer(object) }
  var configureSerial: UInt32? { nil }

  func ackConfigure() -> Bool {
    guard let serial else { return false }
    object.ackConfigure(serial: serial)
    self.serial = nil
    return true
  }

  /// Has no effect: a layer surface has no window geometry.
  func setGeometry(_ rectangles: WindowRectangles) {}

  /// Sends the properties that differ from the last placement. They take effect with the next commit.
  func update(_ placement: LayerPlacement) {
    guard placement != sent else { return }
    if placement.layer != sent.layer, object.version >= 2 {
      object.setLayer(layer: .init(rawValue: placement.layer.rawValue))
    }
    sent = placement
    send(placement)
  }

  private func send(_ placement: LayerPlacement) {
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

  func close() { object.destroy() }
}
