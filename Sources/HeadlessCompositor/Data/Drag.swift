/// The actions of a drag.
///
/// Wayland: `wl_data_device_manager.dnd_action`.
public struct DragActions: OptionSet, Hashable, Sendable {
  /// The bits of `wl_data_device_manager.dnd_action`.
  public let rawValue: UInt32
  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The data is copied.
  public static let copy = DragActions(rawValue: 1)
  /// The data is moved: the source removes it after the drop.
  public static let move = DragActions(rawValue: 2)
  /// The user selects an action after the drop.
  public static let ask = DragActions(rawValue: 4)

  /// Returns an action that both sides support: `preferred` if possible, otherwise the first of copy, move and ask that
  /// both support; empty if there is none.
  func common(with other: DragActions, preferring preferred: DragActions) -> DragActions {
    let both = intersection(other)
    if !preferred.isEmpty, both.contains(preferred) { return preferred }
    return [.copy, .move, .ask].first { both.contains($0) } ?? []
  }
}

/// A drag from a client, or from a test, to a client.
///
/// During the drag, its pointer or touch point sends no other events. Moving the device moves the drag; releasing it
/// drops the data.
///
/// Wayland: `wl_data_device.start_drag`.
@MainActor public final class Drag {
  /// The progress of a drag.
  public enum Phase: Equatable, Sendable {
    /// The user holds the button or keeps the finger on the screen.
    case dragging
    /// The data was dropped on a client, but the client has not finished the drop.
    case dropped
    /// The client has received the data.
    case finished
    /// The drag ended without a drop, or the client rejected the data.
    case canceled
  }

  /// The device that drags.
  enum Device: Equatable {
    case pointer
    case touch(Int32)
  }

  /// The progress.
  public private(set) var phase = Phase.dragging
  /// The action that both sides support; empty if there is none.
  ///
  /// Wayland: `wl_data_source.action`.
  public private(set) var action: DragActions = []
  /// The MIME type that the target accepts; nil if it accepts no type.
  ///
  /// Wayland: `wl_data_source.target`.
  public private(set) var acceptedType: String?
  /// The surface that the drag is over.
  public private(set) weak var target: Surface?
  /// The surface that is drawn under the pointer. Its `offset` is its distance from the pointer.
  public private(set) weak var picture: Surface?
  /// The MIME types of the data.
  public var types: [String] { content?.types ?? [] }
  /// The actions that the source supports.
  public let sourceActions: DragActions

  let device: Device
  private weak var seat: Seat?
  private let content: (any OfferedContent)?
  /// The only client that receives a drag without data.
  private let owner: OpaquePointer?
  private var offers: [DragOffer] = []
  /// The data devices of the target's client to which enter was sent.
  private var enteredDevices: [DataDevice] = []

  init(
    of content: (any OfferedContent)?, actions: DragActions, device: Device, owner: OpaquePointer?,
    picture: Surface?, on seat: Seat
  ) {
    self.content = content
    sourceActions = actions
    self.device = device
    self.owner = owner
    self.picture = picture
    self.seat = seat
  }

  /// Cancels the drag, as many compositors do when the user presses Escape. No effect after the drop.
  ///
  /// Wayland: `wl_data_source.cancelled`.
  public func cancel() {
    guard phase == .dragging else { return }
    setTarget(nil)
    end(.canceled)
    content?.canceled()
    compositor?.flush()
  }

  private var compositor: Compositor? { seat?.compositor }

  // MARK: Motion

  func move(to point: (x: Double, y: Double)) {
    guard phase == .dragging, let compositor else { return }
    var found = compositor.inputTarget(at: point)
    if content == nil, found?.surface.resource.clientHandle != owner { found = nil }
    if found?.surface !== target {
      setTarget(found)
    } else if let found {
      for device in enteredDevices {
        device.resource.wire?.sendMotion(time: compositor.milliseconds, x: found.x, y: found.y)
      }
    }
    compositor.flush()
  }

  private func setTarget(_ new: (surface: Surface, x: Double, y: Double)?) {
    for device in enteredDevices { device.resource.wire?.sendLeave() }
    for offer in offers { offer.isActive = false }
    enteredDevices = []
    offers = []
    if target != nil { accept(nil) }
    setAction([])
    target = new?.surface
    guard let new, let seat, let compositor, let wire = new.surface.resource.wire else { return }
    let serial = compositor.nextSerial()
    for device in seat.dataDevices.of(new.surface) {
      guard let device = device.model as? DataDevice else { continue }
      enteredDevices.append(device)
      let offer = content.flatMap { DragOffer(of: $0, drag: self, serial: serial, to: device) }
      if let offer { offers.append(offer) }
      device.resource.wire?.sendEnter(
        serial: serial, surface: wire, x: new.x, y: new.y, id: offer?.resource.wire)
    }
  }

  // MARK: Offers

  /// Releases an offer whose resource was destroyed. Without this, the drag and the offer retain each other if the compositor
  /// closes during the drag of a removed seat.
  func offerDestroyed(_ offer: DragOffer) { offers.removeAll { $0 === offer } }

  func accept(_ type: String?) {
    guard type != acceptedType else { return }
    acceptedType = type
    content?.targetChanged(type)
  }

  func setAction(_ new: DragActions) {
    guard new != action else { return }
    action = new
    content?.actionChanged(new)
  }

  func offerFinished() {
    guard phase == .dropped else { return }
    phase = .finished
    content?.finished()
  }

  func offerRejected() {
    guard phase == .dropped else { return }
    phase = .canceled
    content?.canceled()
  }

  // MARK: End

  func drop() {
    guard phase == .dragging else { return }
    let isAccepted =
      content == nil ? target != nil : acceptedType != nil && (!action.isEmpty || !offersHaveActions)
    guard isAccepted else { return cancel() }
    for device in enteredDevices { device.resource.wire?.sendDrop() }
    for offer in offers { offer.isDropped = true }
    end(content == nil ? .finished : .dropped)
    content?.dropPerformed()
    compositor?.flush()
  }

  /// An offer has the version of its device.
  private var offersHaveActions: Bool { enteredDevices.contains { $0.resource.version >= 3 } }

  /// Ends the drag because its source was destroyed.
  func sourceDestroyed() {
    guard phase == .dragging else { return }
    setTarget(nil)
    end(.canceled)
  }

  func removeReferences(to surface: Surface) { if target === surface { setTarget(nil) } }

  private func end(_ phase: Phase) {
    self.phase = phase
    offers = []
    enteredDevices = []
    seat?.dragEnded()
  }
}

/// The role of a surface that is drawn under the pointer during a drag.
@MainActor final class DragPictureRole: SurfaceRole {
  weak var drag: Drag?

  init(_ drag: Drag) { self.drag = drag }

  var isShown: Bool { drag?.phase == .dragging }

  func surfaceDestroyed() {}
}
