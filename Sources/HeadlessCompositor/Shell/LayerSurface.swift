/// A surface on a layer of the desktop, such as a panel, a wallpaper or a kiosk.
///
/// Wayland: `zwlr_layer_surface_v1`.
@MainActor public final class LayerSurface: SurfaceRole {
  /// A layer, in order from bottom to top. Toplevels are between `bottom` and `top`; full-screen toplevels are above
  /// `top`.
  ///
  /// Wayland: `zwlr_layer_shell_v1.layer`.
  public enum Layer: UInt32, CaseIterable, Sendable {
    /// Below everything else. Used for wallpapers.
    case background = 0
    /// Below windows.
    case bottom = 1
    /// Above windows. Used for panels.
    case top = 2
    /// Above everything else.
    case overlay = 3
  }

  /// How a surface gets the keyboard focus.
  ///
  /// Wayland: `zwlr_layer_surface_v1.keyboard_interactivity`.
  public enum KeyboardInteractivity: UInt32, Sendable {
    /// The surface never gets the keyboard focus.
    case none = 0
    /// The surface always has the keyboard focus if its layer is `top` or `overlay`.
    case exclusive = 1
    /// The surface gets the keyboard focus by a press.
    case onDemand = 2
  }

  private let resource: Resource<ZwlrLayerSurfaceV1Resource>
  private weak var compositor: Compositor?
  /// The popups of this surface, in the order they were created.
  var childPopups = ObjectList<Popup>()

  /// The surface; nil only if the client destroyed it before the layer surface.
  public private(set) weak var surface: Surface?
  /// The purpose of the surface, as named by the client.
  ///
  /// Wayland: `zwlr_layer_shell_v1.get_layer_surface`.
  public let namespace: String
  /// Whether the surface is mapped, that is, whether it has content.
  public private(set) var isMapped = false
  /// Whether the compositor has closed the surface. A closed surface is not visible.
  ///
  /// Wayland: `zwlr_layer_surface_v1.closed`.
  public private(set) var isClosed = false
  /// The committed layer.
  public var layer: Layer { state.layer }
  /// The committed keyboard interactivity.
  public var keyboardInteractivity: KeyboardInteractivity { state.keyboard }
  /// The output that the client requested. If the client requested none, the output that was the first one when the
  /// surface was created; nil if there was no output.
  ///
  /// Wayland: `zwlr_layer_shell_v1.get_layer_surface`.
  public private(set) weak var output: Output?
  /// The position among all outputs, in logical pixels.
  public var position: (x: Int, y: Int) { (placement.x, placement.y) }
  /// The size that was sent to the client last, in logical pixels.
  ///
  /// Wayland: `zwlr_layer_surface_v1.configure`.
  public private(set) var configuredSize: (width: Int, height: Int) = (0, 0)

  /// The committed state, from which the surface's position and size are computed.
  private(set) var state: LayerState
  private var pending: LayerState
  private var placement = IntegerRect(x: 0, y: 0, width: 0, height: 0)
  private var unacknowledgedSerials: [UInt32] = []
  private var isConfigured = false
  /// Whether the initial commit has arrived since the surface was last unmapped.
  private(set) var hasInitialCommit = false

