import CWaylandServer

/// A screen. A change of a property is sent to clients at once.
///
/// Wayland: `wl_output`.
@MainActor public final class Output {
  weak var compositor: Compositor?
  private(set) var resources = ObjectList<Resource<WlOutputResource>>()
  private var desktopObjects = ObjectList<DesktopOutput>()
  /// The `wl_global`; nil while it is not advertised.
  private var global: OpaquePointer?

  /// The name of the connector, such as "HEADLESS-1".
  ///
  /// Wayland: `wl_output.name`.
  public let name: String
  /// The name for users.
  ///
  /// Wayland: `wl_output.description`.
  public let description: String
  /// Whether the output was removed with `Compositor.removeOutput(_:)`.
  public private(set) var isRemoved = false
  /// The width of the mode, in pixels, before `transform`.
  public private(set) var width: Int
  /// The height of the mode, in pixels, before `transform`.
  public private(set) var height: Int
  /// Frames a second.
  public private(set) var refreshRate: Double

  /// The output without exclusive zones of layer surfaces, in logical pixels among all outputs; nil while it
  /// has no layer surface.
  var workArea: IntegerRect?

  /// The position of the top left corner among all outputs, in logical pixels.
  ///
  /// Wayland: `wl_output.geometry`, `zxdg_output_v1.logical_position`.
  public var position: (x: Int, y: Int) {
    didSet { if position != oldValue { changed() } }
  }

  /// Pixels per logical pixel. wl_output sends it rounded up, wp_fractional_scale_v1 in 120ths.
  ///
  /// Wayland: `wl_output.scale`, `wp_fractional_scale_v1.preferred_scale`.
  public var scale: Double {
    didSet { if scale != oldValue { changed() } }
  }

  /// The transform of the output.
  public var transform: OutputTransform {
    didSet { if transform != oldValue { changed() } }
  }

  init(_ configuration: Compositor.Configuration, name: String, position: (x: Int, y: Int)) {
    self.name = name
    self.position = position
    description = "Headless output \(name)"
    width = configuration.width
    height = configuration.height
    scale = configuration.scale
    transform = configuration.transform
    refreshRate = configuration.refreshRate
  }

  /// Changes the mode, as when another monitor is connected.
  ///
  /// - Parameters:
  ///   - width: The width, in pixels, before `transform`.
  ///   - height: The height, in pixels, before `transform`.
  ///   - refreshRate: Frames per second; nil keeps the current rate.
  ///
  /// Wayland: `wl_output.mode`.
  public func setMode(width: Int, height: Int, refreshRate: Double? = nil) {
    self.width = width
    self.height = height
    self.refreshRate = refreshRate ?? self.refreshRate
    changed()
  }

  /// The size after `transform`, in pixels.
  public var pixelSize: (width: Int, height: Int) { transform.swapsAxes ? (height, width) : (width, height) }

  /// The size after `transform`, in logical pixels, rounded up.
  public var logicalSize: (width: Int, height: Int) {
    let pixels = pixelSize
    return (
      Int((Double(pixels.width) / scale).rounded(.up)), Int((Double(pixels.height) / scale).rounded(.up))
    )
  }

  /// The time between two frames, in nanoseconds.
  public var refreshInterval: UInt64 { UInt64((1_000_000_000 / refreshRate).rounded()) }

  /// The scale in 120ths.
  var scale120: UInt32 { UInt32((scale * 120).rounded()) }

  /// The scale rounded up to an integer, for clients that know no fractions.
  var wholeScale: Int32 { Int32(scale.rounded(.up)) }

  // MARK: The global

  /// Advertises the output to all clients.
  func advertise(on compositor: Compositor) {
    self.compositor = compositor
    if let global = compositor.advertise(
      WlOutputResource.self, bind: { [self] _, resource in bind(resource) })
    {
      self.global = global
    }
  }

  /// Announces the end of the output. The `wl_global` itself stays until the display is destroyed: a client may have
  /// sent a bind request that the compositor has not read yet. It retains the output.
  func withdraw() {
    isRemoved = true
    if let global { compositor?.withdraw(global) }
    global = nil
  }

  private func bind(_ resource: Resource<WlOutputResource>) {
    let client = compositor?.client(resource.clientHandle)
    resources.append(resource)
    client?.outputs.append(resource)
    resource.model = self
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .release: resource.destroy()
      }
    }
    resource.onDestroy = { [weak self, weak client, unowned resource] in
      self?.resources.remove(resource)
      client?.outputs.remove(resource)
    }
    describe(to: resource, isFirst: true)
    guard let wire = resource.wire else { return }
    for surface in compositor?.surfaceList ?? ObjectList() where surface.client === client {
      surface.sendEnter(toNewResource: wire, of: self)
    }
  }

  /// Adds a client's object for the position and the size among all outputs.
  func add(_ object: DesktopOutput) { desktopObjects.append(object) }

  /// Removes a client's object for the position and the size among all outputs.
  func remove(_ object: DesktopOutput) { desktopObjects.remove(object) }

  /// Sends all properties of the output.
  ///
  /// - Parameter isFirst: Whether the name and the description are included; they are sent once.
  private func describe(to resource: Resource<WlOutputResource>, isFirst: Bool) {
    guard let wire = resource.wire else { return }
    // The physical size is that of 96 pixels per inch, in millimeters.
    wire.sendGeometry(
      x: Int32(clamping: position.x), y: Int32(clamping: position.y),
      physicalWidth: Int32(Double(width) / 96 * 25.4), physicalHeight: Int32(Double(height) / 96 * 25.4),
      subpixel: .unknown, make: "Headless", model: "Output", transform: .init(rawValue: transform.rawValue))
    wire.sendMode(
      flags: [.current, .preferred], width: Int32(width), height: Int32(height),
      refresh: Int32((refreshRate * 1000).rounded()))
    wire.sendScale(factor: wholeScale)
    if isFirst {
      wire.sendName(name: name)
      wire.sendDescription(description: description)
    }
    for object in desktopObjects where object.output === resource { object.describe(self) }
    wire.sendDone()
  }

  /// Sends the changed properties to clients, and moves and configures the toplevels that fill the output.
  private func changed() {
    guard let compositor, !isRemoved else { return }
    for resource in resources { describe(to: resource, isFirst: false) }
    if !compositor.layerList.isEmpty { compositor.requestFocusUpdate(.layers) }
    for toplevel in compositor.toplevelList where toplevel.output === self { toplevel.outputChanged() }
    compositor.updateOutputMembership()
    compositor.flush()
  }
}
