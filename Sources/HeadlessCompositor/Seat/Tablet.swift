/// A graphics tablet.
///
/// Wayland: `zwp_tablet_v2`.
@MainActor public final class Tablet {
  /// The name of the device.
  public let name: String
  private var objects = DeviceObjects<ZwpTabletV2Resource>()

  init(name: String) { self.name = name }

  /// The tablet of the client that owns `surface`.
  func wire(for surface: Surface) -> ZwpTabletV2Resource? { objects.of(surface).first?.wire }

  /// Announces the tablet to a client.
  func announce(to seatObject: Resource<ZwpTabletSeatV2Resource>) {
    guard let object = seatObject.create(ZwpTabletV2Resource.self, id: 0), let wire = object.wire else {
      return
    }
    objects.add(object)
    object.onDestroy = { [weak self, unowned object] in self?.objects.remove(object) }
    object.onRequest = { [unowned object] request in
      switch request {
      case .destroy: object.destroy()
      }
    }
    seatObject.wire?.sendTabletAdded(id: wire)
    wire.sendName(name: name)
    wire.sendDone()
  }

  /// Notifies the clients that the tablet was removed.
  func remove() { for object in objects.all { object.wire?.sendRemoved() } }
}

/// The tablets of one seat.
@MainActor final class TabletSeat {
  private(set) var tablets: [Tablet] = []
  private(set) var tools: [TabletTool] = []
  private var resources = ObjectList<Resource<ZwpTabletSeatV2Resource>>()

  func add(_ tablet: Tablet) {
    tablets.append(tablet)
    for resource in resources { tablet.announce(to: resource) }
  }

  func add(_ tool: TabletTool) {
    tools.append(tool)
    for resource in resources { tool.announce(to: resource) }
  }

  func remove(_ tool: TabletTool) {
    guard let index = tools.firstIndex(where: { $0 === tool }) else { return }
    tools.remove(at: index).remove()
  }

  func removeAll() {
    for tool in tools { remove(tool) }
    for tablet in tablets { tablet.remove() }
    tablets = []
  }

  /// Adds a client's tablet seat and announces all tablets and tools.
  func add(_ resource: Resource<ZwpTabletSeatV2Resource>) {
    resources.append(resource)
    resource.onDestroy = { [weak self, unowned resource] in self?.resources.remove(resource) }
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      }
    }
    for tablet in tablets { tablet.announce(to: resource) }
    for tool in tools { tool.announce(to: resource) }
  }
}

extension Seat {
  /// The tablet tools, in the order they were added.
  public var tools: [TabletTool] { tablets.tools }

  /// Adds a tool. If the seat has no tablet, a tablet is added, too.
  ///
  /// - Parameters:
  ///   - kind: The kind of the tool.
  ///   - hardwareSerial: The serial number of the tool, unique among all tools; 0 if the tool has none.
  ///
  /// Wayland: `zwp_tablet_seat_v2.tablet_added`, `zwp_tablet_seat_v2.tool_added`.
  @discardableResult
  public func addTool(_ kind: TabletTool.Kind = .pen, hardwareSerial: UInt64 = 0) -> TabletTool {
    if tablets.tablets.isEmpty { tablets.add(Tablet(name: "headless tablet")) }
    let tool = TabletTool(kind, hardwareSerial: hardwareSerial, on: tablets.tablets[0], of: self)
    tablets.add(tool)
    compositor?.flush()
    return tool
  }

  /// Removes a tool. No effect if it was removed before.
  ///
  /// Wayland: `zwp_tablet_tool_v2.removed`.
  public func removeTool(_ tool: TabletTool) { tablets.remove(tool) }
}

extension Compositor {
  func bindTabletManager(_ resource: Resource<ZwpTabletManagerV2Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getTabletSeat(let id, let wire):
        guard let object = resource.create(ZwpTabletSeatV2Resource.self, id: id) else { return }
        // A removed seat has no tablets, but the object must still accept requests.
        (wire.model(as: Seat.self)?.tablets ?? TabletSeat()).add(object)
      }
    }
  }
}