  init(
    _ resource: Resource<ZwlrLayerSurfaceV1Resource>, surface: Surface, layer: Layer, namespace: String,
    compositor: Compositor
  ) {
    self.resource = resource
    self.surface = surface
    self.namespace = namespace
    self.compositor = compositor
    pending = LayerState(layer: layer)
    state = pending
    surface.role = self
    surface.roleName = "layer_surface"
    compositor.layerList.append(self)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in destroyed() }
  }

  /// Whether the client has not acknowledged a configure yet.
  ///
  /// Wayland: `zwlr_layer_surface_v1.ack_configure`.
  public var isConfigurePending: Bool { !unacknowledgedSerials.isEmpty }

  /// Assigns the surface to an output. If the output was removed, the surface is closed.
  func assign(to output: Output?) {
    self.output = output
    if output?.isRemoved == true { close() }
  }

  /// Closes the surface, as a compositor does when the output is removed. The client then destroys the surface.
  ///
  /// Wayland: `zwlr_layer_surface_v1.closed`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    resource.wire?.sendClosed()
    hide()
    compositor?.flush()
  }

  // MARK: Role

  var isShown: Bool { isMapped && !isClosed }

  func acceptsCommit(of changes: PendingSurfaceState, to surface: Surface) -> Bool {
    typealias Code = ZwlrLayerSurfaceV1Resource.Error
    if case .buffer? = changes.attachment, !isConfigured {
      resource.postError(
        Code.invalidSurfaceState, "a buffer is committed before the first configure is acknowledged")
      return false
    }
    guard pending.width > 0 || pending.anchors.isSuperset(of: .horizontal) else {
      resource.postError(Code.invalidSize, "the width is 0, and left and right are not both anchored")
      return false
    }
    guard pending.height > 0 || pending.anchors.isSuperset(of: .vertical) else {
      resource.postError(Code.invalidSize, "the height is 0, and top and bottom are not both anchored")
      return false
    }
    return true
  }

  func committed(_ surface: Surface) {
    let isInitial = !hasInitialCommit
    let isChanged = state != pending
    state = pending
    if surface.hasContent != isMapped {
      if surface.hasContent { map() } else { unmap() }
    } else if isInitial {
      hasInitialCommit = true
      compositor?.requestFocusUpdate(.layers)
    } else if isChanged {
      compositor?.requestFocusUpdate([.layers, .keyboard, .pointer])
    }
  }

  func surfaceDestroyed() {
    if isMapped { unmap() }
  }

  /// Sets the position and the size, and sends a configure if the size has changed.
  func arrange(_ placement: IntegerRect) {
    let isMoved = (placement.x, placement.y) != position
    self.placement = placement
    if isMoved {
      surface?.updateOutputMembership()
      for popup in childPopups { popup.parentChanged() }
    }
    guard
      !isConfigured && unacknowledgedSerials.isEmpty || configuredSize != (placement.width, placement.height)
    else { return }
    configuredSize = (placement.width, placement.height)
    guard let compositor else { return }
    let serial = compositor.nextSerial()
    unacknowledgedSerials.append(serial)
    resource.wire?.sendConfigure(
      serial: serial, width: UInt32(clamping: placement.width), height: UInt32(clamping: placement.height))
  }

  private func map() {
    isMapped = true
    compositor?.requestFocusUpdate([.layers, .keyboard, .pointer])
  }

  /// Unmaps the surface. Before the client can map it again, it must send another initial commit.
  private func unmap() {
    isMapped = false
    isConfigured = false
    hasInitialCommit = false
    unacknowledgedSerials = []
    hide()
  }

  private func hide() {
    for popup in Array(childPopups).reversed() { popup.dismiss() }
    if let surface {
      surface.updateOutputMembership()
      compositor?.removeInput(to: surface)
    }
    compositor?.requestFocusUpdate([.layers, .keyboard, .pointer])
  }

  private func destroyed() {
    compositor?.layerList.remove(self)
    surface?.contents = nil
    if isMapped { unmap() }
    if let surface, surface.role === self { surface.role = nil }
    compositor?.requestFocusUpdate([.layers, .keyboard, .pointer])
  }

  // MARK: Requests

  private func handle(_ request: ZwlrLayerSurfaceV1Resource.Request) {
    typealias Code = ZwlrLayerSurfaceV1Resource.Error
    switch request {
    case .setSize(let width, let height):
      pending.width = Int(Int32(clamping: width))
      pending.height = Int(Int32(clamping: height))
    case .setAnchor(let anchor):
      let sides = LayerState.Sides(rawValue: anchor.rawValue)
      guard sides.isSubset(of: .all) else {
        resource.postError(Code.invalidAnchor, "\(anchor.rawValue) is not a set of sides")
        return
      }
      pending.anchors = sides
    case .setExclusiveZone(let zone): pending.exclusiveZone = max(-1, Int(zone))
    case .setMargin(let top, let right, let bottom, let left):
      pending.margins = (Int(top), Int(right), Int(bottom), Int(left))
    case .setKeyboardInteractivity(let value):
      // The value 2 (on demand) exists since version 4.
      guard let keyboard = KeyboardInteractivity(rawValue: value.rawValue),
        keyboard != .onDemand || resource.version >= 4
      else {
        resource.postError(
          Code.invalidKeyboardInteractivity, "\(value.rawValue) is not a keyboard interactivity")
        return
      }
      pending.keyboard = keyboard
    case .getPopup(let wire):
      guard let popup = wire.model(as: Popup.self) else { return }
      popup.attach(to: self)
    case .ackConfigure(let serial):
      guard let index = unacknowledgedSerials.firstIndex(of: serial) else {
        resource.postError(Code.invalidSurfaceState, "no unacknowledged configure has the serial \(serial)")
        return
      }
      unacknowledgedSerials.removeFirst(index + 1)
      isConfigured = true
    case .destroy: resource.destroy()
    case .setLayer(let value):
      guard let layer = Layer(rawValue: value.rawValue) else {
        resource.postError(Code.invalidSurfaceState, "\(value.rawValue) is not a layer")
        return
      }
      pending.layer = layer
    }
  }
}
