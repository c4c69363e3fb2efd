import Geometry
import Wayland

/// The clipboard and the drags of one seat.
///
/// Wayland: `wl_data_device`.
@MainActor
final class DataDevice {
  let clipboard: Clipboard
  private let device: WlDataDevice
  private let manager: WlDataDeviceManager
  private unowned let system: WindowSystem
  private let scheduler: any Scheduler
  /// The offers that no enter or selection event has referred to yet, and the offer of the current clipboard.
  private var offers: [ObjectIdentifier: IncomingOffer] = [:]
  /// The drag that is over a window of this program, and that window. The drag may come from this program.
  private var incoming: (drop: Drop, window: WeakWindow)?
  /// The drags that began in a window of this program and have not ended. All but the last one are dropped, and their targets
  /// still read the data.
  private var outgoing: [Drag] = []

  private struct WeakWindow { weak var window: Window? }

  /// An entry of `offers`. `sourceActions` and `drop` are used only if the offer is of a drag.
  private final class IncomingOffer {
    let content: ContentOffer
    var sourceActions: DragActions = []
    weak var drop: Drop?

    init(_ content: ContentOffer) { self.content = content }
  }

  init(
    _ manager: WlDataDeviceManager, _ seat: WlSeat, serial: @escaping () -> UInt32?, in system: WindowSystem
  ) {
    let device = manager.getDataDevice(seat: seat)
    self.device = device
    self.manager = manager
    self.system = system
    scheduler = system.transferScheduler
    clipboard = Clipboard(
      serial: serial, scheduler: scheduler,
      requests: .init(
        makeSource: { types, events in
          let object = manager.createDataSource()
          object.onEvent = { event in
            switch event {
            case .send(let type, let descriptor): events.send(type, descriptor)
            case .cancelled: events.canceled()
            case .target, .dndDropPerformed, .dndFinished, .action: break
            }
          }
          for type in types { object.offer(mimeType: type) }
          return Clipboard.Source(object) { [weak object] in if object?.isAlive == true { object?.destroy() }
          }
        },
        setSelection: { source, serial in
          device.setSelection(source: source?.object as? WlDataSource, serial: serial)
        }))
    device.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    clipboard.close()
    for drag in outgoing { drag.cancel() }
    leave()
    for offer in offers.values { offer.content.end() }
    offers = [:]
    if device.version >= 2 { device.release() } else { device.destroyProxy() }
  }

  private func receive(_ event: WlDataDevice.Event) {
    switch event {
    case .dataOffer(let object): introduce(object)
    case .selection(let object): clipboard.receive(incomingOffer(object)?.content)
    case .enter(let serial, let surface, let x, let y, let object):
      enter(serial, system.window(for: surface), Point(x: x, y: y), object)
    case .leave: leave()
    case .motion(_, let x, let y):
      incoming?.drop.moved(to: Point(x: x, y: y))
      notifyMoved()
    case .drop: drop()
    }
  }

  // MARK: Drops

  private func enter(_ serial: UInt32, _ window: Window?, _ position: Point, _ object: WlDataOffer?) {
    leave()
    guard let object, let offer = incomingOffer(object) else { return }
    let drop = Drop(
      offer.content, offer: object, serial: serial, contactID: system.seatList.makeContactID(),
      position: position, sourceActions: offer.sourceActions)
    offer.drop = drop
    incoming = (drop, WeakWindow(window: window))
    if let window { window.dropTarget?.window(window, dropEntered: drop) }
  }

  private func notifyMoved() {
    guard let incoming, let window = incoming.window.window else { return }
    window.dropTarget?.window(window, dropMoved: incoming.drop)
  }

  private func leave() {
    guard let (drop, weak) = incoming else { return }
    incoming = nil
    if let window = weak.window { window.dropTarget?.window(window, dropLeft: drop) }
    drop.end()
  }

  private func drop() {
    guard let (drop, weak) = incoming else { return }
    incoming = nil
    guard let window = weak.window, let target = window.dropTarget else { return drop.end() }
    drop.dropped()
    target.window(window, dropPerformed: drop)
  }

  // MARK: Drags

  func beginDrag(
    _ content: ContentProvider, actions: DragActions, picture: DragPicture?, origin: WlSurface,
    serial: UInt32,
    scale: Double
  ) -> Drag? {
    guard !content.types.isEmpty else { return nil }
    for drag in outgoing where !drag.isDropped { drag.cancel() }
    // The end of a drag may have closed the window or the connection.
    guard let globals = system.globals, origin.isAlive, device.isAlive else { return nil }
    var pictureSurface: DragPictureSurface?
    if let picture {
      // If memory for the picture cannot be allocated, the drag has no picture.
      pictureSurface = try? DragPictureSurface(
        picture, scale: scale, globals, allocate: system.allocateMemory)
    }
    let source = manager.createDataSource()
    let drag = Drag(source, content, actions: actions, picture: pictureSurface, scheduler: scheduler) {
      [weak self] drag in
      self?.outgoing.removeAll { $0 === drag }
    }
    device.startDrag(source: source, origin: origin, icon: pictureSurface?.surface, serial: serial)
    pictureSurface?.show()
    outgoing.append(drag)
    return drag
  }

  // MARK: Offers

  private func introduce(_ object: WlDataOffer) {
    let content = ContentOffer(
      on: scheduler,
      .init(
        receive: { [weak object] in object?.receive(mimeType: $0, fd: $1) },
        destroy: { [weak self, weak object] in
          guard let object else { return }
          self?.offers[ObjectIdentifier(object)] = nil
          if object.isAlive { object.destroy() }
        }))
    let offer = IncomingOffer(content)
    offers[ObjectIdentifier(object)] = offer
    object.onEvent = { [weak self, weak offer] event in
      guard let offer else { return }
      switch event {
      case .offer(let type): offer.content.add(type)
      case .sourceActions(let actions):
        offer.sourceActions = DragActions(actions)
        offer.drop?.sourceActionsChanged(offer.sourceActions)
      case .action(let action):
        offer.drop?.actionChanged(DragActions(action))
        if let drop = offer.drop, drop === self?.incoming?.drop { self?.notifyMoved() }
      }
    }
  }

  private func incomingOffer(_ object: WlDataOffer?) -> IncomingOffer? {
    object.flatMap { offers[ObjectIdentifier($0)] }
  }
}
