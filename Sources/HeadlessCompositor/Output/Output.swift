/// The only output. A change of a property is sent to clients at once.
///
/// Wayland: `wl_output`.
@MainActor public final class Output {
  weak var compositor: Compositor?
  private(set) var resources = ObjectList<Resource<WlOutputResource>>()

  /// The width of the mode, in pixels, before `transform`.
  public private(set) var width: Int
  /// The height of the mode, in pixels, before `transform`.
  public private(set) var height: Int
  /// Frames a second.
  public private(set) var refreshRate: Double

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

  init(_ configuration: Compositor.Configuration) {
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

  /// The scale in 120ths.
  var scale120: UInt32 { UInt32((scale * 120).rounded()) }

  func bind(_ resource: Resource<WlOutputResource>) {
    let client = compositor?.client(resource.clientHandle)
    resources.append(resource)
    client?.outputs.append(resource)
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
      surface.sendEnter(toNewOutput: wire)
    }
  }

  /// Sends all properties of the output.
  ///
  /// - Parameter isFirst: Whether the name and the description are included; they are sent once.
  private func describe(to resource: Resource<WlOutputResource>, isFirst: Bool) {
    guard let wire = resource.wire else { return }
    // The physical size is that of 96 pixels per inch, in millimeters.
    wire.sendGeometry(
      x: 0, y: 0, physicalWidth: Int32(Double(width) / 96 * 25.4),
      physicalHeight: Int32(Double(height) / 96 * 25.4),
      subpixel: .unknown, make: "Headless", model: "Output", transform: .init(rawValue: transform.rawValue))
    wire.sendMode(
      flags: [.current, .preferred], width: Int32(width), height: Int32(height),
      refresh: Int32((refreshRate * 1000).rounded()))
    wire.sendScale(factor: Int32(scale.rounded(.up)))
    if isFirst {
      wire.sendName(name: "HEADLESS-1")
      wire.sendDescription(description: "Headless output")
    }
    wire.sendDone()
  }

  /// Sends the changed properties to clients.
  private func changed() {
    for resource in resources { describe(to: resource, isFirst: false) }
    guard let compositor else { return }
    for surface in compositor.surfaceList {
      surface.fractionalScale?.wire?.sendPreferredScale(scale: scale120)
    }
    if !compositor.layerList.isEmpty { compositor.requestFocusUpdate(.layers) }
    for toplevel in compositor.toplevelList { toplevel.outputChanged() }
    compositor.flush()
  }
}
