import Wayland

/// The primary selection of one seat: the text that was selected last, pasted by the middle button.
///
/// Wayland: `zwp_primary_selection_device_v1`.
@MainActor
final class PrimarySelectionDevice {
  let selection: Clipboard
  private let device: ZwpPrimarySelectionDeviceV1
  private let scheduler: any Scheduler
  /// The offers that no selection event has referred to yet, and the offer of the current selection.
  private var offers: [ObjectIdentifier: ContentOffer] = [:]

  init(
    _ manager: ZwpPrimarySelectionDeviceManagerV1, _ seat: WlSeat, serial: @escaping () -> UInt32?,
    scheduler: any Scheduler
  ) {
    let device = manager.getDevice(seat: seat)
    self.device = device
    self.scheduler = scheduler
    selection = Clipboard(
      serial: serial, scheduler: scheduler,
      requests: .init(
        makeSource: { types, events in
          let object = manager.createSource()
          object.onEvent = { event in
            switch event {
            case .send(let type, let descriptor): events.send(type, descriptor)
            case .cancelled: events.canceled()
            }
          }
          for type in types { object.offer(mimeType: type) }
          return Clipboard.Source(object) { [weak object] in if object?.isAlive == true { object?.destroy() }
          }
        },
        setSelection: { source, serial in
          device.setSelection(source: source?.object as? ZwpPrimarySelectionSourceV1, serial: serial)
        }))
    device.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    selection.close()
    for offer in offers.values { offer.end() }
    offers = [:]
    device.destroy()
  }

  private func receive(_ event: ZwpPrimarySelectionDeviceV1.Event) {
    switch event {
    case .dataOffer(let object): introduce(object)
    case .selection(let object): selection.receive(object.flatMap { offers[ObjectIdentifier($0)] })
    }
  }

  private func introduce(_ object: ZwpPrimarySelectionOfferV1) {
    let offer = ContentOffer(
      on: scheduler,
      .init(
        receive: { [weak object] in object?.receive(mimeType: $0, fd: $1) },
        destroy: { [weak self, weak object] in
          guard let object else { return }
          self?.offers[ObjectIdentifier(object)] = nil
          if object.isAlive { object.destroy() }
        }))
    offers[ObjectIdentifier(object)] = offer
    object.onEvent = { [weak offer] event in
      if case .offer(let type) = event { offer?.add(type) }
    }
  }
}
