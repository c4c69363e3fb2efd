public import Geometry
import Wayland

/// A drag over a window of this program, and its drop.
///
/// Wayland: `wl_data_offer`.
@MainActor
public final class Drop {
  private enum Phase { case over, dropped, ended }

  /// The dragged data. It can be read before the drop, too.
  public let content: ContentOffer
  /// The position in the window, in points.
  ///
  /// Wayland: `wl_data_device.motion`.
  public private(set) var position: Point
  /// The actions that the drag's source supports.
  ///
  /// Wayland: `wl_data_offer.source_actions`.
  public private(set) var sourceActions: DragActions
  /// The action that the compositor selected; empty while it has selected none.
  ///
  /// Wayland: `wl_data_offer.action`.
  public private(set) var action: DragActions = []
  /// The type that the target accepted; nil while the target rejects the drag.
  public private(set) var acceptedType: String?

  /// Identifies the drag. The number is never used for another drag, a pointer, a touch or a tablet tool.
  public let contactID: Int
  /// The actions that the target accepted.
  private var acceptedActions: DragActions = []
  private let offer: WlDataOffer
  private let serial: UInt32
  private var phase = Phase.over

  init(
    _ content: ContentOffer, offer: WlDataOffer, serial: UInt32, contactID: Int, position: Point,
    sourceActions: DragActions
  ) {
    self.contactID = contactID
    self.content = content
    self.offer = offer
    self.serial = serial
    self.position = position
    // Before version 3 of the protocol, every drag copies the data.
    self.sourceActions = offer.version >= 3 ? sourceActions : .copy
    if offer.version < 3 { action = .copy }
  }

  isolated deinit { end() }

  /// Accepts the drag.
  ///
  /// - Parameters:
  ///   - type: The type that the target will read, one of `content.types`. Any other type rejects the drag.
  ///   - actions: The actions that the target supports.
  ///   - preferred: The action that the target prefers. If it is not one of `actions`, the first of copy, move and ask
  ///     that is in `actions` is used.
  ///
  /// Wayland: `wl_data_offer.accept`, `wl_data_offer.set_actions`.
  public func accept(_ type: String, actions: DragActions = .copy, preferring preferred: DragActions = .copy)
  {
    guard phase == .over else { return }
    guard content.types.contains(type) else { return reject() }
    acceptedType = type
    acceptedActions = actions
    offer.accept(serial: serial, mimeType: type)
    setActions(actions, preferred)
  }

  /// Rejects the drag at this position.
  ///
  /// Wayland: `wl_data_offer.accept`.
  public func reject() {
    guard phase == .over else { return }
    acceptedType = nil
    offer.accept(serial: serial, mimeType: nil)
    setActions([], [])
  }

  /// Finishes the drop after the target has read the data.
  ///
  /// - Parameter chosen: The action that the user selected when `action` is `ask`; otherwise it is ignored.
  ///
  /// Wayland: `wl_data_offer.finish`.
  public func finish(with chosen: DragActions = .copy) {
    guard phase == .dropped else { return end() }
    if offer.version >= 3, offer.isAlive, acceptedType != nil {
      if action == .ask {
        let final = chosen.single(of: sourceActions.intersection(acceptedActions).subtracting(.ask))
        setActions(final, final)
        action = final
      }
      // Without a selected action, the request would be a protocol error.
      if !action.isEmpty { offer.finish() }
    }
    end()
  }

  private func setActions(_ actions: DragActions, _ preferred: DragActions) {
    guard offer.version >= 3, offer.isAlive else { return }
    offer.setActions(dndActions: actions.wire, preferredAction: preferred.single(of: actions).wire)
  }

  // MARK: For the data device

  func moved(to position: Point) { self.position = position }

  func actionChanged(_ action: DragActions) { self.action = action }

  func sourceActionsChanged(_ actions: DragActions) { sourceActions = actions }

  func dropped() { if phase == .over { phase = .dropped } }

  /// Ends the drop and destroys its offer.
  func end() {
    guard phase != .ended else { return }
    phase = .ended
    content.end()
  }
}
