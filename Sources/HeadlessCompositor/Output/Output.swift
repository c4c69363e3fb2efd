import CWaylandServer

/// A screen. When a property changes, the new value is sent to clients immediately.
///
/// Wayland: `wl_output`.
@MainActor public final class Output {
  weak var compositor: Compositor?
  private(set) var resources = ObjectList<Resource<WlOutputResource>>()
  private var desktopObjects = ObjectList<DesktopOutput>()
  /// The `wl_global`; nil while it is not advertised.
  private var global: OpaquePointer?
  /// Whether `change(_:)` is changing properties.
  private var isChanging = false
  private var hasPendingChange = false

  /// The sides of a mode that clients and programs may set, in pixels. Most GPUs support textures up to this size; Cairo's limit is
  /// 32767.
  public static let sides = 1...16384
  /// The scales that clients and programs may set.
  public static let scales = 0.5...8.0
  /// The refresh rates that clients and programs may set, in frames per second.
  public static let refreshRates = 1.0...1000.0

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
  /// The number of frames per second.
  public private(set) var refreshRate: Double

  /// The output's area without the exclusive zones of layer surfaces, in logical pixels; the origin is common to all
  /// outputs. Nil while the output has no layer surface.
  var workArea: IntegerRect?

  /// The position of the top left corner among all outputs, in logical pixels.
  ///
  /// Wayland: `wl_output.geometry`, `zxdg_output_v1.logical_position`.
  public var position: (x: Int, y: Int) {
    didSet { if position != oldValue { changed() } }
  }

  /// The number of pixels per logical pixel. wl_output sends it rounded up to an integer, wp_fractional_scale_v1 as a
  /// multiple of 1/120.
  ///
  /// Wayland: `wl_output.scale`, `wp_fractional_scale_v1.preferred_scale`.
  public var scale: Double {
    didSet { if scale != oldValue { changed() } }
  }

  /// The transform of the output.
  public var transform: OutputTransform {
    didSet { if transform != oldValue { changed() } }
  }

  /// Whether the output is on; by default `true`. Clients turn it off and on, too. A surface on an output that is off gets no frame
  /// callbacks.
  ///
  /// Wayland: `zwlr_output_power_v1.mode`.
  public var isPoweredOn = true {
    didSet {
      guard isPoweredOn != oldValue else { return }
      for object in powerObjects { object.send(self) }
      compositor?.flush()
    }
  }
  private var powerObjects = ObjectList<OutputPower>()

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

  /// Changes the mode, as when another monitor is connected to the same connector.
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

  /// The size after `transform`, in logical pixels: the size of a window whose buffer has `pixelSize`. If there is no such
  /// size, it is rounded up, so that the window covers the output.
  public var logicalSize: (width: Int, height: Int) {
    let pixels = pixelSize
    func side(_ pixels: Int) -> Int {
      let exact = Double(pixels) / scale
      let isWhole = Int((exact.rounded() * scale).rounded()) == pixels
      return Int(exact.rounded(isWhole ? .toNearestOrAwayFromZero : .up))
    }
    return (side(pixels.width), side(pixels.height))
  }

  /// The rectangle of the output among all outputs, in logical pixels.
  var rect: IntegerRect {
    let size = logicalSize
    return IntegerRect(x: position.x, y: position.y, width: size.width, height: size.height)
  }

  /// The time between two frames, in nanoseconds.
  public var refreshInterval: UInt64 { UInt64((1_000_000_000 / refreshRate).rounded()) }

  /// The size in millimeters of a screen with 96 pixels per inch.
  var physicalSize: (width: Int32, height: Int32) {
    (Int32(Double(width) / 96 * 25.4), Int32(Double(height) / 96 * 25.4))
  }

  /// The refresh rate in millihertz.
  var refresh: Int32 { Int32((refreshRate * 1000).rounded()) }

  /// The manufacturer and the model that clients receive.
  static let (make, model) = ("Headless", "Output")

  /// The scale × 120, rounded.
  var scale120: UInt32 { UInt32((scale * 120).rounded()) }

  /// The scale rounded up to an integer, for clients that do not support fractional scales.
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

  /// Announces that the output was removed. The `wl_global` stays until the display is destroyed, because a client may
  /// have sent a bind request that the compositor has not read yet. The `wl_global` retains the output.
  func withdraw() {
    isRemoved = true
    for object in powerObjects { object.fail() }
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

  /// Adds a client's object to which the output's position and size in logical pixels are sent.
  func add(_ object: DesktopOutput) { desktopObjects.append(object) }

  /// Removes a client's object that `add(_:)` has added.
  func remove(_ object: DesktopOutput) { desktopObjects.remove(object) }

  /// Adds a client's object that controls the power of the output.
  func add(_ object: OutputPower) { powerObjects.append(object) }

  /// Removes a client's object that `add(_:)` has added.
  func remove(_ object: OutputPower) { powerObjects.remove(object) }

  /// Sends all properties of the output.
  ///
  /// - Parameter isFirst: Whether to include the name and the description, which are sent only once.
  private func describe(to resource: Resource<WlOutputResource>, isFirst: Bool) {
    guard let wire = resource.wire else { return }
    wire.sendGeometry(
      x: Int32(clamping: position.x), y: Int32(clamping: position.y), physicalWidth: physicalSize.width,
      physicalHeight: physicalSize.height, subpixel: .unknown, make: Self.make, model: Self.model,
      transform: .init(rawValue: transform.rawValue))
    wire.sendMode(
      flags: [.current, .preferred], width: Int32(width), height: Int32(height), refresh: refresh)
    wire.sendScale(factor: wholeScale)
    if isFirst {
      wire.sendName(name: name)
      wire.sendDescription(description: description)
    }
    for object in desktopObjects where object.output === resource { object.describe(self) }
    wire.sendDone()
  }

  /// Changes several properties, and sends them to clients together.
  func change(_ changes: () -> Void) {
    isChanging = true
    changes()
    isChanging = false
    if hasPendingChange { changed() }
  }

  /// Sends the changed properties to clients, and sends the toplevels that fill the output their new position and
  /// size.
  private func changed() {
    hasPendingChange = isChanging
    guard let compositor, !isRemoved, !isChanging else { return }
    for resource in resources { describe(to: resource, isFirst: false) }
    if !compositor.layerList.isEmpty { compositor.requestFocusUpdate(.layers) }
    for toplevel in compositor.toplevelList where toplevel.output === self { toplevel.outputChanged() }
    compositor.sessionLock?.outputChanged(self)
    compositor.updateOutputMembership()
    compositor.contentChanges += 1
    compositor.outputsChanged()
    compositor.flush()
  }
}
