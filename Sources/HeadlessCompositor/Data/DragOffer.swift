import Glibc

/// An offer of a drag's data to the client under the drag.
///
/// Wayland: `wl_data_offer`.
@MainActor final class DragOffer {
  let resource: Resource<WlDataOfferResource>
  /// Whether the drag is over a surface of the client, or was dropped there.
  var isActive = true
  var isDropped = false
  private let drag: Drag
  private let hasFinish: Bool
  private var isFinished = false

  /// Creates the client's offer and announces its types and actions.
  init?(of content: any OfferedContent, drag: Drag, serial: UInt32, to device: DataDevice) {
    guard let offer = device.resource.create(WlDataOfferResource.self, id: 0), let wire = offer.wire else {
      return nil
    }
    resource = offer
    self.drag = drag
    hasFinish = offer.version >= 3
    offer.model = self
    device.resource.wire?.sendDataOffer(id: wire)
    for type in content.types { wire.sendOffer(mimeType: type) }
    if offer.version >= 3 {
      wire.sendSourceActions(sourceActions: .init(rawValue: drag.sourceActions.rawValue))
    }
    offer.onDestroy = { [unowned self] in destroyed() }
    offer.onRequest = { [weak content, unowned self] request in
      switch request {
      case .accept(let accepted, let type):
        if isActive, accepted == serial { self.drag.accept(type) }
      case .receive(let type, let file):
        resource.lintTransfer(file, isReading: true)
        content.receive(type, file)
      case .destroy: resource.destroy()
      case .finish: finish()
      case .setActions(let actions, let preferred): setActions(actions.rawValue, preferred.rawValue)
      }
    }
  }

  private func setActions(_ actions: UInt32, _ preferred: UInt32) {
    let all: DragActions = [.copy, .move, .ask]
    let (actions, preferred) = (DragActions(rawValue: actions), DragActions(rawValue: preferred))
    guard actions.isSubset(of: all) else {
      resource.postError(
        WlDataOfferResource.Error.invalidActionMask, "\(actions.rawValue) is not a set of actions")
      return
    }
    let isOne = preferred.isEmpty || [.copy, .move, .ask].contains(preferred)
    guard isOne, preferred.isEmpty || actions.contains(preferred) else {
      resource.postError(
        WlDataOfferResource.Error.invalidAction,
        "the preferred action \(preferred.rawValue) is not one of the actions")
      return
    }
    guard isActive, !isFinished else { return }
    let chosen = drag.sourceActions.common(with: actions, preferring: preferred)
    guard chosen != drag.action else { return }
    drag.setAction(chosen)
    resource.wire?.sendAction(dndAction: .init(rawValue: chosen.rawValue))
  }

  private func finish() {
    guard isDropped, !isFinished, drag.acceptedType != nil, !drag.action.isEmpty else {
      resource.postError(
        WlDataOfferResource.Error.invalidFinish, "the data is not dropped, or no type and action are accepted"
      )
      return
    }
    isFinished = true
    drag.offerFinished()
  }

  private func destroyed() {
    drag.offerDestroyed(self)
    guard isDropped, !isFinished else { return }
    // Before version 3 there is no finish request, so destroying the offer finishes the drop.
    if hasFinish { drag.offerRejected() } else { drag.offerFinished() }
  }
}
